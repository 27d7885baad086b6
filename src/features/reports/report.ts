// A report as the rest of the program sees it.

import type { ReportResult } from '../report-types/breakdown.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { Findings, SubResult, TrafficLight } from './report-rules.ts';
import type { ReportState } from './report-states.ts';

/** Who answers live reports that nobody outside is asked for: the people of the desk. */
export const manualProvider = 'manual';
/** Who answers reports of test data: whoever rehearses with them (interface §Sandbox). */
export const sandboxProvider = 'sandbox';

export interface Report {
  readonly id: string;
  readonly checkId: string;
  readonly reportTypeId: number;
  readonly name: string;
  readonly variant: string | null;
  /** As ordered; null when none. */
  readonly options: readonly OrderedOption[] | null;
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight | null;
  readonly provider: string;
  readonly createdAt: Date;
  /** When it was handed to its provider. */
  readonly requestedAt: Date | null;
  readonly completedAt: Date | null;
  readonly findings: Findings;
}
