// What each report of a package costs, where the package has a price of its own; pure.

interface PackageItem {
  readonly report_type_id: number;
  readonly quantity: number;
}

/** What each item of a package costs as a part of its price. @param priceOf of a report of a type alone; null where none is agreed */
export function sharesOfItems(
  pricePence: number,
  items: readonly PackageItem[],
  priceOf: (reportTypeId: number) => number | null,
): number[] {
  const reports = items.flatMap((item, at) => Array.from({ length: item.quantity }, () => ({ at, ...item })));
  const shares = spreadPrice(
    pricePence,
    reports.map(({ report_type_id }) => priceOf(report_type_id)),
  );
  return items.map((_, item) =>
    shares.filter((_share, n) => reports[n]!.at === item).reduce((sum, one) => sum + one, 0),
  );
}

/**
 * Spreads the price over the reports in proportion to their own prices; one without counts as their average, because a client
 * may have agreed the package and few single prices. Evenly if none has one. The sum is exactly the price, so that a report
 * that is credited takes back its share. All in pence. @param prices of the reports alone, null where none is agreed
 */
export function spreadPrice(pricePence: number, prices: readonly (number | null)[]): number[] {
  const agreed = prices.filter((price) => price !== null);
  const sum = agreed.reduce((before, one) => before + one, 0);
  const own = prices.map((price) => (sum === 0 ? 1 : (price ?? sum / agreed.length)));
  const total = own.reduce((before, one) => before + one, 0);
  let before = 0;
  return own.map((one) => {
    const from = Math.round((pricePence * before) / total);
    before += one;
    return Math.round((pricePence * before) / total) - from;
  });
}
