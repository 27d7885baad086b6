// Records the country of the job and the ground that the law asks for, where the order does not say them.
import type { Ctx } from '../../context.ts';
import { countryNamed } from '../../lib/countries.ts';
import { Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { replaceOrder } from '../checks/order-facts-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { type LegalGround, legalGroundIn, limitedTypes, typesAgainst } from '../report-types/legal-limit-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { ownReport, type Screener } from './screening-actions.ts';

/** The types of an order of which the law asks for a ground. */
export const limitedIn = ({ reports }: Pick<Check, 'reports'>) =>
  limitedTypes(reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []));

export interface TypedLaw {
  /** Three letters. */
  readonly jobCountry: string;
  /** Empty where nobody has said it. */
  readonly legalGround: string;
}

function judgedGround(check: Check, typed: string, problems: Problems): LegalGround | undefined {
  const ground = legalGroundIn(typed);
  if (typed !== '' && ground === undefined) problems.add('legalGround', 'Choose one of the grounds');
  if (ground === undefined) return undefined;
  for (const { label } of typesAgainst(limitedIn(check), ground))
    problems.add('legalGround', `The ground does not allow ${label}`);
  return ground;
}

/**
 * Refuses with `invalid_fields` (`jobCountry`, `legalGround`) what is no country, or does not allow what is ordered, and with
 * `state_does_not_allow` an order that is over.
 */
export async function recordOrderLaw(ctx: Ctx, screener: Screener, reportId: string, typed: TypedLaw): Promise<void> {
  demand(authorityOf(screener), 'record_outcomes');
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  const country = countryNamed(typed.jobCountry)?.alpha3;
  await withLockedCheck(ctx, caller, queued.check_id, async (tx, { check, key }) => {
    if (!isOngoing(check.status)) throw stateRefusal(check.status);
    if (check.isRestricted) throw new Refusal('state_does_not_allow');
    const problems = new Problems();
    if (country === undefined) problems.add('jobCountry', 'Choose the country of the job');
    const ground = judgedGround(check, typed.legalGround, problems);
    problems.refuse('invalid_fields');
    const { legal_ground: _, ...others } = check.order;
    const order = { ...others, job_country: country!, ...(ground && { legal_ground: ground }) };
    await replaceOrder(tx, caller, { check, key }, order);
    await storeEvents(tx, caller, [eventAbout(check, 'check.law_stated', check.status)]);
  });
}
