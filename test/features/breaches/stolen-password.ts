// A breach of which nothing is told yet, for tests.
import type { BreachFacts } from '../../../src/features/breaches/breach.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';

/** It became known at this moment. */
export const stolenPassword = (knownAt: Date): BreachFacts => ({
  ...{ name: 'The password of a screener was stolen', cause: 'stolen_access', knownAt },
  ...{ happenedFrom: ukDateOf(knownAt), happenedUntil: null, people: null, data: 'Names and criminal records' },
  ...{ effects: '', measures: '', risk: 'not_judged', reasons: '', toldCommissionerAt: null },
  ...{ commissionerReference: '', toldClientsAt: null, toldPeopleAt: null, closedOn: null },
});
