// The columns of a spreadsheet of staff who were screened elsewhere, and each row as what is stated of a person.
import type { SubsidiaryWords } from '../../../features/accounts/subsidiary-words.ts';
import { kinds, recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import { reportInputs, readStated as statedIn } from '../../../features/stated-staff/stated-staff-rules.ts';
import { type IsoDate, parseDate } from '../../../lib/dates.ts';
import type { Column } from '../../../lib/sheet-rows.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { bulkColumns, columnsOf, oneNameColumn } from '../../shared/bulk-orders/bulk-rows.ts';
import { OF_NO_SUBSIDIARY } from '../../shared/orders/order-submission.ts';

const ofBulk = (input: string) => bulkColumns.find((column) => column.input === input)!;

const reportColumns = kinds.flatMap((kind): Column[] => {
  const { on, until, by } = reportInputs(kind);
  const { label } = recordKinds[kind];
  const name = label.toLowerCase();
  return [
    {
      input: on,
      title: `${label} on`,
      called: [`${name} date`, `${name} completed`, `${name} issued`],
      example: '27/03/2025',
    },
    {
      input: until,
      title: `${label} until`,
      called: [`${name} expires`, `${name} expiry`, `${name} expires on`],
      example: '',
    },
    { input: by, title: `${label} by`, called: [`${name} done by`, `${name} provider`, `${name} where`], example: '' },
  ];
});

/** @param ofSubsidiaries whether each row may be for another subsidiary */
export const staffColumns = (ofSubsidiaries: boolean, units: SubsidiaryWords): readonly Column[] => {
  const subsidiary = columnsOf(ofSubsidiaries, false, units).find(({ input }) => input === 'subsidiary');
  const { isRequired: _isAsked, ...email } = ofBulk('email');
  return [
    ...['first_name', 'last_name', 'dob'].map(ofBulk),
    email,
    { ...ofBulk('position'), input: 'job', title: 'Job' },
    ...(subsidiary === undefined ? [] : [subsidiary]),
    { ...ofBulk('other_reference'), input: 'employee_number', title: 'Employee number' },
    {
      ...{ input: 'starts_on', title: 'First day', example: '01/04/2025' },
      called: ['start date', 'started', 'first day of work', 'date started', 'joined'],
    },
    ...reportColumns,
    oneNameColumn,
  ];
};

/** As people write it; undefined for a text that is no day. */
const dayOf = (text: string): IsoDate | undefined => {
  const [day, month, year] = dayParts(text);
  return parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};

/** @param chosen the subsidiary, or that it is for none; by default that of the user */
export const readStated = (typed: (input: string) => string, chosen: string, own: string | null) =>
  statedIn(typed, dayOf, chosen === OF_NO_SUBSIDIARY ? null : chosen === '' ? own : chosen);
