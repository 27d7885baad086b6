// Which barred lists an order leaves out of an enhanced disclosure: asking for more than the role allows is unlawful; pure.
import { type BarredListName, barredLists } from '../value-sets/refinement-values.ts';
import type { Breakdown } from './breakdown.ts';
import { partOfList } from './disclosure-knowledge.ts';
import type { BreakdownEntry } from './findings-rules.ts';
import type { ReportType } from './report-type.ts';
import type { OrderedOption } from './report-type-rules.ts';

type Listing = Pick<ReportType, 'options' | 'barredLists'>;
type Ordered = readonly OrderedOption[] | null;

/** The lists that are options of the type. A type without such options always searches the lists of its breakdown. */
const lists = ({ options: offered }: Listing, isWanted: (name: BarredListName) => boolean): BarredListName[] =>
  barredLists
    .map(({ name }) => name)
    .filter((name) => offered.some((option) => option.name === name) && isWanted(name));

const isOrdered = (ordered: Ordered) => (list: BarredListName) => (ordered ?? []).some(({ name }) => name === list);

/** The parts of the lists that the type offers and the order leaves out. */
export function partsNotOrdered(type: Listing, ordered: Ordered): string[] {
  const has = isOrdered(ordered);
  return lists(type, (name) => !has(name)).map((name) => partOfList[name]);
}

/** The lists that a report searches. */
export const orderedLists = (type: Listing, ordered: Ordered): BarredListName[] => [
  ...lists(type, isOrdered(ordered)),
  ...type.barredLists,
];

/** The parts of the lists that must have an answer. */
export const partsOfOrderedLists = (type: Listing, ordered: Ordered): string[] =>
  orderedLists(type, ordered).map((name) => partOfList[name]);

/** Without the lists that were not ordered, unless they have an answer. */
export function orderedBreakdown(
  type: Listing & Pick<ReportType, 'breakdown'>,
  ordered: Ordered,
  hasAnswer: (part: string) => boolean = () => false,
): Breakdown {
  const left = partsNotOrdered(type, ordered);
  return Object.fromEntries(Object.entries(type.breakdown).filter(([key]) => !left.includes(key) || hasAnswer(key)));
}

/** Says of the lists that were not ordered that they were not requested. */
export function withListsNotRequested(
  type: Listing,
  ordered: Ordered,
  breakdown: Readonly<Record<string, BreakdownEntry>>,
): Readonly<Record<string, BreakdownEntry>> {
  const left = partsNotOrdered(type, ordered).filter((key) => key in breakdown);
  return { ...breakdown, ...Object.fromEntries(left.map((key) => [key, { result: 'not_requested' }])) };
}
