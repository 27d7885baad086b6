// What evidences the time that a candidate states between jobs; pure.
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type ActivityHistoryParams, activitiesSince, judgesGaps } from './activity-history-requirement.ts';

/** By the status of the activity; general knowledge. */
export const gapEvidence = {
  SelfEmployed: 'tax calculations (SA302) or a letter of the accountant',
  Education: 'a certificate of the course',
  Unemployed: 'letters on benefits',
  Caring: 'a note of a doctor; ask nothing about the illness of another',
  Illness: 'a note of a doctor for the time alone; health is not asked before an offer',
  Travelling: 'itineraries, tickets, stamps in the passport',
  CareerBreak: 'a letter of the employer',
  ParentalLeave: 'a letter of the employer, or on maternity or child benefit; ask nothing about the child',
  Custody: 'a letter of the prison or of probation, of the time alone; ask nothing about the offence',
  AwaitingPermission: 'letters of the Home Office',
} as const;

type Activity = ApplicantFacts['activities'][number];

/** What evidences this activity; undefined for one of an employer, for a short one, and for one before the period. */
export function evidenceOf(
  { status, start_date, end_date }: Activity,
  facts: ApplicantFacts,
  params: ActivityHistoryParams,
  today: IsoDate,
): string | undefined {
  if (!judgesGaps(params) || !start_date) return undefined;
  const last = end_date ?? today;
  const isShort = daysBetween(start_date, last) + 1 <= params.longestGapDays;
  if (isShort || last < activitiesSince(facts, params.years, today)) return undefined;
  return (gapEvidence as Readonly<Record<string, string>>)[status];
}
