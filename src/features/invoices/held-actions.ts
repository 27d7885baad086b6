// Accounts that a run of invoices leaves out: that somebody held them and why, and what became of each.
import { type Ctx, inTransaction } from '../../context.ts';
import { type HoldReason, holdReasonWords } from '../../messages/en-credits.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { findHeld, type HeldRow } from './held-queries.ts';

export type { HeldRow };

export const isHoldReason = (text: string): text is HoldReason => Object.hasOwn(holdReasonWords, text);

/** Why each account that gets no invoice now is held, by its id. */
export type Held = ReadonlyMap<string, HoldReason>;

export function recordHeld(ctx: Ctx, by: Asker, accountId: string, month: string, reason: HoldReason): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, (tx) =>
    storeAccountEvent(tx, accountId, by, {
      ...{ type: 'account.invoice_held', resourceId: accountId, detail: { month, reason } },
    }),
  );
}

/** Those that a run of the month held. @param month `yyyy-mm` */
export function listHeld(ctx: Pick<Ctx, 'db'>, by: Asker, accounts: DeskAccounts, month: string): Promise<HeldRow[]> {
  demand(by, 'read_charges');
  return findHeld(ctx.db, accounts, month);
}
