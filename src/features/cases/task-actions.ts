// The tasks of a report: what there is to do by the desk's own steps and its type's guidance, which screeners tick.
import { type Actor, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { ownLines } from '../desk-texts/desk-text-actions.ts';
import { guidanceFor, reportTypeById } from '../report-types/report-type-rules.ts';
import { situationSteps } from '../report-types/right-to-work-situations.ts';
import { ownReport, type Screener } from './screening-actions.ts';
import { findTicks, insertTicks } from './task-store.ts';

export interface Task {
  /** The sentence of the desk or the catalogue. */
  readonly text: string;
  /** Undefined until somebody ticks it. */
  readonly done: { readonly by: Actor; readonly at: Date } | undefined;
}

/** @param more steps that the case demands besides those of its type */
export async function readTasks(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  report: { readonly id: string; readonly reportTypeId: number },
  more: readonly string[] = [],
): Promise<Task[]> {
  const [own, found] = await Promise.all([
    ownLines(ctx, 'steps', report.reportTypeId),
    findTicks(ctx.db, tenant, report.id),
  ]);
  const ticks = new Map(found.filter((tick) => tick.is_done).map((tick) => [tick.task, tick]));
  const usual = guidanceFor(report.reportTypeId).toDo.map(({ value }) => value);
  // A step that was ticked stays, also if it is worded otherwise by now.
  return [...new Set([...own, ...usual, ...more, ...ticks.keys()])].map((text) => {
    const tick = ticks.get(text);
    return { text, done: tick && { by: tick.ticked_by, at: tick.ticked_at } };
  });
}

export interface Ticking {
  readonly reportId: string;
  /** The texts of the tasks that are ticked now. */
  readonly done: readonly string[];
  /** The texts that were ticked when the page was opened: only what differs from them is stored. */
  readonly shown: readonly string[];
}

/** Stores what the screener changed on their page: ticks, and ticks that are taken back. */
export async function tickTasks(ctx: Ctx, screener: Screener, { reportId, done, shown }: Ticking): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  const report = { id: queued.report_id, reportTypeId: queued.report_type_id };
  const more = reportTypeById(report.reportTypeId)?.name === 'right_to_work' ? situationSteps : [];
  const tasks = await readTasks(ctx, caller, report, more);
  const changed = tasks
    .filter(({ text }) => done.includes(text) !== shown.includes(text))
    .filter(({ text, done: was }) => done.includes(text) !== (was !== undefined));
  if (changed.length === 0) return;
  await insertTicks(
    ctx.db,
    caller,
    queued.report_id,
    changed.map(({ text, done: was }) => ({
      ...{ id: ctx.newId(), task: text, is_done: was === undefined },
      ...{ ticked_by: caller.actor, ticked_at: timeFor(ctx, caller) },
    })),
  );
}
