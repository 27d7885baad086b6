// Opens the suppliers' own numbers of the requests of a list.
import type { Ctx, Environment } from '../../context.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { referenceAad } from './supplier-request-actions.ts';

interface Listed {
  readonly id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly applicant_id: string;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
  readonly sealed_reference: Buffer;
}

/** By the ids of the requests, without those whose applicant was erased. The caller records that they were read. */
export async function openReferenceNumbers(
  ctx: Pick<Ctx, 'keys'>,
  reader: Permitted & { readonly userId: string },
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, string>> {
  demand(authorityOf(reader), 'send_out', 'read_suppliers');
  const opened = rows.map(async (row): Promise<[string, string][]> => {
    if (row.sealed_key === null) return [];
    const account = await ctx.keys.forAccount(row.account_id);
    const tenant = { accountId: row.account_id, environment: row.environment };
    const key = applicantKey(account, tenant, row.applicant_id, row.sealed_key);
    return [[row.id, key.open<string>(referenceAad(row.id), row.sealed_reference)]];
  });
  return new Map((await Promise.all(opened)).flat());
}
