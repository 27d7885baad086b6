// Moves and reads the test clock of an account.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { readAccount } from './account-actions.ts';
import { addTestClockOffset } from './account-store.ts';

/** A hundred years: the test clock cannot go back, and dates after the year 9999 would fail. */
const furthestOffsetSeconds = 3_155_760_000;

/** Returns the new offset in seconds. */
export function moveTestClock(ctx: Ctx, caller: Caller, seconds: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const offset = await addTestClockOffset(tx.db, caller.accountId, seconds);
    if (offset > furthestOffsetSeconds) {
      throw new Refusal('invalid_fields', { seconds: ['leads more than a hundred years ahead'] });
    }
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.clock_moved',
      resourceId: caller.accountId,
      detail: { seconds, offset },
    });
    return offset;
  });
}

export async function readTestClock(ctx: Ctx, caller: Caller): Promise<number> {
  return (await readAccount(ctx, caller.accountId)).test_clock_offset_seconds;
}
