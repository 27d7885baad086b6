// The blind keys of numbers that cases have in other systems, by which none comes here twice.
import type { Ctx, Tenant } from '../../context.ts';
import { searchKeys } from './applicant-vault.ts';
import { numberTerm } from './search-key-rules.ts';

/** Of each number in its place; `0`, which no number has, for a text without one. */
export async function earlierNumberKeys(
  ctx: Pick<Ctx, 'keys'>,
  tenant: Tenant,
  numbers: readonly string[],
): Promise<string[]> {
  const account = await ctx.keys.forAccount(tenant.accountId);
  return numbers.map(
    (number) =>
      searchKeys(
        account,
        tenant,
        [numberTerm(number)].flatMap((one) => one ?? []),
      )[0] ?? '0',
  );
}

export const earlierNumberKey = async (ctx: Pick<Ctx, 'keys'>, tenant: Tenant, number: string): Promise<string> =>
  (await earlierNumberKeys(ctx, tenant, [number]))[0]!;
