// Text messages that go with mails to candidates, through a gateway.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readSettings } from '../../../src/config.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { correctEmail } from '../../../src/features/candidate-form/awaited-order-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { remindNow } from '../../../src/features/candidate-form/form-deadline-actions.ts';
import {
  reachedBy,
  requestLostLinks,
  SEND_LOST_LINKS,
  sendLostLinksJob,
} from '../../../src/features/candidate-form/lost-link-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmailsOfCheck, sendEmail } from '../../../src/features/emails/email-actions.ts';
import { sendText } from '../../../src/features/emails/text-actions.ts';
import { textTime } from '../../../src/features/emails/text-schedule.ts';
import { sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { outgoingOptions } from '../../../src/main.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { createTexts } from '../../../src/platform/texts.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { answer, closeGracefully, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const forms = await startForms();
const gateway = await startWebhookReceiver();
const taken = answer(201, { body: '{"sid":"SM1","status":"queued"}' });
const server = await startMailServer();
const mail = createMail({ url: server.url, from: 'probity@sample.test' });
const { settings } = readSettings({
  PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  PROBITY_TEXT_URL: `https://AC1:secret%2Fword@127.0.0.1:${gateway.port}/Accounts/AC1/Messages.json`,
  PROBITY_TEXT_FROM: '+447400123400',
  PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
  PROBITY_WEBHOOK_CA: gateway.caFile,
});
const outgoing = createOutgoing(outgoingOptions(settings!));
const texts = createTexts({ url: settings!.textUrl, from: settings!.textFrom, outgoing });
const ctx = { ...forms.ctx, settings: settings!, mail, texts };
const caller = forms.caller('live');
after(async () => {
  outgoing.close();
  mail.close();
  await Promise.all([gateway.close(), server.close()]);
});

const switchTexts = (textCandidates: boolean) =>
  changeAccountSettings(ctx, 'system', forms.account.accountId, { textCandidates });
await switchTexts(true);

/** The waiting jobs that send a text message, with the moment from which they may. */
const jobs = (id: string) =>
  ctx.db.rows<{ run_at: Date }>(sql`
    select run_at from graphile_worker.jobs where task_identifier = 'send_text' and key = ${`send_text ${id}`}`);
const place = (mobile: string | null, mobileCountry: string | null = null) =>
  placeWaiting(ctx, caller, { reports: ['right_to_work'], facts: { mobile, mobile_country: mobileCountry } });
const newestMail = async (checkId: string) => (await listEmailsOfCheck(ctx, caller, checkId))[0]!;
const sentTexts = () => gateway.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())));

test('a candidate with a mobile number gets the invitation as a text message as well, once', async () => {
  gateway.behave(taken);
  const { check } = await place('07400 123456');
  const { id } = await newestMail(check.id);
  await sendEmail(ctx, caller, id);
  assert.equal((await jobs(id)).length, 1);
  await sendText(ctx, caller, id);
  const [request] = await gateway.received(1);
  assert.equal(request!.path, '/Accounts/AC1/Messages.json');
  assert.equal(request!.headers.authorization, `Basic ${Buffer.from('AC1:secret/word').toString('base64')}`);
  const [sent] = sentTexts();
  assert.deepEqual([sent!.To, sent!.From], ['+447400123456', '+447400123400']);
  assert.match(
    sent!.Body!,
    /^Sample Care asks you to fill in a form for your background check by \d+ \w+ 2026\. Our email says more\. https:\S+\/form\/\S+$/,
  );
  assert.ok((await newestMail(check.id)).textMessage?.textedAt instanceof Date);
  await sendText(ctx, caller, id);
  assert.equal(gateway.requests.length, 1);
});

