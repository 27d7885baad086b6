// The conduct rules that a breach may be of: data, in our words. FCA Handbook COCON 2.1 (everybody) and 2.2 (senior
// managers), as on 30 November 2026.

export const conductRules = {
  icr1: 'Individual rule 1: act with integrity',
  icr2: 'Individual rule 2: act with due skill, care and diligence',
  icr3: 'Individual rule 3: be open and cooperative with regulators',
  icr4: 'Individual rule 4: pay due regard to customers’ interests and treat them fairly',
  icr5: 'Individual rule 5: observe proper standards of market conduct',
  icr6: 'Individual rule 6: act to deliver good outcomes for retail customers',
  sc1: 'Senior manager rule 1: see that the business is controlled effectively',
  sc2: 'Senior manager rule 2: see that the business complies with regulation',
  sc3: 'Senior manager rule 3: delegate to the right person, and oversee it',
  sc4: 'Senior manager rule 4: disclose what regulators would expect to be told',
} as const;

export type ConductRule = keyof typeof conductRules;

export const isConductRule = (name: string): name is ConductRule => Object.hasOwn(conductRules, name);

/** How the regulator was told (SUP 15.11, SUP 10C.14). */
export const reportingWays = {
  rep008: 'REP008, the yearly notification',
  form_d: 'Form D, of a senior manager',
  form_c: 'Form C, of a senior manager who leaves the function',
  other: 'Another way',
} as const;

export type ReportingWay = keyof typeof reportingWays;

export const disciplines = {
  none: 'None',
  warning: 'Formal written warning',
  suspension: 'Suspension',
  dismissal: 'Dismissal',
  pay: 'Pay reduced or recovered',
} as const;

/** What the law calls disciplinary action (Financial Services and Markets Act 2000, section 64C), or none. */
export type Discipline = keyof typeof disciplines;

export const breachStates = {
  suspected: 'Suspected, not decided yet',
  decided: 'Decided: a breach',
  unfounded: 'Decided: no breach',
} as const;

export type BreachState = keyof typeof breachStates;
