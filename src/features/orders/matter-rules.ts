// Who of a client may take what another asked for, or their link for candidates; pure.
import { mayLookAfter } from '../checks/order-owner-rules.ts';

interface Matter {
  /** Those that it is for; null stands for the whole account. */
  readonly subsidiaries: readonly (string | null)[];
  /** Who sent it back, and cannot have asked for it then. */
  readonly decided_by: string | null;
}

export const mayTake = (
  one: Parameters<typeof mayLookAfter>[0] & { readonly id: string },
  { subsidiaries, decided_by }: Matter,
): boolean => one.id !== decided_by && subsidiaries.every((id) => mayLookAfter(one, id));
