// Connects an account to providers that use the signed protocol: their secrets, types and facts.

import { type Ctx, inTransaction } from '../../context.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { factAt } from '../facts/fact-paths.ts';
import { reportResults } from '../report-types/breakdown.ts';
import { namedType } from '../report-types/report-type-rules.ts';
import { secretBytes, secretText, signingKey } from '../webhooks/webhook-signatures.ts';
import {
  type ConnectionRow,
  endConnection as endConnectionRow,
  findConnectedNames,
  findConnectedUrls,
  findConnection,
  findConnectionById,
  findConnections,
  insertConnection,
  replaceSecret,
} from './connection-store.ts';
import { nameProblems, reservedNames } from './provider-rules.ts';
import type { Connection } from './provider-supply.ts';

const purpose = 'provider_connections.secret';
/** How long the previous secret stays valid. */
const overlapHours = 24;
const nameForm = /^[a-z][a-z0-9_]{1,39}$/;

export interface ConnectionArguments {
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  /** Empty for every country. */
  readonly countries: readonly string[];
  readonly facts: readonly string[];
  readonly personDecides: boolean;
  /** It may send the candidate to a page of its own. */
  readonly asksCandidate: boolean;
  readonly timeoutMs: number;
  readonly answersWithinHours: number;
  readonly callsPerMinute: number | null;
  readonly costPence: number;
}

function connectionProblems(given: ConnectionArguments, builtIn: readonly string[]): Problems {
  const problems = new Problems();
  if (!nameForm.test(given.name)) problems.add('name', 'must be lower-case letters, digits and _');
  if ([...reservedNames, ...builtIn].includes(given.name))
    problems.add('name', 'is the name of a provider that is built in');
  const url = URL.canParse(given.url) ? new URL(given.url) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '') {
    problems.add('url', 'must be an https URL without query or credentials');
  }
  if (given.types.length === 0) problems.add('types', "can't be blank");
  for (const type of given.types) {
    const found = namedType(type);
    // A name without a variant stands for all variants.
    if ('missing' in found && (found.missing === 'name' || type.includes(':'))) {
      problems.add('types', `${type} is not a report type`);
    }
  }
  for (const path of given.facts) {
    if (factAt(path) === undefined) problems.add('facts', `${path} is not a fact: see docs/facts.md`);
  }
  for (const code of given.countries) {
    if (countryByAlpha3(code) === undefined) problems.add('countries', `${code} is not a three-letter code`);
  }
  const isCount = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!isCount(given.costPence, 0, 100_000_000)) problems.add('costPence', 'must not be negative');
  if (!isCount(given.callsPerMinute ?? 1, 1, 1_000_000)) problems.add('callsPerMinute', 'must be at least 1');
  if (!isCount(given.timeoutMs, 1, 60_000)) problems.add('timeoutMs', 'must be from 1 to 60000');
  if (!isCount(given.answersWithinHours, 1, 24 * 90)) problems.add('answersWithinHours', 'must be from 1 to 2160');
  return problems;
}

/**
 * Returns the secret, which is never shown again. Refuses with `invalid_fields`. @param builtIn names that are in use
 */
export async function connectProvider(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: ConnectionArguments,
  builtIn: readonly string[],
): Promise<{ readonly id: string; readonly secret: string }> {
  demand(by, 'manage_accounts');
  connectionProblems(given, builtIn).refuse('invalid_fields');
  const id = ctx.newId();
  const secret = secretText(newSecretBytes(secretBytes));
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const inserted = await insertConnection(tx.db, accountId, {
      id,
      name: given.name,
      url: given.url.replace(/\/$/, ''),
      types: given.types,
      countries: given.countries.length === 0 ? null : given.countries,
      facts: given.facts,
      person_decides: given.personDecides,
      asks_candidate: given.asksCandidate,
      timeout_ms: given.timeoutMs,
      answers_within_hours: given.answersWithinHours,
      calls_per_minute: given.callsPerMinute,
      cost_pence: given.costPence,
      sealed_secret: key.seal(purpose, id, secret),
      created_at: ctx.now(),
    });
    if (inserted === 0) throw new Refusal('invalid_fields', { name: ['has already been taken'] });
    const detail = { provider: given.name, facts: given.facts };
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.provider_connected',
      resourceId: accountId,
      detail,
    });
  });
  return { id, secret };
}

