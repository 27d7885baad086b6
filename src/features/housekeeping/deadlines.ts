// The one list of what is done when a deadline is due: a feature with deadlines adds its handler here.
import { appointmentDue } from '../appointments/appointment-due-actions.ts';
import { candidateReminder, submissionDeadline } from '../candidate-form/form-deadline-actions.ts';
import { pauseOver } from '../cases/pause-actions.ts';
import { decisionReminder } from '../client-decisions/decision-reminder.ts';
import { followUpDeadline } from '../client-decisions/follow-up-actions.ts';
import { hearingDeadline, hearingEnd } from '../client-decisions/hearing-deadline.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { monitoringDeadline } from '../monitoring/monitor-actions.ts';
import { queryChase } from '../queries/query-chase-actions.ts';
import { chaseReferee } from '../references/reference-deadlines.ts';
import { supplierOverdue } from '../suppliers/supplier-request-actions.ts';
import { conditionalStartDeadline } from '../work-starts/work-start-actions.ts';

export const deadlineHandlers: readonly DeadlineHandler[] = [
  candidateReminder,
  submissionDeadline,
  queryChase,
  appointmentDue,
  chaseReferee,
  supplierOverdue,
  pauseOver,
  monitoringDeadline,
  conditionalStartDeadline,
  hearingDeadline,
  hearingEnd,
  decisionReminder,
  followUpDeadline,
];
