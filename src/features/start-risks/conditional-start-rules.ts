// Whether somebody started on condition that their screening is completed; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { StartDays } from './start-risk-store.ts';

export interface ConditionalStartDays extends StartDays {
  readonly completeBy: IsoDate;
}

/** A start that was recorded as one, but came when the screening was complete, was none. */
export const wasConditional = (start: StartDays, completedAt: Date | null): start is ConditionalStartDays =>
  start.completeBy !== null && (completedAt === null || start.startsOn < ukDateOf(completedAt));
