// The reasons of the spent convictions calculator in English, by code.
import { formatLongDate } from '../lib/dates.ts';

/** What the court passed, as it begins a sentence. */
export const sentenceNames = {
  prison: 'Prison',
  suspended_prison: 'A suspended sentence',
  detention: 'Detention',
  detention_training: 'A detention and training order',
  service_detention: 'Service detention',
  dismissal_from_service: 'Dismissal from service',
  fine: 'A fine',
  motoring_fine: 'A fine for a motoring offence',
  fixed_penalty_endorsed: 'A fixed penalty with an endorsement',
  penalty_points: 'Penalty points',
  disqualification: 'A disqualification from driving',
  compensation: 'A compensation order',
  community_order: 'A community order',
  youth_rehabilitation_order: 'A youth rehabilitation order',
  hospital_order: 'A hospital order',
  bind_over: 'A bind over',
  conditional_discharge: 'A conditional discharge',
  absolute_discharge: 'An absolute discharge',
  reparation_order: 'A reparation order',
  referral_order: 'A referral order',
  supervision_order: 'A supervision order',
  attendance_centre_order: 'An attendance centre order',
  restraining_order: 'A restraining order',
  criminal_behaviour_order: 'A criminal behaviour order',
  serious_crime_prevention_order: 'A serious crime prevention order',
  sexual_harm_prevention_order: 'A sexual harm prevention order',
  service_community_order: 'A service community order',
  overseas_community_order: 'An overseas community order',
  other_order: 'An order',
} as const;

/** The disposals that are no sentences. */
export const cautionNames = {
  simple_caution: 'Simple caution, reprimand or warning',
  conditional_caution: 'Conditional caution',
} as const;

export interface ReasonParams {
  readonly kind?: keyof typeof sentenceNames;
  readonly months?: number;
  /** A date as `yyyy-mm-dd`, or why there is none. */
  readonly until?: string;
  readonly convictedOn?: string;
}

const lasts = (until = ''): string => {
  if (until === 'never') return 'without end';
  if (until === 'until_further_order') return 'until the court ends it';
  return until === 'until_paid' ? 'until it is paid in full' : `until ${formatLongDate(until)}`;
};
const named = ({ kind = 'other_order' }: ReasonParams) => sentenceNames[kind];
const unspent = ({ until }: ReasonParams) => `unspent ${lasts(until)}`;

const reasons = {
  schedule_18: (one) => `${named(one)} of over four years for an offence of Schedule 18 is never spent.`,
  until_further_order: (one) => `${named(one)} until further order is unspent until the court ends it.`,
  until_paid: (one) => `${named(one)} is unspent until it is paid in full.`,
  at_once: (one) => `${named(one)} is spent at once.`,
  after_conviction: (one) => `${named(one)} counts for ${one.months} months after the conviction: ${unspent(one)}.`,
  after_end: (one) => `${named(one)} counts for ${one.months} months after its end: ${unspent(one)}.`,
  when_it_ends: (one) => `${named(one)} counts as long as it lasts: ${unspent(one)}.`,
  without_length: (one) => `${named(one)} without a length counts for ${one.months} months: ${unspent(one)}.`,
  when_paid: (one) => `${named(one)} counts until it is paid: ${unspent(one)}.`,
  extended: (one) =>
    `The conviction of ${formatLongDate(one.convictedOn ?? '')} overlaps: this one stays unspent ${lasts(one.until)}.`,
} as const satisfies Readonly<Record<string, (params: ReasonParams) => string>>;

export const spentReason = ({ code, ...params }: { readonly code: keyof typeof reasons } & ReasonParams): string =>
  reasons[code](params);

interface Rehabilitated {
  readonly isSpent: boolean;
  readonly lastDay: string;
}

/** @param entry the number of the entry in the table */
export const spentStatement = (entry: number, { isSpent, lastDay }: Rehabilitated): string =>
  isSpent
    ? `Entry ${entry} is spent; its last day was ${formatLongDate(lastDay)}.`
    : `Entry ${entry} is unspent ${lasts(lastDay)}.`;

export const recordStatements = {
  notPassed: (entry: number) => `Entry ${entry}: no court passes such a sentence at this age, or of this length.`,
  unspent: (lastDay: string) => `An entry is unspent ${lasts(lastDay)}.`,
  noneUnspent: 'No entry is unspent.',
  shown: (entry: number, isShown: boolean) =>
    isShown ? `A certificate shows entry ${entry}.` : `A certificate leaves out entry ${entry}.`,
  someShown: 'A standard or enhanced certificate shows at least one entry.',
  noneShown: 'A standard or enhanced certificate shows none of the entries.',
} as const;
