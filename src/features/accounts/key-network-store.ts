// Rows of the networks from which API keys were used.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface KeyNetwork extends Tenant {
  readonly keyId: string;
  readonly network: string;
}

/** Returns those that are new for a key that was used from another network before. */
export function insertKeyNetworks(db: Db, networks: readonly KeyNetwork[], at: Date): Promise<KeyNetwork[]> {
  return db.rows<KeyNetwork>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(networks)}::jsonb)
        as g("accountId" uuid, environment text, "keyId" uuid, network cidr)),
    known as (
      select distinct n.key_id from api_key_networks n
      join given g on (n.account_id, n.environment, n.key_id) = (g."accountId", g.environment, g."keyId")),
    added as (
      insert into api_key_networks (account_id, environment, key_id, network, first_used_at)
      select "accountId", environment, "keyId", network, ${at} from given
      on conflict do nothing
      returning account_id, environment, key_id, network)
    select account_id as "accountId", environment, key_id as "keyId", network::text
    from added where key_id in (select key_id from known)`);
}
