// What evidences the time that a candidate states between jobs, and what the candidate is asked to add for it; pure.
import { daysBetween, formatDate, formatPeriod, type IsoDate } from '../../lib/dates.ts';
import { activityPapers } from '../../messages/en-documents.ts';
import { say, sayText } from '../../messages/say.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type ActivityHistoryParams, activitiesSince, judgesGaps } from './activity-history-requirement.ts';
import type { DocumentSlot, SlotCandidate } from './document-slot-rules.ts';

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
type History = Pick<ApplicantFacts, 'dob' | 'activities'>;

/** What evidences this activity; undefined for one of an employer, for a short one, and for one before the period. */
export function evidenceOf(
  { status, start_date, end_date }: Activity,
  facts: History,
  params: ActivityHistoryParams,
  today: IsoDate,
): string | undefined {
  if (!judgesGaps(params) || !start_date) return undefined;
  const last = end_date ?? today;
  const isShort = daysBetween(start_date, last) + 1 <= params.longestGapDays;
  if (isShort || last < activitiesSince(facts, params.years, today)) return undefined;
  return (gapEvidence as Readonly<Record<string, string>>)[status];
}

/** Nobody but the candidate and the screener reads of it: a mail may be read by others, too. */
const untold: ReadonlySet<string> = new Set(['Custody', 'Illness']);

/** A day that names nothing by itself: the address of the slot stands in logs. */
const idOf = (start: IsoDate): string => `time-${daysBetween('1900-01-01', start)}`;

function slotOf({ status, start_date, end_date }: Activity, id: string): DocumentSlot {
  const { title, text } = activityPapers[status as keyof typeof gapEvidence];
  const what = sayText(title);
  const [from, to] = [start_date.slice(0, 7), end_date?.slice(0, 7)];
  return {
    ...{ id, text, groups: [], accepts: [], isOwn: true },
    title:
      to === undefined
        ? say('{what}, since {day}', { what, day: formatDate(from) })
        : `${what}, ${formatPeriod({ from, to })}`,
    ...(untold.has(status) ? { isUntold: true } : {}),
    shortOf: (added) => (added.length === 0 ? '' : undefined),
  };
}

/** A slot for each activity that the desk wants evidenced. */
export function slotsOfActivities({ facts, today }: SlotCandidate, params: ActivityHistoryParams): DocumentSlot[] {
  const { dob, activities = [] } = facts;
  if (dob === undefined) return [];
  const ids = new Map<string, number>();
  return activities
    .filter((activity) => evidenceOf(activity, { dob, activities }, params, today) !== undefined)
    .map((activity) => {
      const id = idOf(activity.start_date);
      const before = ids.get(id) ?? 0;
      ids.set(id, before + 1);
      return slotOf(activity, before === 0 ? id : `${id}-${before + 1}`);
    });
}
