// Does with many reports of the queue what their pages do with one, each by the same action and in a transaction of its own.
import { type Ctx, inTransaction, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { commentOnMany } from '../comments/comment-actions.ts';
import { findChosenReports } from '../lists/chosen-report-queries.ts';
import type { DeskReport } from '../lists/work-queue-queries.ts';
import { askListed } from './ask-many-actions.ts';
import {
  type BulkAct,
  bulkActs,
  type DueTarget,
  dueTarget,
  type LeftBecause,
  leftAfter,
  mostAtOnce,
  whyLeftOut,
} from './bulk-rules.ts';
import { closeReport } from './close-actions.ts';
import { addNote } from './note-actions.ts';
import { readPause, type TypedPause } from './pause-actions.ts';
import { callerFor, type Screener, screenReport } from './screening-actions.ts';
import { closeOneUnverified, type TypedUnable, unableProblems } from './unable-actions.ts';
import { changeWork, type Delay, type WorkChange, workProblems } from './work-actions.ts';

export interface Left {
  readonly reportId: string;
  readonly because: LeftBecause;
}

export interface BulkDone {
  /** With how many of the reports it was done. */
  readonly done: number;
  /** Those with which it was not. */
  readonly left: readonly Left[];
}

export interface Chosen {
  readonly reportIds: readonly string[];
  /** The due dates that the screener saw, by report. */
  readonly seen: ReadonlyMap<string, IsoDate | null>;
  /** Those with which the screener saw that nothing would be done: it is done with none that allows it since. */
  readonly leftOut?: ReadonlySet<string>;
}

/** The due date of each report moves, with why. */
export interface DueMove {
  readonly target: DueTarget;
  readonly delay: Delay;
  readonly isPastMeant: boolean;
}

/** What is typed for an act; the others need nothing. */
export interface Typed {
  /** Of `pause` and `unable` for the client. */
  readonly text: string;
  readonly pause?: TypedPause;
  /** Of `unable`. */
  readonly unable?: Omit<TypedUnable, 'notes'>;
  /** Of `due`; of `message` only where the due dates move as well. */
  readonly due: DueMove | undefined;
}

interface Seen {
  readonly reports: readonly DeskReport[];
  readonly gone: readonly Left[];
}

async function seenOf(ctx: Ctx, screener: Screener, reportIds: readonly string[]): Promise<Seen> {
  const ids = [...new Set(reportIds)];
  if (ids.length === 0) throw new Refusal('invalid_fields', { reports: ['Select the reports first'] });
  if (ids.length > mostAtOnce)
    throw new Refusal('invalid_fields', { reports: [`Select ${mostAtOnce} reports or fewer`] });
  const reports = await findChosenReports(ctx.db, screener, ids);
  const found = new Set(reports.map(({ report_id }) => report_id));
  const gone = ids.filter((id) => !found.has(id)).map((reportId) => ({ reportId, because: 'gone' }) as const);
  return { reports, gone };
}

/** Undefined if it was done. A refusal of what was typed is thrown: it is the same for all. */
async function whyNotDone(work: () => Promise<unknown>): Promise<LeftBecause | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const because = error instanceof Refusal ? leftAfter(error) : undefined;
    if (because === undefined) throw error;
    return because;
  }
}

/** One after the other, so that the work of others goes on meanwhile. */
async function each(
  { reports, gone }: Seen,
  work: (report: DeskReport) => Promise<LeftBecause | undefined>,
): Promise<BulkDone> {
  const left: Left[] = [...gone];
  let done = 0;
  for (const report of reports) {
    const because = await work(report);
    if (because === undefined) done += 1;
    else left.push({ reportId: report.report_id, because });
  }
  return { done, left };
}

/** What is said of several candidates stays out of the copies of their data, until somebody has looked it through. */
const isOfSeveral = ({ reports }: Seen) => new Set(reports.map(({ check_id }) => check_id)).size > 1;

const dueChange = (dueOn: IsoDate, found: Seen, { delay, isPastMeant }: DueMove): WorkChange => ({
  ...{ dueOn, isPastMeant },
  delay: { ...delay, isOfSeveral: isOfSeveral(found) },
});

/** What is typed is judged for all before the first report moves. */
function refuseDue(ctx: Ctx, screener: Screener, found: Seen, seen: Chosen['seen'], move: DueMove): void {
  for (const report of found.reports) {
    if (whyLeftOut(screener, report, 'due') !== undefined) continue;
    const to = dueTarget(report, seen.get(report.report_id) ?? null, move.target, ctx.calendar());
    if ('because' in to) continue;
    const change = dueChange(to.day, found, move);
    workProblems(report, change, todayFor(ctx, callerFor(screener, report))).refuse('invalid_fields');
  }
}

