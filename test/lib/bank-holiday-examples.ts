// Bank holidays of the United Kingdom as GOV.UK publishes them.
import { bankHolidays, type Jurisdiction } from '../../src/lib/bank-holidays.ts';
import type { Published } from '../support/published-examples.ts';

const jurisdictions = Object.keys(bankHolidays) as Jurisdiction[];

/** 15 June 2026: by the royal proclamation of 4 February 2026. */
export const publishedHolidays: Published<readonly [day: string, title: string, where: readonly Jurisdiction[]]> = {
  rule: 'bank_holidays',
  source: 'gov.uk/bank-holidays',
  examples: [
    ['2026-01-01', 'New Year’s Day', jurisdictions],
    ['2026-01-02', '2nd January', ['scotland']],
    ['2026-03-17', 'St Patrick’s Day', ['northern_ireland']],
    ['2026-04-03', 'Good Friday', jurisdictions],
    ['2026-04-06', 'Easter Monday', ['england_and_wales', 'northern_ireland']],
    ['2026-05-04', 'Early May bank holiday', jurisdictions],
    ['2026-05-25', 'Spring bank holiday', jurisdictions],
    ['2026-06-15', 'World Cup', ['scotland']],
    ['2026-07-13', 'Battle of the Boyne (substitute day)', ['northern_ireland']],
    ['2026-08-03', 'Summer bank holiday', ['scotland']],
    ['2026-08-31', 'Summer bank holiday', ['england_and_wales', 'northern_ireland']],
    ['2026-11-30', 'St Andrew’s Day', ['scotland']],
    ['2026-12-25', 'Christmas Day', jurisdictions],
    ['2026-12-28', 'Boxing Day (substitute day)', jurisdictions],
    ['2027-01-04', '2nd January (substitute day)', ['scotland']],
    ['2027-03-26', 'Good Friday', jurisdictions],
    ['2027-12-27', 'Christmas Day (substitute day)', jurisdictions],
    ['2027-12-28', 'Boxing Day (substitute day)', jurisdictions],
    ['2026-12-26', 'Boxing Day itself, a Saturday', []],
    ['2025-12-01', 'St Andrew’s Day (substitute day)', ['scotland']],
    ['2024-03-18', 'St Patrick’s Day (substitute day)', ['northern_ireland']],
  ],
};
