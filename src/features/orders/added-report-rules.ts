// What can be added to an order that was placed, and what is said of it; pure.
import { type FieldMessages, Problems } from '../../lib/refusal.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { isOpen } from '../reports/report-states.ts';
import { askedOfJob } from './ordered-check-rules.ts';

/** As an order may have at first. */
const MOST_REPORTS = 100;

export const takesReports = ({ status, isRestricted }: Pick<Check, 'status' | 'isRestricted'>): boolean =>
  isOngoing(status) && !isRestricted;

type Held = Pick<Check, 'reports'>;

/** The job role decides on its lists and its fee, and an addition asks nothing about the job. */
const dependsOnRole = (type: ReportType): boolean => askedOfJob(type).includes('job_role');

/** Whether an order that says this about the job can have the type added. */
export const canBeAdded = (type: ReportType, { order }: { readonly order: Pick<Check['order'], 'criminal_details'> }) =>
  !dependsOnRole(type) && (order.criminal_details !== null || askedOfJob(type).length === 0);

/** The types of its reports that were not closed without a result. */
export const heldTypeIds = ({ reports }: Held): ReadonlySet<number> =>
  new Set(
    reports.filter(({ status }) => isOpen(status) || status === 'complete').map(({ reportTypeId }) => reportTypeId),
  );

export function additionProblems(check: Held, types: readonly ReportType[]): FieldMessages {
  const problems = new Problems();
  const held = heldTypeIds(check);
  if (types.length === 0) problems.add('types', 'Choose what to add');
  for (const { id, label } of types) if (held.has(id)) problems.add('types', `${label} is in this order already`);
  for (const [at, type] of types.entries()) {
    if (types.indexOf(type) !== at) problems.add('types', `${type.label} is chosen twice`);
    if (dependsOnRole(type)) problems.add('types', `${type.label} depends on the job role: place a new order for it`);
  }
  if (check.reports.length + types.length > MOST_REPORTS)
    problems.add('types', `An order has at most ${MOST_REPORTS} reports`);
  return problems.fields;
}

/** What has to happen before work on the added reports begins. */
export type AdditionNeed =
  /** The candidate has not sent the form, which asks for it as well. */
  | 'form'
  /** The candidate is asked to agree, and for what is missing. */
  | 'candidate'
  | 'nothing';
