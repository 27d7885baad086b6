// What must hold of an order, and what becomes of a check when its reports move; pure.
import { allowedInstead } from '../../lib/allowed-values.ts';
import { Problems } from '../../lib/refusal.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { ReportResult, TrafficLight } from '../reports/report-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import { employmentSectors } from '../requirements/employment-sectors.ts';
import type { CheckMove, CheckState } from './check-states.ts';

/** The interface's criminal_history_report_details. */
export interface CriminalDetails {
  readonly job_role: string | null;
  readonly purpose: string | null;
  readonly place_of_work: string | null;
  readonly employer_name: string | null;
  readonly employment_sector: string | null;
  readonly JobRoleId: number | null;
}

export const noCriminalDetails: CriminalDetails = {
  job_role: null,
  purpose: null,
  place_of_work: null,
  employer_name: null,
  employment_sector: null,
  JobRoleId: null,
};

export const purposes = ['employment', 'other'] as const;
export const basicPlacesOfWork = ['England', 'Wales', 'Scotland'] as const;

const oneOf = (list: readonly string[], value: string) =>
  list.some((allowed) => allowed.toLowerCase() === value.toLowerCase());

/** What the ordered types need to be told about the job; the fields are named as the client sends them. */
export function criminalDetailsProblems(
  types: readonly ReportType[],
  details: CriminalDetails | null,
  jobRole: { readonly role_check_type: string } | undefined,
): Problems {
  const problems = new Problems();
  const given = details ?? noCriminalDetails;
  const path = (field: keyof CriminalDetails) => `criminal_history_report_details.${field}`;
  if (types.some((type) => type.orderNeeds.includes('criminal_details'))) {
    for (const field of ['job_role', 'purpose', 'place_of_work', 'employer_name', 'employment_sector'] as const) {
      if (given[field] === null || given[field].trim() === '') problems.add(path(field), "can't be blank");
    }
    const choices = [
      ['purpose', purposes],
      ['place_of_work', basicPlacesOfWork],
      ['employment_sector', employmentSectors],
    ] as const;
    for (const [field, allowed] of choices) {
      const value = given[field];
      if (value !== null && value.trim() !== '' && !oneOf(allowed, value)) {
        const instead = allowedInstead(allowed, 'GET /employment_sectors of interface v2');
        problems.add(path(field), `is not included in the list${instead}`);
      }
    }
  }
  for (const type of types.filter((candidate) => candidate.orderNeeds.includes('job_role'))) {
    if (given.JobRoleId === null) problems.add(path('JobRoleId'), "can't be blank");
    else if (jobRole === undefined) problems.add(path('JobRoleId'), 'is not a live job role of this account');
    else if (jobRole.role_check_type !== type.variant) {
      problems.add(path('JobRoleId'), `is a job role for ${jobRole.role_check_type} checks, not ${type.variant}`);
    }
  }
  return problems;
}

export interface ReportStanding {
  readonly status: ReportState;
  readonly result: ReportResult | null;
}

/** consider when any completed report is not clear, else clear; null when none was completed (decisions, Results). */
export function resultOf(reports: readonly ReportStanding[]): 'clear' | 'consider' | null {
  const completed = reports.filter((report) => report.status === 'complete');
  if (completed.length === 0) return null;
  return completed.every((report) => report.result === 'clear') ? 'clear' : 'consider';
}

const settled: ReadonlySet<ReportState> = new Set(['complete', 'withdrawn', 'cancelled']);

/** The move that a check makes because of where its reports stand now, if any. */
export function moveOfReports(check: CheckState, reports: readonly ReportStanding[]): CheckMove | undefined {
  if (reports.every((report) => settled.has(report.status))) {
    return reports.every((report) => report.status === 'cancelled') ? 'cancel' : 'complete';
  }
  const paused = reports.some((report) => report.status === 'paused');
  if (check === 'in_progress' && paused) return 'hold';
  if (check === 'on_hold' && !paused) return 'resume';
  return undefined;
}

const worstFirst: readonly TrafficLight[] = ['Red', 'Amber', 'Green'];

/** An order takes the worst of its complete reports' lights, as its result does; null before there is one. */
export function worstLight(
  reports: readonly { readonly status: ReportState; readonly trafficLight: TrafficLight | null }[],
): TrafficLight | null {
  const lights = reports.filter(({ status }) => status === 'complete').map(({ trafficLight }) => trafficLight);
  return worstFirst.find((light) => lights.includes(light)) ?? null;
}

/** Whether somebody must have seen who the candidate is (interface, Events v1). */
export const needsSeenIdentity = (reports: readonly { readonly name: string }[]): boolean =>
  reports.some(({ name }) => name === 'criminal_history');
