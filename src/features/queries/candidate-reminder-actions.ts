// A client reminds its candidate of what they are asked, whose words the client does not see; at most once a day.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { lastEmailAt } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { eventAbout } from './query-actions.ts';
import { mailAsked } from './query-mail-actions.ts';
import { findQueries } from './query-store.ts';

/** Whether a mail about what they are asked went to the candidate today, by the clocks of the UK. */
export async function wasAskedToday(ctx: Ctx, caller: Caller, checkId: string): Promise<boolean> {
  demand(caller, 'read_checks');
  const at = await lastEmailAt(ctx, caller, checkId, 'query_to_candidate');
  return at !== undefined && ukDateOf(at) === todayFor(ctx, caller);
}

/**
 * One mail for all that is open, with the nearest day. The chases go on as they were. Refuses with `state_does_not_allow` where
 * the candidate is asked nothing, and with `already_taken` where a mail about it went today.
 */
export async function remindOfQueries(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'extend_deadlines');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const asked = await findQueries(tx.db, caller, { checkId, addressee: 'candidate' });
    const [first, ...others] = asked.filter(({ status, exhausted_at }) => status === 'open' && exhausted_at === null);
    if (first === undefined) throw stateRefusal(check.status);
    if (await wasAskedToday(tx, caller, checkId)) throw new Refusal('already_taken');
    const next = others.reduce((one, other) => (other.due_on < one.due_on ? other : one), first);
    const report = check.reports.find(({ id }) => id === next.report_id)!;
    const query = { id: next.id, reportId: next.report_id, addressee: next.addressee };
    await storeEvents(tx, caller, [eventAbout(check, query, 'query.chased', report.status)]);
    await mailAsked(tx, caller, { check, key }, { ...next, dueOn: next.due_on, chases: 1 });
  });
}
