// The first day of work of a candidate, planned or past; on which condition they start before the screening is complete; pure.
import type { Actor } from '../../context.ts';
import { addDays, daysBetween, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { from } from '../knowledge/known.ts';

/** Suggested where the client has no rule of its own; the standard is for security staff. */
const usualTime = from(
  'bs7858_screener_help',
  'BS 7858:2019: screening is complete within 12 weeks of a conditional start.',
);
const USUAL_DAYS = 12 * 7;
/** The sectors whose regulators do not use the standard. */
const careSectors: readonly string[] = ['Social care', 'NHS', 'Education', 'Child care', 'Foster and adoption'];
/** How long before the day somebody is told. */
const NOTICE_DAYS = 14;
const LONGEST_DAYS = 365;
/** Somebody who is screened again may have worked there for all their life. */
const LONGEST_WORK_DAYS = 60 * 365;
export const LONGEST_START_RISK = 2000;
export const LONGEST_SUPERVISOR = 100;

interface Standing {
  readonly startsOn: IsoDate;
  /** Whether somebody said that they started; until then the day is planned. */
  readonly hasStarted: boolean;
  /**
   * They started while the screening went on, and nobody had agreed to it, or without a right to work; stays also where that
   * is put right later.
   */
  readonly withoutClearance: boolean;
  /** By when the screening must be complete of somebody who starts before it is; null if they start once it is. */
  readonly completeBy: IsoDate | null;
}

export interface WorkStart extends Standing {
  readonly id: string;
  /** When the client last said that they may start before it is complete; null where it did not. */
  readonly agreedAt: Date | null;
  /** The last day on which they worked, of who started without clearance and stopped until they are cleared; null while they go on. */
  readonly stoppedOn: IsoDate | null;
  readonly recordedBy: Actor;
  readonly recordedAt: Date;
}

export interface ConditionalStart extends WorkStart {
  readonly completeBy: IsoDate;
}

/** A start that was recorded as one, but came when the screening was complete, was none. */
export const wasConditional = (start: WorkStart, completedAt: Date | null): start is ConditionalStart =>
  start.completeBy !== null && (completedAt === null || start.startsOn < ukDateOf(completedAt));

/** On which somebody starts before their screening is complete. */
export interface StartCondition {
  readonly completeBy: string;
  /** How the risk is managed, and who supervises. */
  readonly risk: string;
  /** Who supervises, for people at the place of work who read no results; empty if nobody is named. */
  readonly supervisor?: string;
  /** Why the screening may take longer than the standard of the package allows. */
  readonly longer?: string;
  /** Why they may start before limited screening is complete, and that who agrees has seen what is open. */
  readonly beforeLimited?: string;
  readonly seesOpen?: boolean;
}

export interface TypedStart {
  readonly startsOn: string;
  /** null if they start once the screening is complete; undefined keeps what was agreed, counted from the day. */
  readonly condition?: StartCondition | null;
}

export const usuallyCompleteBy = (startsOn: IsoDate): IsoDate => addDays(startsOn, USUAL_DAYS);

/** Why that day is suggested. @param sector as the order says it @param isRegulated a barred list is searched */
export const suggestionRule = (sector: string | null | undefined, isRegulated: boolean): string =>
  isRegulated || careSectors.some((one) => one.toLowerCase() === sector?.trim().toLowerCase())
    ? 'It is only proposed: choose the day that your regulator or your own policy sets.'
    : usualTime.value;

/** What a form shows before anything is typed. */
export const suggestedCompleteBy = (earlier: Standing | undefined, today: IsoDate): IsoDate =>
  earlier?.completeBy ?? usuallyCompleteBy(earlier?.startsOn ?? today);

interface Judged {
  readonly today: IsoDate;
  /** Whether the screening is not complete, so that a start is conditional. */
  readonly isOngoing: boolean;
  /** On the first day they have no right to work, so that nobody may agree to a start. */
  readonly lacksRight?: boolean;
  /** Of the standard of the package; undefined where none says anything of such a start. */
  readonly terms?: { readonly label: string; readonly weeks: number; readonly isLimitedOpen: boolean } | undefined;
  readonly earlier?: Standing | undefined;
}

/** As many days after another first day as it was after this one. */
const followed = (earlier: Standing | undefined, startsOn: IsoDate): IsoDate | null =>
  earlier === undefined || earlier.completeBy === null
    ? null
    : addDays(startsOn, daysBetween(earlier.startsOn, earlier.completeBy));

/** By when the screening must be complete: a day that stays as it was shown while the first day moves, moves with it. */
function completeByOf({ startsOn, condition }: TypedStart, { today, isOngoing, earlier }: Judged): string | null {
  if (condition === undefined || !isOngoing) return followed(earlier, startsOn);
  if (condition === null) return null;
  const shown = suggestedCompleteBy(earlier, today);
  const counted = addDays(startsOn, daysBetween(earlier?.startsOn ?? today, shown));
  return condition.completeBy === shown ? counted : condition.completeBy;
}

/** What the typed start is, once `startProblems` found nothing. */
export function standingOf(typed: TypedStart, judged: Judged): Standing {
  const { startsOn, condition } = typed;
  const { today, isOngoing, lacksRight = false, earlier } = judged;
  const isToday = startsOn === today && (!isOngoing || (condition ?? null) !== null);
  const isKnown = earlier?.hasStarted === true && earlier.startsOn === startsOn;
  // While the screening goes on, another past day is a correction: they started before it was complete all the same.
  const wasWithout = earlier?.withoutClearance === true && (isKnown || isOngoing);
  const hasStarted = startsOn < today || isToday || isKnown;
  const completeBy = completeByOf(typed, judged);
  return {
    ...{ startsOn, hasStarted, completeBy },
    withoutClearance: hasStarted && (lacksRight || (isOngoing && completeBy === null) || wasWithout),
  };
}

const isDay = (text: string, first: IsoDate, last: IsoDate) =>
  parseDate(text) === text && text >= first && text <= last;

/** @param day as it is typed when somebody orders */
export const isPlannedDay = (day: string, today: IsoDate): boolean => isDay(day, today, addDays(today, LONGEST_DAYS));
/** A day on which somebody may have started whose check is only ordered now. @param day as it is typed when somebody orders */
export const isPastStart = (day: string, today: IsoDate): boolean =>
  isDay(day, addDays(today, -LONGEST_DAYS), addDays(today, -1));
export const pastStartRules = {
  asked: 'has passed: tick below that they work already, or leave the day empty',
  approved: 'has passed: order first, and record the start on the page of the order once it is approved',
} as const;
/** The planned day that an order keeps that replaces the one of the start; undefined if it has passed. */
export const dayToKeep = (start: Standing | undefined, today: IsoDate): IsoDate | undefined =>
  start === undefined || start.hasStarted || start.startsOn < today ? undefined : start.startsOn;
export const plannedDayRule = 'must be a day from today on, within a year';

function conditionProblems(typed: TypedStart, judged: Judged, problems: Problems): void {
  const { startsOn, condition } = typed;
  const { today, earlier } = judged;
  const { hasStarted, completeBy } = standingOf(typed, judged);
  if (hasStarted && completeBy === null && earlier?.hasStarted === true && earlier.completeBy !== null)
    problems.add(
      'condition',
      'They work already, and you agreed to it: say by when the screening must be complete, and how the risk is managed',
    );
  if (condition === undefined || condition === null) return;
  const first = laterOf(startsOn, today);
  if (!isDay(completeBy!, first, addDays(first, LONGEST_DAYS)))
    problems.add('complete_by', 'Enter a day from today or the start on, within a year');
  if (condition.risk === '') problems.add('risk', 'Say how the risk is managed, and who supervises');
  termsProblems(condition, { startsOn, completeBy: completeBy! }, judged, problems);
}

/** Whether the screening may take longer than the standard allows. */
const isLonger = (
  { startsOn, completeBy }: { readonly startsOn: IsoDate; readonly completeBy: IsoDate },
  weeks: number,
) =>
  parseDate(completeBy) === completeBy && parseDate(startsOn) === startsOn && completeBy > addDays(startsOn, weeks * 7);

function termsProblems(
  { longer = '', beforeLimited = '', seesOpen = false }: StartCondition,
  start: { readonly startsOn: IsoDate; readonly completeBy: IsoDate },
  { terms }: Judged,
  problems: Problems,
): void {
  if (terms === undefined) return;
  if (isLonger(start, terms.weeks) && longer === '')
    problems.add(
      'longer',
      `${terms.label} allows ${terms.weeks} weeks from the first day: choose an earlier day, or say why it may take longer`,
    );
  if (!terms.isLimitedOpen) return;
  if (!seesOpen) problems.add('sees_open', `Confirm that limited screening of ${terms.label} is not complete`);
  if (beforeLimited === '')
    problems.add('before_limited', 'Say why they may start before limited screening is complete, and who agreed');
}

/** What of the reasons is kept: none for what is not so. */
export function reasonsOf(
  { longer = '', beforeLimited = '' }: StartCondition,
  start: { readonly startsOn: IsoDate; readonly completeBy: IsoDate },
  terms: Judged['terms'],
): { readonly longer: string; readonly beforeLimited: string } {
  return {
    longer: terms !== undefined && isLonger(start, terms.weeks) ? longer : '',
    beforeLimited: terms?.isLimitedOpen === true ? beforeLimited : '',
  };
}

/** A first day that is recorded already may be long ago when more time is given. */
export function startProblems(typed: TypedStart, judged: Judged): Problems {
  const { startsOn, condition } = typed;
  const { today, isOngoing, earlier } = judged;
  const problems = new Problems();
  const earliest = addDays(today, isOngoing ? -LONGEST_DAYS : -LONGEST_WORK_DAYS);
  const isKnown = startsOn === earlier?.startsOn || isDay(startsOn, earliest, addDays(today, LONGEST_DAYS));
  if (!isKnown)
    problems.add(
      'starts_on',
      `Enter the day of the start, at most ${isOngoing ? 'a year' : '60 years'} ago or a year from now`,
    );
  if (isOngoing && isKnown) conditionProblems(typed, judged, problems);
  if (isLongerThan(condition?.risk ?? '', LONGEST_START_RISK))
    problems.add('risk', `Use at most ${LONGEST_START_RISK} characters for how the risk is managed`);
  if (isLongerThan(condition?.supervisor ?? '', LONGEST_SUPERVISOR))
    problems.add('supervisor', `Use at most ${LONGEST_SUPERVISOR} characters for who supervises`);
  const reasons = { longer: condition?.longer ?? '', before_limited: condition?.beforeLimited ?? '' };
  for (const [name, text] of Object.entries(reasons))
    if (isLongerThan(text, LONGEST_START_RISK)) problems.add(name, `Use at most ${LONGEST_START_RISK} characters`);
  return problems;
}

/** Whether they started without clearance, nobody has agreed to it, and they go on. */
export const worksWithoutClearance = ({ withoutClearance, completeBy, stoppedOn }: WorkStart): boolean =>
  withoutClearance && completeBy === null && stoppedOn === null;

/** Who stopped keeps having stopped where the first day is corrected, until somebody agrees that they go on. */
export const stopToKeep = (earlier: WorkStart | undefined, next: Standing): IsoDate | null =>
  next.withoutClearance && next.completeBy === null && (earlier?.stoppedOn ?? '') >= next.startsOn
    ? earlier!.stoppedOn
    : null;

/** @param stoppedOn as it is typed */
export function stopProblems(stoppedOn: string, { startsOn }: Pick<WorkStart, 'startsOn'>, today: IsoDate): Problems {
  const problems = new Problems();
  if (!isDay(stoppedOn, startsOn, today))
    problems.add('stopped_on', 'Enter the last day on which they worked, from the first day of work until today');
  return problems;
}

/** `Supervised by Dana Sample`; empty if nobody is named. */
export const supervisedWords = (supervisor: string): string => (supervisor === '' ? '' : `Supervised by ${supervisor}`);

/** The reasons that a standard asks for, as every surface says them; none where nothing was asked. */
export const reasonLines = ({
  longer,
  beforeLimited,
}: {
  readonly longer: string;
  readonly beforeLimited: string;
}): string[] => [
  ...(longer === '' ? [] : [`Why the screening may take longer than the standard allows: ${longer}`]),
  ...(beforeLimited === '' ? [] : [`Why they may start before limited screening is complete: ${beforeLimited}`]),
];

/** The day on which the client is told that the time ends; null where less is left. */
export const noticeDay = (completeBy: IsoDate, today: IsoDate): IsoDate | null => {
  const day = addDays(completeBy, -NOTICE_DAYS);
  return day > today ? day : null;
};

/** `12 weeks after the first day`: why the screening must be complete by then. */
export function countedFrom({ startsOn, completeBy }: Pick<ConditionalStart, 'startsOn' | 'completeBy'>): string {
  const days = daysBetween(startsOn, completeBy);
  const [count, unit] = days % 7 === 0 && days > 0 ? [days / 7, 'week'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} after the first day`;
}
