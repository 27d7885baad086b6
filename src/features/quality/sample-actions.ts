// Draws completed reports for review: by the quality programme of the desk, or one that a reviewer chooses.
import { type Ctx, userIdOf } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { drawOf } from '../../platform/encryption/integrity.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { ownReport, type Screener } from '../cases/screening-actions.ts';
import {
  drawn,
  type GivenProgramme,
  lastPeriod,
  noProgramme,
  type Programme,
  readProgrammeFields,
} from './sample-rules.ts';
import {
  findDrawable,
  findDrawableReport,
  findProgrammes,
  insertProgramme,
  insertSamples,
  type ProgrammeVersion,
} from './sample-store.ts';

/** The newest first; empty while nobody has decided how reports are drawn. */
export function listProgrammes(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<ProgrammeVersion[]> {
  demand(by, 'approve_outcomes', 'read_team', 'manage_quality');
  return findProgrammes(ctx.db);
}

/**
 * Says how reports are drawn from now on; what is drawn stays. Refuses with `invalid_fields` (`percent`, `period`).
 * @param seenVersion the version that the page showed; 0 for none
 */
export async function changeProgramme(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  given: GivenProgramme,
  seenVersion: number,
): Promise<void> {
  demand(by, 'manage_quality');
  const { problems, programme } = readProgrammeFields(given);
  problems.refuse('invalid_fields');
  const author = by === 'system' ? by : by.actor;
  if (!(await insertProgramme(ctx.db, { ...programme, version: seenVersion + 1 }, { author, at: ctx.now() })))
    throw new Refusal('invalid_fields', {
      percent: ['Somebody changed this meanwhile: look at it, then save again'],
    });
}

/** Draws of the newest period that is over, once. Returns how many reports are drawn. */
export async function drawSamples(ctx: Pick<Ctx, 'db' | 'now' | 'integrity'>): Promise<number> {
  const programme: Programme = (await findProgrammes(ctx.db))[0] ?? noProgramme;
  if (programme.percent === 0) return 0;
  const days = lastPeriod(programme.period, ukDateOf(ctx.now()));
  const completed = await findDrawable(ctx.db, days, programme.withApproved);
  // Another draw than that of the approval sample: otherwise it would find what was approved.
  const chosen = drawn(completed, programme.percent, ({ report_id: id }) =>
    drawOf(ctx.integrity, 'review sample', `${days.from} ${id}`),
  );
  return chosen.length === 0 ? 0 : insertSamples(ctx.db, chosen, { by: 'system', at: ctx.now(), days });
}

/** Refuses as `drawByHand`. */
async function readDrawable(ctx: Ctx, reviewer: Screener, reportId: string) {
  const { caller, queued } = await ownReport(ctx, reviewer, reportId);
  demand(caller, 'approve_outcomes');
  const found = await findDrawableReport(ctx.db, caller, queued.report_id);
  if (found === undefined) throw new Refusal('state_does_not_allow');
  if (found.screener_id === userIdOf(caller.actor)) throw new Refusal('not_permitted');
  return { caller, found };
}

/** Whether the reviewer may draw the report. */
export async function isDrawable(ctx: Ctx, reviewer: Screener, reportId: string): Promise<boolean> {
  try {
    await readDrawable(ctx, reviewer, reportId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Draws a report that a reviewer chooses; one that is drawn already stays as it is. Refuses with `state_does_not_allow` what
 * no person of the desk completed, and with `not_permitted` the reviewer's own.
 */
export async function drawByHand(ctx: Ctx, reviewer: Screener, reportId: string): Promise<void> {
  const { caller, found } = await readDrawable(ctx, reviewer, reportId);
  await insertSamples(ctx.db, [found], { by: caller.actor, at: ctx.now(), days: undefined });
}
