// Compares stated employments with the companies of that name at Companies House; pure.
import type { Static } from 'typebox';
import type { Outcome } from '../../features/reports/report-rules.ts';
import type { DayOrMonth } from '../../lib/dates.ts';
import type { FoundCompanies } from './companies-house-answers.ts';

export type Company = Static<typeof FoundCompanies>['items'][number];

export interface Employment {
  readonly employer: string;
  readonly from: DayOrMonth;
  /** null for the present employment. */
  readonly until: DayOrMonth | null;
}

/** The endings of names that say the kind of company only, as people write them. */
const endings = /\b(?:limited|ltd|plc|public limited company|llp|limited liability partnership|cic)$/;

/** The name without its ending, punctuation and article: `The Brook & Bank Co. Ltd` is `brook and bank co`. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.replace(/^the /, '').replace(endings, '').trim();
}

/** Of the same name: others only resemble it. */
const ofName = (companies: readonly Company[], employer: string): Company[] =>
  companies.filter(({ title }) => plainName(title) === plainName(employer));

export type EmployerVerdict = 'existed' | 'not_throughout' | 'not_found';

const monthOf = (date: string) => date.slice(0, 7);

/** Compares months, because candidates may leave out the day. A company without dates may have existed at any time. */
const existedIn = (
  { date_of_creation: begun, date_of_cessation: ended }: Company,
  { from, until }: Employment,
  today: string,
) =>
  (begun === undefined || monthOf(begun) <= monthOf(from)) &&
  (ended === undefined || monthOf(ended) >= monthOf(until ?? today));

export interface EmployerRow {
  readonly employment: Employment;
  readonly companies: readonly Company[];
  readonly verdict: EmployerVerdict;
}

/** @param found the companies that a search for the employer's name gave */
export function employerRow(employment: Employment, found: readonly Company[], today: string): EmployerRow {
  const companies = ofName(found, employment.employer);
  if (companies.length === 0) return { employment, companies, verdict: 'not_found' };
  const through = companies.filter((company) => existedIn(company, employment, today));
  return through.length === 0
    ? { employment, companies, verdict: 'not_throughout' }
    : { employment, companies: through, verdict: 'existed' };
}

const datesOf = ({ company_number, date_of_creation: begun, date_of_cessation: ended }: Company) =>
  [`${company_number} from ${begun ?? 'an unknown date'}`, ...(ended === undefined ? [] : [`until ${ended}`])].join(
    ' ',
  );

const explanations: Readonly<Record<EmployerVerdict, (companies: readonly Company[]) => string>> = {
  existed: (companies) => `existed then as ${companies.map(({ company_number }) => company_number).join(' or ')}`,
  not_throughout: (companies) => `did not exist all that time: ${companies.map(datesOf).join('; ')}`,
  not_found: () => 'is the name of no company now: it may be a trading name, a former name, or no company',
};

const explained = ({ employment: { employer, from, until }, companies, verdict }: EmployerRow) =>
  `${employer} (${from} to ${until ?? 'today'}) ${explanations[verdict](companies)}.`;

/**
 * The register shows whether an employer existed, and never that the candidate worked there; and a company is found by
 * its name alone. So a person decides on every result.
 */
export function employersOutcome(rows: readonly EmployerRow[], leftOut: number, today: string): Outcome {
  const allExisted = rows.every(({ verdict }) => verdict === 'existed') && leftOut === 0;
  return {
    result: 'unidentified',
    subResult: null,
    findings: {
      breakdown: { employer_exists: { result: allExisted ? 'clear' : 'unidentified' } },
      properties: {
        employments: rows.map(({ employment: { employer, from, until }, companies, verdict }) => ({
          employer,
          from,
          to: until,
          employer_exists: verdict,
          companies: companies.map((one) => ({
            company_number: one.company_number,
            company_name: one.title,
            company_status: one.company_status ?? null,
            incorporated_on: one.date_of_creation ?? null,
            dissolved_on: one.date_of_cessation ?? null,
          })),
        })),
      },
      notes: [
        `Companies House, searched on ${today}, by name.`,
        ...rows.map(explained),
        ...(leftOut === 0 ? [] : [`${leftOut} earlier employers were not searched.`]),
      ].join(' '),
    },
  };
}
