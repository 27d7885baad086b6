// The cleanup jobs delete expired rows, and files without a row, and keep everything else.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { filesReferencedBy, housekeepingJobs } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { sealedId } from '../../../src/platform/encryption/account-key.ts';
import { startProbity } from '../../support/probity.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

const { ctx, database, account } = await startProbity({ sandboxLimit: true });
const { accountId } = account;
const jobs = housekeepingJobs(ctx);
const { check } = await placeWaiting(ctx, account.caller('test'));

const countOf = async (table: ReturnType<typeof sql>) =>
  (await database.row<{ n: number }>(sql`select count(*) as n from ${table}`))!.n;

const overAndNot = ['-2 days', '1 hour'];

test('sessions, codes, attempts, windows, stored answers and open links are deleted when they expire, and not before', async () => {
  for (const [index, away] of overAndNot.entries()) {
    const at = sql`now() + ${away}::interval`;
    const hash = randomBytes(32);
    await database.run(sql`
      insert into link_sessions (account_id, environment, subject_id, token_hash, created_at, expires_at)
      values (${accountId}, 'test', ${check.id}, ${hash}, now(), ${at})`);
    await database.run(sql`
      insert into link_codes (account_id, environment, subject_id, id, mark, sent_at, expires_at)
      values (${accountId}, 'test', ${check.id}, ${randomUUID()}, ${hash}, ${at}, ${at})`);
    await database.run(sql`
      insert into sign_in_sessions (user_id, token, expires_at, created_at, updated_at)
      values (${randomUUID()}, ${randomUUID()}, ${at}, now(), now())`);
    await database.run(sql`
      insert into sign_in_attempts (subject, window_started_at, attempts) values (${hash}, ${at}, 1)`);
    await database.run(sql`
      insert into idempotency_keys (account_id, environment, key_hash, fingerprint, claimed_at)
      values (${accountId}, 'test', ${hash}, ${hash}, ${at})`);
    await database.run(sql`
      insert into sandbox_windows (account_id, user_id, started_at, requests)
      select account_id, id, ${at}, 1 from users where account_id = ${accountId} order by id offset ${index} limit 1`);
  }
  const live = await placeWaiting(ctx, account.caller('live'));
  await database.run(sql`
    insert into open_results_links (account_id, environment, check_id, open_until) values
      (${accountId}, 'test', ${check.id}, now() - interval '1 minute'),
      (${accountId}, 'live', ${live.check.id}, now() + interval '1 minute')`);
  await jobs.prune({});
  const left = [
    await countOf(sql`link_sessions`),
    await countOf(sql`link_codes`),
    await countOf(sql`sign_in_sessions`),
    await countOf(sql`sign_in_attempts`),
    await countOf(sql`idempotency_keys`),
    await countOf(sql`sandbox_windows`),
    await countOf(sql`open_results_links`),
  ];
  assert.deepEqual(left, [1, 1, 1, 1, 1, 1, 1]);
});

test('drafts about an applicant are deleted after 30 days, and others after 7', async () => {
  for (const [form, days, applicantId] of [
    ['/of-order', 29, check.applicantId],
    ['/of-order-old', 31, check.applicantId],
    ['/other', 6, null],
    ['/other-old', 8, null],
  ] as const) {
    const tenant = applicantId === null ? [null, null] : [accountId, 'test'];
    await database.run(sql`
      insert into drafts (author, form, account_id, environment, applicant_id, sealed_fields, saved_at)
      values ('user:1', ${form}, ${tenant[0]}, ${tenant[1]}, ${applicantId}, '', now() - make_interval(days => ${days}))`);
  }
  await jobs.prune({});
  const left = await database.rows<{ form: string }>(sql`select form from drafts order by form`);
  assert.deepEqual(
    left.map(({ form }) => form),
    ['/of-order', '/other'],
  );
});

test('a file without a row is swept once it is an hour old; a file with a row, or a younger one, stays', async () => {
  const { key } = (await ctx.keys.forAccount(accountId)).wrapDataKey(sealedId('test', check.applicantId));
  const [orphan, named, young] = [ctx.newId(), ctx.newId(), ctx.newId()];
  const later = (ms: number) => housekeepingJobs({ ...ctx, now: () => new Date(Date.now() + ms) });
  const isThere = (name: string) =>
    ctx.files.read(name, key).then(
      (file) => Boolean(file.destroy()),
      () => false,
    );
  await ctx.files.write(orphan, Buffer.from('left by a crash'), key);
  await ctx.files.write(named, Buffer.from('a document'), key);
  await database.run(sql`
    insert into results_documents (account_id, environment, check_id, kind, file_id, revision, made_at)
    values (${accountId}, 'test', ${check.id}, 'pdf', ${named}, ${randomBytes(32)}, now())`);
  await later(3_500_000).sweep_files({});
  assert.deepEqual([await isThere(orphan), await isThere(named)], [true, true]);
  await later(3_700_000).sweep_files({});
  assert.deepEqual([await isThere(orphan), await isThere(named)], [false, true]);
  await ctx.files.write(young, Buffer.from('its row is to come'), key);
  await later(0).sweep_files({});
  assert.equal(await isThere(young), true);
});

test('the sweep asks every table with a column of file names', async () => {
  const tables = await database.rows<{ table_name: string }>(sql`
    select distinct table_name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)file_id$' order by table_name`);
  assert.deepEqual(
    Object.keys(filesReferencedBy).sort(),
    tables.map(({ table_name }) => table_name),
  );
});

test('the database refuses a check ordered by a user of another account', async () => {
  const ordering = (user: string) =>
    database.run(sql`
    update checks set ordered_by_user_id = ${user} where account_id = ${accountId} and id = ${check.id}`);
  assert.equal(await ordering(account.userId), 1);
  await assert.rejects(ordering(randomUUID()), { code: '23503' });
});
