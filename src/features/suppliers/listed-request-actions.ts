// Opens the suppliers' own numbers and their answers of the requests of a list.
import type { Ctx, Environment } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { referenceAad, wordsAad } from './supplier-request-actions.ts';

interface Listed {
  readonly id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly applicant_id: string;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
  readonly sealed_reference: Buffer;
}

type Opened<Row> = readonly (readonly [row: Row, key: DataKey])[];

/** Without those whose applicant was erased. */
async function withKeys<Row extends Listed>(ctx: Pick<Ctx, 'keys'>, rows: readonly Row[]): Promise<Opened<Row>> {
  const opened = rows.map(async (row): Promise<Opened<Row>> => {
    if (row.sealed_key === null) return [];
    const account = await ctx.keys.forAccount(row.account_id);
    const tenant = { accountId: row.account_id, environment: row.environment };
    return [[row, applicantKey(account, tenant, row.applicant_id, row.sealed_key)]];
  });
  return (await Promise.all(opened)).flat();
}

type Reader = Permitted & { readonly userId: string };

/** By the ids of the requests, without those whose applicant was erased. The caller records that they were read. */
export async function openReferenceNumbers(
  ctx: Pick<Ctx, 'keys'>,
  reader: Reader,
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, string>> {
  demand(authorityOf(reader), 'send_out', 'read_suppliers');
  const opened = await withKeys(ctx, rows);
  return new Map(opened.map(([row, key]) => [row.id, key.open<string>(referenceAad(row.id), row.sealed_reference)]));
}

/** What came, as `openReferenceNumbers`. */
export async function openAnswers(
  ctx: Pick<Ctx, 'keys'>,
  reader: Reader,
  rows: readonly (Listed & { readonly sealed_words: Buffer | null })[],
): Promise<ReadonlyMap<string, string>> {
  demand(authorityOf(reader), 'send_out');
  const opened = await withKeys(ctx, rows);
  return new Map(
    opened.flatMap(([row, key]) =>
      row.sealed_words === null ? [] : [[row.id, key.open<string>(wordsAad(row.id), row.sealed_words)] as const],
    ),
  );
}
