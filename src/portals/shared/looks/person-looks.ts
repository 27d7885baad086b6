// The model of the page that lists every look at one person.
import type { Check } from '../../../features/checks/check.ts';
import type { LooksAtPerson } from '../../../features/results/look-register-actions.ts';
import { linesOf } from '../../../features/results/look-register-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { orderNumber } from '../page-filters.ts';

export function personModel({ order, orderId, tenant }: Check, { looks, isCut }: LooksAtPerson, now: Date) {
  const { first_name, last_name } = order.facts;
  return {
    title: `Who has seen ${orderNumber(orderId)}`,
    environment: tenant.environment,
    order: orderNumber(orderId),
    candidateName: fullName(first_name, last_name) || 'the candidate',
    looks: looks.filter(({ ids }) => ids === undefined),
    // Many candidates at once: below, so that the looks at this one can be read.
    lists: linesOf(looks.filter(({ ids }) => ids !== undefined)),
    hasManyOrders: new Set(looks.flatMap(({ checkId }) => checkId ?? [])).size > 1,
    isCut,
    now,
  };
}
