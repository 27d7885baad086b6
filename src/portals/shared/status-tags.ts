// The tags of the states of checks and reports, and of their traffic lights: a word and a colour.
import type { CheckState } from '../../features/checks/check-states.ts';
import type { TrafficLight } from '../../features/reports/report-rules.ts';
import type { ReportState } from '../../features/reports/report-states.ts';

export interface Tag {
  readonly text: string;
  readonly classes: string;
}

/** Complete has no traffic-light colour: the result stands beside it. */
export const reportTags: Readonly<Record<ReportState, Tag>> = {
  awaiting_data: { text: 'Awaiting data', classes: '' },
  awaiting_approval: { text: 'Awaiting approval', classes: 'govuk-tag--turquoise' },
  paused: { text: 'Paused', classes: 'govuk-tag--yellow' },
  complete: { text: 'Complete', classes: 'govuk-tag--purple' },
  cancelled: { text: 'Cancelled', classes: 'govuk-tag--grey' },
  withdrawn: { text: 'Withdrawn', classes: 'govuk-tag--grey' },
};

export const lightTags: Readonly<Record<TrafficLight, Tag>> = {
  Green: { text: 'Green', classes: 'govuk-tag--green' },
  Amber: { text: 'Amber', classes: 'govuk-tag--orange' },
  Red: { text: 'Red', classes: 'govuk-tag--red' },
};

export const checkTags: Readonly<Record<CheckState, Tag>> = {
  awaiting_applicant: { text: 'Waiting for the candidate', classes: 'govuk-tag--yellow' },
  in_progress: { text: 'In progress', classes: '' },
  on_hold: { text: 'On hold', classes: 'govuk-tag--yellow' },
  complete: { text: 'Complete', classes: 'govuk-tag--purple' },
  withdrawn: { text: 'Withdrawn', classes: 'govuk-tag--grey' },
  cancelled: { text: 'Cancelled', classes: 'govuk-tag--grey' },
};
