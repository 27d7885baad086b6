// The mailed code and the session that it opens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { closeCheck, completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import {
  awaitsCode,
  type CodeOutcome,
  endSession,
  enterCode,
  sendCode,
  sendFreshLink,
} from '../../../src/features/mailed-links/access-actions.ts';
import { sendQuery, withdrawQuery } from '../../../src/features/queries/query-actions.ts';
import { dateOf } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { mailedCodes, placeWaiting, startForms } from './waiting-check.ts';

const forms = await startForms();
const { ctx, database } = forms;

async function waiting() {
  const { check, token } = await placeWaiting(ctx, forms.caller());
  const { front } = await openFormLink(ctx, token, undefined);
  const newestCode = async () => (await mailedCodes(ctx, forms.caller(), check.id))[0]!;
  const wrongCode = async () => String((Number(await newestCode()) + 1) % 10 ** 12).padStart(12, '0');
  return { check, token, front, newestCode, wrongCode };
}

/** Sends a code, late enough after an earlier one. */
async function send({ front }: Awaited<ReturnType<typeof waiting>>) {
  forms.passSeconds(60);
  return sendCode(ctx, formLink(front));
}

const sessionOf = (outcome: CodeOutcome): string => {
  assert.equal(outcome.is, 'right');
  return outcome.is === 'right' ? outcome.sessionToken : '';
};

const eventsOf = async (checkId: string) =>
  (
    await database.rows<{ type: string; actor: string }>(
      sql`select type, actor from events where check_id = ${checkId} and type like 'check.form%' order by recorded_at, id`,
    )
  ).map(({ type, actor }) => `${type} by ${actor}`);

test('Continue opens the form once and mails a code; the right code starts a session; both are recorded', async () => {
  const form = await waiting();
  assert.deepEqual(await send(form), { sent: true });
  const session = sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  assert.equal((await openFormLink(ctx, form.token, session)).form?.order.facts.last_name, 'Sample');
  await send(form);
  assert.deepEqual(await eventsOf(form.check.id), [
    'check.form_opened by candidate',
    'check.form_code_sent by candidate',
    'check.form_signed_in by candidate',
    'check.form_code_sent by candidate',
  ]);
});

test('the mail goes to the candidate only; in test mode it is held for the inbox', async () => {
  const form = await waiting();
  await send(form);
  const mails = await database.rows(sql`
    select status, template from emails where check_id = ${form.check.id} and template = 'form_code'`);
  assert.deepEqual(mails, [{ status: 'held', template: 'form_code' }]);
});

test('a code can be used once', async () => {
  const form = await waiting();
  await send(form);
  const code = await form.newestCode();
  sessionOf(await enterCode(ctx, formLink(form.front), code));
  assert.deepEqual(await enterCode(ctx, formLink(form.front), code), { is: 'expired' });
});

test('only the newest code is valid', async () => {
  const form = await waiting();
  await send(form);
  const first = await form.newestCode();
  await send(form);
  const second = await form.newestCode();
  if (first !== second)
    assert.deepEqual(await enterCode(ctx, formLink(form.front), first), { is: 'wrong', triesLeft: 4 });
  sessionOf(await enterCode(ctx, formLink(form.front), second));
});

test('a code is valid for ten minutes', async () => {
  const form = await waiting();
  await send(form);
  forms.passSeconds(10 * 60);
  assert.deepEqual(await enterCode(ctx, formLink(form.front), await form.newestCode()), { is: 'expired' });
  await send(form);
  forms.passSeconds(10 * 60 - 1);
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
});

test('after five wrong attempts the right code is invalid, and a new one is valid', async () => {
  const form = await waiting();
  await send(form);
  const outcomes: CodeOutcome[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    outcomes.push(await enterCode(ctx, formLink(form.front), await form.wrongCode()));
  assert.deepEqual(outcomes, [
    { is: 'wrong', triesLeft: 4 },
    { is: 'wrong', triesLeft: 3 },
    { is: 'wrong', triesLeft: 2 },
    { is: 'wrong', triesLeft: 1 },
    { is: 'used_up' },
    { is: 'used_up' },
  ]);
  assert.deepEqual(await enterCode(ctx, formLink(form.front), await form.newestCode()), { is: 'used_up' });
  await send(form);
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
});

test('a hundred concurrent guesses count as five attempts', async () => {
  const form = await waiting();
  await send(form);
  const wrong = await form.wrongCode();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => enterCode(ctx, formLink(form.front), wrong)));
  assert.equal(outcomes.filter(({ is }) => is === 'wrong').length, 4);
  assert.deepEqual(await enterCode(ctx, formLink(form.front), await form.newestCode()), { is: 'used_up' });
});

