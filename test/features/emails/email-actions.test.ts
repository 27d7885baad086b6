// Mails that a mail server accepts or refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { correctEmail } from '../../../src/features/candidate-form/awaited-order-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { listEmails, sendEmail } from '../../../src/features/emails/email-actions.ts';
import { sendUndeliveredAgain } from '../../../src/features/lists/undelivered-mail-actions.ts';
import { sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { attemptsAtMost } from '../../../src/platform/jobs.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const forms = await startForms();

test('a mail that fails at every attempt is marked as failed, and is sent when an operator retries its job', async () => {
  const mail = createMail({ url: 'smtp://127.0.0.1:1', from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail };
  const caller = forms.caller('live');
  await placeWaiting(ctx, caller);
  const read = async () => (await listEmails(ctx, caller, 1))[0]!;
  const { id } = await read();
  for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1) {
    assert.equal((await read()).status, 'queued');
    await assert.rejects(sendEmail(ctx, caller, id));
  }
  assert.equal((await read()).status, 'failed');
  await assert.rejects(sendEmail(ctx, caller, id));
  assert.equal((await read()).status, 'failed');
  mail.close();

  const server = await startMailServer();
  const working = createMail({ url: server.url, from: 'probity@sample.test' });
  await sendEmail({ ...ctx, mail: working }, caller, id);
  assert.equal((await read()).status, 'sent');
  await sendEmail({ ...ctx, mail: working }, caller, id);
  assert.equal(server.mails.length, 1);
  working.close();
  await server.close();
});

test('a mail whose attachment cannot be made is marked as failed as well, and is never sent without it', async () => {
  const server = await startMailServer();
  const mail = createMail({ url: server.url, from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail };
  const caller = forms.caller('live');
  await placeWaiting(ctx, caller);
  const [queued] = await listEmails(ctx, caller, 1);
  const attach = () => Promise.reject(new Error('the document could not be made'));
  for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1)
    await assert.rejects(sendEmail(ctx, caller, queued!.id, undefined, attach), /document/);
  assert.equal((await listEmails(ctx, caller, 1))[0]!.status, 'failed');
  assert.deepEqual(server.mails, []);
  mail.close();
  await server.close();
});

test('a candidate who answers a mail writes to the contact of the client, or to the sender if it has none', async () => {
  const server = await startMailServer();
  const mail = createMail({ url: server.url, from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail };
  const caller = forms.caller('live');
  const { facts } = (await placeWaiting(ctx, caller)).check.order;
  const send = async () => {
    const [newest] = await listEmails(ctx, caller, 1);
    await sendEmail(ctx, caller, newest!.id);
    return server.mails.at(-1)!;
  };
  const before = await send();
  assert.deepEqual([before.to, before.replyTo], [[facts.email], undefined]);
  const { accountId } = forms.account;
  await changeAccountSettings(ctx, 'system', accountId, {
    contactEmail: 'people@client.test',
    contactPhone: '0113 496 0000',
    brandColour: '#7a1f3d',
    invitationWords: 'Welcome aboard.',
    mailSignature: 'The people team',
  });
  await placeWaiting(ctx, caller);
  const { replyTo, html, text } = await send();
  assert.equal(replyTo, 'people@client.test');
  assert.match(html, /background:#7a1f3d/);
  assert.match(text, /\n\nWelcome aboard\.\n\n(.*\n\n)*The people team\n/);
  assert.match(text, /To reach [^,]+, write to people@client\.test, or call 0113 496 0000\.\n\nThe people team/);
  mail.close();
  await server.close();
});

test('what waits for a candidate goes to the corrected address, with a link that works, and never to the earlier one', async () => {
  const away = createMail({ url: 'smtp://127.0.0.1:1', from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail: away };
  const caller = forms.caller('live');
  const { check, token } = await placeWaiting(ctx, caller);
  const [invitation] = await listEmails(ctx, caller, 1);
  await assert.rejects(sendEmail(ctx, caller, invitation!.id));
  await sendCode(ctx, formLink((await openFormLink(ctx, token, undefined)).front));
  await ctx.db.run(sql`update emails set status = 'failed', failed_at = now() where id = ${invitation!.id}`);
  const email = 'corrected@candidate.test';
  await correctEmail(ctx, caller, check.id, { email });
  away.close();

  const server = await startMailServer();
  const mail = createMail({ url: server.url, from: 'probity@sample.test' });
  const mails = (await listEmails(ctx, caller, 50)).filter(({ checkId }) => checkId === check.id);
  assert.equal(mails.length, 3);
  const failed = mails.find(({ id }) => id === invitation!.id);
  assert.notEqual(failed!.to.address, email, 'a failed mail says where it failed');
  const desk = { userId: crypto.randomUUID(), accounts: 'all', permissions: roles.desk.administrator } as const;
  await sendUndeliveredAgain(ctx, desk, invitation!.id);
  for (const { id } of mails) await sendEmail({ ...ctx, mail }, caller, id);
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    mails.map(() => [email]),
  );
  const links = server.mails.flatMap(({ text }) => /https:\S+\/form\/\S+/.exec(text) ?? []);
  assert.equal(new Set(links).size, 1, 'the earlier link does not work any more');
  mail.close();
  await server.close();
});

for (const [answer, status, failure] of [
  ['550 5.1.1 No such user here', 'failed', 'no_such_address'],
  ['554 5.7.1 Relay access denied', 'queued', '554 5.7.1'],
  // Of Postfix and of Exim about the address of the sender, which they look at together with the recipient's.
  ['550 5.1.0 <probity@sample.test>: Sender address rejected: User unknown', 'queued', '550 5.1.0'],
  ['550 5.1.1 Sender verify failed', 'queued', '550 5.1.1'],
  ['451 4.7.1 Greylisted, try again', 'queued', '451 4.7.1'],
] as const) {
  test(`a mail whose recipient the server refuses with ${answer} is ${status}`, async () => {
    const server = await startMailServer(() => answer);
    const mail = createMail({ url: server.url, from: 'probity@sample.test' });
    const ctx = { ...forms.ctx, mail };
    const caller = forms.caller('live');
    await placeWaiting(ctx, caller);
    const { id } = (await listEmails(ctx, caller, 1))[0]!;
    const sending = sendEmail(ctx, caller, id);
    await (status === 'failed' ? sending : assert.rejects(sending));
    assert.equal((await listEmails(ctx, caller, 1))[0]!.status, status);
    assert.equal(
      (await ctx.db.row<{ failure: string }>(sql`select failure from emails where id = ${id}`))?.failure,
      failure,
    );
    mail.close();
    await server.close();
  });
}

test('a code that no longer works is not sent any more', async () => {
  const server = await startMailServer();
  const mail = createMail({ url: server.url, from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail };
  const caller = forms.caller('live');
  const { check, token } = await placeWaiting(ctx, caller);
  await sendCode(ctx, formLink((await openFormLink(ctx, token, undefined)).front));
  const [code] = await listEmails(ctx, caller, 1);
  assert.equal(code!.template, 'form_code');
  await sendEmail({ ...ctx, now: () => new Date(code!.expiresAt!.getTime() + 1) }, caller, code!.id);
  const [after] = (await listEmails(ctx, caller, 5)).filter(({ id }) => id === code!.id);
  assert.deepEqual([after!.status, server.mails.length, after!.checkId], ['failed', 0, check.id]);
  mail.close();
  await server.close();
});
