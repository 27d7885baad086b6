// Of which orders a user of a client gets mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { serviceReviewJobs } from '../../../src/features/lists/month-review-jobs.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;

async function personOf(role: 'administrator' | 'standard' | 'billing' | 'decider', name: string) {
  const email = `${name}@mails.test`;
  await createUser(ctx, 'system', portal.accountId, { name, email, role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const page = '/portal/mails';

/** To whom the news of a complete order goes. */
async function told(): Promise<string[]> {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await moveReport(ctx, portal.caller('live'), target, { move: 'complete', outcome });
  const mails = await listEmails(ctx, portal.caller('live'), 100);
  return mails
    .filter(({ template, text }) => template === 'check_complete' && text.includes(check.id))
    .map(({ to }) => to.name)
    .toSorted();
}

test('a user says of which orders they get mails, and the page shows what they chose', async () => {
  await personOf('administrator', 'Boss');
  const colleague = await personOf('standard', 'Colleague');
  const before = await told();
  assert.ok(before.includes('Boss'));
  assert.ok(!before.includes('Colleague'));
  assert.match((await colleague.get('/account')).body, /href="\/portal\/mails"/);
  assert.match((await colleague.get(page)).body, /value="own"[^>]* checked/);
  const saved = await colleague.submit(page, page, { orders: 'all' });
  assert.equal(saved.headers.location, `${page}?done=saved`);
  assert.match((await colleague.get(page)).body, /value="all"[^>]* checked/);
  assert.deepEqual(await told(), [...before, 'Colleague'].toSorted());
  await colleague.submit(page, page, { orders: 'own' });
  assert.deepEqual(await told(), before);
});

test('none of the choices is refused, and who sees no orders has no choice', async () => {
  const colleague = await personOf('standard', 'Other');
  const refused = await colleague.submit(page, page, { orders: 'some' });
  assert.deepEqual([refused.status, /Select of which orders/.test(refused.body)], [422, true]);
  const billing = await personOf('billing', 'Clerk');
  assert.equal((await billing.get(page)).status, 403);
  assert.doesNotMatch((await billing.get('/account')).body, /portal\/mails/);
});

test('who asks for it gets a link to the service review of last month, once, on the first working day', async () => {
  const director = await personOf('decider', 'Director');
  await director.submit(page, page, { orders: 'none', review: 'yes' });
  assert.match((await director.get(page)).body, /value="yes"[^>]* checked/);
  const reviews = async () =>
    (await listEmails(ctx, portal.caller('live'), 200)).filter(({ template }) => template === 'service_review');
  const tellOn = (day: string) =>
    serviceReviewJobs({ ...ctx, now: () => new Date(`${day}T07:10:00Z`) }).tell_service_reviews({});
  await tellOn('2027-05-01');
  assert.equal((await reviews()).length, 0, 'a Saturday');
  // A bank holiday is on the Monday.
  for (const day of ['2027-05-04', '2027-05-04', '2027-05-05']) await tellOn(day);
  const [mail, ...others] = await reviews();
  assert.deepEqual([mail?.to.name, others.length], ['Director', 0]);
  assert.match(mail!.text, /\/portal\/turnaround\?period=2027-04/);
  await director.submit(page, page, { orders: 'none' });
  await tellOn('2027-06-01');
  assert.equal((await reviews()).length, 1);
});
