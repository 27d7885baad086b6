import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import {
  attachFile,
  discardOwnFile,
  listAttachments,
  openAttachment,
} from '../../../src/features/attachments/attachment-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { housekeepingJobs } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startClamdServer } from '../../support/clamd-server.ts';
import { startProbity } from '../../support/probity.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

const clamd = await startClamdServer();
after(() => clamd.close());
const { ctx, account, database } = await startProbity({ settings: { PROBITY_CLAMD: `tcp://127.0.0.1:${clamd.port}` } });
const caller = account.caller('test');
/** No client erases. */
const byProgram = { accountId: caller.accountId, environment: 'test', actor: 'system', clockOffsetSeconds: 0 } as const;
const newCheck = async () => (await placeWaiting(ctx, caller)).check;

async function* partsOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 1000) yield Buffer.from(text.slice(at, at + 1000));
}

const attach = (orderId: number, text = 'a'.repeat(5000), fileToken: string = randomUUID(), by = caller) =>
  attachFile(ctx, by, {
    fileToken,
    orderId,
    fileName: 'Surname.txt',
    description: 'A letter',
    content: partsOf(text),
  });

const storedFiles = async () => {
  let count = 0;
  for await (const _ of ctx.files.writtenBefore(new Date(Date.now() + 60_000))) count += 1;
  return count;
};

test("a clean file is stored with the scanner's verdict, and every action on it is recorded", async () => {
  const { orderId, id } = await newCheck();
  const { fileToken } = await attach(orderId);
  const { attachment, content } = await openAttachment(ctx, caller, fileToken);
  assert.equal(String(await buffer(content)), 'a'.repeat(5000));
  assert.deepEqual(await listAttachments(ctx, caller, orderId), [attachment]);
  const [row] = await database.rows<{ verdict: string; row: string }>(sql`
    select verdict, attachments::text as row from attachments where file_token = ${fileToken}`);
  assert.equal(row!.verdict, 'clean');
  assert.ok(!/Surname|letter/.test(row!.row));
  const events = await database.rows<{ type: string; event: string }>(sql`
    select type, events::text as event from events where check_id = ${id} and type like 'attachment.%' order by id`);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['attachment.uploaded', 'attachment.read'],
  );
  assert.ok(events.every(({ event }) => !/Surname|letter/.test(event)));
});

test('the audit trail names a file in one spelling, in whatever case its token is sent', async () => {
  const { orderId, id } = await newCheck();
  const candidate = { ...caller, actor: 'candidate' } as const;
  const fileToken = randomUUID().toUpperCase();
  await attach(orderId, undefined, fileToken, candidate);
  (await openAttachment(ctx, candidate, fileToken)).content.destroy();
  await discardOwnFile(ctx, candidate, { orderId, fileToken });
  const named = await database.rows(sql`
    select type, resource_id as name from events where check_id = ${id} and type like 'attachment.%' order by id`);
  const name = fileToken.toLowerCase();
  assert.deepEqual(
    named,
    ['uploaded', 'read', 'discarded'].map((done) => ({ type: `attachment.${done}`, name })),
  );
});

test('a file without a verdict is not stored', async (t) => {
  t.after(() => clamd.behave('well'));
  const { orderId } = await newCheck();
  const before = await storedFiles();
  for (const manner of ['closing', 'babbling'] as const) {
    clamd.behave(manner);
    await assert.rejects(attach(orderId), { reason: 'service_unavailable' });
  }
  assert.deepEqual([await storedFiles(), await listAttachments(ctx, caller, orderId)], [before, []]);
});

test('if the database fails after the file was written, the sweep decides, and keeps files with a row', async (t) => {
  const { orderId } = await newCheck();
  const kept = await attach(orderId);
  const before = await storedFiles();
  await database.run(rawSql('alter table attachments add constraint planted check (size <> 4321)'));
  t.after(() => database.run(rawSql('alter table attachments drop constraint planted')));
  await assert.rejects(attach(orderId, 'a'.repeat(4321)), { code: '23514' });
  assert.equal(await storedFiles(), before + 1);
  await housekeepingJobs({ ...ctx, now: () => new Date(Date.now() + 3_700_000) }).sweep_files({});
  assert.equal(await storedFiles(), before);
  const { content } = await openAttachment(ctx, caller, kept.fileToken);
  assert.equal((await buffer(content)).length, 5000);
});

