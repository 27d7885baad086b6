// Clients that keep ordering during an outage, and count the answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../support/limited-loops.ts';
import type { Program } from '../../support/program.ts';
import type { Random } from '../../support/random.ts';
import { type Api, keepOrdering, type Load, OddAnswer, openApi, type Reply, Unavailable } from '../kills/client.ts';
import type { Ledger } from '../kills/ledger.ts';

class Over extends Error {}

export interface Tally {
  /** Successful requests, and the time of the last one by `performance.now()`. */
  answered: number;
  answeredAt: number;
  /** Answers with 503. */
  unavailable: number;
  unavailableAt: number;
  /** Connections that broke or were refused. */
  broken: number;
  /** All other outcomes. */
  readonly odd: string[];
}

export interface LoadOptions {
  /** By default the demo account's. */
  readonly key?: string;
  /** For the test suite: clients rest after each order, which leaves the machine to other tests. */
  readonly isShortened?: boolean | undefined;
}

const restMs = 500;

export interface OutageLoad {
  readonly tally: Tally;
  /** Stops sending, and waits for the answers. */
  stop(): Promise<void>;
}

const pauseMs = 100;

/** @param program only its address is used: it may be stopped and restarted */
export function startLoad(
  program: Program,
  given: LoadOptions & { readonly ledger: Ledger; readonly random: Random; readonly clients: number },
): OutageLoad {
  const { key, ledger, random, clients, isShortened } = given;
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
  const load: Load = { api: counting, ledger, random, creates: 0, restMs: isShortened ? restMs : undefined };
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

/** Waits for so many more successful requests; returns the milliseconds that it took. */
export async function awaitAnswers({ tally }: OutageLoad, count: number, withinMs: number): Promise<number> {
  const [from, before] = [performance.now(), tally.answered];
  while (tally.answered < before + count && performance.now() < from + withinMs) await sleep(5);
  return tally.answered < before + count ? Number.POSITIVE_INFINITY : performance.now() - from;
}
