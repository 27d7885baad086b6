// Clients that go on ordering whatever happens to the program, and count what they are told.
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../support/limited-loops.ts';
import type { Program } from '../../support/program.ts';
import type { Random } from '../../support/random.ts';
import { type Api, keepOrdering, type Load, OddAnswer, openApi, type Reply } from '../kills/client.ts';
import type { Ledger } from '../kills/ledger.ts';

class Unavailable extends Error {}
class Over extends Error {}

export interface Tally {
  /** Requests that had their effect, and the time of the last one, by `performance.now()`. */
  answered: number;
  answeredAt: number;
  /** 503: come again. */
  unavailable: number;
  unavailableAt: number;
  /** Connections that broke or were refused. */
  broken: number;
  /** Anything else. */
  readonly odd: string[];
}

export interface LoadOptions {
  /** Of the demo account unless given. */
  readonly key?: string;
  readonly restMs?: number | undefined;
}

export interface OutageLoad {
  readonly tally: Tally;
  /** Lets what was sent be answered. */
  stop(): Promise<void>;
}

const pauseMs = 100;

/** @param program only its address counts: it may be stopped and started meanwhile */
export function startLoad(
  program: Program,
  given: LoadOptions & { readonly ledger: Ledger; readonly random: Random; readonly clients: number },
): OutageLoad {
  const { key, ledger, random, clients, restMs } = given;
  const real = openApi(program, clients, key);
  const tally: Tally = { answered: 0, answeredAt: 0, unavailable: 0, unavailableAt: 0, broken: 0, odd: [] };
  let isOver = false;
  const counting: Api = {
    async call(...args): Promise<Reply> {
      if (isOver) throw new Over();
      const reply = await real.call(...args);
      if (reply.status === 503) {
        tally.unavailable += 1;
        tally.unavailableAt = performance.now();
        throw new Unavailable();
      }
      tally.answered += 1;
      tally.answeredAt = performance.now();
      return reply;
    },
    close: real.close,
  };
  const load: Load = { api: counting, ledger, random, creates: 0, restMs };
  async function goOn(): Promise<void> {
    for await (const _ of within(24 * 3_600_000, 'the load is stopped', pauseMs)) {
      if (isOver) break;
      await keepOrdering(load).catch((error: Error) => {
        if (error instanceof OddAnswer) tally.odd.push(error.message);
        else if (!(error instanceof Unavailable || error instanceof Over)) tally.broken += 1;
      });
    }
  }
  const working = Array.from({ length: clients }, goOn);
  return {
    tally,
    async stop() {
      if (isOver) return;
      isOver = true;
      await Promise.all(working);
      await real.close();
    },
  };
}

/** Waits until more requests have had their effect; returns in how many milliseconds that was, from now. */
export async function awaitAnswers({ tally }: OutageLoad, count: number, withinMs: number): Promise<number> {
  const [from, before] = [performance.now(), tally.answered];
  while (tally.answered < before + count && performance.now() < from + withinMs) await sleep(5);
  return tally.answered < before + count ? Number.POSITIVE_INFINITY : performance.now() - from;
}
