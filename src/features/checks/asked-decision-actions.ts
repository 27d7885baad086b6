// Whether the client of an account signs each order off, also one whose results are all clear.
import type { Caller, Ctx } from '../../context.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from './check.ts';

/** As the account has it when the order becomes complete: a change of the setting asks nobody about earlier orders. */
export async function asksEachDecision(
  tx: Pick<Ctx, 'db'>,
  { accountId }: Caller,
  result: Check['result'],
): Promise<boolean> {
  if (result === null) return false;
  const { askDecisions, askEachDecision } = await readAccountSettings(tx, accountId);
  return askDecisions && askEachDecision;
}
