// Compares what a referee states with what the candidate said: dates within a tolerance, role, reason, studies; pure.
import { type DayOrMonth, daysBetween, daysOf, formatDate, type IsoDate, isMonth, isYear } from '../../lib/dates.ts';
import { compareTexts } from '../../lib/text-comparison.ts';
import { reasonsForLeaving } from '../value-sets/employment-values.ts';
import { type AnswerScope, type Answers, askedSections, isNotKnown } from './answer-rules.ts';
import type { Claim } from './claim-rules.ts';
import type { Compared, Questionnaire } from './questionnaire.ts';

/** `to_judge`: a person must say whether both mean the same. */
export type Verdict = 'same' | 'differs' | 'to_judge' | 'not_stated';

export interface Comparison {
  readonly of: Compared;
  /** As people read it; empty if the candidate said nothing. */
  readonly claimed: string;
  /** As people read it; empty if the referee said nothing. */
  readonly stated: string;
  readonly verdict: Verdict;
  /** Of dates: how many days later the stated one is, negative if earlier. */
  readonly days?: number;
  /** How little the referee knows: of a date the year alone, or nothing. */
  readonly knows?: 'year' | 'nothing';
  /** The same in months where the candidate claimed a month. */
  readonly months?: number;
}

/** In place of an end, and of a reason for it. */
export const goesOnText = 'Goes on';
const stillThereText = reasonsForLeaving.find(({ value }) => value === 'StillEmployed')!.name;

/** Days from the claimed date to the stated one; of a month its nearest day counts. */
export function daysApart(claimed: DayOrMonth, stated: DayOrMonth): number {
  const [[first, last], [statedFirst, statedLast]] = [daysOf(claimed), daysOf(stated)];
  if (last < statedFirst) return daysBetween(last, statedFirst);
  return first > statedLast ? daysBetween(first, statedLast) : 0;
}

function monthsApart(claimed: DayOrMonth, stated: DayOrMonth): number {
  const monthOf = (date: DayOrMonth) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7));
  return monthOf(stated) - monthOf(claimed);
}

/** `92 days`, `3 months`; undefined where no dates were compared. */
export function apartText({ days, months }: Pick<Comparison, 'days' | 'months'>): string | undefined {
  const by = days ?? months;
  if (by === undefined) return undefined;
  const unit = days === undefined ? 'month' : 'day';
  return `${Math.abs(by)} ${unit}${Math.abs(by) === 1 ? '' : 's'}`;
}

type Found = Omit<Comparison, 'of'>;

/** Of a year, on either side, nothing is counted. */
function apartBy(claimed: DayOrMonth, stated: DayOrMonth, days: number): Pick<Comparison, 'days' | 'months'> {
  if (isYear(claimed) || isYear(stated)) return {};
  return isMonth(claimed) ? { months: monthsApart(claimed, stated) } : { days };
}

function compareDates(claimed: DayOrMonth, stated: string, tolerance: number): Found {
  const days = daysApart(claimed, stated);
  const verdict = Math.abs(days) <= tolerance ? 'same' : 'differs';
  return { claimed: formatDate(claimed), stated: formatDate(stated), verdict, ...apartBy(claimed, stated, days) };
}

function compareDate(claimed: DayOrMonth | null, stated: string | undefined, tolerance: number): Found {
  if (claimed !== null && stated !== undefined) return compareDates(claimed, stated, tolerance);
  return {
    claimed: claimed === null ? '' : formatDate(claimed),
    stated: stated === undefined ? '' : formatDate(stated),
    verdict: stated === undefined ? 'not_stated' : 'to_judge',
  };
}

/** How a claim is compared. */
export interface ComparedBy {
  /** By how many days a date may differ and still count as the same. */
  readonly toleranceDays: number;
  /** The day on which the candidate stated it. */
  readonly statedOn: IsoDate;
}

/** What ended since the candidate stated it went on then, as they said. */
const endedSince = ({ to }: Claim, answers: Answers, statedOn: IsoDate): boolean =>
  to === null && answers.to !== undefined && daysOf(answers.to)[1] >= statedOn;

/** A claim without an end goes on. */
function compareEnd(claim: Claim, answers: Answers, { toleranceDays, statedOn }: ComparedBy): Found {
  const { to } = claim;
  const goesOn = answers.still_there === 'yes';
  if (to !== null && answers.to !== undefined) return compareDates(to, answers.to, toleranceDays);
  if (endedSince(claim, answers, statedOn)) {
    const claimed = `Went on when it was stated, ${formatDate(statedOn)}`;
    return { claimed, stated: formatDate(answers.to!), verdict: 'same' };
  }
  const claimed = to === null ? goesOnText : formatDate(to);
  if (goesOn) return { claimed, stated: goesOnText, verdict: to === null ? 'same' : 'differs' };
  if (answers.to === undefined) return { claimed, stated: '', verdict: 'not_stated' };
  return { claimed, stated: formatDate(answers.to), verdict: 'differs' };
}

