// Signing in as people do, in a real browser: invitation, passkey, app, recovery code, forgotten password and single
// sign-on, with mails that really arrive.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { CDPSession } from 'playwright-core';
import { createUser } from '../../src/features/accounts/account-actions.ts';
import { resetSecondFactors } from '../../src/features/accounts/second-factor-actions.ts';
import { createDeskUser, disableDeskUser } from '../../src/features/accounts/sign-in-actions.ts';
import { inviteToSignIn } from '../../src/features/accounts/sign-in-link-actions.ts';
import { confirmSession } from '../../src/features/accounts/sign-in-store.ts';
import { SINGLE_SIGN_ON_CALLBACK } from '../../src/features/accounts/single-sign-on-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  type PageOptions,
  scrollsSideways,
} from '../support/browser.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { startProbity } from '../support/probity.ts';

const mails = await startMailServer();
const provider = await startOpenIdProvider(() => `${probity.url}${SINGLE_SIGN_ON_CALLBACK}`);
const folder = mkdtempSync(join(tmpdir(), 'probity-openid-'));
writeFileSync(join(folder, 'authority.pem'), provider.ca);
const probity = await startProbity({
  workers: true,
  settings: {
    PROBITY_MAIL_URL: mails.url,
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: join(folder, 'authority.pem'),
  },
});
const { ctx, account } = probity;
const browser = await launchBrowser(probity.certificate, provider.certificate);
after(async () => {
  await browser.close();
  await mails.close();
  await provider.close();
  rmSync(folder, { recursive: true });
});

const password = 'seven quiet herons wade';

const open = (path: string, page: Page) => page.goto(new URL(path, probity.url).href);
const newPage = (options?: PageOptions) => openPage(browser, options);

async function press(page: Page, name: string): Promise<void> {
  const arrived = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name, exact: true }).click();
  await arrived;
}

/** The page must be accessible, fit its window, and is kept for looking at. */
async function look(page: Page, name: string): Promise<void> {
  assert.deepEqual(await accessibilityProblems(page), [], name);
  assert.equal(await scrollsSideways(page), false, name);
  await keepScreenshot(page, name);
}

const linkIn = (text: string) => /https:\/\/\S+\/sign-in\/link\/[\w-]+/.exec(text)![0];

const links = new Set<string>();

/** The link of the next mail to the address. */
async function mailedLink(address: string): Promise<string> {
  const { text } = await mails.mailTo(address, (mail) => !links.has(linkIn(mail.text)));
  links.add(linkIn(text));
  return linkIn(text);
}

let people = 0;

/** Somebody who was invited, and has not opened their link. */
async function invited(kind: 'client' | 'desk'): Promise<{ email: string; id: string; link: string }> {
  people += 1;
  // A domain that somebody of the desk has is no client's.
  const email = `person${people}@${kind === 'client' ? 'people' : 'desk'}.test`;
  const person = { name: `Person ${people}`, email };
  const id =
    kind === 'client'
      ? (await createUser(ctx, 'system', account.accountId, { ...person, role: 'administrator' })).id
      : await createDeskUser(ctx, 'system', { ...person, role: 'screener', accounts: [account.accountId] });
  assert.equal(await inviteToSignIn(ctx, 'system', email), undefined);
  return { email, id, link: await mailedLink(email) };
}

async function choosePassword(page: Page, link: string, chosen = password): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('New password again').fill(chosen);
  await press(page, 'Save and go on');
}

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await open('/sign-in', page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await press(page, 'Sign in');
}

/** A device with a fingerprint reader that always accepts. */
async function giveAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function secretOn(page: Page): Promise<string> {
  return ((await page.locator('p .app-code').textContent()) ?? '').replaceAll(' ', '');
}

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

