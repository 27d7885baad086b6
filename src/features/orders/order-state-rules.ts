// The states that interface v1 knows an order and its checks by (decisions, Order states; ours); pure.

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

/** A complete check takes its colour. */
export const stateOfCheck: Readonly<Record<Exclude<CheckState, 'complete'>, OrderState>> = {
  awaiting_applicant: 'Application',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
};

/** Where every report was withdrawn nothing was found, so that the order has no colour: it reads as withdrawn. */
export function orderStateOf(check: { readonly status: CheckState; readonly reports: readonly Report[] }): OrderState {
  if (check.status !== 'complete') return stateOfCheck[check.status];
  const light = worstLight(check.reports);
  return light === null ? 'Withdrawn' : `Completed - ${light}`;
}

/** A report waits with its check: for the candidate first. */
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
