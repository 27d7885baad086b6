import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { countSandbox, createKeyLimiter, refuseOver } from '../../../src/features/accounts/rate-limit-actions.ts';
import type { SandboxUser } from '../../../src/features/accounts/rate-limit-store.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts } from '../../support/events.ts';

const { database, connection } = await testDatabase();
const start = Date.UTC(2026, 0, 5, 12);

async function newUser(accountId?: string): Promise<SandboxUser> {
  const ofAccount = accountId ?? (await makeBareAccounts(database, 1))[0]!;
  const keyUserId = randomUUID();
  await database.run(sql`
    insert into users (account_id, id, name, email, role, created_at)
    values (${ofAccount}, ${keyUserId}, 'Sample', ${keyUserId}, 'standard', now())`);
  return { accountId: ofAccount, keyUserId };
}

/** Seconds to wait, or 0 if the request passes. */
async function request(user: SandboxUser, atMs: number): Promise<number> {
  try {
    refuseOver(await countSandbox({ db: database, now: () => new Date(atMs) }, user));
    return 0;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.reason === 'rate_limited');
    return error.retryAfterSeconds!;
  }
}

async function requests(user: SandboxUser, count: number, atMs: number): Promise<number> {
  const waits = await Promise.all(Array.from({ length: count }, () => request(user, atMs)));
  return waits.filter((wait) => wait === 0).length;
}

test('refuses the 101st request in ten minutes and all in the next minute, then begins a new window', async () => {
  const user = await newUser();
  assert.equal(await requests(user, 100, start), 100);
  const late = start + 599_000;
  assert.equal(await request(user, late), 60);
  assert.equal(await request(user, late + 30_500), 30);
  assert.equal(await request(user, late + 59_999), 1);
  assert.equal(await requests(user, 101, late + 60_000), 100);
});

test('a window ends ten minutes after its first request', async () => {
  const user = await newUser();
  assert.equal(await requests(user, 100, start), 100);
  assert.equal(await requests(user, 100, start + 600_000), 100);
  assert.equal(await request(user, start + 600_001), 60);
});

test('of 250 concurrent requests exactly 100 pass', async () => {
  const user = await newUser();
  assert.equal(await requests(user, 250, start), 100);
});

test('the limit holds across processes', async () => {
  const user = await newUser();
  const program = fileURLToPath(new URL('rate-limit-process.ts', import.meta.url));
  const args = [program, JSON.stringify(connection), user.accountId, user.keyUserId, new Date(start).toISOString()];
  const runs = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, args)));
  assert.equal(
    runs.map(({ stdout }) => Number(stdout)).reduce((sum, passed) => sum + passed),
    100,
  );
});

test('each user has a window of their own, also within one account', async () => {
  const one = await newUser();
  assert.equal(await requests(one, 101, start), 100);
  for (const other of [await newUser(), await newUser(one.accountId)])
    assert.equal(await requests(other, 100, start), 100);
});

test('a clock that was set back does not extend a refusal', async () => {
  const user = await newUser();
  assert.equal(await requests(user, 101, start), 100);
  assert.equal(await request(user, start - 3_600_000), 0);
});

test('follows the rule for any sequence of requests', async () => {
  const gap = fc.oneof(
    { weight: 50, arbitrary: fc.constant(0) },
    { weight: 50, arbitrary: fc.integer({ min: 0, max: 8000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 59_000, max: 700_000 }) },
  );
  const gaps = fc.array(gap, { minLength: 240, maxLength: 250 });
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(gaps, async (waits) => {
      const user = await newUser();
      let now = start;
      let window = { startedAt: Number.NEGATIVE_INFINITY, requests: 0, blockedUntil: 0 };
      for (const gap of waits) {
        now += gap;
        const over = window.blockedUntil > 0 ? now >= window.blockedUntil : now >= window.startedAt + 600_000;
        if (over) window = { startedAt: now, requests: 0, blockedUntil: 0 };
        if (window.blockedUntil === 0 && window.requests === 100) window.blockedUntil = now + 60_000;
        if (window.blockedUntil === 0) window.requests += 1;
        const expected = window.blockedUntil === 0 ? 0 : Math.ceil((window.blockedUntil - now) / 1000);
        assert.equal(await request(user, now), expected);
        if (expected > 0) refusals += 1;
      }
    }),
    { numRuns: 6 },
  );
  assert.ok(refusals > 0);
});

test('each live key has its own requests per minute', () => {
  const limiter = createKeyLimiter(3);
  const take = (key: string, seconds: number) => {
    try {
      limiter.take(key, start + seconds * 1000);
      return 0;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.reason === 'rate_limited');
      return error.retryAfterSeconds;
    }
  };
  assert.deepEqual([take('a', 0), take('a', 1), take('a', 2), take('a', 20.5)], [0, 0, 0, 40]);
  assert.equal(take('b', 20.5), 0);
  assert.deepEqual([take('a', 59.9), take('a', 60)], [1, 0]);
  assert.equal(take('a', -7200), 0);
});
