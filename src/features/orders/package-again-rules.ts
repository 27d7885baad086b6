// What the package of an order costs when the order is repeated, as the package stands today; pure.
import type { Check } from '../checks/check.ts';
import { spreadPrice } from '../report-types/package-price-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Orderable } from './order-body-actions.ts';

type Pack = Orderable['packages'][number];

export interface PackageAgain {
  /** Undefined if it is not agreed any more, or not offered to the subsidiary of the order. */
  readonly pack: Pack | undefined;
  /** Whether it holds reports that the order did not. */
  readonly isLarger: boolean;
  /** Whether what is ordered is the package, or what is left of it. */
  readonly isOrdered: boolean;
  /** Whether reports are ordered that the package does not hold. */
  readonly isCombined: boolean;
  /** The parts of its price, by the ids of the reports that are ordered again; the others cost their own price. */
  readonly shares: ReadonlyMap<string, number>;
}

type Repeated = Pick<Check, 'status' | 'reports' | 'order'>;

/** For each report that the package holds, one of the order, of those that are chosen first. */
function placesOf({ items }: Pack, { reports }: Repeated, chosen: readonly Report[]) {
  const left = [...chosen, ...reports.filter((report) => !chosen.includes(report))];
  return items.flatMap(({ report_type_id: typeId, quantity }) =>
    Array.from({ length: quantity }, () => {
      const at = left.findIndex(({ reportTypeId }) => reportTypeId === typeId);
      return { typeId, report: at < 0 ? undefined : left.splice(at, 1)[0]! };
    }),
  );
}

/**
 * Of a closed order the rest of the package is ordered, at its part of the price; of a complete one the package is, if all that
 * it holds is chosen. Undefined if the order is not of a package.
 */
export function packageAgain(
  check: Repeated,
  chosen: readonly Report[],
  { packages, availableTypes }: Pick<Orderable, 'packages' | 'availableTypes'>,
): PackageAgain | undefined {
  const packageId = check.order.details?.PackageId ?? null;
  if (packageId === null) return undefined;
  const pack = packages.find(({ id }) => id === packageId);
  const places = pack === undefined ? [] : placesOf(pack, check, chosen);
  const isLarger = places.some(({ report }) => report === undefined);
  const held = places.map(({ report }) => report !== undefined && chosen.includes(report));
  const isOrdered = check.status === 'complete' ? pack !== undefined && !held.includes(false) : held.includes(true);
  const isCombined = chosen.length > held.filter(Boolean).length;
  const price = pack?.price_pence ?? null;
  if (!isOrdered || price === null) return { pack, isLarger, isOrdered, isCombined, shares: new Map() };
  const parts = spreadPrice(
    price,
    places.map(({ typeId }) => availableTypes.get(typeId)?.pricePence ?? null),
  );
  const shares = places.flatMap(({ report }, at): [string, number][] => (held[at] ? [[report!.id, parts[at]!]] : []));
  return { pack, isLarger, isOrdered, isCombined, shares: new Map(shares) };
}
