// How long a report was in each of its states; pure.
import type { ReportState } from './report-states.ts';

export interface StateChange {
  readonly status: ReportState;
  readonly at: Date;
}

export interface TimeInState {
  readonly status: ReportState;
  readonly milliseconds: number;
}

/** @param changes the oldest first; the last state lasts until `now` */
export function timeInStates(changes: readonly StateChange[], now: Date): TimeInState[] {
  const times = new Map<ReportState, number>();
  for (const [index, { status, at }] of changes.entries()) {
    const until = changes[index + 1]?.at ?? now;
    times.set(status, (times.get(status) ?? 0) + Math.max(0, until.getTime() - at.getTime()));
  }
  return [...times].map(([status, milliseconds]) => ({ status, milliseconds }));
}
