// Reopens a complete report so that its outcome can be corrected, and tells the candidate.

import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { reopenReport } from '../checks/check-progress-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import { reopenReasons } from '../reports/reopen-reasons.ts';
import { checkReason, type ReasonGiven, recordReview, type SeenReport } from './approval-actions.ts';
import { findNamedAuthors } from './approval-store.ts';

async function mailCandidate(tx: Ctx, caller: Caller, { id, applicantId, order }: Check, key: DataKey): Promise<void> {
  const { first_name, last_name, email: address } = order.facts;
  const applicant = { id: applicantId, key, checkId: id };
  const message = {
    to: { name: fullName(first_name, last_name), address },
    values: { candidateName: first_name || last_name },
  };
  await queueEmail(tx, emailTo(tx, caller, applicant, 'report_reopened_candidate', message));
}

/**
 * Opens a complete report again; its earlier versions stay. Refuses with `invalid_fields` (`code`, `text`), and with
 * `state_does_not_allow`.
 */
export async function reopen(ctx: Ctx, caller: Caller, seen: SeenReport, reason: ReasonGiven): Promise<Check> {
  demand(caller, 'reopen_reports');
  checkReason(reason, reopenReasons);
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    const { key } = await readCheckAndKey(tx, caller, seen.checkId);
    if (key === undefined) throw new Refusal('not_found');
    const delivered = (await findNamedAuthors(tx.db, caller, seen.reportId)).at(-1);
    const check = await reopenReport(tx, caller, seen, 'reopen');
    const given = { decision: 'reopened' as const, ...reason };
    if (delivered !== undefined) await recordReview(tx, caller, { reportId: seen.reportId, key }, delivered, given);
    await mailCandidate(tx, caller, check, key);
    return check;
  });
}
