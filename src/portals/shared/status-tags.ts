// The tags of the states of checks, reports and people, and of outcomes: a word and a colour.
import { type CheckState, checkStateWords } from '../../features/checks/check-states.ts';
import type { Reference } from '../../features/references/reference.ts';
import type { ReferenceState } from '../../features/references/reference-states.ts';
import type { Report } from '../../features/reports/report.ts';
import type { TrafficLight } from '../../features/reports/report-rules.ts';
import { type ReportState, reportStateWords } from '../../features/reports/report-states.ts';
import { type Outcome, outcomeText, resultWords } from '../../features/results/report-document-rules.ts';

export interface Tag {
  readonly text: string;
  readonly classes: string;
}

/** Complete has no traffic-light colour: the result stands beside it. */
const reportClasses: Readonly<Record<ReportState, string>> = {
  awaiting_data: '',
  awaiting_approval: 'govuk-tag--turquoise',
  paused: 'govuk-tag--yellow',
  complete: 'govuk-tag--purple',
  cancelled: 'govuk-tag--grey',
  withdrawn: 'govuk-tag--grey',
};

const checkClasses: Readonly<Record<CheckState, string>> = {
  awaiting_applicant: 'govuk-tag--yellow',
  in_progress: '',
  on_hold: 'govuk-tag--yellow',
  complete: 'govuk-tag--purple',
  withdrawn: 'govuk-tag--grey',
  cancelled: 'govuk-tag--grey',
};

const lightClasses: Readonly<Record<Outcome['light'], string>> = {
  Green: 'govuk-tag--green',
  Amber: 'govuk-tag--orange',
  Red: 'govuk-tag--red',
  None: 'govuk-tag--grey',
  '': 'govuk-tag--grey',
};

const tagsOf = <State extends string>(
  words: Readonly<Record<State, string>>,
  classes: Readonly<Record<State, string>>,
): Readonly<Record<State, Tag>> =>
  Object.fromEntries(
    Object.entries<string>(words).map(([state, text]) => [state, { text, classes: classes[state as State] }]),
  ) as Record<State, Tag>;

/** The PDF of the results, by the state of the check. */
export const resultsNames: Readonly<Record<CheckState, string>> = {
  awaiting_applicant: 'Interim report (PDF)',
  in_progress: 'Interim report (PDF)',
  on_hold: 'Interim report (PDF)',
  complete: 'Final report (PDF)',
  withdrawn: 'Report of the closed order (PDF)',
  cancelled: 'Report of the closed order (PDF)',
};

export const reportTags = tagsOf(reportStateWords, reportClasses);
/** Of a report that was complete and is open again. */
export const reopenedTag: Tag = { text: 'Reopened', classes: 'govuk-tag--orange' };
export const checkTags = tagsOf(checkStateWords, checkClasses);

const referenceTags: Readonly<Record<ReferenceState, Tag>> = {
  requested: { text: 'Waiting for the referee', classes: 'govuk-tag--yellow' },
  unanswered: { text: 'No answer', classes: 'govuk-tag--orange' },
  undelivered: { text: 'Mail not delivered', classes: 'govuk-tag--red' },
  answered: { text: 'Answered', classes: 'govuk-tag--purple' },
  declined: { text: 'Declined', classes: 'govuk-tag--orange' },
  withdrawn: { text: 'Withdrawn', classes: 'govuk-tag--grey' },
};

/** Nobody was written to: a reference that is taken by telephone waits for the desk, and not for the referee. */
export const referenceTag = ({ status, mailedAt }: Pick<Reference, 'status' | 'mailedAt'>): Tag =>
  status === 'requested' && mailedAt === null
    ? { text: 'To call', classes: 'govuk-tag--orange' }
    : referenceTags[status];

export const restrictedTag: Tag = { text: 'Restricted', classes: 'govuk-tag--yellow' };

/** Restricted data come before every state in which a client's list or page would show the check. */
export const checkTag = ({
  status,
  isRestricted,
}: {
  readonly status: CheckState;
  readonly isRestricted: boolean;
}): Tag => (isRestricted ? restrictedTag : checkTags[status]);

/** In the words of the results document: `Consider, amber`. */
export const outcomeTag = (outcome: Outcome): Tag => ({
  text: outcomeText(outcome),
  classes: lightClasses[outcome.light],
});

/** The result of a check by its worst light: clear where that is green. */
export const lightTags: Readonly<Record<TrafficLight, Tag>> = {
  Green: outcomeTag(resultWords('clear', 'Green')),
  Amber: outcomeTag(resultWords('consider', 'Amber')),
  Red: outcomeTag(resultWords('consider', 'Red')),
};

/** The result that a report has, or that is proposed for it; undefined without one. */
export function resultTag({ result, trafficLight }: Pick<Report, 'result' | 'trafficLight'>): Tag | undefined {
  return result === null ? undefined : outcomeTag(resultWords(result, trafficLight));
}

/** Somebody who never chose a password is invited, and not yet active. */
export function personStatus(person: { readonly disabled_at: Date | null; readonly is_invited: boolean }): Tag {
  if (person.disabled_at !== null) return { text: 'Disabled', classes: 'govuk-tag--grey' };
  return person.is_invited
    ? { text: 'Invited', classes: 'govuk-tag--yellow' }
    : { text: 'Active', classes: 'govuk-tag--green' };
}