test('files of an erased applicant are not found, and their order takes no more', async () => {
  const check = await newCheck();
  const { fileToken } = await attach(check.orderId);
  await closeCheck(ctx, caller, check.id, 'withdraw');
  await eraseApplicant(ctx, byProgram, check.applicantId, 'candidate_asked');
  await assert.rejects(openAttachment(ctx, caller, fileToken), { reason: 'not_found' });
  await assert.rejects(listAttachments(ctx, caller, check.orderId), { reason: 'not_found' });
  await assert.rejects(attach(check.orderId), { reason: 'not_found' });
});

test('a cancelled or withdrawn order takes no more files, and keeps the ones it has', async () => {
  for (const [move, status] of [
    ['cancel', 'cancelled'],
    ['withdraw', 'withdrawn'],
  ] as const) {
    const { orderId, id } = await newCheck();
    const { fileToken } = await attach(orderId);
    await closeCheck(ctx, caller, id, move);
    const before = await storedFiles();
    await assert.rejects(attach(orderId), {
      reason: 'state_does_not_allow',
      fields: { orderId: [`is of an order that is ${status}`] },
    });
    assert.equal(await storedFiles(), before);
    assert.deepEqual(
      (await listAttachments(ctx, caller, orderId)).map((file) => file.fileToken),
      [fileToken],
    );
  }
});

test('a check takes so many files, its candidate a fifth of them, and all its referees together a fifth', async () => {
  const { orderId } = await newCheck();
  const full = { ...ctx, settings: { ...ctx.settings, attachmentFilesPerCheck: 5 } };
  const candidate = { ...caller, actor: 'candidate' } as const;
  const referee = () => ({ ...caller, actor: `referee:${randomUUID()}:1` }) as const;
  const add = (by: Parameters<typeof attachFile>[1]) =>
    attachFile(full, by, {
      fileToken: randomUUID(),
      orderId,
      fileName: 'a.txt',
      description: '',
      content: partsOf('a'.repeat(200)),
    });
  await add(candidate);
  const isFull = { reason: 'state_does_not_allow', fields: { orderId: ['has as many files as an order may have'] } };
  await assert.rejects(add(candidate), isFull);
  await add(referee());
  await assert.rejects(add(referee()), isFull);
  for (let added = 2; added < 5; added += 1) await add(caller);
  const before = await storedFiles();
  await assert.rejects(add(caller), isFull);
  assert.equal(await storedFiles(), before, 'nothing of the refused file is stored');
});

test('an account that has added too much within a day is refused for an hour, and another account is not', async () => {
  const limited = { ...ctx, settings: { ...ctx.settings, attachmentBytesPerDay: 1 } };
  const { orderId } = await newCheck();
  await attach(orderId);
  const file = () => ({
    fileToken: randomUUID(),
    fileName: 'a.txt',
    description: '',
    content: partsOf('a'.repeat(200)),
  });
  await assert.rejects(attachFile(limited, caller, { ...file(), orderId }), {
    reason: 'rate_limited',
    retryAfterSeconds: 3600,
  });
  const other = (await makeAccount(ctx)).caller('test');
  const { check } = await placeWaiting(ctx, other);
  await attachFile(limited, other, { ...file(), orderId: check.orderId });
});

test('no file is accepted while the disk is nearly full, and other requests go on', async () => {
  const { orderId } = await newCheck();
  const nearlyFull = { ...ctx, settings: { ...ctx.settings, diskReserveBytes: Number.MAX_SAFE_INTEGER } };
  const file = {
    fileToken: randomUUID(),
    orderId,
    fileName: 'a.txt',
    description: '',
    content: partsOf('a'.repeat(200)),
  };
  await assert.rejects(attachFile(nearlyFull, caller, file), { reason: 'service_unavailable', retryAfterSeconds: 60 });
  assert.deepEqual(await listAttachments(nearlyFull, caller, orderId), []);
});
