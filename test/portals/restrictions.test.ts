// A candidate asks that their data are restricted: the desk decides, the client sees no results, and it is lifted after notice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { downloadUri } from '../../src/features/checks/check-links.ts';
import { moveReport } from '../../src/features/checks/check-progress-actions.ts';
import { answerBy } from '../../src/features/data-requests/data-request-rules.ts';
import { listEmails } from '../../src/features/emails/email-actions.ts';
import { noFindings } from '../../src/features/reports/report-rules.ts';
import { addDays, formatLongDate } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { type Sender, sendForm } from './candidate/sent-form.ts';
import { clientEmail, password, signedInVisitor, startPortal, type Visitor } from './portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('test');
const client = await signedInVisitor(portal, clientEmail);

async function personOf(role: DeskRole): Promise<Visitor> {
  const email = `${role.replace('_', '-')}@desk.test`;
  await createDeskUser(ctx, 'system', { name: `Dee ${role}`, email, role, accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const protection = await personOf('data_protection');
const screener = await personOf('screener');
const today = () => ukDateOf(ctx.now());

async function pagesOf({ checkId }: Sender) {
  const check = await readCheck(ctx, tenant, checkId);
  const report = `/desk/reports/${check.reports[0]!.id}`;
  const pdf = new URL(await downloadUri(ctx, { ...check.tenant, checkId })).pathname;
  return { check, report, restriction: `${report}/restriction`, order: `/portal/checks/${checkId}`, pdf: `${pdf}.pdf` };
}

const actionOf = async (page: string, form: 'decide' | 'announce' | 'lift') =>
  new RegExp(`action="(${page}/[^"/]+/${form})"`).exec((await protection.get(page)).body)?.[1];

async function press(page: string, form: 'decide' | 'announce' | 'lift', fields: Record<string, string>) {
  const action = await actionOf(page, form);
  assert.ok(action !== undefined, `the page has the form ${form}`);
  return protection.submit(page, action, fields);
}

const mailsOf = async (checkId: string) =>
  (await listEmails(ctx, tenant, 100)).filter(
    ({ checkId: of, template }) => of === checkId && template === 'restriction',
  );

test('a complete check: asked on the status page, accepted, hidden from the client, announced and lifted', async () => {
  const sender = await sendForm(portal);
  const { check, report, restriction, order, pdf } = await pagesOf(sender);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const outcome = { result: 'clear', subResult: null, findings: { ...noFindings, notes: 'Seen by us.' } } as const;
  await moveReport(ctx, tenant, target, { move: 'complete', outcome });

  const ask = `${sender.base}/restrict`;
  const half = await sender.device.submit(ask, ask, { words: 'My name is wrong.\r\nSee my passport.' });
  assert.equal(half.status, 422);
  assert.match(half.body, /href="#ground"[\s\S]*See my passport\./);
  const sent = await sender.device.submit(ask, ask, { ground: 'accuracy', words: 'My name is wrong.' });
  assert.equal(sent.headers.location, `${sender.base}/status?asked`);
  const dueOn = formatLongDate(answerBy(today()));
  const status = async () => (await sender.device.get(`${sender.base}/status`)).body;
  assert.match(
    await status(),
    new RegExp(`My name is wrong\\.[\\s\\S]*We have not decided yet, and answer by ${dueOn}`),
  );
  const twice = await sender.device.submit(ask, ask, { ground: 'objection', words: 'Again.' });
  assert.match(twice.body, /There is a request that is not answered yet/);
  assert.match((await mailsOf(check.id))[0]!.text, new RegExp(`We answer by ${dueOn}`));

  const list = (await protection.get('/desk/restrictions?environment=test')).body;
  assert.match(
    list,
    new RegExp(`${dueOn}[\\s\\S]*Alex Sample[\\s\\S]*${restriction}[\\s\\S]*Says that the data are wrong`),
  );
  assert.doesNotMatch((await protection.get('/desk/restrictions')).body, /Alex Sample/);
  assert.equal((await screener.get('/desk/restrictions')).status, 403);
  assert.doesNotMatch((await screener.get(restriction)).body, /\/decide"/);
  const action = (await actionOf(restriction, 'decide'))!;
  const { body } = await protection.get(restriction);
  const [, token] = /name="form_token" value="([^"]+)"/.exec(body)!;
  assert.equal((await screener.post(action, { form_token: token!, decision: 'accept' })).status, 403);
  const unsaid = await press(restriction, 'decide', { decision: 'refuse', answer: '' });
  assert.match(unsaid.body, /Write for the candidate why it is refused/);
  const accepted = await press(restriction, 'decide', { decision: 'accept', answer: 'We ask the registry.' });
  assert.equal(accepted.headers.location, `${restriction}?done=accepted`);

  assert.match(
    (await protection.get(report)).body,
    /The data of this person are restricted[\s\S]*Data of the candidate restricted: says that the data are wrong/,
  );
  assert.match(await status(), /Your data are restricted[\s\S]*We only keep your data now[\s\S]*We ask the registry\./);
  const shown = (await client.get(order)).body;
  assert.match(
    shown,
    />\s*Restricted\s*<[\s\S]*The data of Alex Sample are restricted[\s\S]*Data of the candidate restricted</,
  );
  assert.doesNotMatch(shown, /Seen by us|says that the data are wrong|\/results\/|bundle\/file|app-outcome/);
  const refused = /The data of this person are restricted/;
  for (const page of [`${order}/reports/${target.reportId}`, pdf, `${order}/bundle/file`]) {
    const answer = await client.get(page);
    assert.equal(answer.status, 409, page);
    assert.match(answer.body, refused);
  }
  for (const page of ['/portal?environment=test', '/portal?environment=test&status=complete'])
    assert.match((await client.get(page)).body, new RegExp(`VF${check.orderId}[\\s\\S]*Restricted`));
  assert.doesNotMatch(
    (await client.get('/portal?environment=test&result=clear')).body,
    new RegExp(`VF${check.orderId}`),
  );
  const file = (await client.get('/portal/checks.csv?environment=test')).body;
  assert.doesNotMatch(file, new RegExp(`VF${check.orderId}.*Clear`));
  assert.equal((await protection.get(pdf)).status !== 409, true, 'the desk reads them');

  const late = { lift_on: today(), answer: 'The name is right.' };
  const wrong = await press(restriction, 'announce', late);
  assert.match(wrong.body, /href="#lift_on-[\s\S]*Enter a day from tomorrow on[\s\S]*The name is right\./);
  assert.equal(await actionOf(restriction, 'lift'), undefined);
  const liftOn = addDays(today(), 1);
  const announced = await press(restriction, 'announce', { ...late, lift_on: liftOn });
  assert.equal(announced.headers.location, `${restriction}?done=announced`);
  assert.equal(await actionOf(restriction, 'lift'), undefined, 'not before the day');
  assert.match((await mailsOf(check.id))[0]!.subject, new RegExp(`from ${formatLongDate(liftOn)}`));
  assert.match(
    await status(),
    new RegExp(`We plan to end this on ${formatLongDate(liftOn)}[\\s\\S]*The name is right\\.`),
  );
  await ctx.db.run(sql`update restrictions set lift_on = ${today()} where check_id = ${check.id}`);
  assert.equal((await press(restriction, 'lift', {})).headers.location, `${restriction}?done=lifted`);
  assert.match(await status(), /Your check is complete[\s\S]*until [\s\S]*The name is right\./);
  assert.match((await client.get(order)).body, /Seen by us/);
});

test('the client and the desk pass on what a candidate asks, and a refusal says where to complain', async () => {
  const sender = await sendForm(portal);
  const { check, restriction, order } = await pagesOf(sender);
  const passOn = `${order}/pass-on`;
  assert.match((await client.get(order)).body, new RegExp(`href="${passOn}"`));
  const heard = { kind: 'legal_claim', received_on: today() };
  const empty = await client.submit(passOn, passOn, { ...heard, words: '' });
  assert.match(empty.body, /value="legal_claim" checked[\s\S]*Say why/);
  const sent = await client.submit(passOn, passOn, { ...heard, words: 'By letter.' });
  assert.equal(sent.headers.location, `${order}?done=asked`);
  assert.match((await client.get(`${order}?done=asked`)).body, /confirmed to the candidate by mail/);
  assert.equal((await mailsOf(check.id)).length, 1);
  await press(restriction, 'decide', { decision: 'refuse', answer: 'There is no claim.' });
  const status = (await sender.device.get(`${sender.base}/status`)).body;
  assert.match(status, /By letter\.[\s\S]*We refused it on [\s\S]*There is no claim\.[\s\S]*Information Commissioner/);
  assert.match((await mailsOf(check.id))[0]!.text, /ico\.org\.uk/);
  const recorded = await screener.submit(restriction, restriction, { ground: 'objection', words: 'By telephone.' });
  assert.equal(recorded.headers.location, `${restriction}?done=asked`);
  assert.match((await screener.get(restriction)).body, /By telephone\.[\s\S]*Asked by Dee screener/);
});
