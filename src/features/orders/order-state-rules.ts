// The states of an order and its checks in interface v1 (decisions, Order states; ours); pure.

import { worstLight } from '../checks/check-rules.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { Report } from '../reports/report.ts';

export const orderStates = [
  'Application',
  'In Progress',
  'On Hold',
  'Completed - Green',
  'Completed - Amber',
  'Completed - Red',
  'Cancelled',
  'Withdrawn',
] as const;
export type OrderState = (typeof orderStates)[number];

export const openOrderStates: readonly OrderState[] = ['Application', 'In Progress', 'On Hold'];

/** The state of a complete check depends on its traffic light. */
export const stateOfCheck: Readonly<Record<Exclude<CheckState, 'complete'>, OrderState>> = {
  awaiting_applicant: 'Application',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
};

/** If every report was withdrawn there is no traffic light: the order's state is Withdrawn. */
export function orderStateOf(check: { readonly status: CheckState; readonly reports: readonly Report[] }): OrderState {
  if (check.status !== 'complete') return stateOfCheck[check.status];
  const light = worstLight(check.reports);
  return light === null ? 'Withdrawn' : `Completed - ${light}`;
}

/** A report waits together with its check, first for the candidate. */
export function checkStateOf(check: CheckState, report: Pick<Report, 'status' | 'trafficLight'>): OrderState {
  switch (report.status) {
    case 'complete':
      return `Completed - ${report.trafficLight ?? 'Green'}`;
    case 'cancelled':
      return 'Cancelled';
    case 'withdrawn':
      return 'Withdrawn';
    case 'paused':
      return 'On Hold';
    default:
      return check === 'awaiting_applicant' ? 'Application' : 'In Progress';
  }
}
