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
