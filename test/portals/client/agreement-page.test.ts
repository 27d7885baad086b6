// The client reads what it has agreed, and its administrators change the settings that are theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { changeAccount, createUser, listUsers, readAccount } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { storeFactor } from '../../../src/features/accounts/second-factor-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { createJobRole, createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { password, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const path = '/portal/agreement';
async function person(name: string, more: object) {
  const email = `${name}@agreement.test`;
  await createUser(ctx, 'system', accountId, { name, email, role: 'standard', ...more });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const administrator = await person('administrator', { role: 'administrator' });
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 725, nextPricePence: 800, nextFrom: '2090-01-01' },
  { name: 'criminal_history', variant: 'basic', pricePence: 600, feePence: 2150, renewAfterMonths: 36 },
]);
await createPackage(ctx, 'system', accountId, { name: 'Office', pricePence: 1200, reports: [{ name: 'identity' }] });
await createJobRole(ctx, 'system', accountId, { roleTitle: 'Carer', roleCheckType: 'enhanced' });
const own = {
  contactEmail: 'people@client.example',
  candidateReminderDays: '5',
  askDecisions: 'no',
  decisionReminderDays: '4',
  twoDeciders: 'yes',
  startNoticeWorkingDays: '7',
  renewalMails: 'yes',
};
const settings = { brandColour: '#17485a', ...own };

test('the client reads its prices, packages, job roles and settings, but not what is for screeners alone', async () => {
  await changeAccountSettings(ctx, 'system', accountId, {
    screenerInstructions: 'Never call the shop',
    eraseAfterDays: 180,
  });
  const shown = textOf((await administrator.get(path)).body);
  assert.match(shown, /Office Identity £12\.00/);
  assert.match(shown, /Carer Enhanced criminal record/);
  assert.match(shown, /Identity .*£8\.00.* Price: £7\.25/);
  assert.match(shown, /Criminal record, basic Price: £6\.00 Fee: £21\.50 .*Renewed after: 36 months/);
  assert.match(shown, /Days until who has left is erased 180 days/);
  assert.doesNotMatch(shown, /Never call the shop|Approve Consider/);
  assert.match((await administrator.get(`${path}?q=basic`)).body, /Criminal record, basic/);
});

test('what is agreed stands on the page, and what has no price, or is set as usual, behind a link or in what is closed', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'adverse_media' }]);
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: false });
  const { body } = await administrator.get(path);
  assert.match(textOf(body), /Show \d+ more without an agreed price/);
  assert.doesNotMatch(body, /Adverse media/);
  assert.match((await administrator.get(`${path}?show=all`)).body, /Adverse media/);
  assert.match((await administrator.get(`${path}?q=adverse`)).body, /Adverse media/);
  assert.doesNotMatch(body, /<details class="govuk-details" open/);
  const wrong = await administrator.submit(path, `${path}/settings`, { ...settings, brandColour: 'red' });
  assert.match(textOf(/<details class="govuk-details" open>[\s\S]*?<\/details>/.exec(wrong.body)![0]), /Brand colour/);
});

test('an administrator changes the settings of a client, and nothing that the desk has agreed', async () => {
  const wrong = await administrator.submit(path, `${path}/settings`, { ...settings, candidateReminderDays: 'often' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Days between reminders to the candidate must be a whole number from 1 to 90/);
  assert.match(wrong.body, /value="often"/);
  const saved = await administrator.submit(path, `${path}/settings`, {
    ...settings,
    eraseAfterDays: '0',
    vatPercent: '0',
  });
  assert.equal(saved.headers.location, `${path}?done=saved`);
  const after_ = await readAccountSettings(ctx, accountId);
  assert.deepEqual(
    [after_.contactEmail, after_.candidateReminderDays, after_.askDecisions, after_.twoDeciders, after_.eraseAfterDays],
    ['people@client.example', 5, false, true, 180],
  );
});

test('an administrator with a second factor demands one of all users, who set it up at their next page', async () => {
  const refused = await administrator.submit(path, `${path}/settings`, { ...settings, second_factor: 'yes' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Set up a second factor of your own first, under Security/);
  assert.equal((await readAccount(ctx, accountId)).second_factor_demanded, false);
  const boss = await person('boss', { role: 'administrator' });
  const newcomer = await person('newcomer', {});
  const [{ id } = { id: '' }] = (await listUsers(ctx, 'system', accountId)).filter(({ name }) => name === 'boss');
  const factor = { kind: 'totp', userId: id, name: 'Authenticator app', sealedSecret: 'x', counter: 1 } as const;
  await storeFactor(ctx, factor);
  const saved = await boss.submit(path, `${path}/settings`, { ...settings, second_factor: 'yes' });
  assert.equal(saved.headers.location, `${path}?done=saved`);
  assert.equal((await readAccount(ctx, accountId)).second_factor_demanded, true);
  const [event] = await ctx.db.rows<{ detail: { second_factor_demanded: boolean } }>(sql`
    select detail from events where account_id = ${accountId} and type = 'account.changed' order by id desc limit 1`);
  assert.equal(event?.detail.second_factor_demanded, true);
  // Whoever has none is led to set it up, and is not locked out.
  assert.match(String((await newcomer.get('/portal')).headers.location), /^\/sign-in/);
  const attempt = visitor(portal);
  const sent = { email: 'newcomer@agreement.test', password };
  assert.equal((await attempt.submit('/sign-in', '/sign-in', sent)).headers.location, '/sign-in/set-up');
  assert.match(textOf((await attempt.get('/sign-in/set-up')).body), /Set up your second step/);
  await changeAccount(ctx, 'system', accountId, { secondFactorDemanded: false });
  const listed = textOf((await administrator.get('/portal/users')).body);
  assert.match(listed, /boss boss@agreement\.test Administrator .*? Set up/);
  assert.match(listed, /newcomer newcomer@agreement\.test Standard .*? None/);
});

test('a page that was opened before changes no second factor, and what was chosen stays where something else is refused', async () => {
  const old = { ...settings, second_factor: 'yes', second_factor_shown: 'yes' };
  assert.equal((await administrator.submit(path, `${path}/settings`, old)).status, 303);
  assert.equal((await readAccount(ctx, accountId)).second_factor_demanded, false);
  const chosen = { ...settings, contactEmail: 'x', second_factor: 'yes' };
  const wrong = await administrator.submit(path, `${path}/settings`, chosen);
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /name="second_factor" type="radio" value="yes" checked/);
  assert.match(wrong.body, /name="second_factor_shown" value="no"/);
});

test('whoever has no right to prices is refused, and users of billing and of a subsidiary change nothing', async () => {
  const standard = await person('standard', {});
  assert.equal((await standard.get(path)).status, 403);
  const billing = await person('billing', { role: 'billing' });
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const part = await person('part', { role: 'administrator', ...scopeOf(subsidiaryId) });
  for (const reader of [billing, part]) {
    const { body } = await reader.get(path);
    assert.doesNotMatch(body, /Save settings/);
    assert.match(textOf(body), /Days between reminders to the candidate 5 days/);
  }
  assert.equal((await part.submit('/portal', `${path}/settings`, settings)).status, 403);
});

test('axe finds no problem in the agreement, which fits a phone', async () => {
  const browser = await launchBrowser(portal.certificate);
  const { cookies } = administrator;
  try {
    for (const screen of ['desk', 'phone'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${path}`);
      assert.deepEqual(await accessibilityProblems(page), []);
      assert.equal(await scrollsSideways(page), false);
      await keepScreenshot(page, `agreement-${screen}`);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
});
