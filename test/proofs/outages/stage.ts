// The set-up of outage proofs: the shipped program on its embedded database, a receiver, and a webhook of the demo
// account.
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded-postgres.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type Program, type ProgramFolder, programFolder } from '../../support/program.ts';
import { seededRandom } from '../../support/random.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { OddAnswer, openApi } from '../kills/client.ts';
import { emptyLedger, type Ledger } from '../kills/ledger.ts';
import { compareFinalState, type End, type EndArguments } from './final-state.ts';
import { type LoadOptions, type OutageLoad, startLoad } from './load.ts';

const clients = 6;

export interface EndOptions extends Pick<EndArguments, 'withinMs' | 'isShortened'> {
  /** By default the demo account's. */
  readonly key?: string;
  /** By default the embedded database's. */
  readonly connection?: pg.PoolConfig;
}

export interface OutageStage {
  readonly folder: ProgramFolder;
  readonly receiver: WebhookReceiver;
  readonly ledger: Ledger;
  start(env?: NodeJS.ProcessEnv): Promise<Program>;
  load(program: Program, options?: LoadOptions): OutageLoad;
  end(program: Program, options: EndOptions): Promise<End>;
  close(): Promise<void>;
}

export async function openOutageStage(folder = programFolder()): Promise<OutageStage> {
  const receiver = await startWebhookReceiver();
  const ledger = emptyLedger();
  const loads: OutageLoad[] = [];
  const always = {
    PROBITY_MAIL_URL: 'smtp://127.0.0.1:1',
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
  };
  const random = seededRandom(Date.now() % 2 ** 32);
  return {
    folder,
    receiver,
    ledger,
    start: (env = {}) => folder.start({ ...always, ...env }),
    load(program, options) {
      const load = startLoad(program, { ledger, random, clients, ...options });
      loads.push(load);
      return load;
    },
    async end(program, { key, connection: given, ...options }) {
      const api = openApi(program, clients, key);
      const server = given === undefined ? await joinDatabase(folder.dataDir) : undefined;
      const connection = given ?? server!.superuser;
      try {
        return await compareFinalState({ api, ledger, receiver, connection, ...options });
      } finally {
        await api.close();
        await server?.stop();
      }
    },
    async close() {
      await Promise.all(loads.map((load) => load.stop()));
      await receiver.close();
      folder.remove();
    },
  };
}

const joinDatabase = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: createLog('silent') });

export async function registerReceiver(program: Program, { url }: WebhookReceiver): Promise<void> {
  const api = openApi(program, 1);
  const hook = await api.call('POST', '/webhooks', `url=${encodeURIComponent(url)}&environments[]=live`);
  await api.close();
  if (hook.status !== 201) throw new OddAnswer(`register webhook answered ${hook.status}`);
}