test('reminders are texted too, codes are not', async () => {
  const { check, token } = await place('07400 123456');
  await remindNow(ctx, caller, check.id);
  await sendCode(ctx, formLink((await openFormLink(ctx, token, undefined)).front));
  const mails = await listEmailsOfCheck(ctx, caller, check.id);
  assert.deepEqual(
    mails.map(({ template, textMessage }) => [template, textMessage?.text.split(' background check')[0]]),
    [
      ['form_code', undefined],
      ['form_reminder', 'Sample Care still waits for the form of your'],
      ['check_invitation', 'Sample Care asks you to fill in a form for your'],
    ],
  );
});

test('whoever has lost the link types their mobile number, and gets it by text as well; a number of nobody gets nothing', async () => {
  const { check } = await place('07400 123459');
  assert.equal(await reachedBy(ctx, '020 7946 0000'), undefined, 'no text reaches a landline');
  for (const typed of ['07400 123458', '+44 (0)7400 123459']) {
    const number = (await reachedBy(ctx, typed))!;
    assert.equal(number, `+44${typed.replaceAll(/\D/g, '').slice(-10)}`);
    await requestLostLinks(ctx, number, '192.0.2.1');
  }
  const asked = await ctx.db.rows<{ payload: { id: string; sealed: string } }>(sql`
    select payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${SEND_LOST_LINKS}) order by id`);
  assert.equal(asked.length, 2);
  for (const { payload } of asked) await sendLostLinksJob(ctx)(payload);
  const mails = await ctx.db.rows(sql`select from emails where template = 'form_link'`);
  assert.equal(mails.length, 1);
  const { id, textMessage } = await newestMail(check.id);
  assert.match(
    textMessage!.text,
    /^Here is the link to your form for Sample Care again \(VF\d+, not sent yet\)\. https:\S+\/form\/\S+$/,
  );
  await closeCheck(ctx, caller, check.id, 'withdraw');
  gateway.behave(taken);
  await sendText(ctx, caller, id);
  assert.equal(sentTexts().at(-1)!.To, '+447400123459', 'a link to what is kept of a closed check is wanted as well');
});

test('nothing is texted without a mobile number, to a landline, or where the account does not want it', async () => {
  for (const number of [null, '020 7946 0000', '12345']) {
    const { check } = await place(number);
    const { id, textMessage } = await newestMail(check.id);
    assert.equal(textMessage, undefined, `${number}`);
    await sendEmail(ctx, caller, id);
    assert.deepEqual(await jobs(id), [], `${number}`);
  }
  const { check } = await place('07400 123456');
  await switchTexts(false);
  const { id } = await newestMail(check.id);
  await sendEmail(ctx, caller, id);
  assert.deepEqual(await jobs(id), []);
  await switchTexts(true);
});

test('a number in national form is read by its country', async () => {
  const { check } = await place('085 012 3456', 'IRL');
  assert.equal((await newestMail(check.id)).textMessage?.to, '+353850123456');
});

test('a number that the gateway refuses fails at once; a gateway that is away is asked again', async () => {
  const { check } = await place('07400 123457');
  const { id } = await newestMail(check.id);
  gateway.behave(answer(503));
  await assert.rejects(sendText(ctx, caller, id), /did not take it: 503/);
  gateway.behave(answer(401, { body: '{"code":20003,"message":"Authenticate"}' }));
  await assert.rejects(sendText(ctx, caller, id), /401 20003/);
  gateway.behave(answer(400, { body: '{"code":21211,"message":"The number +447400123457 is not valid"}' }));
  await sendText(ctx, caller, id);
  assert.equal((await newestMail(check.id)).textMessage?.failure, '400 21211');
});

test('one that may have been taken is not sent again', async () => {
  const { check } = await place('07400 123456');
  const { id } = await newestMail(check.id);
  gateway.behave(closeGracefully);
  const before = gateway.requestCount();
  await sendText(ctx, caller, id);
  assert.equal(gateway.requestCount(), before + 1);
  assert.equal((await newestMail(check.id)).textMessage?.failure, 'connection_closed');
  gateway.behave(taken);
});

