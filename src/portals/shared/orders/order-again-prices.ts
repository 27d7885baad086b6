// What an order that is repeated costs today, by report and as the package that it was of.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isRenewal, reportsToOrderAgain } from '../../../features/orders/order-again-actions.ts';
import { type Orderable, readOrderableOf } from '../../../features/orders/order-body-actions.ts';
import { type PackageAgain, packageAgain } from '../../../features/orders/package-again-rules.ts';
import { feeOf, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { inPounds } from '../../../lib/money.ts';
import { agreedPrice } from '../page-filters.ts';
import { confirmedPrices, type PricedItem } from './confirmed-prices.ts';

export interface PricedReport extends PricedItem {
  readonly id: string;
  readonly label: string;
}

/** Each at its part of the price of a package, if it has one, else at its own price. */
function pricesOf(
  reports: readonly Report[],
  { availableTypes }: Orderable,
  shares: PackageAgain['shares'],
): PricedReport[] {
  return reports.map(({ id, reportTypeId, name, options }) => {
    const agreed = availableTypes.get(reportTypeId);
    const pence = agreed && (shares.get(id) ?? agreed.pricePence);
    return {
      id,
      label: reportTypeById(reportTypeId)?.label ?? name,
      typeId: reportTypeId,
      quantity: 1,
      pence,
      feePence: feeOf(agreed && { ...agreed, pricePence: pence ?? null }, options?.map((one) => one.name) ?? []),
    };
  });
}

const labelsOf = ({ items }: NonNullable<PackageAgain['pack']>): string =>
  items
    .map(({ report_type_id: id, quantity }) => {
      const label = reportTypeById(id)?.label ?? String(id);
      return quantity === 1 ? label : `${quantity} × ${label}`;
    })
    .join(', ');

/** Undefined if there is nothing to say: the order is of no package, or of one that costs what its reports cost. */
function textOf({ pack, isLarger, isOrdered }: PackageAgain, isComplete: boolean): string | undefined {
  if (pack === undefined) return 'The package of this order is not offered any more: each report has its own price.';
  const { name, price_pence: price } = pack;
  const larger = `This order holds only a part of the package “${name}” as it is today: ${labelsOf(pack)}.`;
  if (isComplete && isLarger) return `${larger} Each report here has its own price. Place a new order for the package.`;
  if (isComplete && price !== null && isOrdered)
    return `As the package “${name}” they cost ${inPounds(price)} together: ${labelsOf(pack)}. If you choose fewer of them, each has its own price.`;
  if (!isComplete && price !== null && isOrdered)
    return `Its reports have their part of the price of the package “${name}”, which is ${inPounds(price)} today for ${labelsOf(pack)}.`;
  return isLarger ? larger : undefined;
}

/** What can be ordered again: of a complete order any of it, so that each report stands at its own price. */
export async function againPrices(ctx: Ctx, check: Check) {
  const orderable = await readOrderableOf(ctx, check.tenant.accountId, check.subsidiaryId);
  const possible = reportsToOrderAgain(check);
  const pack = packageAgain(check, possible, orderable);
  const isComplete = isRenewal(check);
  const reports = pricesOf(possible, orderable, isComplete ? new Map() : (pack?.shares ?? new Map()));
  const ofPackage = [...(pack?.shares.values() ?? [])].reduce((sum, share) => sum + share, 0);
  return {
    reports,
    confirmed: `${confirmedPrices(reports)};${ofPackage}`,
    packageText: pack && textOf(pack, isComplete),
  };
}

export function priceText({ pence, feePence }: Pick<PricedItem, 'pence' | 'feePence'>): string {
  return pence === undefined ? 'Not available any more' : agreedPrice(pence, feePence);
}
