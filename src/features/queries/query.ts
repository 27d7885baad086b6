// The type of a query: what a screener asks about a report, and what came of it.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { QueryKind } from '../../messages/en-queries.ts';

export type Addressee = 'candidate' | 'client';
export type QueryStatus = 'open' | 'answered' | 'withdrawn';

/** What the candidate does on the pages of another service. */
export interface OutsideStep {
  /** https. Whoever has it may act as the candidate there. */
  readonly url: string;
  /** When the link ends; null where nobody said so. */
  readonly endsAt: Date | null;
}

export interface Query {
  readonly id: string;
  readonly checkId: string;
  readonly reportId: string;
  readonly addressee: Addressee;
  readonly kind: QueryKind;
  readonly status: QueryStatus;
  readonly text: string;
  /** Only of a step at another service. */
  readonly step: OutsideStep | null;
  /** The answer; of an open query, what was typed so far. */
  readonly answer: string;
  readonly askedBy: Actor;
  readonly askedAt: Date;
  readonly dueOn: IsoDate;
  readonly chases: number;
  /** Every chase stayed without an answer, so the report may be closed as unable to verify. */
  readonly isExhausted: boolean;
  readonly endedBy: Actor | null;
  readonly endedAt: Date | null;
  /** File tokens. */
  readonly files: readonly string[];
  readonly answerFiles: readonly string[];
}
