// Proves that races have one winner: sends the same request a hundred times at once to two processes on one database.
import { Agent, request } from 'undici';
import { readSettings } from '../../src/config.ts';
import type { Ctx } from '../../src/context.ts';
import { openProbity } from '../../src/main.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { makeAccount, type TestAccount } from '../support/accounts.ts';
import { patienceMs } from '../support/limited-loops.ts';
import { freePorts, type Program, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'races';
export const promise = 'Races are decided once, over two processes on one database (promise 16)';
export const expected = 'exactly 1 effect each time; of the sandbox’s requests exactly 100';
export const size = 100;
export const unit = 'rounds of seven races, each by 100 requests at once';

const live = '/vftapi/v2';
const staging = '/vft-staging/v2';

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly key: string;
  readonly json?: unknown;
  /** A file, instead of JSON. */
  readonly file?: Buffer;
  readonly idempotencyKey?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly total: number;
}

/** Two processes of the program, with a new account for each race. */
export interface Pair {
  readonly database: Database;
  newAccount(): Promise<TestAccount>;
  /** Sends the request `times` at once, to both processes in turn. */
  send(path: string, sent: Sent, times?: number): Promise<readonly Answer[]>;
  stop(): Promise<void>;
}

async function sendOne(dispatcher: Agent, url: string, path: string, sent: Sent): Promise<Answer> {
  const reply = await request(`${url}${path}`, {
    dispatcher,
    method: sent.method ?? 'POST',
    headers: {
      authorization: sent.key,
      ...(sent.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.idempotencyKey === undefined ? {} : { 'idempotency-key': sent.idempotencyKey }),
    },
    ...(sent.json === undefined ? {} : { body: JSON.stringify(sent.json) }),
    ...(sent.file === undefined ? {} : { body: sent.file }),
  });
  return {
    status: reply.statusCode,
    text: await reply.body.text(),
    replayed: reply.headers['idempotent-replayed'] === 'true',
    total: Number(reply.headers['x-total-count']),
  };
}

/** The ports of the second process, and the test's connection to the database. */
function settingsOf(dataDir: string) {
  const { settings, problems } = readSettings({ PROBITY_DATA_DIR: dataDir, PROBITY_LOG_LEVEL: 'silent' });
  if (problems !== undefined) throw new Error(problems.join('; '));
  return settings;
}

async function startBoth(folder: ReturnType<typeof programFolder>): Promise<Program[]> {
  const env = { PROBITY_RATE_LIMIT: '10000000', PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' };
  const first = await folder.start(env, ['--no-work']);
  return [first, await folder.start({ ...env, ...(await freePorts()) }, ['--no-work'])];
}

/** @param database of the superuser, who may plant faults */
export function pairOf(programs: readonly Program[], ctx: Ctx, database: Database): Pair {
  const dispatcher = new Agent({ connect: { ca: programs[0]!.ca, timeout: patienceMs }, connections: 50 });
  return {
    database,
    newAccount: () => makeAccount(ctx),
    send: (path, sent, times = 1) =>
      Promise.all(Array.from({ length: times }, (_, n) => sendOne(dispatcher, programs[n % 2]!.url, path, sent))),
    stop: () => dispatcher.close(),
  };
}

async function startPair(): Promise<Pair> {
  const folder = programFolder();
  const programs = await startBoth(folder);
  const opened = await openProbity(settingsOf(folder.dataDir), createLog('silent'));
  const direct = await openProgramDatabase(folder.dataDir);
  const pair = pairOf(programs, opened.ctx, direct.database);
  return {
    ...pair,
    async stop() {
      await pair.stop();
      await direct.close();
      await opened.close();
      await Promise.all(programs.map((program) => program.stop()));
      folder.remove();
    },
  };
}

const usuallyAtOnce = 100;
const person = { first_name: 'Test', last_name: 'Person', email: 'test@example.com', gender: 'female' };
const order = { type: 'standard', reports: [{ name: 'identity' }] };

const idOf = (answer: Answer | undefined) => (JSON.parse(answer?.text ?? '{}') as { id: string }).id;
const typeOf = ({ text }: Answer) => (JSON.parse(text) as { error?: { type: string } }).error?.type;

async function newApplicant(pair: Pair, key: string): Promise<string> {
  const [answer] = await pair.send(`${live}/applicants`, { key, json: person });
  if (answer?.status !== 201) throw new Error(`create applicant answered ${answer?.status}: ${answer?.text}`);
  return idOf(answer);
}

async function totalOf(pair: Pair, path: string, key: string): Promise<number> {
  const [answer] = await pair.send(path, { method: 'GET', key });
  return answer!.total;
}

/** The number of answers of each kind. */
function tally(answers: readonly Answer[], kindOf: (answer: Answer) => string): string {
  const kinds = Map.groupBy(answers, kindOf);
  return [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, same]) => `${kind} × ${same.length}`)
    .join(', ');
}

const statusAndType = (answer: Answer) => `${answer.status} ${typeOf(answer) ?? ''}`.trim();

/** One race: its outcome, and the expected one. */
type Race = (pair: Pair, account: TestAccount, atOnce: number) => Promise<readonly [found: string, expected: string]>;

