import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import type { Confirmation } from '../../../src/features/verifications/confirmation-rules.ts';
import { type Sheet, sheetOf } from '../../../src/features/verifications/sheet-rules.ts';
import type { Source } from '../../../src/features/verifications/verification-sources.ts';

export type Activity = ApplicantFacts['activities'][number];

export const activity = (employer: string, start: string, end: string | null, more: Partial<Activity> = {}) =>
  ({ status: 'FullTime', employer, start_date: start, end_date: end, ...more }) as unknown as Activity;

export const said = (entryKey: string | null, from: string, to: string, source: Source = 'referee'): Confirmation => ({
  ...{ entryKey, source, from, to, by: 'Pat Referee', on: '2026-11-20', isUnauthenticated: false, fileTokens: [] },
});

export const statedOn = '2026-11-28';
export const history = [
  activity('Old Mill', '2015-01-01', '2020-12-31'),
  activity('Acme Ltd', '2021-01-01', '2023-06-30'),
  activity('', '2023-07-01', '2023-10-31', { status: 'Unemployed' }),
  activity('Brook Bank', '2023-12-16', null),
];

export const sheet = (
  confirmations: readonly Confirmation[],
  { activities = history, years = 5, toleranceDays = 7 } = {},
): Sheet =>
  sheetOf({
    facts: { ...noFacts, dob: '1990-03-04', activities },
    ...{ statedOn, confirmations, toleranceDays, params: { years, longestGapDays: 31 } },
  })!;
