// Judges a right to work check by what a screener recorded: the statutory excuse and its follow-up; pure.
import { addDays, earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { excuseNeed, excuseStatement } from '../../messages/en-assessments.ts';
import {
  type ListEntry,
  listEntries,
  type RightToWorkWay,
  rightToWorkWays,
} from '../requirements/right-to-work-lists.ts';
import { type RightToWorkCheck, statutoryExcuse } from '../requirements/statutory-excuse-rules.ts';
import type { Assess, AssessedPerson, Recorded } from './assessment.ts';

/** So long before the report is opened again may the new check have been made. */
const daysBefore = 28;

const dayOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const laterDay = (one: IsoDate | null, other: IsoDate | null) =>
  one === null || other === null ? one : laterOf(one, other);

const entryOf = ({ breakdown }: Recorded): ListEntry | undefined =>
  listEntries.find(({ id }) => id === breakdown.document?.properties?.type);

/** The documents of the chosen entry of a list; the dates belong to the document that has them. */
function documentsOf(recorded: Recorded): RightToWorkCheck['documents'] {
  const { expires_on, issued_on } = recorded.breakdown.document?.properties ?? {};
  return (entryOf(recorded)?.documents ?? []).map((kind, at) => ({
    kind,
    ...(at === 0 ? { expiresOn: dayOf(expires_on) } : {}),
    ...(kind === 'positive_verification_notice' ? { issuedOn: dayOf(issued_on) } : {}),
  }));
}

/** The day of the client and that of the screener may differ: the check must come before both. */
function startOf({ properties }: Recorded, { today, worksFrom, isFollowUp }: AssessedPerson): IsoDate {
  const days = [dayOf(properties.work_starts_on), worksFrom ?? null].filter((day) => day !== null);
  // Without a day the work has not started: the check is in time.
  return days.length === 0 || isFollowUp
    ? laterOf(today, dayOf(properties.checked_on) ?? today)
    : days.reduce(earlierOf);
}

function checkOf(recorded: Recorded, way: RightToWorkWay, person: AssessedPerson): RightToWorkCheck {
  const { breakdown, properties } = recorded;
  const documents = documentsOf(recorded);
  // The entry itself says which permission its documents show.
  const leave = breakdown.permission?.result ?? entryOf(recorded)?.leave;
  const checkedOn = dayOf(properties.checked_on);
  const isClear = (part: string) => breakdown[part]?.result === 'clear';
  // The answer of the Employer Checking Service has no photograph.
  const isCompared = way !== 'employer_checking_service';
  const hasSource = way === 'online_share_code' || documents.length > 0;
  return {
    way,
    documents,
    leave: leave === 'unlimited' || leave === 'limited' ? leave : null,
    lacksComparison: isCompared && person.comparedOn === null,
    lacksTermDates:
      person.facts.has_student_permission === true && !breakdown.work_conditions?.properties?.term_and_vacation_dates,
    leaveEndsOn: dayOf(breakdown.permission?.properties?.ends_on),
    steps: {
      obtain: hasSource ? checkedOn : null,
      check: isClear('holder_match') ? laterDay(checkedOn, isCompared ? (person.comparedOn ?? null) : null) : null,
      copy: isClear('copy_kept') ? checkedOn : null,
    },
    ...(person.reopenedOn === undefined ? {} : { notBefore: addDays(person.reopenedOn, -daysBefore) }),
    startsOn: startOf(recorded, person),
    today: person.today,
  };
}

export const assessStatutoryExcuse: Assess = (recorded, person) => {
  const way = recorded.properties.route;
  if (typeof way !== 'string' || !(way in rightToWorkWays)) return [];
  const check = checkOf(recorded, way as RightToWorkWay, person);
  const verdict = statutoryExcuse(check);
  const { rule, source, asOf, excuse, needs } = verdict;
  // What a student may do changes with the end of the course, unless it is over.
  const courseEnd = dayOf(recorded.breakdown.work_conditions?.properties?.course_ends_on);
  const ends = [verdict.followUpOn, courseEnd].flatMap((day) => (day !== null && day >= person.today ? day : []));
  const followUpOn = excuse === 'time_limited' && ends.length > 0 ? ends.reduce(earlierOf) : verdict.followUpOn;
  return [
    {
      ...{ rule, source, asOf },
      isMet: excuse !== 'none',
      statement: excuseStatement({ ...verdict, followUpOn }),
      details: needs.map((need) =>
        excuseNeed(need === 'comparison' && person.isFollowUp ? 'comparison_again' : need, check.startsOn),
      ),
      gives: { follow_up_on: excuse === 'time_limited' ? followUpOn : null },
    },
  ];
};