/** Every client got the one answer, or was told that the request is in progress. */
function onceOnly(answers: readonly Answer[], effects: number): readonly [string, string] {
  const others = answers.filter((answer) => answer.status !== 409);
  const bodies = new Set(others.map(({ text }) => text));
  const kinds = new Set(
    answers.map((answer) => (answer.status === 409 ? statusAndType(answer) : String(answer.status))),
  );
  kinds.delete('201');
  kinds.delete('409 idempotency_in_progress');
  const first = others.filter(({ replayed }) => !replayed).length;
  return [
    `${effects} effects, ${first} first answers, ${bodies.size} different bodies, odd answers: ${[...kinds].join(' ') || 'none'}`,
    '1 effects, 1 first answers, 1 different bodies, odd answers: none',
  ];
}

const races: Readonly<Record<string, Race>> = {
  async 'create check on one applicant'(pair, { keys }, atOnce) {
    const applicant = await newApplicant(pair, keys.live);
    const path = `${live}/applicants/${applicant}/checks`;
    const answers = await pair.send(path, { key: keys.live, json: order }, atOnce);
    return [
      `${tally(answers, statusAndType)}; ${await totalOf(pair, path, keys.live)} placed`,
      `201 × 1, 422 incomplete_checks × ${atOnce - 1}; 1 placed`,
    ];
  },
  async 'create applicant under one Idempotency-Key'(pair, { keys }, atOnce) {
    const path = `${live}/applicants`;
    const answers = await pair.send(path, { key: keys.live, json: person, idempotencyKey: 'one' }, atOnce);
    return onceOnly(answers, await totalOf(pair, path, keys.live));
  },
  async 'create check under one Idempotency-Key'(pair, { keys }, atOnce) {
    const path = `${live}/applicants/${await newApplicant(pair, keys.live)}/checks`;
    const answers = await pair.send(path, { key: keys.live, json: order, idempotencyKey: 'one' }, atOnce);
    return onceOnly(answers, await totalOf(pair, path, keys.live));
  },
  async 'upload under one fileToken'(pair, { keys }, atOnce) {
    const path = `${live}/applicants/${await newApplicant(pair, keys.live)}/checks`;
    const [check] = await pair.send(path, { key: keys.live, json: order });
    const { order_id } = JSON.parse(check!.text) as { order_id: number };
    const upload = `/api/v1/attachments?orderId=${order_id}&fileName=a.txt&fileToken=${idOf(check)}`;
    const answers = await pair.send(upload, { key: keys.live, file: Buffer.alloc(20_000, 'a') }, atOnce);
    const [listed] = await pair.send(`/api/v1/attachments?orderId=${order_id}`, { method: 'GET', key: keys.live });
    const { length } = JSON.parse(listed!.text) as readonly unknown[];
    return [
      `${tally(answers, ({ status }) => String(status))}; ${length} kept`,
      `201 × 1, 409 × ${atOnce - 1}; 1 kept`,
    ];
  },
  async 'cancel one report'(pair, { keys }, atOnce) {
    const path = `${live}/applicants/${await newApplicant(pair, keys.live)}/checks`;
    const [check] = await pair.send(path, {
      key: keys.live,
      json: { ...order, reports: [{ name: 'identity' }, { name: 'document' }] },
    });
    const { id, reports } = JSON.parse(check!.text) as { id: string; reports: { id: string }[] };
    const answers = await pair.send(
      `${live}/checks/${id}/reports/${reports[0]!.id}/cancel`,
      { key: keys.live },
      atOnce,
    );
    const kinds = tally(answers, ({ status }) => String(status));
    return [kinds, `204 × 1, 422 × ${atOnce - 1}`];
  },
  async 'register one url'(pair, { keys }, atOnce) {
    const json = { url: 'https://127.0.0.1:4433/hook' };
    const answers = await pair.send(`${live}/webhooks`, { key: keys.live, json }, atOnce);
    const ids = new Set(answers.map(idOf));
    return [`${tally(answers, statusAndType)}, ${ids.size} webhooks`, `200 × ${atOnce - 1}, 201 × 1, 1 webhooks`];
  },
  async 'the sandbox’s limit'(pair, { keys }) {
    const answers = await pair.send(`${staging}/jobroles`, { method: 'GET', key: keys.test }, 150);
    return [tally(answers, statusAndType), '200 × 100, 429 rate_limit_exceeded × 50'];
  },
};

export interface RaceOptions {
  readonly rounds: number;
  /** The number of requests at once, except for the sandbox's limit. */
  readonly atOnce?: number;
  /** The races to run; by default all. */
  readonly names?: readonly string[];
}

/** Runs every race once a round. */
export async function race(
  pair: Pair,
  { rounds, atOnce = usuallyAtOnce, names = Object.keys(races) }: RaceOptions,
): Promise<ProofResult> {
  const wrong: string[] = [];
  const run = Object.entries(races).filter(([what]) => names.includes(what));
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, hold] of run) {
      const [found, expected] = await hold(pair, await pair.newAccount(), atOnce);
      if (found !== expected) wrong.push(`${what}: ${found} instead of ${expected}`);
    }
  }
  const count = rounds * run.length;
  return {
    figure: `${inThousands(count - wrong.length)} of ${inThousands(count)} races decided once`,
    ok: wrong.length === 0,
    lines: [`${run.map(([what]) => what).join(', ')}: each by ${atOnce} requests at once`, ...wrong.slice(0, 20)],
  };
}

export async function run({ size: rounds }: { readonly size: number }): Promise<ProofResult> {
  const pair = await startPair();
  try {
    return await race(pair, { rounds });
  } finally {
    await pair.stop();
  }
}
