// The rules for placing a check, and for its state and result as its reports change; pure.

import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { jurisdictionFollowed } from '../reports/due-date-rules.ts';
import { isPublished, type TrafficLight } from '../reports/report-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import { attributeProblems } from '../requirements/attribute-problem-rules.ts';
import type { Subject } from '../requirements/requirement.ts';
import { allFindings, askedBy } from '../requirements/requirement-rules.ts';
import type { Check, Order } from './check.ts';
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

/** Whose bank holidays an order follows, as far as is known of it. */
export const jurisdictionOf = ({ facts, criminal_details }: Pick<Order, 'facts' | 'criminal_details'>): Jurisdiction =>
  jurisdictionFollowed({ placeOfWork: criminal_details?.place_of_work ?? null, addresses: facts.addresses });

/** The problems that prevent placing a check, by attributes of the applicant and of the job. */
export function placementProblems(types: readonly ReportType[], subject: Subject): Problems {
  const asked = askedBy(types.flatMap(({ requires }) => requires));
  return attributeProblems(allFindings(asked, subject, 'placed'), subject.facts);
}

export interface ReportStanding {
  readonly status: ReportState;
  readonly result: ReportResult | null;
}

/** consider if any completed report is not clear, else clear; null if none was completed (decisions, Results). */
export function resultOf(reports: readonly ReportStanding[]): 'clear' | 'consider' | null {
  const completed = reports.filter(({ status }) => isPublished(status));
  if (completed.length === 0) return null;
  return completed.every((report) => report.result === 'clear') ? 'clear' : 'consider';
}

const settled: ReadonlySet<ReportState> = new Set(['complete', 'withdrawn', 'cancelled']);

/** The move of a check that follows from its reports' states, if any. */
export function moveOfReports(check: CheckState, reports: readonly ReportStanding[]): CheckMove | undefined {
  if (reports.every((report) => settled.has(report.status))) {
    if (check === 'complete') return undefined;
    return reports.every((report) => report.status === 'cancelled') ? 'cancel' : 'complete';
  }
  if (check === 'complete') return 'reopen';
  const paused = reports.some((report) => report.status === 'paused');
  if (check === 'in_progress' && paused) return 'hold';
  if (check === 'on_hold' && !paused) return 'resume';
  return undefined;
}

const worstFirst: readonly TrafficLight[] = ['Red', 'Amber', 'Green'];

/** The worst light among the order's complete reports; null if there is none. */
export function worstLight(
  reports: readonly { readonly status: ReportState; readonly trafficLight: TrafficLight | null }[],
): TrafficLight | null {
  const lights = reports.filter(({ status }) => isPublished(status)).map(({ trafficLight }) => trafficLight);
  return worstFirst.find((light) => lights.includes(light)) ?? null;
}

/** The light of a whole check, which has none before it is complete, as it has no result (interface §Check). */
export const overallLight = (
  check: { readonly status: CheckState } & { readonly reports: Parameters<typeof worstLight>[0] },
) => (check.status === 'complete' ? worstLight(check.reports) : null);

/** Whether somebody must confirm the candidate's identity (interface, Events v1): for every UK disclosure. */
export const needsSeenIdentity = (reports: readonly { readonly reportTypeId: number }[]): boolean =>
  reports.some(({ reportTypeId }) => (reportTypeById(reportTypeId)?.identity ?? null) !== null);

/** The day on which the candidate, or the client for them, gave the facts. */
export const factsGivenOn = ({ formCompletedAt, createdAt }: Pick<Check, 'formCompletedAt' | 'createdAt'>): IsoDate =>
  ukDateOf(formCompletedAt ?? createdAt);
