// Lets a report wait for a certificate for which its candidate applies, and ends that once the certificate is there.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { restrictedRefusal } from '../../lib/refusal.ts';
import { OWN_CERTIFICATE } from '../../messages/en-queries.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { setDeadline } from '../deadlines/deadline-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import {
  beginWaiting,
  CHASE,
  endOpenQuery,
  type LockedReport,
  openQuery,
  type QuestionTarget,
  sealedAnswer,
} from './query-actions.ts';
import { certificateDays } from './query-schedule.ts';
import { findQueries, insertQueryFile, moveQueryDue, type QueryRow, recordChase } from './query-store.ts';

/** The text is ours, and the candidate reads the page of the certificate instead. */
const text = 'The report waits for the certificate for which the candidate applies.';

export interface AppliedCertificate {
  /** When the candidate applied; undefined as long as they have not said so. */
  readonly appliedOn: IsoDate | undefined;
  /** That its issuer takes. */
  readonly workingDays: number;
}

/** Where the wait begins with a form that is sent, its mail names the certificate: the first mail about it is a reminder. */
export async function openCertificateQuery(
  tx: Ctx,
  caller: Caller,
  locked: LockedReport,
  applied: AppliedCertificate,
): Promise<void> {
  const by: Caller = { ...caller, actor: 'system', permissions: [] };
  const settings = await readAccountSettings(tx, caller.accountId);
  const { dueOn, chaseAt } = certificateDays(timeFor(tx, caller), applied, settings, tx.calendar());
  const id = await openQuery(tx, by, locked, { addressee: 'candidate', kind: OWN_CERTIFICATE, text, dueOn });
  const { id: reportId, checkId } = locked.report;
  await setDeadline(tx, by, { kind: CHASE, subjectId: id, checkId, reportId, dueAt: chaseAt });
}

async function findOpen(tx: Pick<Ctx, 'db'>, caller: Caller, target: QuestionTarget): Promise<QueryRow | undefined> {
  const asked = await findQueries(tx.db, caller, { checkId: target.checkId, addressee: 'candidate' });
  return asked.find(
    ({ report_id: id, kind, status }) => id === target.reportId && kind === OWN_CERTIFICATE && status === 'open',
  );
}

/** The reports of a check that wait for a certificate of their candidate. */
export async function findCertificateWaits(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkId: string,
): Promise<ReadonlySet<string>> {
  const asked = await findQueries(ctx.db, caller, { checkId, addressee: 'candidate' });
  return new Set(
    asked.flatMap(({ report_id: id, kind, status }) => (kind === OWN_CERTIFICATE && status === 'open' ? [id] : [])),
  );
}

/**
 * The candidate has said when they applied: they are reminded when it should be there, also after every reminder to apply, and
 * the report waits again if it had given them up. Without such a wait, or of a restricted person, nothing changes.
 */
export async function moveCertificateQuery(
  tx: Ctx,
  caller: Caller,
  target: QuestionTarget,
  applied: AppliedCertificate,
): Promise<void> {
  if ((await findOpen(tx, caller, target)) === undefined) return;
  await withLockedCheck(
    tx,
    caller,
    target.checkId,
    async (locked, { check }) => {
      const row = await findOpen(locked, caller, target);
      if (row === undefined || (await isRestricted(locked.db, caller, check.applicantId))) return;
      const report = check.reports.find(({ id }) => id === target.reportId)!;
      const settings = await readAccountSettings(locked, caller.accountId);
      const { dueOn, chaseAt } = certificateDays(timeFor(locked, caller), applied, settings, locked.calendar());
      await moveQueryDue(locked.db, caller, row.id, dueOn);
      await recordChase(locked.db, caller, row.id, { chases: 0, exhaustedAt: null });
      await setDeadline(locked, caller, { kind: CHASE, subjectId: row.id, ...target, dueAt: chaseAt });
      if (row.exhausted_at !== null && allowsAction(report.status, 'ask_query'))
        await beginWaiting(locked, caller, report, row);
    },
    { restrictedToo: true },
  );
}

/**
 * The certificate is there, or the candidate says why they cannot get it. Returns whether a report waited for it; of a
 * restricted person the wait stays, and a reason is refused.
 */
export async function endCertificateQuery(
  tx: Ctx,
  caller: Caller,
  target: QuestionTarget,
  ended: { readonly fileToken: string } | { readonly answer: string },
): Promise<boolean> {
  if ((await findOpen(tx, caller, target)) === undefined) return false;
  return withLockedCheck(
    tx,
    caller,
    target.checkId,
    async (locked, { check, key }) => {
      // Asked again behind the lock: the desk may have withdrawn it meanwhile.
      const row = await findOpen(locked, caller, target);
      if (row === undefined) return false;
      if (await isRestricted(locked.db, caller, check.applicantId)) {
        // A file is kept without it; words would be lost.
        if ('answer' in ended) throw restrictedRefusal();
        return false;
      }
      const report = check.reports.find(({ id }) => id === target.reportId)!;
      const found = { check, key, report, row };
      if ('fileToken' in ended)
        await insertQueryFile(locked.db, caller, { queryId: row.id, fileToken: ended.fileToken, isAnswer: true });
      const answer = 'answer' in ended ? sealedAnswer(found, ended.answer) : {};
      await endOpenQuery(locked, caller, found, { status: 'answered', ...answer });
      return true;
    },
    { restrictedToo: true },
  );
}