/** Sets up an app, and returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; used: string; codes: string[] }> {
  const secret = await secretOn(page);
  const used = codeOf(secret);
  await page.getByLabel('Code from the app').fill(used);
  await press(page, 'Add the app');
  return { secret, used, codes: await page.locator('.app-codes .app-code').allTextContents() };
}

test('an invited screener chooses a password, adds a passkey, and signs in with it alone', async () => {
  const { link, email } = await invited('desk');
  const page = await newPage();
  await giveAuthenticator(page);
  await page.goto(link);
  await look(page, 'new-password');
  await page.getByLabel('New password', { exact: true }).fill('ProbityProbity1');
  await page.getByLabel('New password again').fill('ProbityProbity1');
  await press(page, 'Save and go on');
  await page.getByText('The password is easy to guess').first().waitFor();
  await choosePassword(page, link);
  await look(page, 'set-up');
  await open('/desk', page);
  assert.match(page.url(), /\/sign-in\?/, 'no page opens before the second factor');
  await signIn(page, email);
  await press(page, 'Add a passkey');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await look(page, 'recovery-codes');
  await press(page, 'I have saved them');
  await page.waitForURL('**/desk');
  await press(page, 'Sign out');
  await look(page, 'sign-in');
  await press(page, 'Sign in with a passkey');
  await page.waitForURL('**/desk');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await look(page, 'dead-link');
});

test('an app and recovery codes work without JavaScript on a phone, each code once', async () => {
  const { link, email } = await invited('desk');
  const page = await newPage({ javaScript: false, screen: 'phone' });
  await choosePassword(page, link);
  await keepScreenshot(page, 'set-up-phone');
  const { secret, used, codes } = await setUpApp(page);
  assert.equal(codes.length, 10);
  for (const code of codes) assert.match(code, /^(?:[a-z2-7]{4}-){5}[a-z2-7]{4}$/, '120 random bits');
  await press(page, 'I have saved them');
  await page.waitForURL('**/desk');
  await press(page, 'Sign out');
  const signInWith = async (code: string) => {
    await signIn(page, email);
    await page.getByLabel('Code', { exact: true }).fill(code);
    await press(page, 'Sign in');
  };
  await signInWith(used);
  await page.getByText('Enter the code that your app shows now').first().waitFor();
  await keepScreenshot(page, 'second-factor-phone');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await press(page, 'Sign in');
  await page.waitForURL('**/desk');
  await press(page, 'Sign out');
  await signInWith(codes[0]!.toUpperCase());
  await page.waitForURL('**/desk');
  await press(page, 'Sign out');
  await signInWith(codes[0]!);
  await page.getByText('Enter the code that your app shows now').first().waitFor();
});

test('a forgotten password is replaced by a mailed link, and nobody learns which addresses exist', async () => {
  const { link, email } = await invited('client');
  const page = await newPage();
  await choosePassword(page, link);
  await page.waitForURL('**/portal');
  const other = await newPage();
  const ask = async (address: string) => {
    await open('/sign-in/forgotten', other);
    await look(other, 'forgotten');
    await other.getByLabel('Email address').fill(address);
    await press(other, 'Send the link');
    return other.locator('main').textContent();
  };
  assert.equal(await ask('nobody@people.test'), await ask(email));
  await look(other, 'link-sent');
  await choosePassword(other, await mailedLink(email), 'nine purple kettles hum');
  await other.waitForURL('**/portal');
  await open('/portal', page);
  assert.match(page.url(), /\/sign-in\?/, 'the new password ended the old session');
  await signIn(page, email);
  await page.getByText('Enter the email address and password that belong together').first().waitFor();
  assert.equal(mails.mails.filter(({ to }) => to.includes('nobody@people.test')).length, 0);
});

test('a cookie that was copied before signing out opens nothing afterwards', async () => {
  const { link } = await invited('client');
  const page = await newPage();
  await choosePassword(page, link);
  await page.waitForURL('**/portal');
  const stolen = await page.context().cookies();
  await press(page, 'Sign out');
  const thief = await newPage();
  await thief.context().addCookies(stolen);
  await open('/portal', thief);
  assert.match(thief.url(), /\/sign-in\?/);
});