/** The candidate stated an end that has not come, as the referee says. */
export const isStillThere = ({ to }: Claim, answers: Answers): boolean => to !== null && answers.still_there === 'yes';

function compareText(claimed: string | null, stated: string | undefined): Found {
  if (claimed === null || stated === undefined) {
    return {
      claimed: claimed ?? '',
      stated: stated ?? '',
      verdict: stated === undefined ? 'not_stated' : 'to_judge',
    };
  }
  return { claimed, stated, verdict: compareTexts(claimed, stated) };
}

/** Reasons that one side and the other often name differently. */
const alike: readonly (readonly string[])[] = [
  ['Resigned', 'NewJob', 'Relocation', 'Education', 'Family', 'Health', 'Travel', 'SelfEmployment', 'Retirement'],
  ['EndOfContract', 'EndOfAssignment'],
  ['Redundancy', 'BusinessClosed'],
  ['Dismissed', 'FailedProbation'],
];

const reasonText = (reason: string) => reasonsForLeaving.find(({ value }) => value === reason)?.name ?? reason;

function compareReason(claimed: string | null, stated: string | undefined): Found {
  const texts = {
    claimed: claimed === null ? '' : reasonText(claimed),
    stated: stated === undefined ? '' : reasonText(stated),
  };
  if (stated === undefined) return { ...texts, verdict: 'not_stated' };
  if (claimed === null || claimed === 'Other' || stated === 'Other') {
    return { ...texts, verdict: claimed === stated && claimed !== 'Other' ? 'same' : 'to_judge' };
  }
  const isAlike = claimed === stated || alike.some((group) => group.includes(claimed) && group.includes(stated));
  return { ...texts, verdict: isAlike ? 'same' : 'differs' };
}

function compareOne(of: Compared, claim: Claim, answers: Answers, by: ComparedBy): Found {
  switch (of) {
    case 'from':
      return compareDate(claim.from, answers.from, by.toleranceDays);
    case 'to':
      return compareEnd(claim, answers, by);
    case 'awarded':
      return compareDate(claim.awarded, answers.awarded, by.toleranceDays);
    case 'reason':
      // Somebody who is still employed has no reason for leaving, although the candidate states one.
      if (isStillThere(claim, answers))
        return { ...compareReason(claim.reason, undefined), stated: stillThereText, verdict: 'differs' };
      return compareReason(claim.reason, answers.reason);
    case 'role':
    case 'course':
    case 'classification':
      return compareText(claim[of], answers[of]);
  }
}

/** Whether the entry has what is compared: a person named as referee has no dates. Study dates are compared where both sides state them. */
const isComparable = (of: Compared, claim: Claim, answers: Answers) => {
  const { list } = claim;
  if (list === 'references') return false;
  if (of === 'course' || of === 'classification' || of === 'awarded') return list === 'qualifications';
  if (of !== 'from' && of !== 'to') return list === 'activities';
  return list !== 'qualifications' || (claim[of] !== null && answers[of] !== undefined);
};

/** Whoever does not know whether it goes on does not know when it ended. */
function knowledgeOf(of: Compared, answers: Answers): Pick<Comparison, 'knows'> {
  const isUnknown = isNotKnown({ key: of }, answers) || (of === 'to' && isNotKnown({ key: 'still_there' }, answers));
  if (isUnknown) return { knows: 'nothing' };
  const isDate = of === 'from' || of === 'to' || of === 'awarded';
  return isDate && isYear(answers[of] ?? '') ? { knows: 'year' } : {};
}

export function compareWithClaim(
  claim: Claim,
  {
    questionnaire,
    scope,
    answers,
  }: { readonly questionnaire: Questionnaire; readonly scope: AnswerScope; readonly answers: Answers },
  by: ComparedBy,
): Comparison[] {
  // Who is still there, as both say, gives no reason; who left since they stated it could not say why.
  const hasNoReason = (claim.to === null && answers.still_there === 'yes') || endedSince(claim, answers, by.statedOn);
  const compared = askedSections(questionnaire, scope)
    .flatMap(({ questions }) => questions)
    .flatMap(({ compares }) => compares ?? []);
  return compared
    .filter((of) => isComparable(of, claim, answers))
    .filter((of) => !(of === 'reason' && hasNoReason))
    .map((of) => ({ of, ...compareOne(of, claim, answers, by), ...knowledgeOf(of, answers) }))
    .filter(({ claimed, stated }) => claimed !== '' || stated !== '');
}
