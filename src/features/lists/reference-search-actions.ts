// Finds the unsettled references that ask somebody by a typed name, organisation, telephone number or email address.
import type { Ctx, Environment } from '../../context.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { askedTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { openReferees } from '../references/listed-reference-actions.ts';
import { findDeskAccounts } from './desk-account-queries.ts';
import { findReferencesOfFound } from './reference-list-queries.ts';
import { searchAccounts } from './search-actions.ts';
import type { DeskReader } from './work-queue-queries.ts';

/**
 * Their ids. The blind keys find the orders; of an order with several references, those alone are meant whose own referee
 * matches. What is opened for that is shown to nobody.
 */
export async function findReferencesAsked(
  ctx: Ctx,
  reader: DeskReader,
  environment: Environment,
  text: string,
): Promise<string[]> {
  demand(authorityOf(reader), 'ask_references');
  const wanted = typedSearch(text).asked;
  if (wanted.length === 0) return [];
  const accountIds = (await findDeskAccounts(ctx.db, reader.accounts)).map(({ id }) => id);
  const searches = await searchAccounts(ctx, authorityOf(reader), accountIds, environment, text, true);
  const asked = searches.map((one) => ({ ...one, orderId: null, personKeys: [], referenceKeys: [] }));
  const rows = await findReferencesOfFound(ctx.db, reader, environment, asked);
  const referees = await openReferees(ctx, reader, rows);
  return [...referees].flatMap(([id, { referee }]) => {
    const own = new Set(askedTerms(referee).map(({ field, value }) => `${field} ${value}`));
    return wanted.every(({ field, value }) => own.has(`${field} ${value}`)) ? [id] : [];
  });
}
