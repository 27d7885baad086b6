// The users of a client to whom mails about a check go.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Permission } from '../access/permissions.ts';
import { seesSubsidiary } from '../access/scope-queries.ts';
import { isAccessOpen } from '../accounts/access-end-queries.ts';
import { coverOf } from '../accounts/cover-queries.ts';
import { orderMailsOf } from '../accounts/order-mail-queries.ts';
import { contactsFor, type PossibleContact } from './client-contact-rules.ts';
import { ownerId } from './order-owner-queries.ts';

export interface ClientContact {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface SoughtContacts {
  readonly checkId: string;
  /** Users who hear of it beside those whom the rules find. */
  readonly also?: readonly string[];
  /** Users who do not: as if they were not there. */
  readonly except?: readonly string[];
  /** The administrators get the mail too; where an account has none, everybody who may do what it asks for. */
  readonly isEscalated?: boolean;
}

/**
 * @param permissions what the mail asks for: for each there is somebody who may do it
 */
export async function findClientContacts(
  db: Db,
  tenant: Tenant,
  { checkId, also = [], except = [], isEscalated = false }: SoughtContacts,
  ...permissions: readonly [Permission, ...Permission[]]
): Promise<readonly ClientContact[]> {
  const users = await db.rows<ClientContact & PossibleContact>(sql`
    select u.id, u.name, u.email, u.role, coalesce(u.id = ${ownerId}, false) as is_orderer,
      u.id = any (${also}::uuid[]) as is_named, ${orderMailsOf} as order_mails,
      ${coverOf} as covered_by
    from checks c
    join users u on u.account_id = c.account_id
    where u.id <> all (${except}::uuid[]) and c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}
      and ${isAccessOpen('u')} and ${seesSubsidiary(sql`c.subsidiary_id`)}
    order by u.created_at, u.id`);
  return [...new Set(permissions.flatMap((permission) => contactsFor(users, permission, isEscalated)))];
}
