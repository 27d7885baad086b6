// Money as people read it; everywhere else it is whole pence.

let pounds: Intl.NumberFormat | undefined;

/** `£1,028.50` */
export function inPounds(pence: number): string {
  // Creating a format takes several milliseconds, which a start need not spend.
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  return pounds.format(pence / 100);
}
