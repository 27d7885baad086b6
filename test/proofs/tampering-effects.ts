// What keys, sessions, passwords, links and results give to whoever uses them: an edit has an effect if any of these gives
// something that it did not give before.
import { createHash, createHmac } from 'node:crypto';
import type { Ctx } from '../../src/context.ts';
import { createAuthentication } from '../../src/features/accounts/authentication.ts';
import { openSignInLink } from '../../src/features/accounts/sign-in-link-actions.ts';
import { createSignInSessions } from '../../src/features/accounts/sign-in-sessions.ts';
import { findPortalUser } from '../../src/features/accounts/sign-in-store.ts';
import { isOwnProvider } from '../../src/features/accounts/single-sign-on-actions.ts';
import { findSingleSignOn } from '../../src/features/accounts/single-sign-on-store.ts';
import { hasOnlyOwnRows } from '../../src/features/accounts/user-row-actions.ts';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../src/features/results/evidence-bundle-actions.ts';
import { makeResultsDocument, readResultsDocument } from '../../src/features/results/results-document-actions.ts';
import { recordResultsReads } from '../../src/features/results/results-reads.ts';
import { createAlarms } from '../../src/platform/alarms.ts';
import { createCountedBatches } from '../../src/platform/db/counted-batches.ts';
import type { TestAccount } from '../support/accounts.ts';

/** What the people of the proof hold. */
export interface Held {
  readonly keys: readonly string[];
  readonly userIds: readonly string[];
  /** Tokens of sessions and of mailed links. */
  readonly sessions: readonly string[];
  readonly links: readonly string[];
}

/** By what was used: what it gave; undefined if it was refused. */
export type Given = ReadonlyMap<string, string | undefined>;

async function givenBy(uses: Readonly<Record<string, () => Promise<unknown>>>): Promise<Given> {
  const given = new Map<string, string | undefined>();
  for (const [name, use] of Object.entries(uses)) {
    given.set(
      name,
      await use().then(
        (answer) => JSON.stringify(answer),
        () => undefined,
      ),
    );
  }
  return given;
}

/** The first thing that is given and was not given before. */
export const newlyGiven = (before: Given, after: Given): string | undefined =>
  [...after].find(([name, answer]) => answer !== undefined && answer !== before.get(name))?.[0];

const cookie = { cookieName: 'session', secret: 'the secret of the proof' };

function cookieOf(token: string): string {
  const signature = createHmac('sha256', cookie.secret).update(token).digest('base64');
  return `${cookie.cookieName}=${token}.${encodeURIComponent(signature)}`;
}

const named = <T>(kind: string, things: readonly T[], use: (thing: T) => Promise<unknown>) =>
  Object.fromEntries(things.map((thing, at) => [`${kind} ${at}`, () => use(thing)]));

/** Whose password the link sets. */
async function setterOf(ctx: Ctx, token: string) {
  const open = await openSignInLink(ctx, token);
  return open && { purpose: open.purpose, userId: open.user.id };
}

/** Whom a right password lets in, and whether they owe a second factor then. */
async function signInAs(ctx: Ctx, id: string) {
  const user = (await hasOnlyOwnRows(ctx, id)) ? await findPortalUser(ctx.db, id) : undefined;
  return user && { ...user, demands_second_factor: user.demands_second_factor || user.has_second_factor };
}

/** Uses every key, session and link, and asks of every user whether they may sign in, and as whom. */
export function useEverything(ctx: Ctx, { accountId }: TestAccount, held: Held): Promise<Given> {
  const authentication = createAuthentication(ctx);
  const sessions = createSignInSessions(ctx, { ...cookie, sessionSeconds: 86_400, idleSeconds: 0 } as never);
  return givenBy({
    ...named('key', held.keys, (key) => authentication.callerOf(key, undefined, { address: '192.0.2.1' })),
    ...named('session', held.sessions, (token) => sessions.signedInUser(cookieOf(token))),
    ...named('link', held.links, (token) => setterOf(ctx, token)),
    ...named('sign-in', held.userIds, (id) => signInAs(ctx, id)),
    'single sign-on': async () =>
      (await isOwnProvider(ctx, accountId)) ? findSingleSignOn(ctx.db, accountId) : undefined,
  });
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Reads the results of a check by API, as PDF and as bundle. An answer of the API is compared within a second after it was
 * given: one that raised the alarm counts as refused.
 */
export function readEverywhere(ctx: Ctx, account: TestAccount, checkId: string): Promise<Given> {
  const reader = account.caller('test');
  return givenBy({
    async api() {
      const alarms = createAlarms(ctx.log);
      const batches = createCountedBatches(ctx);
      const check = await readCheck(ctx, reader, checkId);
      recordResultsReads({ ...ctx, alarms, batches }, reader, [{ checkId, applicantId: check.applicantId }]);
      await batches.write();
      if (alarms.count('outcome_changed') > 0) throw new Error('alarmed');
      return check;
    },
    async pdf() {
      await makeResultsDocument(ctx, reader, checkId);
      return digestOf((await readResultsDocument(ctx, reader, checkId)).content);
    },
    async bundle() {
      await makeEvidenceBundle(ctx, reader, checkId);
      return digestOf((await readEvidenceBundle(ctx, reader, checkId)).content);
    },
  });
}
