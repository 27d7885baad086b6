// What a colleague who covers for a user of a client cannot do in their place; pure. A cover gains nothing.
import type { IsoDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { type ClientRole, mayDo, type Permission, roles } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { type Absence, absenceProblems } from '../accounts/absence-rules.ts';
import type { OpenOrders } from '../checks/order-owner-queries.ts';

/** What waits for a user asks for one of these. */
export const duties = [
  'order_checks',
  'approve_orders',
  'answer_queries',
  'confirm_identity',
  'read_results',
  'decide_on_candidates',
  'plan_starts',
] as const satisfies readonly Permission[];
export type Duty = (typeof duties)[number];

interface Person {
  readonly role: ClientRole;
  /** null for the whole account. */
  readonly subsidiary_ids: readonly string[] | null;
}

/** What stays behind. */
export interface CoverGaps {
  /** What the absent user may do, and the cover may not. */
  readonly duties: readonly Duty[];
  /** The cover does not see everything that the absent user sees. */
  readonly seesLess: boolean;
  /** How many of the absent user's orders in progress the cover does not see, and how many these are. */
  readonly unseen: number;
  readonly orders: number;
}

const maySay = ({ role }: Person, duty: Duty) => mayDo({ permissions: roles.client[role] }, duty);

export function gapsOf(absent: Person, cover: Person, open: readonly OpenOrders[]): CoverGaps {
  const sum = (some: readonly OpenOrders[]) => some.reduce((all, { count }) => all + count, 0);
  const seen = { subsidiaryIds: cover.subsidiary_ids };
  const wanted = absent.subsidiary_ids ?? [null];
  return {
    duties: duties.filter((duty) => maySay(absent, duty) && !maySay(cover, duty)),
    seesLess: !wanted.every((id) => isInScope(seen, id)),
    unseen: sum(open.filter(({ subsidiaryId }) => !isInScope(seen, subsidiaryId))),
    orders: sum(open),
  };
}

export const hasGaps = ({ duties: lacking, seesLess, unseen }: CoverGaps): boolean =>
  lacking.length > 0 || seesLess || unseen > 0;

interface Chosen {
  /** The last day of their access; null if none is set. */
  readonly access_until: IsoDate | null;
  /** Their own absence, now or later. */
  readonly absence: Absence | undefined;
}

/** As codes for `cover`. @param chosen null for nobody; undefined for somebody who cannot be chosen */
export function coverProblems(absence: Absence, chosen: Chosen | null | undefined, today: IsoDate): Problems {
  const problems = absenceProblems(absence, today);
  if (chosen === null) return problems;
  if (chosen === undefined) problems.add('cover', 'is not included in the list');
  else if (!problems.any) {
    const own = chosen.absence;
    if (own !== undefined && own.from <= absence.until && own.until >= absence.from) problems.add('cover', 'is_away');
    if (chosen.access_until !== null && chosen.access_until < absence.until) problems.add('cover', 'access_ends');
  }
  return problems;
}
