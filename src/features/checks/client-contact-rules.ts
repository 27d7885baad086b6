// Who of a client gets a mail about a check; pure.
import { type ClientRole, mayDo, type Permission, roles } from '../access/permissions.ts';

export interface PossibleContact {
  readonly id: string;
  readonly role: ClientRole;
  /** Ordered the check, or got it from who did. */
  readonly is_orderer: boolean;
  /** Hears of it beside others, such as who wrote a comment. */
  readonly is_named: boolean;
  /** Of which orders they want mails. */
  readonly order_mails: 'own' | 'all' | 'none';
  /** The id of who covers for them today; null for nobody. */
  readonly covered_by: string | null;
}

/** The roles that are there to do one thing. */
const doesNothingElse: Readonly<Partial<Record<ClientRole, Permission>>> = {
  identity_verifier: 'confirm_identity',
  decider: 'decide_on_candidates',
};

const isNearest = ({ role, is_orderer }: PossibleContact, permission: Permission) =>
  is_orderer || doesNothingElse[role] === permission;

/**
 * Who ordered the check, if they may do what the mail asks for, else the administrators; with them who is named, and who
 * wants the mails of all orders; identities are also confirmed, and decisions made, by those who do nothing else. Who covers
 * for one of those to whom it falls gets it too, if they may do what it asks for; not for who only reads the mails of all
 * orders: whoever deals with the order has the mail, and the cover would read each a second time. Who wants no mails gets none, unless nobody else would. @param isEscalated the administrators hear of it in any case,
 * and whoever may do it where nobody else does
 */
export function contactsFor<User extends PossibleContact>(
  users: readonly User[],
  permission: Permission,
  isEscalated = false,
): User[] {
  const able = users.filter(({ role }) => mayDo({ permissions: roles.client[role] }, permission));
  const nearest = able.filter((user) => isNearest(user, permission));
  const administrators = able.filter(({ role }) => role === 'administrator');
  const told = nearest.length === 0 || isEscalated ? [...nearest, ...administrators] : nearest;
  const first = isEscalated && told.length === 0 ? able : told;
  const others = able.filter((user) => user.is_named || user.order_mails === 'all');
  const theirs = [...first, ...others];
  const covered = [...first, ...able.filter((user) => user.is_named)];
  const covers = able.filter(({ id }) => covered.some(({ covered_by }) => covered_by === id));
  const willing = [...new Set([...theirs, ...covers])].filter((user) => user.order_mails !== 'none');
  return willing.length > 0 ? willing : first;
}
