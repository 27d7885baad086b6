// The terms on which an account may order a report type, each with its names in rows, files and forms; pure.

interface Term {
  /** Its column in `account_report_types`. */
  readonly row: string;
  /** Its column in the file of agreements. */
  readonly file: string;
  /** Its input, and what its messages begin with. */
  readonly input: string;
  readonly called: string;
  /** Where it stands beside its value. */
  readonly short: string;
  /** Money is typed in pounds and kept in pence. */
  readonly isMoney: boolean;
  readonly least: number;
  readonly most: number;
}

const money = { isMoney: true, least: 0, most: 100_000_000 } as const;
const count = { isMoney: false, least: 1 } as const;

export const terms = {
  /** Without VAT. */
  pricePence: { row: 'price_pence', file: 'price_gbp', input: 'price', called: 'the price', short: 'price', ...money },
  /** What an authority charges for a report, passed on at cost. */
  feePence: { row: 'fee_pence', file: 'fee_gbp', input: 'fee', called: 'the fee', short: 'fee', ...money },
  /** Without it, the number of the catalogue applies. */
  workingDays: {
    row: 'working_days',
    file: 'working_days',
    input: 'days',
    called: 'the number of days',
    short: 'working days',
    ...count,
    most: 365,
  },
  /** After how many months a complete report is due for renewal; never without it. */
  renewAfterMonths: {
    row: 'renew_after_months',
    file: 'renew_after_months',
    input: 'renew',
    called: 'the number of months',
    short: 'months to renewal',
    isMoney: false,
    // A renewal is announced two months before.
    least: 3,
    most: 120,
  },
} as const satisfies Readonly<Record<string, Term>>;

export type TermName = keyof typeof terms;
export const termNames = Object.keys(terms) as readonly TermName[];

/** Null where nothing is agreed. */
export type AgreedTerms = Readonly<Record<TermName, number | null>>;
/** NaN for a text that is no number. */
export type TypedTerms = Readonly<Partial<Record<TermName, number | undefined>>>;

type RowOf<Name extends TermName> = (typeof terms)[Name]['row'];
export type TermsRow = Readonly<Record<RowOf<TermName>, number | null>>;

export const eachTerm = <Value>(find: (name: TermName) => Value): Readonly<Record<TermName, Value>> =>
  Object.fromEntries(termNames.map((name) => [name, find(name)])) as Record<TermName, Value>;

export const termsOfRow = (row: TermsRow): AgreedTerms => eachTerm((name) => row[terms[name].row]);

export const rowOfTerms = (given: TypedTerms): TermsRow =>
  Object.fromEntries(termNames.map((name) => [terms[name].row, given[name] ?? null])) as unknown as TermsRow;

export const areSameTerms = (one: AgreedTerms, other: AgreedTerms): boolean =>
  termNames.every((name) => one[name] === other[name]);

/** What is wrong with a value; undefined if it may be agreed. */
export function termProblem(name: TermName, value: number | undefined): string | undefined {
  const { isMoney, least, most } = terms[name];
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return undefined;
  return isMoney
    ? `must be a whole number of pence, at most ${most.toLocaleString('en-GB')}`
    : `must be a whole number from ${least} to ${most}`;
}
