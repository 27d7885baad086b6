// What is missing, told on the phone: the open steps and documents by name, what the candidate is asked, and what was answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink, saveAnswer } from '../../../src/features/candidate-form/form-actions.ts';
import { openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { mailedCodes, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const live = portal.caller('live');
const client = await signedInVisitor(portal, clientEmail);
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const today = ukDateOf(ctx.now());

test('an order says which steps of the form are open and which documents are missing, once the form is opened', async () => {
  const { check } = await placeWaiting(ctx, live, { reports: ['identity', 'right_to_work'] });
  const page = `/portal/checks/${check.id}`;
  assert.doesNotMatch((await client.get(page)).body, /Steps that are not done/);
  await openForm(ctx, live, check.id);
  const told = textOf((await client.get(page)).body);
  assert.match(told, /Steps that are not done: .*Your date of birth|Steps that are not done: .*[Aa]ddress/);
  assert.match(told, /Documents that are missing: /);
  assert.doesNotMatch(told, /the form is not sent/);
});

test('a step that an answer asks for is not named: it would tell that answer', async () => {
  const { check, token } = await placeWaiting(ctx, live, { reports: ['criminal_self_declaration'] });
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const entered = await enterCode(ctx, formLink(front), (await mailedCodes(ctx, live, check.id))[0]!);
  assert.ok(entered.is === 'right');
  const form = (await openFormLink(ctx, token, entered.sessionToken)).form!;
  await openForm(ctx, live, check.id);
  const page = `/portal/checks/${check.id}`;
  const steps = async () =>
    /Steps that are not done:(.*?)The order is cancelled/.exec(textOf((await client.get(page)).body))![1]!;
  const before = await steps();
  assert.match(before, /Convictions that are not spent/);
  assert.doesNotMatch(before, /only the candidate’s own page names/);
  const answer = { has_unspent_convictions: 'yes' };
  assert.equal(await saveAnswer(ctx, form, 'unspent-convictions', { answer, seenVersion: 0 }), 'saved');
  const after = await steps();
  assert.doesNotMatch(after, /convictions/i);
  assert.match(after, /A step that only the candidate’s own page names/);
});

test('what the candidate is asked stands on the order by its kind and day, without its words, and they are reminded once a day', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Askedname' }, ['identity', 'right_to_work']);
  const page = `/portal/checks/${check.id}`;
  const answerBy = addDays(today, 6);
  const words = 'Which of these two is yours?';
  await sendQuery(
    ctx,
    live,
    { checkId: check.id, reportId: check.reports[0]!.id },
    { addressee: 'candidate', kind: 'missing_document', text: words, dueOn: answerBy },
  );
  const first = await client.get(page);
  const asked = textOf(first.body);
  assert.match(asked, new RegExp(`Missing document \\(Identity\\): answer by ${britishDate(answerBy)}`));
  assert.doesNotMatch(asked, new RegExp(words.replace('?', '')));
  assert.match(asked, /A mail about it went to the candidate today/);
  assert.doesNotMatch(first.body, new RegExp(`action="${page}/reminder"`));

  await portal.superuser.run(sql`
    update emails set created_at = created_at - interval '3 days' where check_id = ${check.id}`);
  const mails = async () =>
    (await listEmails(ctx, live, 500)).filter(
      (mail) => mail.checkId === check.id && mail.template === 'query_to_candidate',
    );
  const before = (await mails()).length;
  const done = await client.submit(page, `${page}/reminder`, {});
  assert.equal(done.headers.location, `${page}?done=asked_again#candidate-asked`);
  assert.equal((await mails()).length, before + 1);
  const after = (await client.get(`${page}?done=asked_again`)).body;
  assert.match(after, /The candidate is reminded by mail/);
  assert.match(after, /A mail about it went to the candidate today/);
});

test('what the client was asked and answered stays on the order with name and time, for colleagues who may answer, too', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Answeredname' }, ['identity']);
  const page = `/portal/checks/${check.id}`;
  const id = await sendQuery(
    ctx,
    live,
    { checkId: check.id, reportId: check.reports[0]!.id },
    { addressee: 'client', kind: 'missing_information', text: 'Which ward is it?', dueOn: addDays(today, 5) },
  );
  const path = `${page}/queries/${id}`;
  assert.match(textOf((await client.get(page)).body), /Waiting for you, answer by/);
  await client.submit(path, path, { answer: 'The third one.' });
  const { name } = (await ctx.db.row<{ name: string }>(sql`
    select u.name from users u where u.account_id = ${accountId} order by u.created_at limit 1`))!;
  const email = 'reads-answers@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Col League', email, role: 'standard' });
  await createSignIn(ctx, 'system', { email, password });
  for (const one of [client, await signedInVisitor(portal, email)]) {
    const told = textOf((await one.get(page)).body);
    assert.match(told, /Asked by the screeners on [^?]+Which ward is it\? The third one\./);
    assert.match(told, new RegExp(`Answered by ${name} on \\d+ \\w+ \\d{4},? `));
  }
});
