// Reads and changes the due date and the priority of a report; each change is an event.
import { type Ctx, inTransaction, type Tenant, todayFor } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type DelayReason, delayReasonWords, isDelayReason } from '../../messages/en-delays.ts';
import { demand } from '../access/permissions.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { addNote } from './note-actions.ts';
import { ownReport, type Screener } from './screening-actions.ts';
import { findWaits, updateWork, type WaitRow } from './work-store.ts';

export type { WaitRow };

/** The oldest first. */
export const readWaits = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<WaitRow[]> =>
  findWaits(ctx.db, tenant, reportId);

const LONGEST_WORDS = 1000;

const isDueDate = (text: string) => parseDate(text) === text && text >= '2020-01-01';

/** Why the due date moves. */
export interface Delay {
  /** One of `delayReasonWords`. */
  readonly reason: string;
  /** For the desk alone; may be empty. */
  readonly words: string;
  /** The same words are said of reports of other candidates. */
  readonly isOfSeveral?: boolean;
}

/** What is left out stays. */
export interface WorkChange {
  /** A date, or null for none. */
  readonly dueOn?: string | null;
  readonly priority?: 0 | 1;
  /** Must be given where a due date moves to a later day, or goes. */
  readonly delay?: Delay;
  /** The due date that the screener saw: refused with `already_taken` once somebody has chosen yet another one. */
  readonly seenDueOn?: string | null;
  /** The due date may be a day that has passed: the screener was asked once more. */
  readonly isPastMeant?: boolean;
}

interface Due {
  readonly due_on: string | null;
}

interface Planned extends Due {
  readonly is_priority: boolean;
  readonly is_ordered_urgent: boolean;
}

/** Where there was no due date, or it stays, nothing is late. */
const movesDueDate = ({ due_on }: Due, { dueOn }: WorkChange): boolean =>
  dueOn !== undefined && due_on !== null && dueOn !== due_on;

/** An earlier day is no delay. */
const isDelayed = (queued: Due, change: WorkChange): boolean =>
  movesDueDate(queued, change) && (change.dueOn === null || change.dueOn! > queued.due_on!);

/** What is wrong with a change, by the names of the inputs. */
export function workProblems(queued: Planned, change: WorkChange, today: IsoDate): Problems {
  const { dueOn, priority, delay = { reason: '', words: '' }, isPastMeant = false } = change;
  const problems = new Problems();
  if (typeof dueOn === 'string' && !isDueDate(dueOn)) problems.add('due_on', 'Enter a date from 2020 on');
  else if (typeof dueOn === 'string' && dueOn < today && dueOn !== queued.due_on && !isPastMeant)
    problems.add('past_meant', 'This day has passed: choose another, or tick that you mean it');
  // The client pays for it, and reads that the order is urgent.
  if (priority === 0 && queued.is_priority && queued.is_ordered_urgent)
    problems.add('priority', 'The client ordered it as urgent: change that under Priority on the page of the order');
  if (!movesDueDate(queued, change)) return problems;
  if (isLongerThan(delay.words, LONGEST_WORDS))
    problems.add('delay_words', `The words must be ${LONGEST_WORDS} characters or fewer`);
  if (!isDelayed(queued, change)) return problems;
  if (!isDelayReason(delay.reason)) problems.add('delay_reason', 'Choose why the due date moves');
  if (delay.reason === 'other' && delay.words === '') problems.add('delay_words', 'Say why the due date moves');
  return problems;
}

/** Refuses with `state_does_not_allow` a report that is over. */
export async function changeWork(ctx: Ctx, screener: Screener, reportId: string, change: WorkChange): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'claim_reports');
  if (!allowsAction(queued.status, 'plan')) throw new Refusal('state_does_not_allow');
  workProblems(queued, change, todayFor(ctx, caller)).refuse('invalid_fields');
  const { reason: given, words = '', isOfSeveral = false } = change.delay ?? {};
  const reason = isDelayed(queued, change) && isDelayReason(given) ? given : undefined;
  await inTransaction(ctx, async (tx) => {
    const before = await updateWork(tx.db, caller, queued.report_id, { ...change, reason });
    if (before === undefined) throw new Refusal('not_found');
    if (change.seenDueOn !== undefined && before.due_on !== change.seenDueOn && before.due_on !== change.dueOn)
      throw new Refusal('already_taken');
    await storeEvents(tx, caller, changesOf(queued, before, change, reason));
    // Words may name somebody, so they are kept as a note is, under the applicant's key. Of two who move it to one day at
    // the same moment, the second moves nothing.
    if (words !== '' && movesDueDate(before, change))
      await addNote(tx, screener, {
        ...{ reportId, audience: 'desk', isOfSeveral },
        text: `The due date moves. ${reason === undefined ? '' : `${delayReasonWords[reason]}: `}${words}`,
      });
  });
}

function changesOf(
  queued: { readonly report_id: string; readonly check_id: string },
  before: { readonly due_on: string | null; readonly priority: 0 | 1 },
  { dueOn, priority }: WorkChange,
  reason: DelayReason | undefined,
): EventToStore[] {
  const about = { resourceId: queued.report_id, checkId: queued.check_id, reportId: queued.report_id };
  const events: EventToStore[] = [];
  if (dueOn !== undefined && before.due_on !== dueOn) {
    const detail = { from: before.due_on, to: dueOn, ...(reason && { reason }) };
    events.push({ type: 'report.due_date_changed', ...about, detail });
  }
  if (priority !== undefined && before.priority !== priority)
    events.push({ type: 'report.priority_changed', ...about, detail: { priority } });
  return events;
}
