// No long word widens a page: every linked page in each portal, at 320 pixels.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { createUser } from '../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { attachFile } from '../../src/features/attachments/attachment-actions.ts';
import { completeForm } from '../../src/features/checks/check-progress-actions.ts';
import { noFacts } from '../../src/features/facts/facts.ts';
import { mailedCodes, placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { keepScreenshot, launchBrowser, openPage, type Page, scrollsSideways } from '../support/browser.ts';
import { noAddress } from '../support/empty-entries.ts';
import { upTo } from '../support/limited-loops.ts';
import { password, signedInVisitor, startPortal } from './portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

const word = `W${'ordwithoutend'.repeat(23)}`;
assert.equal(word.length, 300);

const address = {
  ...noAddress,
  ...{ flat_number: '1', building_number: '2', building_name: word, street: word, sub_street: word, town: word },
  ...{ county: null, state: null, postcode: word, country: 'FRA', start_date: '2010-01-01', end_date: null },
};
/** Texts of the maximum length. */
const ordered = {
  ...{ first_name: word.slice(0, 60), middle_name: word.slice(0, 60), last_name: word.slice(0, 60) },
  ...{ town_of_birth: word, nationality: 'GBR', addresses: [address] },
  email: `${word.slice(0, 40)}@candidate.test`,
};
const submitted = { ...noFacts, ...ordered, dob: '1990-03-04', first_name: word, last_name: word };
const reports = ['identity', 'right_to_work', 'criminal_history:basic'];

for (const environment of ['live', 'test'] as const) {
  const caller = portal.caller(environment);
  const { check } = await placeWaiting(portal.ctx, caller, { facts: ordered, reports });
  await completeForm(portal.ctx, { ...caller, actor: 'candidate' }, check.id, submitted);
  await attachFile(portal.ctx, caller, {
    ...{ fileToken: randomUUID(), orderId: check.orderId, fileName: `${word.slice(0, 250)}.txt`, description: word },
    content: Readable.from([Buffer.from('a'.repeat(200))]),
  });
}
for (const [index, [kind, email]] of Object.entries({ client: 'long@client.test', desk: 'long@desk.test' }).entries()) {
  const user = { name: `${word}${index}`, email };
  if (kind === 'client') await createUser(portal.ctx, 'system', portal.accountId, { ...user, role: 'administrator' });
  else await createDeskUser(portal.ctx, 'system', { ...user, accounts: [portal.accountId], role: 'screener' });
  await createSignIn(portal.ctx, 'system', { email, password });
}

/** Pages that differ only in ids count as one. */
const kindOf = (url: URL) => url.pathname.replace(/[\w-]{20,}|\d+/g, '*') + url.search.replace(/=[^&]*/g, '');

const WIDTHS = { narrowest: 320, phone: 390, desk: 1280 } as const;

/** Opens every page that links lead to, one of each kind. */
async function walk(page: Page, from: string, name: string): Promise<string[]> {
  const waiting = [from];
  const seen = new Map<string, string>();
  const wide: string[] = [];
  for (const _ of upTo(10_000, 'the last page')) {
    const at = waiting.shift();
    if (at === undefined) break;
    const url = new URL(at, portal.url);
    if (
      url.origin !== portal.url ||
      seen.has(kindOf(url)) ||
      /^\/(?:docs|results)|\/files\/|\/(?:file|pdf|csv)$|\/orders\/[\w-]+\/(?:sent|paper-form)$/.test(url.pathname)
    )
      continue;
    await page.goto(url.href);
    seen.set(kindOf(url), at);
    for (const [screen, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 800 });
      if (await scrollsSideways(page)) wide.push(`${kindOf(url)} at ${width}`);
      await keepScreenshot(page, `${name}-${seen.size}-${screen}`);
    }
    waiting.push(...(await page.$$eval('a[href]', (links) => links.map(String))));
  }
  assert.deepEqual(wide, []);
  return [...seen.keys()];
}

async function signedIn(email: string): Promise<Page> {
  const { cookies } = await signedInVisitor(portal, email);
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return page;
}

for (const [name, email, from] of [
  ['desk', 'long@desk.test', '/desk'],
  ['client', 'long@client.test', '/portal'],
] as const) {
  test(`no word widens a page of the ${name} portal`, async () => {
    const seen = await walk(await signedIn(email), from, name);
    assert.ok(seen.length >= 8, seen.join('\n'));
  });
}

test('no word widens a page of the candidate’s form', async () => {
  const { token, check: waiting } = await placeWaiting(portal.ctx, portal.caller('test'), {
    facts: ordered,
    reports: [...reports, 'activity', 'education:uk', 'professional_membership', 'driving_licence'],
  });
  const page = await openPage(browser);
  await page.goto(`${portal.url}/form/${token}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code').fill((await mailedCodes(portal.ctx, portal.caller('test'), waiting.id))[0]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/tasks');
  const seen = await walk(page, `/form/${token}/tasks`, 'form');
  assert.ok(seen.length >= 15, seen.join('\n'));
});
