// What the record of staff says of one kind of check of a person: each check with its day, its number and who did it; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { partOfList } from '../report-types/disclosure-knowledge.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import { unconfirmedSentence } from '../reports/unconfirmed-rules.ts';
import { outcomeText, reportOutcome } from '../results/report-document-rules.ts';
import { criminalLevels, kindOf, kindsOf, type RecordKind, recordKinds } from '../stated-staff/record-kind-rules.ts';
import { allReports, type RecordedPerson, type RecordedReport, type StatedHeld } from './central-record-rules.ts';

/** What a print or a file shows of the record. */
export interface RecordForm {
  /** The columns. */
  readonly kinds: readonly RecordKind[];
  /** Whose the reports are. */
  readonly operator: string;
  /** Without them a reader learns that somebody was checked, and not what was found. */
  readonly withResults: boolean;
}

export interface RecordEntry {
  /** What was checked, where the kind alone does not say it. */
  readonly what: string;
  /** Empty where results are left out. */
  readonly result: string;
  readonly on: IsoDate;
  readonly by: string;
  /** Of a certificate, or what the client says of it. */
  readonly number: string;
  /** Of a certificate. */
  readonly issuedOn: string;
  readonly until: IsoDate | null;
  readonly isStated: boolean;
}

/** What the report says was not confirmed, in sentences. */
export const unconfirmedIn = ({ report }: RecordedReport): string[] =>
  (report.findings.unconfirmed ?? []).map(unconfirmedSentence);

export const recordedResult = (one: RecordedReport): string => {
  const outcome = outcomeText(reportOutcome({ ...one.report, unable: unableWords(one.report.findings.properties) }));
  return unconfirmedIn(one).length === 0 ? outcome : `${outcome}, not everything confirmed`;
};

/** The barred lists and other options that were ordered with it. */
export const optionsText = ({ type, report }: RecordedReport): string =>
  type.options
    .filter(({ name }) => report.options?.some((ordered) => ordered.name === name))
    .map(({ label }) => label)
    .join('; ');

const partTexts = { clear: 'Clear', consider: 'See the report' } as const;

/** Of each barred list that was searched, by its part. */
const listsIn = ({ type, report }: RecordedReport): { readonly label: string; readonly answer: string }[] =>
  Object.values(partOfList).flatMap((part) => {
    const { label } = type.breakdown[part] ?? {};
    const answer = report.findings.breakdown[part]?.result ?? 'not_requested';
    return label === undefined || answer === 'not_requested' ? [] : [{ label, answer }];
  });

/** A list that is part of a certificate was searched when it was issued. */
function listEntry(one: RecordedReport, { operator, withResults }: RecordForm): RecordEntry {
  const lists = listsIn(one);
  const answers = lists.map(({ answer }) => partTexts[answer === 'clear' ? 'clear' : 'consider']);
  return {
    what: lists.length === 0 ? one.type.label : lists.map(({ label }) => label).join(', '),
    result: withResults ? (answers.find((text) => text !== partTexts.clear) ?? answers[0] ?? recordedResult(one)) : '',
    ...{ on: one.certificate.issuedOn || one.completedOn, by: operator, number: '', issuedOn: '', until: null },
    isStated: false,
  };
}

const reportEntry = (one: RecordedReport, { operator, withResults }: RecordForm): RecordEntry => ({
  what: one.type.label,
  result: withResults ? recordedResult(one) : '',
  // That a permission ends is what was found.
  ...{ on: one.completedOn, by: operator, until: withResults ? one.permissionEndsOn : null, isStated: false },
  ...one.certificate,
});

const statedEntry = (
  { completedOn, expiresOn, source, detail, level, isOfGroup = false }: StatedHeld,
  { operator, withResults }: RecordForm,
): RecordEntry => ({
  what: level === null ? '' : criminalLevels[level],
  ...{ result: isOfGroup && withResults ? 'Clear' : '', on: completedOn, number: detail, issuedOn: '' },
  // That a permission ends is what was found.
  ...{ by: isOfGroup ? operator : source, until: isOfGroup && !withResults ? null : expiresOn, isStated: !isOfGroup },
});

const isOf = ({ type, report }: RecordedReport, kind: RecordKind) => kindsOf(type, report.options).includes(kind);

/** Of a kind; the client's look at the identity comes before the reports on it. */
export function entriesOf(person: RecordedPerson, kind: RecordKind, form: RecordForm): RecordEntry[] {
  const { identity } = person;
  const seen =
    kind !== 'identity' || identity === undefined
      ? []
      : [
          {
            ...{ what: 'Confirmed', result: '', on: identity.on, by: identity.by, number: '' },
            ...{ issuedOn: '', until: null, isStated: false },
          },
        ];
  const ofKind = kind === 'barred_list' ? listEntry : reportEntry;
  return [
    ...seen,
    ...allReports(person)
      .filter((one) => isOf(one, kind))
      .map((one) => ofKind(one, form)),
    ...person.stated.filter((one) => one.kind === kind).map((one) => statedEntry(one, form)),
  ];
}

/** What stands in none of the columns. */
export const otherEntries = (person: RecordedPerson, form: RecordForm): RecordEntry[] => [
  ...allReports(person)
    .filter((one) => !form.kinds.some((kind) => isOf(one, kind)))
    .map((one) => reportEntry(one, form)),
  ...person.stated
    .filter(({ kind }) => !form.kinds.includes(kind))
    .map((one) => ({ ...statedEntry(one, form), what: recordKinds[one.kind].label })),
];

/** Why there is no entry of a kind. */
export function absenceOf({ gaps, hasLeft }: RecordedPerson, kind: RecordKind): 'missing' | 'none' | 'not_asked' {
  const kindOfGap = (gap: (typeof gaps)[number]) => {
    const type = gap.report_type_id === null ? undefined : reportTypeById(gap.report_type_id);
    return gap.kind ?? (type && kindOf(type));
  };
  if (gaps.some((gap) => kindOfGap(gap) === kind)) return 'missing';
  return hasLeft ? 'none' : 'not_asked';
}

/** What a reader without results learns of a decision: that the client found the person suitable. */
export const isSatisfactory = (decision: ClientDecision): boolean => decision !== 'not_suitable';
