// What the form of a closing says, and when each part of a closing is due; pure.
import { addDays, addYears, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Closing, type ClosingPlan, LAST_CHANCE_DAYS, openOrderChoices } from '../accounts/closing.ts';

export const closingFields = ['orders_end_on', 'open_orders', 'sign_in_until', 'erase_on', 'note'] as const;

export type TypedClosing = Readonly<Record<(typeof closingFields)[number], string>>;

const LONGEST_NOTE = 500;
const WARNED_DAYS = 7;

/** What is proposed: a month to download, and two more until nothing is left. */
export const usualPlan = (today: IsoDate): TypedClosing => ({
  orders_end_on: today,
  open_orders: 'run',
  sign_in_until: addDays(today, 30),
  erase_on: addDays(today, 90),
  note: '',
});

const isChoice = (text: string): text is ClosingPlan['openOrders'] => Object.hasOwn(openOrderChoices, text);

/** @param today in the UK */
export function readClosingPlan(typed: TypedClosing, today: IsoDate): { plan: ClosingPlan; problems: Problems } {
  const problems = new Problems();
  const last = addYears(today, 10);
  const dayIn = (field: 'orders_end_on' | 'sign_in_until' | 'erase_on'): IsoDate => {
    const day = parseDate(typed[field]);
    if (day === undefined || day > last)
      problems.add(field, day === undefined ? 'Enter a day, such as 2030-01-31' : 'Enter a day within ten years');
    return day ?? '';
  };
  const plan = {
    ordersEndOn: dayIn('orders_end_on'),
    openOrders: isChoice(typed.open_orders) ? typed.open_orders : 'run',
    signInUntil: dayIn('sign_in_until'),
    eraseOn: dayIn('erase_on'),
    note: typed.note,
  } as const;
  if (!isChoice(typed.open_orders)) problems.add('open_orders', 'Select what becomes of the open orders');
  if (typed.note.length > LONGEST_NOTE) problems.add('note', `Write at most ${LONGEST_NOTE} characters`);
  if (problems.any) return { plan, problems };
  if (plan.ordersEndOn < today) problems.add('orders_end_on', 'Enter today or a later day');
  if (plan.signInUntil < plan.ordersEndOn)
    problems.add('sign_in_until', 'Enter the day on which orders end, or a later one');
  if (plan.eraseOn <= addDays(plan.signInUntil, LAST_CHANCE_DAYS))
    problems.add('erase_on', `Enter a day more than ${LAST_CHANCE_DAYS} days after the last day of sign-in`);
  return { plan, problems };
}

/** Whether the last day of sign-in is so near that it is told. */
export const isSignInEnding = ({ signInUntil }: ClosingPlan, today: IsoDate): boolean =>
  addDays(signInUntil, -WARNED_DAYS) <= today;

export type ClosingStage = 'planned' | 'closed' | 'signed_out' | 'erased';

export const stageOf = ({ closedAt, signInEndedAt, erasedAt }: Closing): ClosingStage =>
  erasedAt !== null ? 'erased' : signInEndedAt !== null ? 'signed_out' : closedAt !== null ? 'closed' : 'planned';

/** The day from which on people are erased, as far as it is known: later than chosen where sign-in ended late, or its end was told late. */
export function erasedFrom({ eraseOn, signInEndedAt, warnedAt }: Closing): IsoDate {
  const told = signInEndedAt ?? warnedAt;
  return told === null ? eraseOn : laterOf(eraseOn, addDays(ukDateOf(new Date(told)), LAST_CHANCE_DAYS));
}

/** Nobody is erased yet. */
export const mayReopen = (closing: Closing, today: IsoDate): boolean =>
  closing.closedAt === null || erasedFrom(closing) > today;
