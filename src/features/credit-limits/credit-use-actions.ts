// Reads how much of its credit limit a client has used, for the desk, for its own people, and for new orders.
import { type Authority, type Ctx, inTransaction, type OrderScope, type Tenant } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { findCreditUse, holdCredit } from './credit-use-queries.ts';
import { type CreditUse, creditUseOf } from './credit-use-rules.ts';

async function read({ db }: Pick<Ctx, 'db'>, accounts: 'all' | readonly string[]): Promise<CreditUse[]> {
  return (await findCreditUse(db, accounts)).map((row) =>
    creditUseOf(
      { accountId: row.account_id, account: row.account },
      { limitPence: row.limit_pence, usedPence: row.used_pence, stops: row.stops },
    ),
  );
}

/** Of the accounts that have a limit, by name. @param accounts those that who asks sees */
export async function listCreditUse(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: 'all' | readonly string[],
): Promise<CreditUse[]> {
  demand(by, 'read_charges');
  return read(ctx, accounts);
}

/** Undefined without a limit, and for who sees some subsidiaries alone: it is of the account as a whole. */
export async function readCreditUse(
  ctx: Pick<Ctx, 'db'>,
  caller: OrderScope & Authority,
): Promise<CreditUse | undefined> {
  demand(caller, 'read_charges');
  return caller.subsidiaryIds === null ? (await read(ctx, [caller.accountId]))[0] : undefined;
}

/**
 * Does what orders for an account. Where its limit refuses orders, it is done while no other order of the account is judged, and
 * until it is stored: of two at the same time the second counts the first. What the sandbox orders costs nothing and waits for nobody.
 */
export function whileCreditIsHeld<T>(
  ctx: Ctx,
  { accountId, environment }: Tenant,
  { creditLimitPounds, refuseAboveCreditLimit }: AccountSettings,
  work: (tx: Ctx) => Promise<T>,
): Promise<T> {
  if (environment === 'test' || creditLimitPounds === 0 || !refuseAboveCreditLimit) return work(ctx);
  return inTransaction(ctx, async (tx) => {
    await holdCredit(tx.db, accountId);
    return work(tx);
  });
}

/** Whether its limit refuses new orders now. Nothing is summed up where the account has none that does. */
export async function isStoppedByCredit(
  ctx: Pick<Ctx, 'db'>,
  accountId: string,
  { creditLimitPounds, refuseAboveCreditLimit }: AccountSettings,
): Promise<boolean> {
  if (creditLimitPounds === 0 || !refuseAboveCreditLimit) return false;
  return (await read(ctx, [accountId]))[0]?.isStopped ?? false;
}
