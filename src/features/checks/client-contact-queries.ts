// The users of a client to whom mails about a check go: who ordered it, and otherwise the administrators.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { ClientRole } from '../access/permissions.ts';
import { mayDo, type Permission, roles } from '../access/permissions.ts';

export interface ClientContact {
  readonly name: string;
  readonly email: string;
}

interface ContactRow extends ClientContact {
  readonly role: ClientRole;
  readonly is_orderer: boolean;
  readonly is_named: boolean;
}

/** Who ordered the check, if they may do it, else the administrators; with them who is named. Identities are also confirmed by those who do nothing else. */
function ableContacts(rows: readonly ContactRow[], permission: Permission): readonly ContactRow[] {
  const able = rows.filter(({ role }) => mayDo({ permissions: roles.client[role] }, permission));
  const nearest = able.filter(
    (row) => row.is_orderer || (permission === 'confirm_identity' && row.role === 'identity_verifier'),
  );
  const first = nearest.length > 0 ? nearest : able.filter(({ role }) => role === 'administrator');
  return [...first, ...able.filter((row) => row.is_named)];
}

/** @param also users who hear of it beside them @param permissions what the mail asks for: for each there is somebody who may do it */
export async function findClientContacts(
  db: Db,
  tenant: Tenant,
  { checkId, also = [] }: { readonly checkId: string; readonly also?: readonly string[] },
  ...permissions: readonly [Permission, ...Permission[]]
): Promise<readonly ClientContact[]> {
  const rows = await db.rows<ContactRow>(sql`
    select u.name, u.email, u.role, coalesce(u.id = c.ordered_by_user_id, false) as is_orderer,
      u.id = any (${also}::uuid[]) as is_named
    from checks c
    join users u on u.account_id = c.account_id
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}
      and u.disabled_at is null and (u.subsidiary_id is null or u.subsidiary_id = c.subsidiary_id)
    order by u.created_at, u.id`);
  return [...new Set(permissions.flatMap((permission) => ableContacts(rows, permission)))];
}
