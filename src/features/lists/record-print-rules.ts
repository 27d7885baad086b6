// A person of the record of staff on paper: a cell for each kind of check, of which none is empty; pure.

import { formatLongDate, formatShortDate } from '../../lib/dates.ts';
import { decisionWords } from '../../messages/en-client-decisions.ts';
import { confirmationLines } from '../agency-workers/agency-confirmation-rules.ts';
import { workKindLabel } from '../applicants/work-kind-rules.ts';
import { type RecordKind, recordKinds } from '../stated-staff/record-kind-rules.ts';
import type { RecordedPerson } from './central-record-rules.ts';
import {
  absenceOf,
  entriesOf,
  isSatisfactory,
  otherEntries,
  type RecordEntry,
  type RecordForm,
} from './record-entry-rules.ts';
import { gapText, gapTextWithoutResults } from './record-gap-rules.ts';

/** Each entry as its lines. */
type Cell = readonly (readonly string[])[];

interface PrintedColumn {
  readonly text: string;
  readonly cellOf: (person: RecordedPerson) => Cell;
}

const lines = (...texts: readonly string[]): string[] => texts.filter((text) => text !== '');
const labelled = (label: string, text: string): string => (text === '' ? '' : `${label} ${text}`);
const onDay = (day: string): string => (day === '' ? '' : formatShortDate(day));

const linesOf = ({ what, result, on, by, number, issuedOn, until, isStated }: RecordEntry, kind?: RecordKind) =>
  lines(
    what === (kind && recordKinds[kind].label) ? '' : what,
    result,
    // The day is never taken for that of the certificate.
    issuedOn === '' ? onDay(on) : `checked ${onDay(on)}`,
    labelled('issued', onDay(issuedOn)),
    kind === 'criminal_record' ? labelled('No.', number) : number,
    labelled('until', onDay(until ?? '')),
    [labelled(kind === 'childcare' ? 'asked by' : 'by', by), isStated ? 'stated' : ''].filter(Boolean).join(', '),
  );

const absences = {
  missing: 'Missing',
  none: 'None',
  not_asked: 'Not asked for',
} as const;

const ofKind = (kind: RecordKind, form: RecordForm): PrintedColumn => ({
  text: recordKinds[kind].label,
  cellOf: (person) => {
    const entries = entriesOf(person, kind, form);
    return entries.length === 0 ? [[absences[absenceOf(person, kind)]]] : entries.map((one) => linesOf(one, kind));
  },
});

function decisionLines({ decision, orderId }: RecordedPerson, withResults: boolean): string[] {
  // There is nothing to decide about who was never ordered for.
  if (orderId === null) return [absences.not_asked];
  if (!withResults && (decision === undefined || !isSatisfactory(decision.decision)))
    return ['Not recorded as satisfactory'];
  if (decision === undefined) return ['Not decided'];
  const label = withResults ? decisionWords[decision.decision].label : 'Satisfactory';
  return lines(label, onDay(decision.on), labelled('by', decision.by));
}

/** @param people those who are printed: other checks have a column if somebody has any */
export function printedColumns(form: RecordForm, people: readonly RecordedPerson[]): PrintedColumn[] {
  const { withResults } = form;
  const others: PrintedColumn = {
    text: 'Other checks',
    cellOf: (person) => {
      const entries = otherEntries(person, form);
      return entries.length === 0 ? [['None']] : entries.map((one) => linesOf(one));
    },
  };
  const toText = withResults ? gapText : gapTextWithoutResults;
  return [
    ...form.kinds.map((kind) => ofKind(kind, form)),
    ...(people.some((person) => otherEntries(person, form).length > 0) ? [others] : []),
    { text: withResults ? 'Decision' : 'Satisfactory', cellOf: (person) => [decisionLines(person, withResults)] },
    {
      text: 'Missing',
      cellOf: ({ gaps, hasLeft }) => {
        if (hasLeft) return [['Not looked at: has left, or is not suitable']];
        return gaps.length === 0 ? [['Nothing missing']] : [...new Set(gaps.map(toText))].map((text) => [text]);
      },
    },
  ];
}

/** What stands above the checks of a person, after their name. @param place where they work; undefined where all work at one */
export const printedFacts = (
  { dob, job, workKind, agency, startsOn, employeeNumber, hasLeft, isEarlyStart }: RecordedPerson,
  place: string | undefined,
): string[] =>
  lines(
    labelled('born', dob && formatLongDate(dob)),
    job,
    workKindLabel(workKind),
    ...(agency === undefined ? [] : confirmationLines(agency)),
    place ?? '',
    labelled('first day', startsOn === null ? '' : formatLongDate(startsOn)),
    isEarlyStart ? 'began before the screening was complete' : '',
    labelled('employee number', employeeNumber),
    hasLeft ? 'has left, or is not suitable' : '',
  );
