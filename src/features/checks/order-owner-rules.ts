// Who of a client may look after an order; pure.
import { type ClientRole, mayDo, roles } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';

interface Colleague {
  readonly role: ClientRole;
  readonly disabled_at: Date | null;
  readonly subsidiary_ids: readonly string[] | null;
}

/** Who may order, and sees the orders of the subsidiary. @param subsidiaryId of the order; null for an order of none */
export const mayLookAfter = (user: Colleague, subsidiaryId: string | null): boolean =>
  user.disabled_at === null &&
  mayDo({ permissions: roles.client[user.role] }, 'order_checks') &&
  isInScope({ subsidiaryIds: user.subsidiary_ids }, subsidiaryId);
