// What the account's settings say of a check that is being placed: whether it is accepted, and its deadlines.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readEndedSubsidiaries } from '../accounts/subsidiary-actions.ts';
import type { PlacedDeadline } from '../deadlines/deadline-actions.ts';
import type { Check } from './check.ts';
import { broughtInDeadlines, formDeadlines, type Hurry, hurriedDeadlines } from './form-deadline-schedule.ts';
import { homeCountryOf } from './job-country-rules.ts';
import { orderStopsBy } from './stopped-order-actions.ts';
import { areOrdersStopped } from './stopped-order-rules.ts';

interface AcceptedOrder {
  readonly deadlines: PlacedDeadline[];
  /** Where the jobs of the account are, unless its order says otherwise. */
  readonly homeCountry: string;
}

/**
 * No deadlines if the check is placed started: the candidate has no form to submit. Refuses while new orders are stopped, and of a
 * subsidiary that has ended, with `unknown_report_name`, as if nothing were available to the account.
 * @param hurry why the form is wanted before the time for it is over
 * @param isBroughtIn it began elsewhere
 * @param isCreditJudged the caller has compared what is owed with the credit limit already, so that it is not summed up twice
 */
export async function acceptedOrder(
  ctx: Ctx,
  {
    tenant,
    id,
    subsidiaryId,
    createdAt,
    startedAt,
  }: Pick<Check, 'tenant' | 'id' | 'subsidiaryId' | 'createdAt' | 'startedAt'>,
  {
    now,
    hurry,
    isBroughtIn,
    isCreditJudged,
    settings,
  }: {
    readonly now: Date;
    readonly hurry: Hurry;
    readonly isBroughtIn: boolean;
    readonly isCreditJudged: boolean;
    readonly settings: AccountSettings;
  },
): Promise<AcceptedOrder> {
  const judged = isCreditJudged ? { ...settings, refuseAboveCreditLimit: false } : settings;
  if (areOrdersStopped(await orderStopsBy(ctx, tenant.accountId, judged), tenant.environment))
    throw new Refusal('unknown_report_name', { reports: [problemSentence('orders_stopped')] });
  const isNewOfSubsidiary = !isBroughtIn && subsidiaryId !== null;
  if (isNewOfSubsidiary && (await readEndedSubsidiaries(ctx, tenant.accountId)).has(subsidiaryId))
    throw new Refusal('unknown_report_name', { reports: [problemSentence('subsidiary_ended')] });
  const homeCountry = homeCountryOf(settings);
  if (startedAt !== null) return { deadlines: [], homeCountry };
  const usual = isBroughtIn
    ? broughtInDeadlines(createdAt, now, settings, ctx.calendar())
    : formDeadlines(createdAt, settings, ctx.calendar());
  const deadlines = hurriedDeadlines(usual, hurry, now, settings, ctx.calendar());
  return {
    homeCountry,
    deadlines: deadlines.map((deadline) => ({ ...tenant, ...deadline, subjectId: id, checkId: id })),
  };
}