test('nothing is asked by text that was done, corrected or stopped before the text could be sent', async () => {
  const texted = async (id: string) => {
    const before = gateway.requestCount();
    await sendText(ctx, caller, id);
    return gateway.requestCount() - before;
  };
  const waiting = async () => {
    const { check } = await place('07400 123456');
    return { check, id: (await newestMail(check.id)).id };
  };
  const withdrawn = await waiting();
  await closeCheck(ctx, caller, withdrawn.check.id, 'withdraw');
  assert.equal(await texted(withdrawn.id), 0);
  const reminded = await waiting();
  await correctEmail(ctx, caller, reminded.check.id, { email: 'right@candidate.test' });
  assert.equal(await texted(reminded.id), 0, 'a later invitation says the same');
  assert.equal(await texted((await newestMail(reminded.check.id)).id), 1);
  const { failure } = (await listEmailsOfCheck(ctx, caller, withdrawn.check.id)).find(({ id }) => id === withdrawn.id)!
    .textMessage ?? { failure: undefined };
  assert.equal(failure, 'overtaken');
});

test('one that is tried again in the night waits for the morning', async () => {
  const { check } = await place('07400 123456');
  const { id } = await newestMail(check.id);
  const night = { ...ctx, now: () => new Date('2026-03-05T03:00:00Z') };
  const before = gateway.requestCount();
  await sendText(night, caller, id);
  assert.equal(gateway.requestCount(), before);
  assert.deepEqual(
    (await jobs(id)).map(({ run_at }) => run_at.toISOString()),
    ['2026-03-05T08:00:00.000Z'],
  );
});

test('what was texted stays known when the account stops texting', async () => {
  const { check } = await place('07400 123456');
  const { id } = await newestMail(check.id);
  await sendEmail(ctx, caller, id);
  await sendText(ctx, caller, id);
  await switchTexts(false);
  assert.ok((await newestMail(check.id)).textMessage?.textedAt instanceof Date);
  await switchTexts(true);
});

test('a mail that does not arrive does not hold up its text message', async () => {
  const away = createMail({ url: 'smtp://127.0.0.1:1', from: 'probity@sample.test' });
  const { check } = await place('07400 123456');
  const { id } = await newestMail(check.id);
  await assert.rejects(sendEmail({ ...ctx, mail: away }, caller, id));
  assert.equal((await jobs(id)).length, 1);
  away.close();
});

test('nobody is texted between 8 pm and 8 am in the United Kingdom', () => {
  for (const [now, at] of [
    ['2026-01-15T07:59:59Z', '2026-01-15T08:00:00Z'],
    ['2026-01-15T08:00:00Z', '2026-01-15T08:00:00Z'],
    ['2026-01-15T19:59:59Z', '2026-01-15T19:59:59Z'],
    ['2026-01-15T20:00:00Z', '2026-01-16T08:00:00Z'],
    // Summer time: 8 am is 7 am UTC.
    ['2026-07-15T06:30:00Z', '2026-07-15T07:00:00Z'],
    ['2026-07-15T19:00:00Z', '2026-07-16T07:00:00Z'],
    // The clocks change in the night.
    ['2026-03-28T21:00:00Z', '2026-03-29T07:00:00Z'],
  ] as const)
    assert.equal(textTime(new Date(now)).toISOString(), new Date(at).toISOString(), now);
});

test('a gateway needs a sender that networks take, and the two settings go together', () => {
  const problems = (given: Record<string, string>) => readSettings(given).problems ?? [];
  const url = 'https://user:password@texts.example.com/Messages.json';
  assert.deepEqual(problems({ PROBITY_TEXT_URL: url }), ['PROBITY_TEXT_URL and PROBITY_TEXT_FROM go together']);
  assert.match(
    problems({ PROBITY_TEXT_URL: url, PROBITY_TEXT_FROM: '07400123456' }).join(),
    /PROBITY_TEXT_FROM must be a number such as/,
  );
  assert.deepEqual(problems({ PROBITY_TEXT_URL: url, PROBITY_TEXT_FROM: 'Acme Checks' }), []);
});
