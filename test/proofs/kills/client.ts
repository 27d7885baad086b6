// Simulated integrators: each orders repeatedly and records the answers until the program is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { patienceMs } from '../../support/limited-loops.ts';
import type { Program } from '../../support/program.ts';
import type { Random } from '../../support/random.ts';
import type { Check, Ledger } from './ledger.ts';

const base = '/vftapi/v2';
export const reportNames = [
  'identity',
  'document',
  'right_to_work',
  'anti_money_laundering',
  'sanctions',
  'adverse_media',
];
/** The number of reports cancelled in each check; the others keep it open. */
export const cancelledEach = 5;

export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly total: number;
}

export interface Api {
  call(method: 'GET' | 'POST', path: string, form?: string, idempotencyKey?: string): Promise<Reply>;
  close(): Promise<void>;
}

/** @param key by default the demo's */
export function openApi(program: Program, connections: number, key = program.demo.liveKey): Api {
  const dispatcher = new Agent({ connect: { ca: program.ca, timeout: patienceMs }, connections, pipelining: 1 });
  return {
    async call(method, path, form, idempotencyKey) {
      const reply = await request(`${program.url}${base}${path}`, {
        dispatcher,
        method,
        headers: {
          authorization: key,
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(form === undefined ? {} : { body: form }),
      });
      const text = await reply.body.text();
      const json: unknown = text === '' ? undefined : JSON.parse(text);
      return { status: reply.statusCode, json, total: Number(reply.headers['x-total-count']) };
    },
    close: () => dispatcher.destroy(),
  };
}

/** A kill ends connections; any other unexpected answer is a finding. */
export class OddAnswer extends Error {}

/** The program told to come again, as it may on a busy machine: whether the request took effect is unknown. */
export class Unavailable extends Error {}

/** Throws `Unavailable` for an answer with 503. */
export const refusingUnavailable = (api: Api): Api => ({
  ...api,
  async call(...args) {
    const reply = await api.call(...args);
    if (reply.status === 503) throw new Unavailable();
    return reply;
  },
});

function expectStatus(what: string, reply: Reply, status: number): void {
  if (reply.status !== status) {
    throw new OddAnswer(`${what} answered ${reply.status}: ${JSON.stringify(reply.json)}`);
  }
}

export const order = `type=standard&${reportNames.map((report) => `reports[][name]=${report}`).join('&')}`;

export interface Load {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly random: Random;
  /** The number of unanswered creates of checks. */
  creates: number;
  /** The pause of a client after each order; by default none. */
  readonly restMs?: number | undefined;
}

let clients = 0;

/** Sends a request, and records it in the ledger if no answer arrives. */
async function orUnanswered<T>(sending: Promise<T>, note: () => void): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    note();
    throw error;
  }
}

async function placeCheck(load: Load, applicantId: string, email: string): Promise<Check> {
  const { api, ledger, random } = load;
  const idempotencyKey = random.below(2) === 0 ? `order of ${email}` : undefined;
  load.creates += 1;
  const reply = await orUnanswered(api.call('POST', `/applicants/${applicantId}/checks`, order, idempotencyKey), () =>
    ledger.unansweredChecks.push({ applicantId, email, idempotencyKey }),
  ).finally(() => {
    load.creates -= 1;
  });
  expectStatus('create check', reply, 201);
  const check = reply.json as Check;
  ledger.checks.set(check.id, { applicantId, email, check });
  return check;
}

/** One client: orders a check for a new applicant and cancels reports, repeatedly until the program is killed. */
export async function keepOrdering(load: Load): Promise<void> {
  const { api, ledger } = load;
  clients += 1;
  const client = clients;
  for (let n = 1; n <= 1_000_000; n += 1) {
    const email = `client-${client}-order-${n}@example.com`;
    const form = `first_name=Test&last_name=Person&email=${email}&gender=male`;
    const applicant = await orUnanswered(api.call('POST', '/applicants', form), () => {
      ledger.unansweredApplicants += 1;
    });
    expectStatus('create applicant', applicant, 201);
    const { id: applicantId } = applicant.json as { id: string };
    ledger.applicants.set(applicantId, applicant.json);
    const check = await placeCheck(load, applicantId, email);
    for (const { id: reportId } of check.reports.slice(0, cancelledEach)) {
      const cancel = await orUnanswered(api.call('POST', `/checks/${check.id}/reports/${reportId}/cancel`), () =>
        ledger.unansweredCancels.push({ checkId: check.id, reportId }),
      );
      expectStatus('cancel report', cancel, 204);
      ledger.cancelled.set(reportId, check.id);
    }
    if (load.restMs !== undefined) await sleep(load.restMs);
  }
}
