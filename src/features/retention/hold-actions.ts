// Keeps single people from being erased, by time and by hand: for a reason, until a day or until somebody ends it.
import { type Caller, type Ctx, type Environment, inTransaction, todayFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { findHeld, findHold, type HeldPerson, type HoldRow, updateHold } from './hold-store.ts';

export type { HeldPerson };
export type Hold = HoldRow;

/** Replaces an earlier hold. Refuses with `invalid_fields` (`until`) a last day that is over, and with `not_found`. */
export async function keepPerson(ctx: Ctx, caller: Caller, applicantId: string, hold: Hold): Promise<void> {
  demand(caller, 'erase_applicants');
  if (hold.until !== null && hold.until < todayFor(ctx, caller))
    throw new Refusal('invalid_fields', { until: ['must be today or later'] });
  await inTransaction(ctx, async (tx) => {
    // An erasure of the same moment comes before or after.
    await holdApplicant(tx, caller, applicantId);
    if (!(await updateHold(tx.db, caller, applicantId, hold))) throw new Refusal('not_found');
    const detail = { reason: hold.reason, until: hold.until };
    await storeEvents(tx, caller, [{ type: 'applicant.held', resourceId: applicantId, applicantId, detail }]);
  });
}

/** Without a hold nothing changes. */
export async function endHold(ctx: Ctx, caller: Caller, applicantId: string): Promise<void> {
  demand(caller, 'erase_applicants');
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    if ((await findHold(tx.db, caller, applicantId)) === undefined) return;
    await updateHold(tx.db, caller, applicantId, null);
    await storeEvents(tx, caller, [{ type: 'applicant.hold_ended', resourceId: applicantId, applicantId }]);
  });
}

/** The hold that keeps the person today; undefined if there is none. Whoever may erase may read it too. */
export async function readHold(
  ctx: Pick<Ctx, 'db' | 'now'>,
  caller: Caller,
  applicantId: string,
): Promise<Hold | undefined> {
  demand(caller, 'read_erasures');
  return currentHold(ctx, caller, applicantId);
}

/** Whether a hold keeps them, for who need not know why. */
export const isHeld = async (ctx: Pick<Ctx, 'db' | 'now'>, caller: Caller, applicantId: string): Promise<boolean> =>
  (await currentHold(ctx, caller, applicantId)) !== undefined;

async function currentHold(
  ctx: Pick<Ctx, 'db' | 'now'>,
  caller: Caller,
  applicantId: string,
): Promise<Hold | undefined> {
  const hold = await findHold(ctx.db, caller, applicantId);
  return hold?.until != null && hold.until < todayFor(ctx, caller) ? undefined : hold;
}

/** The people of these accounts whom a hold keeps. */
export async function listHeld(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<HeldPerson[]> {
  demand(by, 'read_erasures');
  return findHeld(ctx.db, accounts, environment, { now: ctx.now(), limit });
}
