// Rows of the OpenID providers at which users of accounts sign in.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';

export interface SingleSignOnRow {
  readonly account_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_client_secret: Buffer;
  readonly domains: readonly string[];
}

const columns = sql`account_id, issuer, client_id, sealed_client_secret, domains`;

export function findSingleSignOn(db: Db, accountId: string): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`select ${columns} from single_sign_on where account_id = ${accountId}`);
}

/** @param domains of email addresses, in lower case; an account has each of them alone */
export function findSingleSignOnOf(db: Db, domains: readonly string[]): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`
    select ${columns} from single_sign_on where domains && ${domains}::text[] order by account_id limit 1`);
}

export async function replaceSingleSignOn(
  db: Db,
  integrity: Integrity,
  row: SingleSignOnRow,
  createdAt: Date,
): Promise<void> {
  const replace = sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, created_at)
    values (${row.account_id}, ${row.issuer}, ${row.client_id}, ${row.sealed_client_secret}, ${row.domains}, ${createdAt})
    on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_client_secret = excluded.sealed_client_secret, domains = excluded.domains`;
  await changeGuarded(db, integrity, 'single_sign_on', row.account_id, (tx) => tx.run(replace));
}

export function deleteSingleSignOn(db: Db, accountId: string): Promise<number> {
  return db.run(sql`delete from single_sign_on where account_id = ${accountId}`);
}
