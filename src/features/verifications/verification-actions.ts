// Records what confirms a stated period beside references, takes it back, and reads it; nothing is ever changed.
import { type Actor, type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { Report } from '../reports/report.ts';
import { awaitsApproval, readsHistory, sendBackFirst } from './history-report-rules.ts';
import type { SheetRow } from './sheet-rules.ts';
import {
  type AboutEntry,
  readReason,
  readVerification,
  type SealedVerification,
  type TypedVerification,
} from './verification-rules.ts';
import { findVerifications, insertVerification } from './verification-store.ts';

export interface Verification extends SealedVerification {
  readonly id: string;
  /** The report on whose page it was recorded. */
  readonly reportId: string;
  readonly author: Actor;
  readonly recordedAt: Date;
  /** Undefined while it counts. */
  readonly takenBack: { readonly reason: string; readonly author: Actor; readonly at: Date } | undefined;
}

/** The report on whose page it is recorded, as its screener opened it. */
export interface VerifyingReport {
  readonly caller: Caller;
  readonly check: Check;
  readonly report: Report;
}

const placeOf = (id: string) => `period_verifications.verification ${id}`;

/** The files that can be evidence: of the order as a whole, and of its reports that read the history, which is the same. */
export async function evidenceFor(ctx: Ctx, { caller, check, report }: VerifyingReport): Promise<Attachment[]> {
  demand(caller, 'read_reports');
  const files = await listAttachments(ctx, { ...check.tenant, subsidiaryIds: null }, check.orderId);
  const readers = check.reports.filter((one) => one.id === report.id || readsHistory(one)).map(({ id }) => id);
  return files.filter(({ reportId }) => reportId === null || readers.includes(reportId));
}

/** Refuses with `state_does_not_allow` where the report is not open, or the verification was taken back before. */
async function store(
  ctx: Ctx,
  { caller, check }: VerifyingReport,
  row: { readonly reportId: string; readonly takesBack: string | null; readonly content: object },
  event: Pick<EventToStore, 'type' | 'detail'>,
): Promise<string> {
  if (check.isRestricted) throw restrictedRefusal();
  const { key } = await readApplicant(ctx, caller, check.applicantId);
  const { reportId, takesBack, content } = row;
  const id = ctx.newId();
  await inTransaction(ctx, async (tx) => {
    const sealed = key.seal(placeOf(id), content);
    const made = { id, reportId, takesBack, sealed, author: caller.actor, recordedAt: timeFor(tx, caller) };
    if (!(await insertVerification(tx.db, caller, made))) throw new Refusal('state_does_not_allow');
    const about = { resourceId: reportId, reportId, checkId: check.id, applicantId: check.applicantId };
    await storeEvents(tx, caller, [{ ...event, ...about }]);
  });
  return id;
}

/** What the candidate stated of the entry with this key. Refuses with `not_found` an entry that the order does not have. */
function entryOf({ order: { facts } }: Check, key: string): AboutEntry {
  const entry = facts.activities[Number(key.slice('activities-'.length))];
  if (entry === undefined) throw new Refusal('not_found');
  return { employer: entry.employer, from: statedValue(entry, 'start_date'), status: entry.status };
}

/** Returns its id. Refuses with `invalid_fields` by the inputs of the form. @param row of the sheet of the order */
export async function recordVerification(
  ctx: Ctx,
  at: VerifyingReport,
  row: Pick<SheetRow, 'key' | 'isGap' | 'from' | 'to' | 'stated'>,
  typed: TypedVerification,
): Promise<string> {
  demand(at.caller, 'ask_references');
  const files = await evidenceFor(ctx, at);
  const { referenceDateToleranceDays: toleranceDays } = await readAccountSettings(ctx, at.check.tenant.accountId);
  const content = readVerification(typed, {
    ...(row.isGap ? { entry: null, entryKey: null } : { entry: entryOf(at.check, row.key), entryKey: row.key }),
    ...{ from: row.from, to: row.to, stated: row.isGap ? null : row.stated, toleranceDays },
    ...{ today: ukDateOf(timeFor(ctx, at.caller)), fileTokens: files.map(({ fileToken }) => fileToken) },
  });
  const event = { type: 'report.period_verified', detail: { source: content.source } } as const;
  return store(ctx, at, { reportId: at.report.id, takesBack: null, content }, event);
}

/**
 * Refuses with `invalid_fields` (`reason`), with `not_found` what no report of the order has, and with
 * `state_does_not_allow` while a report that rests on it awaits approval.
 */
export async function takeBackVerification(ctx: Ctx, at: VerifyingReport, id: string, reason: string): Promise<void> {
  demand(at.caller, 'ask_references');
  const content = { reason: readReason(reason) };
  if (awaitsApproval(at.check)) throw new Refusal('state_does_not_allow', { status: [sendBackFirst] });
  const { key } = await readApplicant(ctx, at.caller, at.check.applicantId);
  const found = (await readVerifications(ctx, at.check, key)).find((one) => one.id === id);
  if (found === undefined) throw new Refusal('not_found');
  const event = { type: 'report.verification_taken_back', detail: { source: found.source } } as const;
  await store(ctx, at, { reportId: found.reportId, takesBack: id, content }, event);
}

/** Of all reports of the check, the first one first; none of an erased applicant. @param key the applicant's */
export async function readVerifications(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id: checkId }: Pick<Check, 'tenant' | 'id'>,
  key: DataKey | undefined,
): Promise<Verification[]> {
  if (key === undefined) return [];
  const rows = await findVerifications(ctx.db, tenant, checkId);
  const backs = new Map(rows.map((row) => [row.takes_back, row]));
  return rows
    .filter(({ takes_back }) => takes_back === null)
    .map((row) => {
      const back = backs.get(row.id);
      return {
        ...key.open<SealedVerification>(placeOf(row.id), row.sealed_verification),
        ...{ id: row.id, reportId: row.report_id, author: row.author, recordedAt: row.recorded_at },
        takenBack: back && {
          ...key.open<{ readonly reason: string }>(placeOf(back.id), back.sealed_verification),
          ...{ author: back.author, at: back.recorded_at },
        },
      };
    });
}
