// Closes reports that nobody could confirm, many at once: what each lacks for that keeps it open.
import type { Ctx } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { readDraft } from '../drafts/draft-actions.ts';
import { listQueries } from '../queries/query-actions.ts';
import { readAttempts } from '../references/attempt-actions.ts';
import { listsToConfirm } from '../references/claim-rules.ts';
import { listReferences } from '../references/reference-actions.ts';
import { withTakenOver } from '../references/reference-take-over-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type UnableReason, unableReasons, unableReasonsOf } from '../report-types/unable-to-verify.ts';
import { readNotedCalls } from '../reports/note-actions.ts';
import { listSupplierRequests } from '../suppliers/supplier-request-actions.ts';
import type { LeftBecause } from './bulk-rules.ts';
import { callsMade } from './call-rules.ts';
import { isAnybodyAsked, readUnasked } from './outstanding-actions.ts';
import { closeUnverified, type OpenedReport, ownReport, type Screener } from './screening-actions.ts';

const asksSomebody: readonly string[] = ['no_reply', 'refuses'] satisfies UnableReason[];

type Asked = Pick<OpenedReport, 'caller' | 'check' | 'report' | 'key'>;

/** Whether the reason says that somebody did not answer or refused, though nobody was asked. Other reports ask sources that are not recorded. */
export async function isUnasked(ctx: Ctx, opened: Asked, reason: string): Promise<boolean> {
  demand(opened.caller, 'read_reports');
  const asksReferees = listsToConfirm(reportTypeById(opened.report.reportTypeId)!).length > 0;
  return asksSomebody.includes(reason) && asksReferees && !(await isAnybodyAsked(ctx, opened));
}

/** As it is typed for all of them. */
export interface TypedUnable {
  readonly reason: string;
  /** Empty: what is logged of each report is counted. */
  readonly requestsSent: string;
  /** For the client. */
  readonly notes: string;
}

const longestNotes = 10_000;

export function unableProblems({ reason, requestsSent, notes }: TypedUnable): Problems {
  const problems = new Problems();
  if (!Object.hasOwn(unableReasons, reason)) problems.add('reason', 'Select why they could not be verified');
  if (!/^\d{0,3}$/.test(requestsSent)) problems.add('requests_sent', 'Enter how many requests were sent, or nothing');
  if (isLongerThan(notes, longestNotes)) problems.add('text', `Must be ${longestNotes} characters or fewer`);
  return problems;
}

/** The mails and requests of the report, with their reminders and chases, and its calls. */
export async function readLogged(ctx: Ctx, { caller, check, report, key }: Asked) {
  demand(caller, 'read_reports');
  const references = await listReferences(ctx, check.tenant, report.id);
  const requests = await listSupplierRequests(ctx, caller, report.id, key);
  const queries = (await listQueries(ctx, check)).filter((one) => one.reportId === report.id && one.status === 'open');
  const mails = references.reduce((sum, one) => sum + one.mails, 0);
  const sent = [...requests, ...queries].reduce((sum, { chases }) => sum + 1 + chases, mails);
  const attempts = await Promise.all(references.map((one) => readAttempts(ctx, caller, one)));
  const noted = await readNotedCalls(ctx, check.tenant, report.id);
  // A wrong number reached nobody who could have answered.
  const toReferees = attempts.flat().filter(({ cameOf }) => cameOf !== 'wrong_number').length;
  return { sent, calls: toReferees + callsMade(noted) };
}

/** Whether the screener has typed an outcome and not sent it: it is not thrown away unseen. */
async function hasDraft(ctx: Ctx, { userId }: Screener, { check, report, key }: Asked): Promise<boolean> {
  if (key === undefined) return false;
  const about = { ...check.tenant, applicantId: check.applicantId, key };
  const draft = await readDraft(ctx, { author: `user:${userId}`, form: `/desk/reports/${report.id}`, about });
  return draft !== undefined;
}

/** Returns why the report stays open; undefined once it is closed, or awaits approval. Throws every other refusal. */
export async function closeOneUnverified(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { reason, requestsSent, notes }: TypedUnable,
): Promise<LeftBecause | undefined> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'record_outcomes');
  const { check, key } = await readCheckAndKey(ctx, caller, queued.check_id);
  const report = await withTakenOver(ctx, caller, check.reports.find(({ id }) => id === queued.report_id)!);
  const opened = { caller, check, report, key };
  const { findings: examined } = report;
  if (!Object.hasOwn(unableReasonsOf(reportTypeById(report.reportTypeId)!), reason)) return 'other_reason';
  if (await hasDraft(ctx, screener, opened)) return 'draft';
  const logged = await readLogged(ctx, opened);
  const sent = requestsSent === '' ? logged.sent : Number(requestsSent);
  const isCounted = reason !== 'no_reply' || sent > 0 || logged.calls > 0;
  if (!isCounted || (await isUnasked(ctx, opened, reason))) return 'unasked';
  if ((await readUnasked(ctx, opened, examined)).length > 0) return 'unasked';
  try {
    await closeUnverified(ctx, screener, reportId, {
      ...{ reason: reason as UnableReason, notes, examined },
      ...{ requestsSent: sent > 0 ? sent : null, callsMade: logged.calls > 0 ? logged.calls : null },
    });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'invalid_fields') return 'incomplete';
    throw error;
  }
}
