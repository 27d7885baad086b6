// What each report of a package costs, where the package has a price of its own; pure.

/**
 * Spreads the price over the reports in proportion to their own prices, evenly if none has one. The sum is exactly the price,
 * so that a report that is credited takes back its share. All in pence. @param prices of the reports alone, null where none is agreed
 */
export function spreadPrice(pricePence: number, prices: readonly (number | null)[]): number[] {
  const own = prices.some((price) => price !== null && price > 0)
    ? prices.map((price) => price ?? 0)
    : prices.map(() => 1);
  const total = own.reduce((sum, one) => sum + one, 0);
  let before = 0;
  return own.map((one) => {
    const from = Math.round((pricePence * before) / total);
    before += one;
    return Math.round((pricePence * before) / total) - from;
  });
}
