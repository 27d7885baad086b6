// The letter that came with a request about data, or what shows who they are: added, read and deleted by who deals with requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { forgetOldAnswers } from '../../../src/features/data-requests/complaint-actions.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { filesReferencedBy } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { hiddenFields, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const today = ukDateOf(ctx.now());

async function personOf(role: DeskRole): Promise<Visitor> {
  const email = `${role.replace('_', '-')}@desk.test`;
  await createDeskUser(ctx, 'system', { name: `Dee ${role}`, email, role, accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const protection = await personOf('data_protection');
const auditor = await personOf('auditor');

const letter = 'Please send me what you keep about me. '.repeat(10);

async function attach(page: string, fileName: string, content = letter) {
  const path = `${page}/files`;
  const fields = Object.entries(hiddenFields((await protection.get(page)).body, path)).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `content-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/plain`;
  const file = `--x\r\n${head}\r\n\r\n${content}\r\n--x--\r\n`;
  return protection.send(path, 'multipart/form-data; boundary=x', `${fields.join('')}${file}`);
}

const hrefIn = (page: string, body: string) => new RegExp(`href="(${page}/files/[^"]+)"`).exec(body)?.[1];
const kept = (href: string) => filesReferencedBy.data_request_files!(ctx)([href.split('/').at(-1)!]);

async function askedByLetter() {
  const { check } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'] });
  const asked = {
    kind: 'access',
    way: 'letter',
    receivedOn: today,
    words: 'All of it.',
    identity: 'known_address',
  } as const;
  const id = await recordRequest(ctx, tenant, { ...asked, checkId: check.id });
  return { check, page: `/desk/data-requests/${id}` };
}

test('who deals with requests adds their letter, reads it and deletes it; nobody else sees it', async () => {
  const { page } = await askedByLetter();
  assert.equal((await attach(page, 'letter.txt')).headers.location, `${page}?done=attached`);
  const { body } = await protection.get(page);
  assert.match(body, /Files that came with it[\s\S]*letter\.txt/);
  await attach(page, 'letter.txt');
  const links = (await protection.get(page)).body.match(/>letter\.txt</g);
  assert.equal(links?.length, 1, 'the same file is not stored twice');
  const href = hrefIn(page, body)!;
  const file = await protection.get(href);
  assert.deepEqual([file.body, file.headers['content-type']], [letter, 'application/octet-stream']);
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="letter\.txt"/);
  assert.doesNotMatch((await auditor.get(page)).body, /letter\.txt|Files that came with it/);
  assert.equal((await auditor.get(href)).status, 403);
  assert.equal((await kept(href)).length, 1);
  await ctx.batches.write();
  const [look] = await ctx.db.rows<{ type: string }>(sql`
    select type from events where type = 'data_request.read' and resource_id = ${page.split('/').at(-1)!}`);
  assert.equal(look?.type, 'data_request.read', 'the register has who read it');
  assert.equal((await protection.submit(page, `${href}/delete`, {})).headers.location, `${page}?done=deleted`);
  assert.equal((await protection.get(href)).status, 404);
  assert.deepEqual(await kept(href), []);
});

test('a file that is none, or is harmful, is refused beside its input, and nothing of it is kept', async () => {
  const { page } = await askedByLetter();
  const wrong = await attach(page, 'letter.exe');
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /This kind of file is not accepted/);
  assert.match((await attach(page, '', '')).body, /Choose a file/);
  Object.assign(ctx, { virusScanner: { threatIn: async () => 'Eicar' } });
  assert.match((await attach(page, 'letter.txt')).body, /a virus scanner found something harmful in it/);
  Object.assign(ctx, { virusScanner: undefined });
  assert.equal(hrefIn(page, (await protection.get(page)).body), undefined);
});

test('the files go with the person', async () => {
  const { check, page } = await askedByLetter();
  await attach(page, 'letter.txt');
  const href = hrefIn(page, (await protection.get(page)).body)!;
  await closeCheck(ctx, tenant, check.id, 'withdraw');
  const ending = { outcome: 'taken_back', words: '', told: 'letter' };
  assert.equal((await protection.submit(page, `${page}/close`, ending)).headers.location, `${page}?done=closed`);
  assert.equal((await attach(page, 'late.txt').catch(() => ({ status: 0 }))).status === 303, false, 'it is answered');
  await erasePerson(ctx, tenant, check.applicantId, 'client_asked');
  assert.deepEqual(await kept(href), []);
  assert.equal((await protection.get(href)).status, 404);
});

test('of who is no candidate the files go with the words, some time after the answer', async () => {
  const asked = {
    kind: 'access',
    way: 'letter',
    receivedOn: today,
    words: 'All of it.',
    identity: 'known_address',
  } as const;
  const who = { asker: 'landlord', askedBy: { name: 'Lee Landlord', contact: 'lee@flats.example' } } as const;
  const id = await recordRequest(ctx, tenant, { ...asked, ...who, checkId: null });
  const page = `/desk/data-requests/${id}`;
  await attach(page, 'letter.txt');
  const href = hrefIn(page, (await protection.get(page)).body)!;
  assert.equal((await protection.get(href)).body, letter);
  const ending = { outcome: 'no_data', words: 'We keep nothing.', told: 'letter' };
  const closed = await protection.submit(page, `${page}/close`, ending);
  assert.equal(closed.headers.location, `${page}?done=closed`);
  assert.equal((await kept(href)).length, 1);
  const at = new Date(ctx.now());
  at.setUTCFullYear(at.getUTCFullYear() + 1);
  await forgetOldAnswers({ ...ctx, now: () => at });
  assert.deepEqual(await kept(href), []);
});
