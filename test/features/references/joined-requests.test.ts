// Requests for references to one address: they go in one mail, and lead from one to the others.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { sendEmail } from '../../../src/features/emails/email-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { goToOther, listOtherReferences } from '../../../src/features/references/other-reference-actions.ts';
import { changeReferee, withdrawReference } from '../../../src/features/references/reference-actions.ts';
import { openReferenceLink, referenceLink } from '../../../src/features/references/reference-answer-actions.ts';
import { settleRequest } from '../../../src/features/references/reference-mail-actions.ts';
import { remindNow } from '../../../src/features/references/reference-reminder-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startForms } from '../candidate-form/waiting-check.ts';
import { ask, codeIn, mailsTo, personnel, tokenIn } from './asked-references.ts';

let refusal: string | undefined;
const server = await startMailServer(() => refusal);
const forms = await startForms();
const mail = createMail({ url: server.url, from: 'probity@sample.test' });
const ctx = { ...forms.ctx, mail };
const by = forms.caller('live');
after(async () => {
  mail.close();
  await server.close();
});

const at = (email: string) => ({ referee: { ...personnel.referee, email } });
type Asked = Awaited<ReturnType<typeof ask>>;
const requestOf = async ({ at: { check } }: Asked) => (await mailsTo(ctx, by, check.id, 'reference_request'))[0]!;
const send = (id: string) => sendEmail(ctx, by, id, settleRequest);
const statusOf = async ({ id }: Asked) =>
  (await ctx.db.row<{ status: string }>(sql`select status from report_references where id = ${id}`))!.status;

test('what waits for one address goes in one mail, with the initials of each and a link of its own', async () => {
  const [one, other, elsewhere] = [
    await ask(ctx, by, at('personnel@acme.test')),
    await ask(ctx, by, at('Personnel@acme.test')),
    await ask(ctx, by, at('office@brook.test')),
  ];
  const jobs = await ctx.db.rows<{ waits: boolean; queue: string | null }>(sql`
    select run_at > now() + interval '1 minute' as waits, queue_name as queue from graphile_worker.jobs
    where key in (${`send_email ${(await requestOf(one)).id}`}, ${`send_email ${(await requestOf(other)).id}`})`);
  assert.deepEqual(
    jobs.map(({ waits, queue }) => [waits, queue]),
    Array.from({ length: 2 }, () => [true, `joined_emails ${by.accountId} live`]),
    'they wait for each other, and are sent one after the other',
  );
  const before = server.mails.length;
  for (const asked of [one, other, elsewhere]) await send((await requestOf(asked)).id);
  const [joined, alone, ...more] = server.mails.slice(before);
  assert.equal(more.length, 0);
  assert.deepEqual([joined?.to, alone?.to], [['personnel@acme.test'], ['office@brook.test']]);
  assert.match(joined!.subject, /asks you for 2 references$/);
  const { order } = one.at.check;
  const { first_name: first, last_name: last } = order.facts;
  assert.doesNotMatch(joined!.text, new RegExp(`${first} ${last}`), 'no mail names several candidates');
  assert.match(
    joined!.text,
    new RegExp(`A reference on the employment of ${first![0]}\\. ${last![0]}\\. \\(VF\\d+\\)`),
  );
  const links = joined!.text.match(/\/reference\/[\w-]+/g)!.map((link) => tokenIn(link));
  const ids = await Promise.all(links.map(async (token) => (await openReferenceLink(ctx, token, undefined)).front.id));
  assert.deepEqual(ids.toSorted(), [one.id, other.id].toSorted());
  assert.deepEqual(
    [await requestOf(one), await requestOf(other), await requestOf(elsewhere)].map((sent) => [
      sent.status,
      sent.isJoined,
    ]),
    [
      ['sent', true],
      ['sent', true],
      ['sent', false],
    ],
  );
  forms.passSeconds(26 * 3600);
  for (const { at: asking, id } of [one, other]) {
    assert.equal(await remindNow(ctx, { ...asking.caller, permissions: roles.desk.administrator }, id), undefined);
  }
  await send((await requestOf(other)).id);
  assert.match(server.mails.at(-1)!.subject, /^Reminder: .* asks you for 2 references$/);
});

test('what waits for an address is found among any number that wait for others, and is in Welsh where all of it is', async () => {
  await changeAccountSettings(ctx, 'system', by.accountId, { offersWelsh: true });
  const [one, filler] = [await ask(ctx, by, at('adnoddau@acme.test')), await ask(ctx, by, at('filler@acme.test'))];
  await ctx.db.run(sql`
    insert into emails (account_id, environment, id, applicant_id, check_id, reference_id, template, join_key, sealed_message, status, created_at)
    select account_id, environment, gen_random_uuid(), applicant_id, check_id, reference_id, template, join_key, sealed_message, status, created_at
    from emails, generate_series(1, 600) where id = ${(await requestOf(filler)).id}`);
  const other = await ask(ctx, by, at('adnoddau@acme.test'));
  const inWelsh = ({ id }: Asked) => ctx.db.run(sql`update emails set language = 'cy' where reference_id = ${id}`);
  await inWelsh(one);
  await inWelsh(other);
  await send((await requestOf(one)).id);
  const joined = server.mails.at(-1)!;
  assert.deepEqual(joined.to, ['adnoddau@acme.test']);
  assert.match(joined.subject, /^Mae .* yn gofyn i chi am eirdaon: 2$/);
  assert.match(joined.text, /Geirda ar gyflogaeth [A-Z]\. [A-Z]\. \(VF\d+\)/);
  assert.doesNotMatch(joined.text, /references|answer|code to this/);
  const [third, fourth] = [await ask(ctx, by, at('adnoddau@acme.test')), await ask(ctx, by, at('adnoddau@acme.test'))];
  await inWelsh(third);
  await send((await requestOf(fourth)).id);
  assert.match(server.mails.at(-1)!.subject, /asks you for 2 references$/, 'of two languages it is in English');
  await ctx.db.run(sql`
    update emails set status = 'held', join_key = null where reference_id = ${filler.id} and id <> ${(await requestOf(filler)).id}`);
});

