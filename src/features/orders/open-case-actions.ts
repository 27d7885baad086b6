// Judges cases that are open in another system and come here as orders; nothing is stored before `uploadBulkOrder`.
import { type Ctx, todayFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { earlierNumberKeys } from '../applicants/earlier-number-actions.ts';
import type { Arrival } from '../checks/check-placing-actions.ts';
import {
  type ArrivalProblem,
  numberIsTaken,
  readArrival,
  repeatedNumbers,
  type TypedArrival,
} from './open-case-rules.ts';
import { findTakenNumbers } from './open-case-store.ts';
import type { OrderingCaller } from './order-actions.ts';

export interface TypedCase {
  readonly rowNumber: number;
  readonly typed: TypedArrival;
}

export interface JudgedArrival {
  readonly arrival: Arrival;
  readonly problems: readonly ArrivalProblem[];
}

/** The data of a closed account only go; the house standard has no people. */
async function refuseNoClient(ctx: Ctx, accountId: string): Promise<void> {
  const { is_standard: isStandard, closing } = await readAccount(ctx, accountId);
  if (isStandard || closing?.closedAt) throw new Refusal('state_does_not_allow');
}

/**
 * Each in its place. Only who manages the account brings cases in: it decides what is charged, and dates orders back. Refuses with
 * `state_does_not_allow` for an account that is closed.
 */
export async function judgeArrivals(
  ctx: Ctx,
  caller: OrderingCaller,
  cases: readonly TypedCase[],
  mailsCandidate: boolean,
): Promise<readonly JudgedArrival[]> {
  demand(caller, 'manage_accounts');
  await refuseNoClient(ctx, caller.accountId);
  const today = todayFor(ctx, caller);
  const numbers = cases.map(({ typed }) => typed.earlier_number);
  const keys = await earlierNumberKeys(ctx, caller, numbers);
  const taken = new Set(await findTakenNumbers(ctx.db, caller, keys));
  const repeated = repeatedNumbers(cases.map(({ rowNumber }, at) => ({ rowNumber, number: numbers[at]! })));
  return cases.map(({ rowNumber, typed }, at) => {
    const { arrival, problems } = readArrival(typed, { today, mailsCandidate });
    const text = taken.has(keys[at]!) ? `It ${numberIsTaken}` : repeated.get(rowNumber);
    const ofNumber = text === undefined ? [] : [{ input: 'earlier_number' as const, text }];
    return { arrival, problems: [...problems, ...ofNumber] };
  });
}

/** Whether another order has the number by now, which was judged before. */
export async function isNumberTaken(tx: Ctx, caller: OrderingCaller, number: string): Promise<boolean> {
  const keys = await earlierNumberKeys(tx, caller, [number]);
  return (await findTakenNumbers(tx.db, caller, keys)).length > 0;
}
