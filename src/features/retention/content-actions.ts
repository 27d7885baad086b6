// Deletes the contents of certificates and the files of ended orders when the time that their account sets is over.
import { type Caller, type Ctx, type Environment, timeFor, todayFor } from '../../context.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { deleteMessagesAbout } from '../cases/candidate-message-actions.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { deleteDecisionWords } from '../client-decisions/word-deletion-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { deleteCertificateContents } from '../reports/certificate-contents-actions.ts';
import { forgetResultsFiles } from '../results/results-document-actions.ts';
import { contentKinds } from './content-kinds.ts';
import {
  type ContentWindow,
  type Deletion,
  type DueContents,
  deleteFilesOf,
  findDeletions,
  findDueContents,
} from './content-queries.ts';

export type { Deletion, DueContents };

/** What stands where the contents stood. */
const deletedSentence = (what: string, day: string, days: number): string =>
  `${what} were deleted on ${formatLongDate(day)}, after ${days} days.`;

const isSame = (one: DueContents, other: DueContents) => one.kind === other.kind && one.report_id === other.report_id;

/** One that is kept, or not due any more, stays. Returns whether it was deleted. */
export async function deleteContents(ctx: Ctx, due: DueContents): Promise<boolean> {
  const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds } = due;
  const caller: Caller = { accountId, environment, clockOffsetSeconds, actor: 'system' };
  const checkId = due.check_id;
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(accountId);
  const gone = await withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, { key }) => {
    const window = { now: tx.now(), withinDays: 0, limit: 1000, checkId };
    const still = (await findDueContents(tx.db, [accountId], environment, window)).find((one) => isSame(one, due));
    if (still === undefined || still.open_matters.length > 0) return undefined;
    const { kind, days, report_id: reportId } = still;
    const files = await deleteFilesOf(tx.db, caller, { checkId, reportId });
    const notes = deletedSentence(contentKinds[kind].what, todayFor(tx, caller), days);
    const outcome = still.has_findings
      ? await deleteCertificateContents(tx, caller, { reportId: reportId!, key, notes, at: timeFor(tx, caller) })
      : undefined;
    const words =
      kind === 'certificate' && reportId !== null
        ? (await deleteDecisionWords(tx, caller, { checkId, key, notes })) +
          (await deleteMessagesAbout(tx, caller, { checkId, reportId, key, notes }))
        : 0;
    const about = { applicantId: due.applicant_id, checkId };
    const found = { findings: outcome !== undefined, ...(outcome && { outcome }), ...(words > 0 && { words }) };
    const detail = { kind, days, files: files.length, ...found };
    await storeEvents(tx, caller, [
      reportId === null
        ? { type: 'check.files_deleted', resourceId: checkId, ...about, detail }
        : { type: 'report.contents_deleted', resourceId: reportId, reportId, ...about, detail },
    ]);
    await forgetExportsOf(tx, caller, due.applicant_id);
    return [...files, ...(await forgetResultsFiles(tx, caller, checkId))];
  });
  // If this fails, the sweep removes the file, because no row refers to it.
  for (const file of gone ?? [])
    await ctx.files.remove(file).catch((error: unknown) => ctx.log.warn('file not removed yet', { error }));
  return gone !== undefined;
}

/** What is due of these accounts within so many days, and what of it is kept because something about the person is open. */
export function listDueContents(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  window: Omit<ContentWindow, 'now' | 'checkId'>,
): Promise<DueContents[]> {
  demand(by, 'read_erasures');
  return findDueContents(ctx.db, accounts, environment, { now: ctx.now(), ...window });
}

/** Every deletion of these accounts, by time and by hand, the oldest first; names nobody. */
export function listDeletions(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<Deletion[]> {
  demand(by, 'read_erasures');
  return findDeletions(ctx.db, accounts, environment, page);
}
