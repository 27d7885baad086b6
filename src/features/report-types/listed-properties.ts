// The choices in the entries of lists that providers and references fill, by the name of the list.
import { reasonsForLeaving } from '../value-sets/employment-values.ts';
import type { Properties } from './breakdown.ts';

/** How somebody made sure who a referee is. */
export const authentications = {
  company_domain: 'The mail domain is the organisation’s own',
  switchboard_call: 'A call through the switchboard confirmed it',
  registry: 'A register or official site names them',
  none: 'Not authenticated',
} as const;

/** What is compared of a reference. */
export const comparedNames = {
  from: 'start',
  to: 'end',
  role: 'role',
  reason: 'reason for leaving',
  course: 'course',
  classification: 'class',
  awarded: 'date of the award',
} as const;

const reason = { choice: Object.fromEntries(reasonsForLeaving.map(({ value, name }) => [value, name])) };

export const listedProperties: Readonly<Record<string, Properties>> = {
  employments: {
    referee_authenticated: { choice: authentications },
    confirmed_reason: reason,
    confirmed_rehire: { choice: { yes: 'Yes', no: 'No', policy_not_to_say: 'Policy not to say' } },
    differs: { choice: comparedNames },
    employer_exists: {
      choice: {
        existed: 'Existed in that time',
        not_throughout: 'Did not exist all that time',
        not_found: 'No company of that name',
      },
    },
  },
};