test('a disabled user is out at once, and their link and password open nothing', async () => {
  const { id, link, email } = await invited('desk');
  const page = await newPage({ javaScript: false });
  await choosePassword(page, link);
  await setUpApp(page);
  await press(page, 'I have saved them');
  await page.waitForURL('**/desk');
  await inviteToSignIn(ctx, 'system', email);
  const later = await mailedLink(email);
  await disableDeskUser(ctx, 'system', id);
  await open('/desk', page);
  assert.match(page.url(), /\/sign-in\?/);
  await signIn(page, email);
  await page.getByText('Enter the email address and password that belong together').first().waitFor();
  await page.goto(later);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test('somebody who lost every second factor proves who they are as at first, by their mailbox', async () => {
  const { link, email } = await invited('desk');
  const page = await newPage({ javaScript: false });
  await choosePassword(page, link);
  await setUpApp(page);
  await press(page, 'I have saved them');
  await page.waitForURL('**/desk');
  assert.equal(await resetSecondFactors(ctx, 'system', email), undefined, 'the link goes to the mailbox alone');
  await open('/desk', page);
  assert.match(page.url(), /\/sign-in\?/);
  await signIn(page, email);
  await page.getByText('Enter the email address and password that belong together').first().waitFor();
  await choosePassword(page, await mailedLink(email), 'nine purple kettles hum');
  await setUpApp(page);
  await press(page, 'I have saved them');
  await page.waitForURL('**/desk');
});

/** As if the user had proved long ago who they are. */
async function letTimePass(): Promise<void> {
  const { database, ctx } = probity;
  const sessions = await database.rows<{ id: string }>(sql`select id from sign_in_sessions`);
  const hourAgo = new Date(ctx.now().getTime() - 3_600_000);
  for (const { id } of sessions) await confirmSession(database, ctx.integrity, id, hourAgo);
}

test('a secret is shown after a fresh proof, and what was typed before it is kept', async () => {
  const { link } = await invited('client');
  const page = await newPage();
  await giveAuthenticator(page);
  await choosePassword(page, link);
  await page.waitForURL('**/portal');
  await open('/account/security/add', page);
  await look(page, 'add-factor');
  await press(page, 'Add a passkey');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await letTimePass();
  await open('/portal/webhooks/new?environment=live&interface=v2', page);
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await look(page, 'confirm');
  await press(page, 'Use a passkey');
  await page.getByLabel('Address').fill('https://receiver.example/hook');
  await letTimePass();
  await press(page, 'Add webhook');
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await press(page, 'Confirm');
  await page.getByText('Enter the code that your app shows now').first().waitFor();
  await press(page, 'Use a passkey');
  await page.getByRole('heading', { name: 'Webhook added' }).waitFor();
  await open('/portal/webhooks?environment=live', page);
  await page.getByText('receiver.example/hook').first().waitFor();
});

test('a user without a second factor confirms with their password, and ends their other sessions', async () => {
  const { link, email } = await invited('client');
  const [page, other] = [await newPage({ screen: 'phone', javaScript: false }), await newPage()];
  await choosePassword(page, link);
  await signIn(other, email);
  await other.waitForURL('**/portal');
  await letTimePass();
  await open('/account/security/password', page);
  await page.getByLabel('Your password').fill('not the password');
  await press(page, 'Confirm');
  await page.getByText('Enter your password').first().waitFor();
  await keepScreenshot(page, 'confirm-phone');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Confirm');
  await page.waitForURL('**/account/security/password');
  await open('/account/security', page);
  await keepScreenshot(page, 'security-phone');
  await press(page, 'End all other sessions');
  await page.getByText('The session is ended.').waitFor();
  await open('/portal', other);
  assert.match(other.url(), /\/sign-in\?/);
  await signIn(other, email);
  await open('/account/security', other);
  await look(other, 'security');
  await open('/account/security/password', other);
  await other.getByLabel('New password', { exact: true }).fill('nine purple kettles hum');
  await other.getByLabel('New password again').fill('nine purple kettles hum');
  await press(other, 'Save and go on');
  await other.getByText('Your password is changed').waitFor();
  await open('/portal', page);
  assert.match(page.url(), /\/sign-in\?/, 'the new password ended the other session');
});

test('a user signs in at their organisation, which vouches for invited users of its domains only', async () => {
  const { email, link } = await invited('client');
  const { issuer, clientId, clientSecret } = provider;
  const admin = await newPage();
  await choosePassword(admin, link);
  await open('/portal/single-sign-on', admin);
  await look(admin, 'single-sign-on');
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) await admin.getByLabel(label).fill(value);
    await press(admin, 'Check and save');
  };
  await fill({ Issuer: `${issuer}/elsewhere`, 'Client ID': clientId, 'Domains of': 'People.test, gmail.test' });
  await admin.getByText('Enter the client secret').first().waitFor();
  await fill({ 'Client secret': 'wrong' });
  await admin.getByText('The issuer publishes no OpenID configuration of its own name').first().waitFor();
  await admin.getByText('not gmail.test').first().waitFor();
  await fill({ Issuer: issuer, 'Client secret': 'wrong', 'Domains of': 'People.test' });
  await admin.getByText('The provider answers, and is saved').waitFor();
  const tryIt = async (who: string) => {
    provider.answerAs(who);
    // The provider's own page for who signs in over another person's session is none of ours.
    await admin.context().clearCookies({ name: /^_session/ });
    await press(admin, 'Try it');
    await admin.getByRole('button', { name: `Go on to ${new URL(issuer).host}` }).click();
    await admin.waitForURL(`${probity.url}/portal/**`);
  };
  await tryIt(email);
  await admin.getByText('Compare the client ID, the secret and the redirect address').waitFor();
  assert.equal(await admin.getByRole('button', { name: 'End passwords' }).count(), 0, 'before it was tried');
  await fill({ 'Client secret': clientSecret });
  await tryIt('nobody@people.test');
  await admin.getByText('the address of nobody who was invited').waitFor();
  // It would let them in, and nobody could confirm later that it is them.
  provider.claimInstead({ auth_time: undefined });
  await tryIt(email);
  await admin.getByText('The provider does not say when you signed in there').waitFor();
  await look(admin, 'single-sign-on-refused');
  assert.equal(await admin.getByRole('button', { name: 'End passwords' }).count(), 0);
  provider.claimInstead({});
  await tryIt(email);
  await admin.getByText('you have signed in there as yourself').waitFor();
  await look(admin, 'single-sign-on-tried');
  await press(admin, 'End passwords');
  await admin.getByText('only by who has a password and a second factor').first().waitFor();
  const signInAs = async (who: string, isVerified = true, subject = who) => {
    const page = await newPage();
    provider.answerAs(who, isVerified, subject);
    await open('/sign-in/organisation', page);
    await look(page, 'organisation');
    await page.getByLabel('Work email address').fill(email);
    await press(page, 'Go on');
    await page.getByRole('button', { name: `Go on to ${new URL(issuer).host}` }).click();
    await page.waitForURL(`${probity.url}/**`);
    return page;
  };
  const page = await signInAs(email);
  assert.match(page.url(), /\/portal$/);
  const refused = [
    await signInAs(email, false),
    await signInAs('nobody@people.test'),
    await signInAs('person1@desk.test'),
    await signInAs('admin@elsewhere.test'),
    // Another person, who was given the address.
    await signInAs(email, true, 'another person'),
  ];
  for (const claims of [{ aud: 'another client' }, { nonce: 'of another sign-in' }, { iss: 'https://other.test' }]) {
    provider.claimInstead(claims);
    refused.push(await signInAs(email));
  }
  provider.claimInstead({});
  for (const one of refused) await one.getByText('Your organisation did not confirm a user').first().waitFor();
  provider.publishesOtherKeys = true;
  const unsigned = await signInAs(email);
  await unsigned.getByText('Your organisation did not confirm a user').first().waitFor();
  provider.publishesOtherKeys = false;
  const { database } = probity;
  await database.run(sql`delete from sign_in_attempts`);
  await open('/account/security/add', admin);
  await setUpApp(admin);
  await press(admin, 'I have saved them');
  const colleague = await invited('client');
  const byPassword = await newPage();
  await choosePassword(byPassword, colleague.link);
  await byPassword.waitForURL('**/portal');
  await open('/portal/single-sign-on', admin);
  await press(admin, 'End passwords');
  await admin.getByText('Passwords have ended').waitFor();
  await look(admin, 'single-sign-on-demanded');
  await open('/portal', byPassword);
  assert.match(byPassword.url(), /\/sign-in\?/, 'the open session ended');
  await signIn(byPassword, colleague.email);
  await byPassword.getByText('Your account does not let you in that way').waitFor();
  await inviteToSignIn(ctx, 'system', colleague.email);
  await byPassword.goto(await mailedLink(colleague.email));
  await byPassword.getByText('Your account does not let you in that way').waitFor();
  const wayBack = await newPage();
  await signIn(wayBack, email);
  await wayBack.getByLabel('Code', { exact: true }).waitFor();
  await press(admin, 'Let passwords in');
  await admin.getByText('Passwords let your users in again').waitFor();
  await signIn(byPassword, colleague.email);
  await byPassword.waitForURL('**/portal');
  await letTimePass();
  await open('/portal/webhooks/new?environment=live&interface=v2', page);
  const confirmThere = async () => {
    await page.getByRole('link', { name: 'sign in again at your organisation' }).click();
    await page.getByLabel('Work email address').fill(email);
    provider.answerAs(email);
    await press(page, 'Go on');
    const there = page.getByRole('button', { name: `Go on to ${new URL(issuer).host}` });
    const address = new URL((await there.getAttribute('href'))!).searchParams;
    assert.deepEqual([address.get('prompt'), address.get('max_age')], ['login', '0']);
    await there.click();
  };
  await confirmThere();
  await page.waitForURL('**/portal/webhooks/new?**');
  // Signed in there an hour ago, or never as far as the provider says, they have not proved it now.
  for (const auth_time of [Math.floor(ctx.now().getTime() / 1000) - 3600, undefined]) {
    await letTimePass();
    await open('/portal/webhooks/new?environment=live&interface=v2', page);
    provider.claimInstead({ auth_time });
    await confirmThere();
    const said =
      auth_time === undefined
        ? 'did not say when you signed in there'
        : 'did not confirm that you signed in there just now';
    await page.getByText(said).first().waitFor();
  }
  provider.claimInstead({});
  // A plain sign-in there is no fresh proof: the provider may not have asked.
  const plain = await signInAs(email);
  await open('/portal/webhooks/new?environment=live&interface=v2', plain);
  await plain.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  // So many refused attempts would have to wait.
  await database.run(sql`delete from sign_in_attempts`);
  await database.run(sql`update single_sign_on set domains = domains || '{elsewhere.test}'`);
  const tampered = await newPage();
  await open('/sign-in/organisation', tampered);
  await tampered.getByLabel('Work email address').fill(email);
  await press(tampered, 'Go on');
  await tampered.getByText('Your organisation has no sign-in of its own here').first().waitFor();
  await database.run(sql`update single_sign_on set domains = '{people.test}'`);
  const stranger = await newPage();
  await open('/sign-in/organisation', stranger);
  await stranger.getByLabel('Work email address').fill('someone@elsewhere.test');
  await press(stranger, 'Go on');
  await stranger.getByText('Your organisation has no sign-in of its own here').first().waitFor();
});
