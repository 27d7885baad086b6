// Which records of other countries an order lacks, and the report types that search them; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { type FactsOfStays, type TimeAbroad, timeAbroad } from '../requirements/records-abroad-requirement.ts';
import { catalogue } from './catalogue.ts';
import type { ReportType } from './report-type.ts';
import { reportTypeById } from './report-type-rules.ts';

const isForeignRecord = ({ area }: ReportType) => area === 'international_criminal_records';

/** Countries whose criminal record is part of an order. @param typeIds of its reports */
export const countriesOrdered = (typeIds: ReadonlySet<number>): ReadonlySet<string> =>
  new Set(
    [...typeIds].flatMap((id) => {
      const type = reportTypeById(id);
      return type !== undefined && isForeignRecord(type) ? (type.country ?? []) : [];
    }),
  );

const typeFor = (country: string): ReportType | undefined =>
  catalogue.find((type) => type.name === 'criminal_history_international' && type.country === country);

const asksRecordsAbroad = (id: number): boolean => reportTypeById(id)?.requires.includes('records_abroad') === true;

interface RecordAbroad extends TimeAbroad {
  /** The type that searches it; undefined if the catalogue has none. */
  readonly type: ReportType | undefined;
  readonly isOrdered: boolean;
}

/** Empty where no certificate of the United Kingdom is ordered. @param years looked back; 0 for all that is stated */
export function recordsAbroadOf(
  typeIds: ReadonlySet<number>,
  facts: FactsOfStays,
  givenOn: IsoDate,
  years?: number,
): RecordAbroad[] {
  if (![...typeIds].some(asksRecordsAbroad)) return [];
  const ordered = countriesOrdered(typeIds);
  return timeAbroad(facts, givenOn, years).map((time) => ({
    ...time,
    type: typeFor(time.country),
    isOrdered: ordered.has(time.country),
  }));
}
