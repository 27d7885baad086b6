// Who of a client gets a mail about a check; pure.
import { type ClientRole, mayDo, type Permission, roles } from '../access/permissions.ts';

export interface PossibleContact {
  readonly role: ClientRole;
  /** Ordered the check, or got it from who did. */
  readonly is_orderer: boolean;
  /** Hears of it beside others, such as who wrote a comment. */
  readonly is_named: boolean;
  /** Of which orders they want mails. */
  readonly order_mails: 'own' | 'all' | 'none';
}

const isNearest = ({ role, is_orderer }: PossibleContact, permission: Permission) =>
  is_orderer || (permission === 'confirm_identity' && role === 'identity_verifier');

/**
 * Who ordered the check, if they may do what the mail asks for, else the administrators; with them who is named, and who
 * wants the mails of all orders; identities are also confirmed by those who do nothing else. Who wants no mails gets none,
 * unless nobody else would.
 */
export function contactsFor<User extends PossibleContact>(users: readonly User[], permission: Permission): User[] {
  const able = users.filter(({ role }) => mayDo({ permissions: roles.client[role] }, permission));
  const nearest = able.filter((user) => isNearest(user, permission));
  const first = nearest.length > 0 ? nearest : able.filter(({ role }) => role === 'administrator');
  const others = able.filter((user) => user.is_named || user.order_mails === 'all');
  const willing = [...new Set([...first, ...others])].filter((user) => user.order_mails !== 'none');
  return willing.length > 0 ? willing : first;
}
