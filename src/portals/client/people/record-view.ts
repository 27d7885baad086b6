// A person of the record of staff as its page shows them: what is held of each kind, the decision, and what is missing.

import {
  allReports,
  type RecordedPerson,
  type RecordedReport,
  type StatedHeld,
} from '../../../features/lists/central-record-rules.ts';
import { gapText } from '../../../features/lists/record-gap-rules.ts';
import { unableWords } from '../../../features/report-types/unable-to-verify.ts';
import { reportOutcome } from '../../../features/results/report-document-rules.ts';
import { kindOf, type RecordKind, recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type ClientDecision, decisionWords } from '../../../messages/en-client-decisions.ts';
import { outcomeTag } from '../../shared/status-tags.ts';
import { personHref } from './renewal-view.ts';

/** Of other kinds all stand together: more columns are not read at once. */
const columnTexts = {
  right_to_work: recordKinds.right_to_work.label,
  criminal_record: recordKinds.criminal_record.label,
  other: 'Other checks',
} as const satisfies Partial<Record<RecordKind | 'other', string>>;

type Column = keyof typeof columnTexts;

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
  kind === 'right_to_work' || kind === 'criminal_record' ? kind : 'other';

const columnOf = ({ type }: RecordedReport): Column => columnOfKind(kindOf(type));

const statedLine = ({ kind, completedOn, source, renewOn }: StatedHeld, today: IsoDate) => ({
  column: columnOfKind(kind),
  label: recordKinds[kind].label,
  ...{ completedOn, source, renewOn },
  isOverdue: renewOn !== null && renewOn < today,
});

export const recordColumnTexts = Object.entries(columnTexts).map(([name, text]) => ({ name, text }));

export function recordRow(person: RecordedPerson, today: IsoDate) {
  const { id, firstName, lastName, decision, startsOn, isEarlyStart, hasLeft, gaps } = person;
  return {
    id,
    name: fullName(firstName, lastName),
    href: personHref(id),
    job: person.job,
    isStatedOnly: person.orderId === null,
    stated: Object.groupBy(
      person.stated.map((one) => statedLine(one, today)),
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
