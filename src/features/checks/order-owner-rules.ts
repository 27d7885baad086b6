// Who of a client may look after an order; pure.
import { mayDo, roles } from '../access/permissions.ts';
import type { UserRow } from '../accounts/account-store.ts';

/** Who may order, and sees the orders of the subsidiary. @param subsidiaryId of the order; null for an order of none */
export const mayLookAfter = (
  user: Pick<UserRow, 'role' | 'disabled_at' | 'subsidiary_id'>,
  subsidiaryId: string | null,
): boolean =>
  user.disabled_at === null &&
  mayDo({ permissions: roles.client[user.role] }, 'order_checks') &&
  (user.subsidiary_id === null || user.subsidiary_id === subsidiaryId);
