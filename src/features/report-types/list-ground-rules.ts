// Why the barred lists of an order may be searched: the work is regulated activity with children or with adults, or it is that
// of a driver who is licensed; pure.
import type { BarredListName } from '../value-sets/refinement-values.ts';
import { orderedLists } from './ordered-list-rules.ts';
import type { ReportType } from './report-type.ts';
import type { OrderedOption } from './report-type-rules.ts';
import { rowsByGroup } from './role-level-rules.ts';
import type { Eligibility, levelRows } from './role-levels.ts';

/** The rows of the levels that let a list be searched. */
type Searching = { [Id in keyof typeof levelRows]: (typeof levelRows)[Id]['lists'] extends true ? Id : never };
export type ListGround = Searching[keyof Searching];

/** By the lists of the order. */
export type ListGrounds = Readonly<Partial<Record<BarredListName, ListGround>>>;

const groundWords = {
  regulated_care: 'Health care, or personal care by need, even once',
  regulated_adults: 'Social work with adults, help with their money or affairs, or driving them to care',
  regulated_children: 'Teaching, training, care or supervision of children, weekly or on more than three days in 30',
  specified_place: 'Frequent work in a school, nursery, children’s home or like place, with contact with children',
  taxi: 'Driving a taxi or private hire vehicle',
} as const satisfies Readonly<Record<ListGround, string>>;

/** The law lets each list be searched for these alone. */
const groundsOfList = {
  children_barred_list: ['regulated_care', 'regulated_children', 'specified_place', 'taxi'],
  adults_barred_list: ['regulated_care', 'regulated_adults', 'taxi'],
} as const satisfies Readonly<Record<BarredListName, readonly ListGround[]>>;

export const groundText = (ground: ListGround): string => groundWords[ground];

export const groundChoices = (list: BarredListName) =>
  groundsOfList[list].map((value) => ({ value, text: groundWords[value] }));

/** As typed; undefined for what the law does not allow of this list. */
export const groundNamed = (list: BarredListName, typed: string): ListGround | undefined =>
  groundsOfList[list].find((ground) => ground === typed);

/** What the answers about a job role say, of the lists that they allow. */
const groundsOfRole = (eligibility: Eligibility): ListGrounds =>
  Object.fromEntries(
    rowsByGroup(eligibility).flatMap(([group, row]) => {
      const list = `${group}_barred_list` as const;
      const ground = groundNamed(list, row);
      return ground === undefined ? [] : [[list, ground]];
    }),
  );

interface Grounded {
  /** As the client or a screener said; undefined where nobody did. */
  readonly stated: ListGrounds | undefined;
  readonly role: { readonly eligibility: Eligibility | null } | undefined;
}

/** What was agreed of the job role holds before what was said with the order. */
const groundsOf = ({ stated, role }: Grounded): ListGrounds => ({
  ...stated,
  ...(role?.eligibility ? groundsOfRole(role.eligibility) : {}),
});

type Asking = Pick<ReportType, 'options' | 'barredLists' | 'requires'>;

const asksRole = ({ requires }: Pick<ReportType, 'requires'>) =>
  requires.some((one) => typeof one === 'object' && 'job_role' in one);

/** The lists of a report that needs a ground for each; none of a type whose order names no job role. */
export const listsToGround = (type: Asking, ordered: readonly OrderedOption[] | null): BarredListName[] =>
  asksRole(type) ? orderedLists(type, ordered) : [];

/** A list that a report searches; without a ground where nobody has said it. */
export interface GroundedList {
  readonly list: BarredListName;
  readonly ground: ListGround | undefined;
}

export function groundedLists(
  report: { readonly type: Asking; readonly options: readonly OrderedOption[] | null },
  said: Grounded,
): GroundedList[] {
  const grounds = groundsOf(said);
  return listsToGround(report.type, report.options).map((list) => ({ list, ground: grounds[list] }));
}
