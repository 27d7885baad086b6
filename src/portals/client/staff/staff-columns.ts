// The columns of a spreadsheet of staff who were screened elsewhere, and each row as what is stated of a person.
import type { SubsidiaryWords } from '../../../features/accounts/subsidiary-words.ts';
import { kindOfRecord, kinds, type RecordKind, recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import {
  LEVEL_INPUT,
  reportInputs,
  readStated as statedIn,
} from '../../../features/stated-staff/stated-staff-rules.ts';
import { type IsoDate, parseDate } from '../../../lib/dates.ts';
import type { Column } from '../../../lib/sheet-rows.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { bulkColumns, columnsOf, oneNameColumn, workKindColumn } from '../../shared/bulk-orders/bulk-rows.ts';
import { OF_NO_SUBSIDIARY } from '../../shared/orders/order-submission.ts';

const ofBulk = (input: string) => bulkColumns.find((column) => column.input === input)!;

/** How spreadsheets name the same besides. */
const otherNames: Partial<Readonly<Record<RecordKind, readonly string[]>>> = {
  criminal_record: ['dbs', 'dbs certificate'],
  barred_list: ['barred list check', 'list 99', 'childrens barred list'],
  prohibition: ['prohibition', 'prohibition order', 'prohibition from teaching check'],
  section_128: ['section 128 check', 's128', 'prohibition from management'],
  qualifications: ['qualification', 'qts'],
  abroad: ['overseas checks', 'overseas check', 'check abroad'],
  childcare: ['disqualification', 'childcare disqualification check', 'disqualification by association'],
};

const detailNames: Partial<Readonly<Record<RecordKind, readonly string[]>>> = {
  criminal_record: ['certificate number', 'dbs number', 'dbs certificate number', 'disclosure number'],
  prohibition: ['teacher reference number', 'trn'],
  qualifications: ['qualification', 'qualifications'],
  abroad: ['countries', 'countries checked'],
};

const levelColumn: Column = {
  ...{ input: LEVEL_INPUT, title: `${recordKinds.criminal_record.label} level`, example: 'enhanced' },
  called: ['dbs level', 'level of disclosure', 'disclosure level', 'dbs type'],
};

function columnsOfKind(kind: RecordKind): Column[] {
  const { on, until, by, detail } = reportInputs(kind);
  const { label, detail: detailLabel } = kindOfRecord(kind);
  const names = [label.toLowerCase(), ...(otherNames[kind] ?? [])];
  const called = (...words: readonly string[]) => names.flatMap((name) => words.map((word) => `${name} ${word}`));
  const dated = called('date', 'completed', 'issued', 'checked');
  return [
    { input: on, title: `${label} on`, called: [...dated, ...called('on').slice(1)], example: '27/03/2025' },
    { input: until, title: `${label} until`, called: called('expires', 'expiry', 'expires on'), example: '' },
    {
      ...{ input: by, title: `${label} by`, example: '' },
      called: called('by', 'done by', 'provider', 'where', 'asked by', 'checked by'),
    },
    ...(detailLabel === undefined
      ? []
      : [
          {
            ...{ input: detail, title: `${label}: ${detailLabel.toLowerCase()}`, example: '' },
            called: detailNames[kind] ?? [],
          },
        ]),
    ...(kind === 'criminal_record' ? [levelColumn] : []),
  ];
}

/** @param ofSubsidiaries whether each row may be for another subsidiary. @param asked of which kinds; all are read, whoever keeps them */
export const staffColumns = (
  ofSubsidiaries: boolean,
  units: SubsidiaryWords,
  asked: readonly RecordKind[] = kinds,
): readonly Column[] => {
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
    workKindColumn,
    ...asked.flatMap(columnsOfKind),
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