test('the right code entered on four devices at once starts one session', async () => {
  const form = await waiting();
  await send(form);
  const code = await form.newestCode();
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => enterCode(ctx, formLink(form.front), code)));
  assert.equal(outcomes.filter(({ is }) => is === 'right').length, 1);
});

test('text that is not a code is not counted as an attempt', async () => {
  const form = await waiting();
  await send(form);
  for (let tries = 0; tries < 10; tries += 1) {
    assert.deepEqual(await enterCode(ctx, formLink(form.front), '12345'), { is: 'unreadable' });
  }
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
});

test('before a code is sent no code is valid', async () => {
  const form = await waiting();
  assert.deepEqual(await enterCode(ctx, formLink(form.front), '000000000000'), { is: 'expired' });
});

test('five codes are sent in an hour; then the answer says when the next may be sent', async () => {
  const form = await waiting();
  for (let count = 0; count < 5; count += 1) assert.deepEqual(await send(form), { sent: true });
  const refused = await send(form);
  assert.ok('notBefore' in refused);
  assert.equal(refused.notBefore.getTime() - ctx.now().getTime(), 55 * 60_000);
  assert.equal((await mailedCodes(ctx, forms.caller(), form.check.id)).length, 5);
  forms.passSeconds(55 * 60);
  assert.deepEqual(await sendCode(ctx, formLink(form.front)), { sent: true });
});

test('ten concurrent clicks on Continue send one code', async () => {
  const form = await waiting();
  forms.passSeconds(60);
  await Promise.all(Array.from({ length: 10 }, () => sendCode(ctx, formLink(form.front))));
  assert.equal((await mailedCodes(ctx, forms.caller(), form.check.id)).length, 1);
});

test('a second device that is opened right after the first gets a code of its own', async () => {
  const form = await waiting();
  await send(form);
  assert.equal(await awaitsCode(ctx, formLink(form.front)), true);
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  assert.equal(await awaitsCode(ctx, formLink(form.front)), false);
  forms.passSeconds(1);
  await sendCode(ctx, formLink(form.front));
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  assert.equal((await mailedCodes(ctx, forms.caller(), form.check.id)).length, 2);
});

test('a session is valid for its own check only', async () => {
  const [mine, other] = [await waiting(), await waiting()];
  await send(mine);
  const session = sessionOf(await enterCode(ctx, formLink(mine.front), await mine.newestCode()));
  assert.equal((await openFormLink(ctx, other.token, session)).form, undefined);
  assert.notEqual((await openFormLink(ctx, mine.token, session)).form, undefined);
  assert.equal((await openFormLink(ctx, mine.token, `${session}x`)).form, undefined);
});

test('a session lasts twelve hours from the last page, and ends with leaving', async () => {
  const form = await waiting();
  await send(form);
  const session = sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  const open = async () => (await openFormLink(ctx, form.token, session)).form;
  for (let pages = 0; pages < 3; pages += 1) {
    forms.passSeconds(12 * 3600 - 1);
    assert.equal((await open())?.isProlonged, true);
    assert.equal((await open())?.isProlonged, false);
  }
  await endSession(ctx, formLink(form.front), session);
  assert.equal(await open(), undefined);
  await send(form);
  const later = sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  forms.passSeconds(12 * 3600);
  assert.equal((await openFormLink(ctx, form.token, later)).form, undefined);
});

test('a session ends a week after it began, however much it is used', async () => {
  const form = await waiting();
  await send(form);
  const session = sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode()));
  const open = async () => (await openFormLink(ctx, form.token, session)).form;
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    forms.passSeconds(8 * 3600);
    assert.notEqual(await open(), undefined);
  }
  forms.passSeconds(8 * 3600);
  assert.equal(await open(), undefined);
});

test('neither a code nor a session can be read from the database', async () => {
  const form = await waiting();
  await send(form);
  const code = await form.newestCode();
  const session = sessionOf(await enterCode(ctx, formLink(form.front), code));
  const rows = await database.rows(sql`
    select to_jsonb(c) as row from link_codes c union all select to_jsonb(s) from link_sessions s
    union all select to_jsonb(e) from events e where e.check_id = ${form.check.id}`);
  const text = JSON.stringify(rows);
  assert.ok(!text.includes(session) && !text.includes(Buffer.from(session).toString('hex')));
  assert.ok(!new RegExp(`"${code}"`).test(text) && !text.includes(Buffer.from(code).toString('hex')));
});

