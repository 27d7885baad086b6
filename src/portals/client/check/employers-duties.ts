// What the page of an order says of duties that the employer alone has: to compare the person with the photograph, to ask for
// records of other countries, and to see to the limits of who is under 18.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { jobCountryOf } from '../../../features/checks/job-country-rules.ts';
import {
  comparisonOf,
  isComparisonAwaited,
  isFollowUpCompared,
  takesComparison,
} from '../../../features/checks/person-comparison-rules.ts';
import { youngWarnings } from '../../../features/report-types/young-candidate-rules.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { comparisonIn } from '../../shared/comparison/comparison.ts';
import { recordsAbroadIn } from '../../shared/orders/records-abroad.ts';
import type { ClientUser } from '../client-caller.ts';
import { comparisonPath } from '../comparison/comparison-path.ts';
import { callerOf } from './check-facts.ts';

/** Undefined where nothing is to be compared, or the account records it elsewhere. */
async function comparisonOnPage(ctx: Ctx, user: ClientUser, check: Check) {
  if (!mayDo(user, 'confirm_identity')) return undefined;
  const caller = callerOf(user, check);
  const { asksComparison } = await readAccountSettings(ctx, caller.accountId);
  if (!asksComparison && comparisonOf(check) === undefined) return undefined;
  const startsOn = (await readWorkStart(ctx, caller, check.id))?.startsOn;
  const found = comparisonIn(check, startsOn);
  const href = takesComparison(check) ? comparisonPath(check.id) : undefined;
  const isAwaited = asksComparison && isComparisonAwaited(check);
  const isFollowUp = isFollowUpCompared(check);
  // What came after the first day protects nobody any more.
  const lateSince = !isFollowUp && startsOn !== undefined && startsOn < todayFor(ctx, caller) ? startsOn : undefined;
  return found && { ...found, isAwaited, lateSince, isFollowUp, href };
}

export async function employersDuties(
  ctx: Ctx,
  user: ClientUser,
  check: Check,
  { seesResults, addHref }: { readonly seesResults: boolean; readonly addHref: string | undefined },
) {
  const { status, reports, order, createdAt } = check;
  const { recordAbroadYears } = await readAccountSettings(ctx, user.accountId);
  return {
    comparison: await comparisonOnPage(ctx, user, check),
    young: isOngoing(status)
      ? youngWarnings(reports, { ...order.facts, jobCountry: jobCountryOf(order) }, ukDateOf(createdAt))
      : [],
    abroad: seesResults
      ? recordsAbroadIn(check, todayFor(ctx, callerOf(user, check)), addHref, recordAbroadYears)
      : undefined,
  };
}
