// Reopens a complete report so that its outcome can be corrected, and tells the client and the candidate.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { AccountKey, DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { reopenReport } from '../checks/check-progress-actions.ts';
import { emailTo, emailToUser, queueEmail } from '../emails/email-actions.ts';
import { reopenReasons } from '../reports/reopen-reasons.ts';
import { checkReason, type ReasonGiven, recordReview, type SeenReport } from './approval-actions.ts';
import { findClientsToTell, findNamedAuthors } from './approval-store.ts';

interface Keys {
  readonly account: AccountKey;
  readonly applicant: DataKey;
}

async function mail(tx: Ctx, caller: Caller, { id, orderId, applicantId, order }: Check, keys: Keys): Promise<void> {
  const orderNumber = `VF${orderId}`;
  const page = `${tx.settings.clientUrl}/portal/checks/${id}`;
  for (const { name, email: address } of await findClientsToTell(tx.db, caller, id)) {
    const message = { to: { name, address }, values: { name, orderNumber, page } };
    await queueEmail(tx, emailToUser(tx, caller, keys.account, 'report_reopened', message));
  }
  const { first_name, last_name, email: address } = order.facts;
  const name = `${first_name} ${last_name}`;
  const applicant = { id: applicantId, key: keys.applicant, checkId: id };
  const message = { to: { name, address }, values: { candidateName: first_name } };
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
  const account = await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    const { key } = await readCheckAndKey(tx, caller, seen.checkId);
    if (key === undefined) throw new Refusal('not_found');
    const delivered = (await findNamedAuthors(tx.db, caller, seen.reportId)).at(-1);
    const check = await reopenReport(tx, caller, seen, 'reopen');
    const given = { decision: 'reopened' as const, ...reason };
    if (delivered !== undefined) await recordReview(tx, caller, { reportId: seen.reportId, key }, delivered, given);
    await mail(tx, caller, check, { account, applicant: key });
    return check;
  });
}
