// Lists the bank holidays of the United Kingdom by jurisdiction, with their source and the last day covered.
import type { IsoDate } from './dates.ts';

export type Jurisdiction = 'england_and_wales' | 'scotland' | 'northern_ireland';

/** GOV.UK publishes the dates a year or two ahead. From the day after, only weekends are known not to be worked. */
export const bankHolidaysSource = {
  title: 'UK bank holidays, GOV.UK',
  address: 'https://www.gov.uk/bank-holidays',
  checkedOn: '2026-11-22',
  endsOn: '2027-12-31',
} as const;

const inYear = (year: number, days: readonly string[]) => days.map((day): IsoDate => `${year}-${day}`);

/** The days off of each part of the country, besides weekends. */
export type Calendar = Readonly<Record<Jurisdiction, ReadonlySet<IsoDate>>>;

export const bankHolidays: Calendar = {
  england_and_wales: new Set([
    ...inYear(2024, ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26']),
    ...inYear(2025, ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26']),
    ...inYear(2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']),
    ...inYear(2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']),
  ]),
  scotland: new Set([
    ...inYear(2024, ['01-01', '01-02', '03-29', '05-06', '05-27', '08-05', '12-02', '12-25', '12-26']),
    ...inYear(2025, ['01-01', '01-02', '04-18', '05-05', '05-26', '08-04', '12-01', '12-25', '12-26']),
    // 15 June: by royal proclamation.
    ...inYear(2026, ['01-01', '01-02', '04-03', '05-04', '05-25', '06-15', '08-03', '11-30', '12-25', '12-28']),
    ...inYear(2027, ['01-01', '01-04', '03-26', '05-03', '05-31', '08-02', '11-30', '12-27', '12-28']),
  ]),
  northern_ireland: new Set([
    ...inYear(2024, ['01-01', '03-18', '03-29', '04-01', '05-06', '05-27', '07-12', '08-26', '12-25', '12-26']),
    ...inYear(2025, ['01-01', '03-17', '04-18', '04-21', '05-05', '05-26', '07-14', '08-25', '12-25', '12-26']),
    ...inYear(2026, ['01-01', '03-17', '04-03', '04-06', '05-04', '05-25', '07-13', '08-31', '12-25', '12-28']),
    ...inYear(2027, ['01-01', '03-17', '03-26', '03-29', '05-03', '05-31', '07-12', '08-30', '12-27', '12-28']),
  ]),
};
