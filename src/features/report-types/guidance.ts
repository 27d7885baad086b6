// Lines of guidance for screeners: each is something to do, which they tick, or something to know.
import type { Known } from '../knowledge/known.ts';

export interface Guidance extends Known<string> {
  readonly kind: 'to_do' | 'to_know';
}

/** A step of the work on a report. */
export const toDo = (line: Known<string>): Guidance => ({ ...line, kind: 'to_do' });

/** A fact or a limit that the screener bears in mind: nobody ticks that. */
export const toKnow = (line: Known<string>): Guidance => ({ ...line, kind: 'to_know' });