function moveDue(ctx: Ctx, screener: Screener, found: Seen, seen: Chosen['seen'], move: DueMove): Promise<BulkDone> {
  return each(found, async (report) => {
    const because = whyLeftOut(screener, report, 'due');
    if (because !== undefined) return because;
    const to = dueTarget(report, seen.get(report.report_id) ?? null, move.target, ctx.calendar());
    if ('because' in to) return to.because;
    // Of a thousand reports, the last moves a good while after all were read.
    const change = { ...dueChange(to.day, found, move), seenDueOn: report.due_on };
    return whyNotDone(() => changeWork(ctx, screener, report.report_id, change));
  });
}

export interface Messaged extends BulkDone {
  readonly orders: number;
  readonly mails: number;
  /** What became of the due dates; undefined where they stay. */
  readonly moved: BulkDone | undefined;
}

/**
 * One comment on each order, and one mail to each contact that lists theirs; then the due dates move, if they do. Refuses
 * with `invalid_fields` (comment, and as `changeWork`), before anything is written.
 */
export async function messageClients(
  ctx: Ctx,
  screener: Screener,
  { reportIds, seen }: Chosen,
  { text, due }: Typed,
): Promise<Messaged> {
  demand(authorityOf(screener), bulkActs.message.permission);
  const found = await seenOf(ctx, screener, reportIds);
  if (due !== undefined) refuseDue(ctx, screener, found, seen, due);
  const tenants = Map.groupBy(found.reports, ({ account_id, environment }) => `${account_id} ${environment}`);
  const refused = new Map<string, LeftBecause>();
  const said = { text, isOfSeveral: isOfSeveral(found) };
  let [orders, mails] = [0, 0];
  for (const reports of tenants.values()) {
    const checkIds = [...new Set(reports.map(({ check_id }) => check_id))];
    const answer = await commentOnMany(ctx, callerFor(screener, reports[0]!), checkIds, said);
    for (const [checkId, error] of answer.refused) refused.set(checkId, leftAfter(error) ?? 'gone');
    orders += checkIds.length - answer.refused.size;
    mails += answer.mails;
  }
  const commented = await each(found, async ({ check_id }) => refused.get(check_id));
  const reachable = { reports: found.reports.filter(({ check_id }) => !refused.has(check_id)), gone: [] };
  const moved = due && (await moveDue(ctx, screener, reachable, seen, due));
  return { ...commented, orders, mails, moved };
}

/** The words stand on each report as a note for the client. */
async function pause(
  ctx: Ctx,
  screener: Screener,
  report: DeskReport,
  typed: TypedPause,
  { text, isOfSeveral }: { readonly text: string; readonly isOfSeveral: boolean },
): Promise<void> {
  const { report_id: reportId } = report;
  const pause = readPause(ctx, callerFor(screener, report), typed, text);
  await inTransaction(ctx, async (tx) => {
    await screenReport(tx, screener, reportId, { move: 'pause', pause });
    if (text !== '') await addNote(tx, screener, { reportId, audience: 'client', text, isOfSeveral });
  });
}

/** Refuses with `invalid_fields` by the names of the inputs, before anything is done. */
export async function workOnMany(
  ctx: Ctx,
  screener: Screener,
  act: Exclude<BulkAct, 'assign' | 'message'>,
  { reportIds, seen, leftOut }: Chosen,
  { text, due, pause: typedPause = { reason: '', until: '' }, unable }: Typed,
): Promise<BulkDone> {
  demand(authorityOf(screener), bulkActs[act].permission);
  const found = await seenOf(ctx, screener, reportIds);
  const reason = { reason: '', requestsSent: '', ...unable, notes: text };
  if (act === 'unable') unableProblems(reason).refuse('invalid_fields');
  if (act === 'due') {
    if (due === undefined) throw new Refusal('invalid_fields', { due_on: ['Choose how the due dates move'] });
    refuseDue(ctx, screener, found, seen, due);
    return moveDue(ctx, screener, found, seen, due);
  }
  const said = { text, isOfSeveral: isOfSeveral(found) };
  return each(found, async (report) => {
    const { report_id: reportId } = report;
    let lacking: LeftBecause | undefined;
    const works: Readonly<Record<typeof act, () => Promise<unknown>>> = {
      urgent: () => changeWork(ctx, screener, reportId, { priority: 1 }),
      usual: () => changeWork(ctx, screener, reportId, { priority: 0 }),
      note: () => addNote(ctx, screener, { reportId, audience: 'desk', ...said }),
      pause: () => pause(ctx, screener, report, typedPause, said),
      resume: () => screenReport(ctx, screener, reportId, { move: 'resume' }),
      withdraw: () => closeReport(ctx, screener, reportId, { move: 'withdraw', ...said }),
      cancel: () => closeReport(ctx, screener, reportId, { move: 'cancel', ...said }),
      ask: async () => {
        lacking = await askListed(ctx, screener, reportId);
      },
      unable: async () => {
        lacking = await closeOneUnverified(ctx, screener, reportId, reason);
      },
    };
    const because = whyLeftOut(screener, report, act);
    if (because !== undefined) return because;
    return leftOut?.has(reportId) ? 'came_meanwhile' : ((await whyNotDone(works[act])) ?? lacking);
  });
}
