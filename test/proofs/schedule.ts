// Proves the retry schedule: histories of a delivery on a fake clock with the shipped rules; and with real sockets,
// the shipped worker and PostgreSQL, the twelve-hour window, the time limit of an acknowledgement and Retry-After.
import {
  type AttemptOutcome,
  afterAttempt,
  attemptsAtMost,
  isAcknowledged,
  mayStartAttempt,
} from '../../src/features/webhooks/delivery-schedule.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { run as tryReceivers } from './bad-receivers.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { inThousands, type ProofResult } from './proof.ts';
import { runThroughWindow } from './schedule/window.ts';

export const name = 'schedule';
export const promise = 'At most 5 attempts, all within 12 hours, 10 seconds to acknowledge (promise 3)';
export const expected = '0 violations; 9.9 s passes, 10.1 s fails';
export const size = 100_000;
export const unit = 'histories';

export interface ScheduleOptions extends Pick<PlantedOptions, 'planted'> {
  readonly size: number;
  /** The number of deliveries to each timed receiver; the default is for a run by hand. */
  readonly receivers?: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const windowMs = 12 * hour;
const acknowledgeMs = 10 * second;
/** The planned time between attempts, and its jitter. */
const gapsMs = [minute, 14 * minute, 2.75 * hour, 8 * hour];
const jitter = 0.05;
/** The maximum margin at the end of the window. */
const marginMs = 30 * minute;

const createdAt = new Date('2026-03-28T18:00:00Z');
const at = (ms: number) => new Date(createdAt.getTime() + ms);
const fraction = (random: Random) => random.below(2 ** 30) / 2 ** 30;

interface Wish {
  readonly text: string | null;
  /** After the end of the attempt; undefined if the header is not honoured. */
  readonly ms?: number;
}

function anyWish(random: Random, endedMs: number): Wish {
  const seconds = random.below(50_000);
  const junk = [
    '',
    '-1',
    '1.5',
    'soon',
    '1e9',
    '0x10',
    '1000000000000',
    '5, 5',
    '2026-03-29',
    'Sun, 99 Mar 2026 02:00:00 GMT',
  ];
  const kind = random.below(5);
  if (kind === 0) return { text: String(seconds), ms: seconds * second };
  if (kind === 1) {
    const date = new Date(Math.floor(at(endedMs).getTime() / second) * second + seconds * second);
    return { text: date.toUTCString(), ms: date.getTime() - at(endedMs).getTime() };
  }
  return { text: kind === 2 ? random.pick(junk) : null };
}

interface Answered {
  readonly outcome: AttemptOutcome;
  readonly wish: Wish;
}

function anyOutcome(random: Random, endedMs: number): Answered {
  if (random.below(3) === 0) return { outcome: { kind: 'failed' }, wish: { text: null } };
  const status = random.below(20) === 0 ? 200 + random.below(100) : 300 + random.below(300);
  const wish = anyWish(random, endedMs);
  return { outcome: { kind: 'answered', status, retryAfter: wish.text }, wish };
}

/** The delay of a worker: moments, an outage, or longer than the window. */
function lateness(random: Random): number {
  const kind = random.below(100);
  if (kind === 0) return random.below(14 * hour);
  return kind < 10 ? random.below(2 * hour) : random.below(2 * second);
}

/** The problem with the time of the next attempt. */
function problemOfNext(
  number: number,
  startedMs: number,
  endedMs: number,
  nextMs: number,
  wish: Wish,
): string | undefined {
  const gap = gapsMs[number - 1];
  if (gap === undefined) return 'an attempt after the last';
  if (nextMs + acknowledgeMs > windowMs) return 'the next is planned past the window';
  const wanted = wish.ms === undefined ? undefined : endedMs + wish.ms;
  const isHeard = wanted !== undefined && wanted <= windowMs - marginMs;
  const earliest = Math.min(startedMs + gap * (1 - jitter), windowMs - marginMs);
  if (nextMs < earliest) return 'earlier than planned';
  if (isHeard && nextMs < wanted) return 'earlier than was asked';
  const latest = Math.max(startedMs + gap * (1 + jitter), wanted === undefined ? 0 : wanted + (wish.ms ?? 0) * jitter);
  return nextMs > latest ? 'later than planned and asked' : undefined;
}

/** A delivery must end neither too early nor too late. */
function problemOfEnd(number: number, startedMs: number): string | undefined {
  if (number >= attemptsAtMost) return undefined;
  return startedMs < windowMs - marginMs - minute ? `given up after ${number} attempts` : undefined;
}

/**
 * Simulates one delivery from its creation to its end; returns the number of attempts, and a problem if there is one.
 */
function simulateDelivery(random: Random, decide: typeof afterAttempt): { attempts: number; problem?: string } {
  let dueMs = 0;
  for (let number = 1; number <= attemptsAtMost + 1; number += 1) {
    const startedMs = dueMs + lateness(random);
    // The rule of claims: a due delivery is claimed, or given up if it can no longer be acknowledged in time.
    if (!mayStartAttempt(createdAt, at(startedMs))) return { attempts: number - 1 };
    if (number > attemptsAtMost) return { attempts: number, problem: 'a sixth attempt' };
    const endedMs = startedMs + random.below(acknowledgeMs + 1);
    if (endedMs > windowMs) return { attempts: number, problem: 'an attempt past the window' };
    const { outcome, wish } = anyOutcome(random, endedMs);
    const decision = decide({
      number,
      startedAt: at(startedMs),
      endedAt: at(endedMs),
      createdAt,
      outcome,
      random: fraction(random),
    });
    if (isAcknowledged(outcome) !== (decision.kind === 'delivered'))
      return { attempts: number, problem: 'acknowledged' };
    if (decision.kind === 'delivered') return { attempts: number };
    const nextMs = decision.kind === 'retry' ? decision.at.getTime() - createdAt.getTime() : undefined;
    const problem =
      nextMs === undefined ? problemOfEnd(number, startedMs) : problemOfNext(number, startedMs, endedMs, nextMs, wish);
    if (problem !== undefined) return { attempts: number, problem };
    if (nextMs === undefined) return { attempts: number };
    dueMs = nextMs;
  }
  return { attempts: attemptsAtMost + 1, problem: 'no end' };
}

const timed = ['answers at the last moment', 'answers just too late', 'asks to be called again'];

export async function run({ size: histories, receivers = 20, planted }: ScheduleOptions): Promise<ProofResult> {
  const random = seededRandom(Date.now() % 2 ** 32);
  const problems: string[] = [];
  let attempts = 0;
  for (let history = 0; history < histories; history += 1) {
    const lived = simulateDelivery(random, planted?.afterAttempt ?? afterAttempt);
    attempts += lived.attempts;
    if (lived.problem !== undefined) problems.push(lived.problem);
  }
  const lived = await runThroughWindow(Math.ceil(histories / 5000), planted);
  problems.push(...lived.problems);
  const ofReceivers = receivers === 0 ? undefined : await tryReceivers({ size: receivers, only: timed });
  return {
    figure: `${inThousands(histories)} histories of ${inThousands(attempts)} attempts and ${inThousands(lived.attempts)} attempts over real sockets while twelve hours pass, ${inThousands(problems.length)} violations${ofReceivers === undefined ? '' : `; answers in time and not: ${ofReceivers.figure}`}`,
    ok: problems.length === 0 && ofReceivers?.ok !== false,
    lines: [
      `seed ${random.seed}`,
      ...[...Map.groupBy(problems, (problem) => problem)].map(([problem, same]) => `${problem} × ${same.length}`),
      ...(ofReceivers?.lines ?? []),
    ],
    counts: { histories, violations: problems.length },
  };
}
