// A referee who has lost the mail asks for the link again on a page that tells nobody who is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { sendLostReferencesJob } from '../../../src/features/references/lost-reference-actions.ts';
import { changeReferee } from '../../../src/features/references/reference-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { ask, codeIn, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import { hiddenFields, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');

const refereeAt = (email: string) => ({ referee: { ...personnel.referee, email } });

async function payloads() {
  const jobs = await ctx.db.rows<{ payload: { id: string; sealed: string } }>(sql`
    select payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_lost_references')
    order by id`);
  return jobs.map(({ payload }) => payload);
}

const requests = (checkId: string) => mailsTo(ctx, tenant, checkId, 'reference_request');

test('a referee who has lost the mail types their address and gets fresh links; nobody learns whose it is', async () => {
  const [one, other, gone, moved] = [
    await ask(ctx, tenant, refereeAt('lost@acme.test')),
    await ask(ctx, tenant, refereeAt('lost@acme.test')),
    await ask(ctx, tenant, refereeAt('lost@acme.test')),
    await ask(ctx, tenant, refereeAt('lost@acme.test')),
  ];
  await closeCheck(ctx, tenant, gone.at.check.id, 'withdraw');
  await eraseApplicant(ctx, tenant, gone.at.check.applicantId, 'client_asked');
  await changeReferee(ctx, moved.at.caller, moved.id, { ...personnel.referee, email: 'right@acme.test' });
  const stranger = visitor(portal);
  const asked = async (email: string) => {
    const { status, body } = await stranger.submit('/reference', '/reference', { email });
    return [status, body.replaceAll(/nonce="[^"]*"|value="[^"]*"/g, '')] as const;
  };
  const [known, unknown] = [await asked(' LOST@acme.test'), await asked('nobody@acme.test')];
  assert.match(known[1], /Look at your email[\s\S]*If we have asked this address/);
  assert.deepEqual(known, unknown);
  for (const _ of Array.from({ length: 4 })) assert.equal((await asked('nobody@acme.test'))[0], 200);
  const wrong = await stranger.submit('/reference', '/reference', { email: 'lost at acme' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Enter your email address, such as[\s\S]*value="lost at acme"/);
  const jobs = await payloads();
  assert.equal(jobs.length, 1 + 3, 'no more than three a day for an address');
  assert.doesNotMatch(JSON.stringify(jobs), /acme\.test/);
  for (const payload of jobs) await sendLostReferencesJob(ctx)(payload);
  const mailed = async () => (await requests(one.at.check.id)).length;
  const once = await mailed();
  await sendLostReferencesJob(ctx)(jobs[0]!);
  assert.equal(await mailed(), once, 'a job that is tried again mails nobody twice');
  const fresh = await Promise.all([one, other].map(async ({ at }) => (await requests(at.check.id))[0]!));
  assert.deepEqual(
    fresh.map(({ to, subject }) => [to.address, /^A fresh link/.test(subject)]),
    [
      ['lost@acme.test', true],
      ['lost@acme.test', true],
    ],
  );
  for (const { text } of fresh) {
    assert.match(text, /You asked for your link again/);
    assert.doesNotMatch(text, /codes/, 'nobody tried any');
  }
  assert.deepEqual(
    (await requests(moved.at.check.id)).filter(({ subject }) => subject.startsWith('A fresh link')),
    [],
    'another person is asked since',
  );
  const base = `/reference/${tokenIn(fresh[0]!.text)}`;
  const device = visitor(portal);
  const page = (await device.get(base)).body;
  await device.post(base, hiddenFields(page, base));
  const code = codeIn((await mailsTo(ctx, tenant, one.at.check.id, 'reference_code'))[0]!.text);
  assert.equal((await device.submit(`${base}/code`, `${base}/code`, { code })).headers.location, `${base}/willing`);
  const earlier = `/reference/${tokenIn((await requests(one.at.check.id))[1]!.text)}`;
  assert.match((await visitor(portal).get(earlier)).body, /has been replaced[\s\S]*href="\/reference"/);
  assert.match(
    (await visitor(portal).get('/reference/broken')).body,
    /This link does not open[\s\S]*href="\/reference"/,
  );
  assert.match((await visitor(portal).get('/help')).body, /href="\/reference"/);
});

test('nothing is sent about somebody whose data are restricted', async () => {
  const { at } = await ask(ctx, tenant, refereeAt('kept@acme.test'));
  const { check, caller } = at;
  await askRestriction(ctx, { ...tenant, actor: 'candidate' }, check.id, { ground: 'accuracy', words: 'Not me.' });
  const desk = { ...caller, permissions: roles.desk.administrator };
  const { key } = await readCheckAndKey(ctx, desk, check.id);
  const [{ id } = { id: '' }] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: true, answer: '' });
  await visitor(portal).submit('/reference', '/reference', { email: 'kept@acme.test' });
  await sendLostReferencesJob(ctx)((await payloads()).at(-1)!);
  assert.equal((await requests(at.check.id)).length, 1);
});

test('a referee of several references goes from the pages of one to the others without another code', async () => {
  const [one, other] = [
    await ask(ctx, tenant, refereeAt('several@acme.test')),
    await ask(ctx, tenant, refereeAt('several@acme.test')),
  ];
  const base = `/reference/${tokenIn((await requests(one.at.check.id))[0]!.text)}`;
  const device = visitor(portal);
  const start = (await device.get(base)).body;
  assert.doesNotMatch(start, /waits for you/, 'nobody learns of others before the code');
  await device.post(base, hiddenFields(start, base));
  const code = codeIn((await mailsTo(ctx, tenant, one.at.check.id, 'reference_code'))[0]!.text);
  await device.submit(`${base}/code`, `${base}/code`, { code });
  const page = (await device.get(`${base}/willing`)).body;
  assert.match(page, new RegExp(`Another reference waits for you[\\s\\S]*name="other" value="${other.id}"`));
  const { headers } = await device.post(`${base}/others`, { ...hiddenFields(page, `${base}/others`), other: other.id });
  const there = String(headers.location);
  assert.equal((await device.get(there)).headers.location, `${there}/willing`, 'it is open already');
  const wrong = await device.post(`${base}/others`, { ...hiddenFields(page, `${base}/others`), other: ctx.newId() });
  assert.equal(wrong.status, 404);
});
