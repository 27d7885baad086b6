// The employments of a report: one entry each, which a reference, a provider or a person fills.
import { reasonsForLeaving } from '../value-sets/employment-values.ts';
import type { Entries, Properties } from './breakdown.ts';

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

/** Why nobody confirmed a stated job, for the client. */
export const unconfirmedBecause = {
  contact_not_permitted: 'The candidate does not permit contact',
  no_reply: 'No reply',
  refused: 'The employer refused to answer',
  closed: 'The employer has closed',
  no_records: 'The employer has no records',
} as const;

const reasons = Object.fromEntries(reasonsForLeaving.map(({ value, name }) => [value, name]));

/** Under these keys for every source; `confirmed_` is what the source says, beside what the candidate stated. */
const properties = {
  employer: 'text',
  role: 'text',
  from: 'date_or_month',
  to: 'date_or_month',
  employer_exists: {
    choice: {
      existed: 'Existed in that time',
      not_throughout: 'Did not exist all that time',
      not_found: 'No company of that name',
    },
  },
  confirmed_role: 'text',
  confirmed_from: 'date_or_month',
  confirmed_to: 'end_date',
  difference_days: 'number',
  confirmed_reason: { choice: reasons },
  confirmed_rehire: { choice: { yes: 'Yes', no: 'No', policy_not_to_say: 'Policy not to say' } },
  referee_authenticated: { choice: authentications },
  source: {
    choice: {
      hr: 'HR department',
      payroll: 'Payroll',
      hmrc: 'HMRC',
      open_banking: 'Open banking',
      documents: 'Documents',
    },
  },
  not_confirmed_because: { choice: unconfirmedBecause },
} as const satisfies Properties;

const stated = ['employer', 'role', 'from', 'to'];
const isOfEmployer = (key: string) => key !== 'employer';

/** Whether a source confirms the time or the role of an employment. */
export const isConfirmed = (entry: Readonly<Record<string, unknown>>): boolean =>
  ['confirmed_from', 'confirmed_to', 'confirmed_role'].some((key) => (entry[key] ?? '') !== '');

export const employmentEntries: Entries = {
  entries: properties,
  one: 'Employment',
  hint: 'One for each employment, also where payslips or HMRC confirm it: what the candidate stated, and what the source confirms. Where the source uses other words, select the stated employment: its entry keeps the candidate’s words and takes what is confirmed.',
  joins: 'Stated employment that it is about',
  completes: Object.keys(properties).filter((key) => !stated.includes(key)),
  needs: { employer: Object.keys(properties).filter(isOfEmployer) },
  found: { reason: { choice: reasons }, differs: { choice: comparedNames } },
  hidden: ['reference_id'],
};