test('a link of another account, environment or purpose, or an invalid one, is not found', async () => {
  const { check, token } = await placeWaiting(ctx, forms.caller());
  const link = { accountId: forms.account.accountId, checkId: check.id };
  const other = (await makeAccount(ctx, 'Other Care')).accountId;
  const bytes = Buffer.from(token, 'base64url');
  const forged = Array.from({ length: 65 }, (_, index) => {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    return changed.toString('base64url');
  });
  const foreign = [
    await linkToken(ctx, 'form', { ...link, environment: 'live' }),
    await linkToken(ctx, 'form', { ...link, accountId: other, environment: 'test' }),
    await linkToken(ctx, 'results', { ...link, environment: 'test' }),
  ];
  for (const wrong of [...forged, ...foreign, '', 'x', `${token}x`, token.slice(1)]) {
    await assert.rejects(
      openFormLink(ctx, wrong, undefined),
      (error) => error instanceof Refusal && error.reason === 'not_found',
    );
  }
});

test('after a check was withdrawn, a code opens the page of the candidate’s rights, which knows that the check is closed', async () => {
  const form = await waiting();
  await closeCheck(ctx, forms.caller(), form.check.id, 'withdraw');
  assert.deepEqual(await send(form), { sent: true });
  const entered = await enterCode(ctx, formLink(form.front), await form.newestCode());
  assert.ok(entered.is === 'right');
  const opened = await openFormLink(ctx, form.token, entered.sessionToken);
  assert.equal(opened.form!.status, 'withdrawn');
});

test('a code for a query opens what was sent, also after the query was withdrawn', async () => {
  const { check, token, newestCode } = await waiting();
  const { reports } = await completeForm(ctx, forms.caller(), check.id, check.order.facts);
  const desk = { ...forms.caller(), actor: `user:${ctx.newId()}` as const, permissions: roles.desk.screener };
  const question = {
    addressee: 'candidate',
    kind: 'missing_information',
    text: 'Where?',
    dueOn: dateOf(ctx.now()),
  } as const;
  const queryId = await sendQuery(ctx, desk, { checkId: check.id, reportId: reports[0]!.id }, question);
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  await withdrawQuery(ctx, desk, { checkId: check.id, queryId });
  const session = sessionOf(await enterCode(ctx, formLink(front), await newestCode()));
  assert.equal((await openFormLink(ctx, token, session)).form?.isSubmitted, true);
});

test('ten guesses a day are compared, whatever codes are sent; a fresh link from the mailbox lifts that and replaces the link', async () => {
  const form = await waiting();
  const compared: CodeOutcome[] = [];
  for (let codes = 0; codes < 4; codes += 1) {
    await send(form);
    for (let tries = 0; tries < 4; tries += 1)
      compared.push(await enterCode(ctx, formLink(form.front), await form.wrongCode()));
  }
  assert.deepEqual([compared.filter(({ is }) => is === 'wrong').length, compared.at(-1)], [10, { is: 'limited' }]);
  assert.deepEqual(await enterCode(ctx, formLink(form.front), await form.newestCode()), { is: 'limited' });
  for (let mails = 0; mails < 10; mails += 1) await sendFreshLink(ctx, formLink(form.front), 'codes');
  const links = (await listEmails(ctx, forms.caller(), 1000)).filter(
    ({ checkId, template }) => checkId === form.check.id && template === 'form_link',
  );
  assert.equal(links.length, 3);
  assert.match(links[0]!.text, /Too many codes were asked for, or typed in, at your link today/);
  const token = /\/form\/([\w-]+)/.exec(links[0]!.text)![1]!;
  const fresh = (await openFormLink(ctx, token, undefined)).front;
  assert.equal((await openFormLink(ctx, form.token, undefined)).front.isReplaced, false);
  forms.passSeconds(60);
  assert.deepEqual(await sendCode(ctx, formLink(fresh)), { sent: true });
  assert.equal((await openFormLink(ctx, form.token, undefined)).front.isReplaced, true);
  await assert.rejects(send(form), Refusal);
  const session = sessionOf(await enterCode(ctx, formLink(fresh), await form.newestCode()));
  assert.notEqual((await openFormLink(ctx, token, session)).form, undefined);
  assert.equal((await openFormLink(ctx, form.token, session)).form, undefined);
});

test('the guesses of one network are limited over all links, which a fresh link lifts', async () => {
  const address = '198.51.100.7';
  for (let guesses = 0; guesses < 100; ) {
    const form = await waiting();
    await send(form);
    for (let tries = 0; tries < 4; tries += 1, guesses += 1) {
      assert.equal((await enterCode(ctx, formLink(form.front), await form.wrongCode(), { address })).is, 'wrong');
    }
  }
  const form = await waiting();
  await send(form);
  assert.deepEqual(await enterCode(ctx, formLink(form.front), await form.newestCode(), { address }), { is: 'limited' });
  sessionOf(await enterCode(ctx, formLink(form.front), await form.newestCode(), { address: '198.51.100.8' }));
});
