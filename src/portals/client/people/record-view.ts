// A person of the record of staff as its page shows them: what is held of each kind, the decision, and what is missing.

import { confirmedText } from '../../../features/agency-workers/agency-confirmation-rules.ts';
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import {
  allReports,
  type RecordedPerson,
  type RecordedReport,
  type StatedHeld,
} from '../../../features/lists/central-record-rules.ts';
import { gapText } from '../../../features/lists/record-gap-rules.ts';
import { unableWords } from '../../../features/report-types/unable-to-verify.ts';
import { reportOutcome } from '../../../features/results/report-document-rules.ts';
import {
  criminalLevels,
  kindOf,
  type RecordKind,
  recordKinds,
} from '../../../features/stated-staff/record-kind-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type ClientDecision, decisionWords } from '../../../messages/en-client-decisions.ts';
import { outcomeTag } from '../../shared/status-tags.ts';
import { personHref } from './renewal-view.ts';

/** Kinds that are read together share a column: more columns are not read at once on a screen. */
const columnTexts = {
  right_to_work: recordKinds.right_to_work.label,
  criminal_record: 'Criminal record',
  school: 'Teaching and childcare',
  other: 'Other checks',
} as const;

type Column = keyof typeof columnTexts;

const columnsOfKinds: Partial<Readonly<Record<RecordKind, Column>>> = {
  ...{ right_to_work: 'right_to_work', criminal_record: 'criminal_record', barred_list: 'criminal_record' },
  ...{ abroad: 'criminal_record', prohibition: 'school', section_128: 'school', childcare: 'school' },
};

const decisionClasses: Readonly<Record<ClientDecision, string>> = {
  suitable: 'govuk-tag--green',
  suitable_with_conditions: 'govuk-tag--orange',
  not_suitable: 'govuk-tag--red',
};

const lineOf = (
  { type, report, completedOn, renewOn, isMonitored, permissionEndsOn }: RecordedReport,
  today: IsoDate,
) => ({
  label: type.label,
  href: `/portal/checks/${report.checkId}/reports/${report.id}`,
  tag: outcomeTag(reportOutcome({ ...report, unable: unableWords(report.findings.properties) })),
  completedOn,
  renewOn,
  isOverdue: renewOn !== null && renewOn < today,
  isMonitored,
  endsOn: permissionEndsOn,
  isOver: permissionEndsOn !== null && permissionEndsOn < today,
  isUnconfirmed: (report.findings.unconfirmed ?? []).length > 0,
});

const columnOfKind = (kind: RecordKind | undefined): Column =>
  (kind === undefined ? undefined : columnsOfKinds[kind]) ?? 'other';

const columnOf = ({ type }: RecordedReport): Column => columnOfKind(kindOf(type));

function statedTag({ kind, isOfGroup = false }: StatedHeld, isStatedOnly: boolean): string {
  if (isOfGroup) return 'Clear';
  if (kind === 'childcare') return 'Declared';
  return isStatedOnly ? 'Screened elsewhere' : 'Stated by you';
}

function statedLine(one: StatedHeld, isStatedOnly: boolean, today: IsoDate) {
  const { kind, completedOn, source, detail, level, renewOn } = one;
  const tag = statedTag(one, isStatedOnly);
  const about = [level === null ? '' : criminalLevels[level], detail].filter((text) => text !== '').join(', ');
  return {
    column: columnOfKind(kind),
    label: recordKinds[kind].label,
    ...{ completedOn, renewOn, tag },
    about,
    by: one.isOfGroup
      ? 'Ordered by another part of your organisation'
      : tag === 'Stated by you'
        ? source
        : `Stated by you${source === '' ? '' : `: ${source}`}`,
    isOverdue: renewOn !== null && renewOn < today,
    // What is stated is renewed by its last day.
    ...(one.isOfGroup && { endsOn: one.expiresOn, isOver: one.expiresOn !== null && one.expiresOn < today }),
  };
}

/** @param shown the kinds that the record shows */
export const recordColumnTexts = (shown: readonly RecordKind[]) =>
  (Object.keys(columnTexts) as Column[])
    .filter((name) => name !== 'school' || shown.some((kind) => columnOfKind(kind) === 'school'))
    .map((name) => ({ name, text: columnTexts[name] }));

export function recordRow(person: RecordedPerson, today: IsoDate) {
  const { id, firstName, lastName, decision, startsOn, isEarlyStart, hasLeft, gaps } = person;
  return {
    id,
    name: fullName(firstName, lastName),
    href: personHref(id),
    job: person.job,
    workKind: workKindLabel(person.workKind),
    agency: person.agency && { ...person.agency, confirms: confirmedText(person.agency) },
    isStatedOnly: person.orderId === null,
    stated: Object.groupBy(
      person.stated.map((one) => statedLine(one, person.orderId === null, today)),
      ({ column }) => column,
    ),
    start: startsOn === null ? undefined : { on: startsOn, isEarly: isEarlyStart, isToCome: startsOn > today },
    held: Object.groupBy(
      allReports(person).map((one) => ({ column: columnOf(one), ...lineOf(one, today) })),
      ({ column }) => column,
    ),
    decision: decision && {
      ...{ text: decisionWords[decision.decision].label, classes: decisionClasses[decision.decision] },
      ...{ on: decision.on, by: decision.by },
    },
    hasLeft,
    gaps: gaps.map(gapText),
  };
}
