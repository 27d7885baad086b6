// What the page of a person says of their leaving: the form, when they are erased, and until when what is kept.
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../../context.ts';
import type { readRenewing } from '../../../features/renewals/renewal-actions.ts';
import type { OpenMatter } from '../../../features/retention/erasure-rules.ts';
import { readLeaverRetention } from '../../../features/retention/leaver-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { startOfUkDay } from '../../../lib/uk-times.ts';
import { OF_NO_SUBSIDIARY } from '../../shared/orders/order-submission.ts';
import { decisionPath } from '../decision/decision-path.ts';

type RenewingPlace = Awaited<ReturnType<typeof readRenewing>>[number];

/** What is open about somebody, as the client reads it. */
const kept: Readonly<Record<OpenMatter, string>> = {
  data_request: 'a request about their data is not answered',
  message: 'a problem that they reported is not answered',
  decision: 'you have not decided about their results',
};

/** What was typed of somebody who has left, and what is wrong with it. */
export interface TypedLeaving {
  readonly leftOn: string;
  /** The id of a subsidiary, `none` for the orders of none, or `everywhere`; empty if nothing was chosen. */
  readonly place: string;
  readonly stopsMonitoring: boolean;
  readonly errors?: FieldMessages | undefined;
}

const EVERYWHERE = 'everywhere';
const choiceOf = ({ subsidiaryId }: RenewingPlace): string => subsidiaryId ?? OF_NO_SUBSIDIARY;

/** Where they left, as it was chosen; undefined for everywhere. Refuses with `invalid_fields` (`place`) what is not among the places. */
export function chosenPlace(places: readonly RenewingPlace[], chosen: string): RenewingPlace | undefined {
  if (chosen === EVERYWHERE || places.length < 2) return undefined;
  const found = places.find((one) => choiceOf(one) === chosen);
  if (found === undefined) throw new Refusal('invalid_fields', { place: ['Choose where they left'] });
  return found;
}

interface LeavingState {
  readonly places: readonly RenewingPlace[];
  readonly isBeingScreened: boolean;
  /** How many of their reports are monitored. */
  readonly monitored: number;
  readonly typed: TypedLeaving | undefined;
}

/** When they left the last of the places; null while they work at one. */
export const leftEverywhereAt = (places: readonly RenewingPlace[]): Date | null =>
  places.length === 0 || places.some(({ endedAt }) => endedAt === null)
    ? null
    : new Date(Math.max(...places.map(({ endedAt }) => endedAt!.getTime())));

/** The time from which the erasure is counted for the page: that of the day that was typed, if it is one. */
const typedAt = (typed: TypedLeaving | undefined): Date | undefined => {
  const day = typed && parseDate(typed.leftOn);
  return day === undefined ? undefined : startOfUkDay(day);
};

/** The model of `leaving.njk`. @param nameOf of a subsidiary; undefined for who sees one alone */
export async function leavingOf(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { places, isBeingScreened, monitored, typed }: LeavingState,
  nameOf: ((subsidiaryId: string | null) => string) | undefined,
) {
  const today = todayFor(ctx, caller);
  const endedAt = leftEverywhereAt(places);
  const at = places.find((one) => choiceOf(one) === typed?.place);
  const retention = await readLeaverRetention(ctx, caller, applicantId, {
    leftAt: endedAt ?? typedAt(typed) ?? timeFor(ctx, caller),
    endsMonitoring: typed?.stopsMonitoring ?? false,
    at,
  });
  const keeping = [
    ...(isBeingScreened ? ['an order of theirs is open'] : []),
    ...(monitored > 0 ? ['a report of theirs is monitored'] : []),
  ];
  const named = places.map((one) => ({
    ...one,
    value: choiceOf(one),
    name: nameOf?.(one.subsidiaryId),
    decision: one.notSuitable && { ...one.notSuitable, href: decisionPath(one.notSuitable.checkId) },
  }));
  const working = named.filter((one) => one.endedAt === null);
  return {
    ...retention,
    openMatters: retention.openMatters.map((one) => kept[one]),
    keeping:
      keeping.length === 0 ? ['their data are held, their use is restricted, or they work elsewhere too'] : keeping,
    leftOn: typed?.leftOn ?? today,
    isTypedDay: typed !== undefined,
    isPast: retention.erasedOn !== undefined && retention.erasedOn <= today,
    asksErasure: typed?.errors?.erasure !== undefined,
    left: named.filter((one) => one.endedAt !== null),
    several: named.length > 1,
    // Of one place nothing is to be chosen.
    places: named.length < 2 ? [] : working,
    choices: [
      ...working.map(({ value, name: text }) => ({ value, text })),
      ...(working.length < 2 ? [] : [{ value: EVERYWHERE, text: 'Everywhere' }]),
    ].map((one) => ({ ...one, checked: one.value === typed?.place })),
  };
}
