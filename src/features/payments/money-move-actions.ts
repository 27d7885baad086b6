// What came in, was paid back and written off in a period, over several accounts.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { MoneyMove } from './money-move-rules.ts';
import { openReference } from './receipt-vault.ts';
import type { Period } from './statement-rules.ts';
import { findMoves } from './statement-store.ts';

/** Oldest first. */
export async function listMoneyMoves(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  by: Asker,
  accounts: DeskAccounts,
  period: Period,
): Promise<MoneyMove[]> {
  demand(by, 'read_charges');
  const rows = await findMoves(ctx.db, accounts, period);
  return Promise.all(
    rows.map(async ({ sealed_reference: sealed, ...row }) => {
      const { account_id: accountId, receipt_id: id } = row;
      return { ...row, reference: id && sealed ? await openReference(ctx, [accountId, id], sealed) : '' };
    }),
  );
}