test('an address that does not exist fails every request that went in the mail', async () => {
  const [one, other] = [await ask(ctx, by, at('gone@acme.test')), await ask(ctx, by, at('gone@acme.test'))];
  refusal = '550 5.1.1 No such user';
  await send((await requestOf(one)).id);
  refusal = undefined;
  assert.deepEqual([await statusOf(one), await statusOf(other)], ['undelivered', 'undelivered']);
});

test('a mail that did not arrive yet is tried again by the job of each', async () => {
  const [one, other] = [await ask(ctx, by, at('slow@acme.test')), await ask(ctx, by, at('slow@acme.test'))];
  refusal = '451 Try again later';
  await assert.rejects(send((await requestOf(one)).id));
  refusal = undefined;
  assert.deepEqual([(await requestOf(one)).status, (await requestOf(other)).status], ['queued', 'queued']);
  await send((await requestOf(other)).id);
  assert.deepEqual([(await requestOf(one)).status, (await requestOf(other)).status], ['sent', 'sent']);
});

test('a reference that is withdrawn while its request waits is neither asked for nor said to be needless', async () => {
  const [kept, gone] = [await ask(ctx, by, at('staff@acme.test')), await ask(ctx, by, at('staff@acme.test'))];
  await withdrawReference(ctx, gone.at.caller, gone.id);
  const before = server.mails.length;
  for (const asked of [gone, kept]) await send((await requestOf(asked)).id);
  const [alone, ...more] = server.mails.slice(before);
  assert.equal(more.length, 0);
  assert.doesNotMatch(alone!.subject, /2 references/);
  assert.deepEqual(await mailsTo(ctx, by, gone.at.check.id, 'reference_not_needed'), []);
});

test('who is no longer the referee before the request goes gets none, and who was asked before is told', async () => {
  const asked = await ask(ctx, by, at('earlier@acme.test'));
  const [first] = await mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, email: 'later@acme.test' });
  const before = server.mails.length;
  await send(first!.id);
  await send((await requestOf(asked)).id);
  assert.deepEqual(
    server.mails.slice(before).map(({ to }) => to),
    [['later@acme.test']],
  );
  await withdrawReference(ctx, asked.at.caller, asked.id);
  assert.equal((await mailsTo(ctx, by, asked.at.check.id, 'reference_not_needed')).length, 1);
});

/** The reference as somebody sees it who has entered the code. */
async function entered(asked: Asked) {
  const token = tokenIn((await requestOf(asked)).text);
  const { front } = await openReferenceLink(ctx, token, undefined);
  const link = referenceLink(front);
  await sendCode(ctx, link);
  const code = codeIn((await mailsTo(ctx, by, asked.at.check.id, 'reference_code'))[0]!.text);
  const outcome = await enterCode(ctx, link, code);
  assert.ok(outcome.is === 'right');
  const { form } = await openReferenceLink(ctx, token, outcome.sessionToken);
  return { form: form!, sessionToken: outcome.sessionToken };
}

test('the code of one opens the others of the same address, and no other', async () => {
  const address = at('several@acme.test');
  const [one, other, moved, taken, stranger] = [
    await ask(ctx, by, address),
    await ask(ctx, by, address),
    await ask(ctx, by, address),
    await ask(ctx, by, address),
    await ask(ctx, by, at('somebody@acme.test')),
  ];
  await changeReferee(ctx, moved.at.caller, moved.id, at('somebody@acme.test').referee);
  await withdrawReference(ctx, taken.at.caller, taken.id);
  const { form, sessionToken } = await entered(one);
  assert.deepEqual(
    (await listOtherReferences(ctx, form)).map(({ id }) => id),
    [other.id],
  );
  for (const { id } of [moved, taken, stranger]) {
    await assert.rejects(goToOther(ctx, form, sessionToken, id), { reason: 'not_found' });
  }
  await assert.rejects(goToOther(ctx, form, 'of-no-device', other.id), { reason: 'not_found' });
  const opened = await goToOther(ctx, form, sessionToken, other.id);
  const there = await openReferenceLink(ctx, opened.token, opened.sessionToken);
  assert.equal(there.form?.id, other.id);
  const ends = await ctx.db.rows<{ created_at: Date }>(sql`
    select created_at from link_sessions where subject_id in (${one.id}, ${other.id})`);
  assert.equal(new Set(ends.map(({ created_at: at }) => at.getTime())).size, 1, 'no longer than the code of the first');
});