async function connectionNamed(ctx: Ctx, accountId: string, name: string): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, accountId, name);
  if (row === undefined) throw new Refusal('invalid_fields', { name: ['is not connected'] });
  return row;
}

/** Returns the new secret; the previous one stays valid for a day. */
export async function rotateProviderSecret(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  name: string,
): Promise<{ readonly secret: string; readonly until: Date }> {
  demand(by, 'manage_accounts');
  const { id } = await connectionNamed(ctx, accountId, name);
  const secret = secretText(newSecretBytes(secretBytes));
  const key = await ctx.keys.forAccount(accountId);
  const until = new Date(ctx.now().getTime() + overlapHours * 3_600_000);
  await inTransaction(ctx, async (tx) => {
    await replaceSecret(tx.db, accountId, { id, sealedSecret: key.seal(purpose, id, secret), until });
    const event = {
      type: 'account.provider_secret_rotated',
      resourceId: accountId,
      detail: { provider: name },
    } as const;
    await storeAccountEvent(tx, accountId, by, event);
  });
  return { secret, until };
}

/** From now on the provider is not asked; its open requests go to the next provider, or to a person. */
export async function disconnectProvider(ctx: Ctx, by: Asker, accountId: string, name: string): Promise<void> {
  demand(by, 'manage_accounts');
  const { id } = await connectionNamed(ctx, accountId, name);
  await inTransaction(ctx, async (tx) => {
    await endConnectionRow(tx.db, accountId, id, ctx.now());
    const detail = { provider: name };
    await storeAccountEvent(tx, accountId, by, { type: 'account.provider_ended', resourceId: accountId, detail });
  });
}

async function open(ctx: Ctx, accountId: string, row: ConnectionRow): Promise<Connection> {
  const account = await ctx.keys.forAccount(accountId);
  const keyOf = (sealed: Buffer) => signingKey(account.open(purpose, row.id, sealed).toString('utf8'));
  const { previous_secret_until: until, sealed_previous_secret: previous } = row;
  const overlaps = previous !== null && until !== null && ctx.now() < until;
  return {
    id: row.id,
    accountId,
    name: row.name,
    url: row.url,
    capabilities: {
      calls: 'with_key',
      results: reportResults,
      types: row.types,
      ...(row.countries === null ? {} : { countries: row.countries }),
      facts: row.facts,
      ...(row.person_decides ? { personDecides: true } : {}),
      ...(row.asks_candidate ? { asksCandidate: true } : {}),
    },
    limits: {
      timeoutMs: row.timeout_ms,
      ...(row.calls_per_minute === null ? {} : { rate: { calls: row.calls_per_minute, seconds: 60 } }),
      answersWithinHours: row.answers_within_hours,
      costPence: row.cost_pence,
    },
    key: keyOf(row.sealed_secret),
    previousKey: overlaps ? keyOf(previous) : undefined,
  };
}

export async function readConnection(ctx: Ctx, accountId: string, name: string): Promise<Connection | undefined> {
  const row = await findConnection(ctx.db, accountId, name);
  return row === undefined ? undefined : open(ctx, accountId, row);
}

/** Not limited to an account: the caller proves by a signature that it is the provider. */
export async function readConnectionById(ctx: Ctx, id: string): Promise<Connection | undefined> {
  const row = await findConnectionById(ctx.db, id);
  return row === undefined ? undefined : open(ctx, row.account_id, row);
}

/** Throws if reports could not tell their providers apart, with every problem. @param builtIn the names in use here */
export async function refuseAmbiguousNames({ db }: Pick<Ctx, 'db'>, builtIn: readonly string[]): Promise<void> {
  const found = nameProblems(builtIn, await findConnectedNames(db));
  if (found.length > 0) throw new Error(`Names of data providers are ambiguous:\n${found.join('\n')}`);
}

/** Of all accounts, for the program itself. */
export const listConnectedUrls = ({ db }: Pick<Ctx, 'db'>): Promise<string[]> => findConnectedUrls(db);

export async function listConnections(ctx: Ctx, by: Asker, accountId: string) {
  demand(by, 'read_accounts');
  return findConnections(ctx.db, accountId);
}
