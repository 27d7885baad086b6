// The type of a deadline, and of what a feature does when one of its kind is due.
import type { Caller, Ctx } from '../../context.ts';

/** What they are about has a day of its own, which no break in the work moves: when a screening must be complete after a start of work. */
export const calendarKinds = ['conditional_start', 'decision_follow_up'] as const;

/** Is due on the day on which a client is asked whether conditions were met, or what a review came to. */
export const [, DECISION_FOLLOW_UP] = calendarKinds;

/** Is due at once: a check is over again, and perhaps nothing waits for its client's decision any more. */
export const DECISION_IN_DOUBT = 'decision_in_doubt';

/** Is due at once when results wait for a decision, then whenever the client is reminded of it. */
export const DECISION_AWAITED = 'decision_awaited';

export interface Deadline {
  readonly kind: string;
  /** What the deadline is about; one deadline for each kind and subject. */
  readonly subjectId: string;
  readonly checkId: string;
  readonly reportId: string | null;
  readonly dueAt: Date;
  /** Of the time for a form: the end of the day by which the candidate is asked for it, where that is earlier. */
  readonly wantedAt: Date | null;
  /** How often it has been due before. */
  readonly count: number;
}

export interface DeadlineHandler {
  readonly kind: string;
  /** What happens then, in words that a person reads. */
  readonly label: string;
  /** Runs in a transaction that holds the check's lock. A returned date sets the deadline again, undefined ends it. */
  whenDue(tx: Ctx, caller: Caller, deadline: Deadline): Promise<Date | undefined>;
}
