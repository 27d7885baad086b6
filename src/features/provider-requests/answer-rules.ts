// The meaning of a provider's answer or failure for its request and for the report; pure.
import { isOpen, type ReportState } from '../reports/report-states.ts';
import type { ProviderAnswer } from './provider.ts';
import { isRefusal, isUnasked, type ProviderFaultReason } from './provider-fault.ts';
import { afterFailure, afterPause, afterStep, nextPoll } from './request-schedule.ts';
import { isUnderWay, type RequestMove, type RequestState } from './request-states.ts';

export interface Fault {
  readonly kind: 'fault';
  readonly reason: ProviderFaultReason;
  readonly retryAt: Date | undefined;
}

/** The outcome of an exchange as the provider gave it. */
export type Said = ProviderAnswer | Fault | { readonly kind: 'cancelled' };

/** The outcomes of exchanges, with their texts at the desk. */
export const exchangeOutcomes = {
  accepted: 'Accepted',
  waiting: 'No answer yet',
  awaits_candidate: 'Waits for the candidate',
  step_refused: 'Waits for the candidate, who does not go there: cancelled',
  result: 'Answered',
  needs_person: 'A person is needed',
  failed: 'Failed',
  not_asked: 'Not asked',
  held: 'Answered, held back while the report waits',
  duplicate: 'Answered again, the same',
  contradicts: 'Answered again, differently',
  late: 'Answered too late',
  withdrawn: 'Answered after the report was closed',
  cancelled: 'Cancelled',
  no_change: 'Asked again, no change',
  change: 'Asked again, a change',
  not_used: 'Asked again, the answer was not used',
} as const;
export type ExchangeOutcome = keyof typeof exchangeOutcomes;

export interface Situation {
  readonly request: {
    readonly status: RequestState;
    readonly attempts: number;
    readonly beganAt: Date;
    readonly acceptedAt: Date | null;
  };
  readonly reportStatus: ReportState;
  readonly answersWithinHours: number;
  /** Whether this result equals the stored one; undefined if there is none. */
  readonly isSameResult: boolean | undefined;
  readonly now: Date;
  /** The person is restricted, and the candidate has not finished their step. */
  readonly isHeld: boolean;
  /** The desk withdrew the step, or the candidate said that they cannot do it. */
  readonly isStepRefused: boolean;
  /** In [0, 1): decides the jitter. */
  readonly random: number;
}

export interface Verdict {
  readonly outcome: ExchangeOutcome;
  /** The move of the request; undefined if it stays. */
  readonly move?: RequestMove;
  /** When to work on the request next. */
  readonly nextAt?: Date;
  readonly attempts?: number;
  /** The report takes the result and moves. */
  readonly takesResult?: true;
}

export function verdictOn(said: Said, situation: Situation): Verdict {
  if (situation.isHeld) return { outcome: 'held', nextAt: afterPause(situation.now) };
  if (said.kind === 'fault') return ofFault(said, situation);
  if (said.kind === 'cancelled') return { outcome: 'cancelled', move: 'end' };
  if (said.kind === 'result') return ofResult(situation);
  const { status } = situation.request;
  if (said.kind === 'needs_person' && isOver(situation)) return { outcome: 'withdrawn' };
  if (status !== 'asking' && status !== 'accepted') return { outcome: 'late' };
  if (said.kind === 'needs_person') return { outcome: 'needs_person', move: 'need_person' };
  if (said.kind === 'awaits_candidate' && situation.isStepRefused)
    return { outcome: 'step_refused', move: 'cancel', attempts: 0, nextAt: situation.now };
  if (said.kind === 'awaits_candidate') {
    const nextAt = afterStep(situation.now, situation.random);
    return { outcome: 'awaits_candidate', attempts: 0, nextAt, ...(status === 'asking' && { move: 'accept' }) };
  }
  if (status === 'asking') return { outcome: 'accepted', move: 'accept', attempts: 0, ...polled(situation) };
  return { outcome: 'waiting', ...polled(situation) };
}

/** The next poll of an accepted request, or its end. */
function polled({ request, now, answersWithinHours, random }: Situation): Pick<Verdict, 'nextAt' | 'move'> {
  const acceptedAt = request.acceptedAt ?? now;
  const nextAt = nextPoll({ acceptedAt, now, answersWithinHours, random });
  return nextAt === undefined ? { move: 'give_up' } : { nextAt };
}

function ofFault({ reason, retryAt }: Fault, situation: Situation): Verdict {
  const { status, beganAt, attempts: before } = situation.request;
  if (!isUnderWay(status)) return { outcome: 'failed' };
  if (status === 'accepted') return { outcome: 'failed', ...polled(situation) };
  const attempts = isUnasked(reason) ? before : before + 1;
  const ended = status === 'cancelling' ? ('end' as const) : ('give_up' as const);
  if (isRefusal(reason)) return { outcome: 'failed', move: ended, attempts };
  const { now: endedAt, random } = situation;
  const number = isUnasked(reason) ? 0 : attempts;
  const nextAt = afterFailure({ number, beganAt, endedAt, retryAt, random });
  return { outcome: 'failed', attempts, ...(nextAt === undefined ? { move: ended } : { nextAt }) };
}

const isOver = ({ reportStatus }: Situation) => !isOpen(reportStatus);

function ofResult(situation: Situation): Verdict {
  const { request, reportStatus, isSameResult, now } = situation;
  if (request.status === 'answered') return { outcome: isSameResult === true ? 'duplicate' : 'contradicts' };
  if (isOver(situation)) return { outcome: 'withdrawn' };
  if (request.status !== 'asking' && request.status !== 'accepted') return { outcome: 'late' };
  if (reportStatus !== 'awaiting_data') return { outcome: 'held', nextAt: afterPause(now) };
  return { outcome: 'result', move: 'answer', takesResult: true };
}
