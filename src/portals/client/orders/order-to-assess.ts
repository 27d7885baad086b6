// An order form for the yearly assessment of somebody in the register of certified people: the person, and the package of it.
import type { Ctx } from '../../../context.ts';
import { showApplicant } from '../../../features/applicants/applicant-actions.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { readOrderableBy } from '../../../features/orders/order-body-actions.ts';
import type { StandardId } from '../../../features/report-types/standards.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { environmentOf, type OrderRequest } from '../../shared/orders/order-submission.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { given } from './order-like.ts';

const yearly: StandardId = 'smcr_each_year';

/** Undefined unless the address names a person. Refuses with `not_found` one that the user does not see. */
export async function assessmentIn(ctx: Ctx, request: OrderRequest, user: ClientUser) {
  const { assess } = request.query;
  if (!isUuid(assess)) return undefined;
  const caller = callerFor(user, environmentOf(request));
  const { facts } = await showApplicant(ctx, caller, assess);
  const { packages } = await readOrderableBy(ctx, caller);
  const pack = packages.find(({ standard }) => standard === yearly);
  const [day, month, year] = dayParts(givenDob(facts.dob) ?? '');
  return {
    typed: given({
      ...{ first_name: facts.first_name, last_name: facts.last_name, has_one_name: facts.has_one_name ? 'yes' : '' },
      ...{ 'dob-day': day, 'dob-month': month, 'dob-year': year, email: facts.email, mobile: facts.mobile },
      what: pack && String(pack.id),
    }),
    text:
      pack === undefined
        ? 'The person is filled in. Choose what the assessment of this year asks for: your account has no package of the yearly assessment yet.'
        : `The person is filled in, and the package “${pack.name}”.`,
  };
}
