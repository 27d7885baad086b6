// Money as people read it; everywhere else it is whole pence.

/** `1028.50`, as a form or a file has it. */
export const amountText = (pence: number): string => (pence / 100).toFixed(2);

let pounds: Intl.NumberFormat | undefined;

/** `£1,028.50` */
export function inPounds(pence: number): string {
  // Creating a format takes several milliseconds, which a start need not spend.
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  return pounds.format(pence / 100);
}

/**
 * Pence of a price such as `28.50` or `£1,028.50`; undefined if it is empty, NaN if it is no price: `5,00` must not be
 * £500.
 */
export function typedPrice(text: string): number | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const [, pounds, pence = ''] = /^£?\s?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
  return pounds === undefined ? Number.NaN : Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'));
}

/** As a price, but less than nothing for a discount: `-10.00`. */
export function typedAmount(text: string): number | undefined {
  const [, minus, price = ''] = /^([-−–]?)\s?(.*)$/s.exec(text.trim()) ?? [];
  const pence = typedPrice(price);
  return minus === '' || pence === undefined ? (minus === '' ? pence : Number.NaN) : -pence;
}
