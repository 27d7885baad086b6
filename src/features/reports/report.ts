// The type of a report in the program.

import type { IsoDate } from '../../lib/dates.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { ApprovalReason } from './approval-rules.ts';
import type { Findings, SubResult, TrafficLight } from './report-rules.ts';
import type { ReportState } from './report-states.ts';

/** The provider of live reports without an outside source: the screeners at the desk. */
export const manualProvider = 'manual';
/** The provider of test reports, moved on request (interface §Sandbox). */
export const sandboxProvider = 'sandbox';

/** Of a report that is paused. */
export interface Pause {
  /** The client reads it; null if nobody said. */
  readonly because: DelayReason | null;
  /** Null for one until somebody resumes it. */
  readonly until: IsoDate | null;
}

export interface Report {
  readonly id: string;
  readonly checkId: string;
  readonly reportTypeId: number;
  readonly name: string;
  readonly variant: string | null;
  /** As ordered; null if none. */
  readonly options: readonly OrderedOption[] | null;
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight | null;
  /** Why its outcome must be approved; they stay while it is sent back. Null if it is complete or no outcome had to be. */
  readonly approvalReasons: readonly ApprovalReason[] | null;
  /** How often it is asked again after it is complete; null if it is not monitored. */
  readonly monitor: MonitorPlanName | null;
  /** Monitoring found that its last result does not hold any more. */
  readonly foundChange: boolean;
  /** A query paused it, so that the last answer resumes it. */
  readonly pausedForAnswers: boolean;
  /** Undefined if it is not paused, or nobody said why or until when. */
  readonly pause?: Pause | undefined;
  readonly provider: string;
  /** Within how many it is due, as agreed when it was ordered, else by the catalogue; null where neither says. */
  readonly workingDays: number | null;
  readonly createdAt: Date;
  /** When it was requested from its provider. */
  readonly requestedAt: Date | null;
  readonly completedAt: Date | null;
  /** When it was last opened again after it was complete. */
  readonly reopenedAt: Date | null;
  readonly findings: Findings;
}
