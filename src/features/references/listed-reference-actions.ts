// Opens whom the references of a list ask, and about what.
import type { Ctx, Environment } from '../../context.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { placeAsked, type Referee } from './claim-rules.ts';
import type { ReferenceRow } from './reference-store.ts';
import { openRequest } from './reference-vault.ts';

type Listed = Pick<ReferenceRow, 'id' | 'sealed_request' | 'applicant_id' | 'sealed_key'> & {
  readonly account_id: string;
  readonly environment: Environment;
};

export interface ListedReferee {
  readonly referee: Referee;
  /** The organisation that is asked, or the person who is asked about nothing else. */
  readonly about: string;
}

/** By the ids of the references, without those whose applicant was erased. The caller records that they were read. */
export async function openReferees(
  ctx: Pick<Ctx, 'keys'>,
  reader: Permitted & { readonly userId: string },
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, ListedReferee>> {
  demand(authorityOf(reader), 'ask_references');
  const opened = rows.map(async (row): Promise<[string, ListedReferee][]> => {
    if (row.sealed_key === null) return [];
    const account = await ctx.keys.forAccount(row.account_id);
    const tenant = { accountId: row.account_id, environment: row.environment };
    const { referee, claim } = openRequest(applicantKey(account, tenant, row.applicant_id, row.sealed_key), row);
    return [[row.id, { referee, about: placeAsked(claim) ?? (referee.organisation || referee.name) }]];
  });
  return new Map((await Promise.all(opened)).flat());
}
