// Converts a typed search to blind keys of the accounts that the reader may see.
import type { Authority, Ctx, Environment } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { nearSearch, type TypedSearch, typedSearch } from '../applicants/search-key-rules.ts';
import type { AccountSearch } from './search-queries.ts';

const orderNumber = /^(?:vf)? ?(\d{1,15})$/i;

/** Reads `VF123` or its digits; undefined for any other text. */
export function orderIdOf(text: string): number | undefined {
  const digits = orderNumber.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** @param isAtDesk searches also whom orders asked for references, which the desk knows by name */
export async function searchAccounts(
  ctx: Ctx,
  reader: Authority,
  accountIds: readonly string[],
  environment: Environment,
  text: string,
  isAtDesk = false,
): Promise<AccountSearch[]> {
  demand(reader, 'read_checks', 'read_clearance', 'read_reports');
  const { person, reference, asked } = typedSearch(text);
  return searchesOf(ctx, accountIds, environment, {
    ...{ orderId: orderIdOf(text) ?? null, person, reference },
    asked: isAtDesk ? asked : [],
  });
}

/** People whose names sound like the text, in case nobody has the name that was typed. */
export async function searchNearNames(
  ctx: Ctx,
  reader: Authority,
  accountIds: readonly string[],
  environment: Environment,
  text: string,
): Promise<AccountSearch[]> {
  demand(reader, 'read_checks', 'read_clearance', 'read_reports');
  const meant = { orderId: null, person: nearSearch(text), reference: [], asked: [] };
  return searchesOf(ctx, accountIds, environment, meant);
}

function searchesOf(
  ctx: Ctx,
  accountIds: readonly string[],
  environment: Environment,
  { orderId, person, reference, asked }: TypedSearch & Pick<AccountSearch, 'orderId'>,
): Promise<AccountSearch[]> {
  return Promise.all(
    accountIds.map(async (accountId) => {
      const account = await ctx.keys.forAccount(accountId);
      const keysOf = (terms: typeof person) => searchKeys(account, { accountId, environment }, terms);
      return {
        ...{ accountId, environment, orderId, personKeys: keysOf(person) },
        ...{ referenceKeys: keysOf(reference), askedKeys: keysOf(asked) },
      };
    }),
  );
}
