// The reference pages in a real browser, on a phone and on a desktop, and every example on them executed.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { exampleId } from '../../../src/api/shared/schemas.ts';
import { v1Document } from '../../../src/api/v1/index.ts';
import { v2Document } from '../../../src/api/v2/index.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { errorsOf, guideOf, resolved, tagsOf } from '../../../src/portals/docs/reference.ts';
import { makeWorld } from '../../api/v1/operation-samples.ts';
import { v1Client } from '../../api/v1/v1-client.ts';
import { candidateEntry } from '../../api/v1/v1-samples.ts';
import { makeWorlds, type World } from '../../api/v2/operation-samples.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { basicDetails } from '../../features/orders/order-samples.ts';
import { launchBrowser, openPage, scrollsSideways } from '../../support/browser.ts';
import { type SentRequest, startProbity } from '../../support/probity.ts';

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
const browser = await launchBrowser(probity.certificate);
after(() => browser.close());

const document = resolved(await v2Document(probity.url));
const ofV1 = resolved(await v1Document(probity.url));
const guides = [
  { guide: '/docs', document },
  { guide: '/docs/v1', document: ofV1 },
];
const paths = [
  '/docs/moving',
  ...guides.flatMap(({ guide, document }) => [
    guide,
    ...tagsOf(document).map((tag) => `${guide}/${tag.slug}`),
    `${guide}/objects`,
  ]),
];

const isServed = (call: string, { paths }: typeof document) => {
  const [method = '', path = ''] = call.split(' ');
  return paths[path]?.[method.toLowerCase()] !== undefined;
};

test('the page for whoever moves a client names calls that are here, and calls that are not', () => {
  const text = readFileSync(new URL('../../../docs/moving-a-client.md', import.meta.url), 'utf8');
  const callsIn = (from: string, to: string) => {
    const part = text.slice(text.indexOf(from), text.indexOf(to));
    return [...part.matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)].map(([, call = '']) => call);
  };
  const here = callsIn('These calls are here', 'These are not');
  assert.ok(here.length > 15);
  assert.deepEqual(
    here.filter((call) => !isServed(call, document)),
    [],
  );
  const missing = callsIn('These are not', 'What differs in the calls');
  const instead = ['GET /applicants/{applicant_id}/checks/{check_id}'];
  assert.deepEqual(
    missing.filter((call) => isServed(call, document)),
    instead,
  );
});

test('every link on the reference pages resolves, and no page is wider than a phone or a desk', async () => {
  const page = await openPage(browser, { screen: 'phone' });
  const targets = new Map<string, Set<string>>();
  const links = new Set<string>();
  for (const path of paths) {
    await page.goto(`${probity.url}${path}`);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await scrollsSideways(page), false, `${path} at ${width} px`);
    }
    const all = <Value>(selector: string, read: string) =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map((element) => element.${read})`) as Promise<
        Value[]
      >;
    targets.set(path, new Set(await all<string>('[id]', 'id')));
    for (const link of await all<string>('a[href]', 'href')) links.add(link);
  }
  for (const link of links) {
    const { pathname, hash } = new URL(link);
    const ids = targets.get(pathname);
    // A page of the portal asks who you are.
    const expected = pathname.startsWith('/portal') ? 303 : 200;
    if (ids === undefined) assert.equal((await probity.fetch(pathname)).status, expected, link);
    else if (hash !== '') assert.ok(ids.has(hash.slice(1)), link);
  }
  assert.ok(links.size > 50);
  await page.context().close();
});

test('the reference has every operation, every error type and the whole guide, and no other pages', async () => {
  for (const { guide, document } of guides) {
    const { text } = await probity.fetch(guide);
    for (const { path } of tagsOf(document).flatMap((tag) => tag.operations)) assert.ok(text.includes(path), path);
    for (const { type, status } of errorsOf(document)) {
      assert.ok(text.includes(`<code>${type}</code>`), type);
      assert.ok(text.includes(`>${status}</td>`), type);
    }
    for (const { title } of guideOf(document)) assert.ok(text.includes(title), title);
    assert.equal((await probity.fetch(`${guide}/nothing`)).status, 404);
  }
  assert.equal((await probity.fetch('/docs')).headers['set-cookie'], undefined);
});

/** Parses a shell example: words, quotes and variables. */
function requestOf(curl: string, variables: Readonly<Record<string, string>>): { url: string; sent: SentRequest } {
  const words = [...curl.matchAll(/'([^']*)'|"([^"]*)"|([^\s\\]+)/g)].map(([, exact, quoted, bare]) =>
    exact === undefined
      ? (quoted ?? bare ?? '').replace(
          /\$(?:(\w+)|\{(\w+):\?\})/g,
          (_, bare: string | undefined, demanded = bare) =>
            variables[demanded!] ?? assert.fail(`${demanded} is not set`),
        )
      : exact,
  );
  const headers: Record<string, string> = {};
  let sent: SentRequest = {};
  let url = '';
  for (let index = 1; index < words.length; index += 1) {
    const [word = '', next = ''] = words.slice(index);
    if (!word.startsWith('-')) url = word;
    else index += 1;
    if (word === '-X') sent = { ...sent, method: next as 'POST' };
    if (word === '-d') sent = { ...sent, body: next };
    if (word === '--data-binary') sent = { ...sent, body: Buffer.from('a text that is long enough. '.repeat(8)) };
    if (word === '-H') headers[next.split(': ')[0]!] = next.split(': ')[1]!;
    if (word === '--cacert') assert.equal(next, probity.caFile);
  }
  // curl sends -d as a form if there is no Content-Type.
  if (typeof sent.body === 'string') headers['Content-Type'] ??= 'application/x-www-form-urlencoded';
  return { url, sent: { ...sent, headers } };
}

/** The request that a Node example makes. */
async function requestOfProgram(source: string, env: Readonly<Record<string, string>>) {
  let asked: { url: string; sent: SentRequest } | undefined;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const fetch = async (url: string, sent: SentRequest) => {
    asked = { url, sent };
    return new Response();
  };
  const openAsBlob = async () => Buffer.from('a text that is long enough. '.repeat(8));
  const names = ['process', 'fetch', 'console', 'openAsBlob'];
  const run = new AsyncFunction(...names, source.replace(/^import .*/, ''));
  await run({ env }, fetch, { log() {} }, openAsBlob);
  return asked!;
}

const requestFor = (sample: { lang: string; source: string }, variables: Readonly<Record<string, string>>) =>
  sample.lang === 'JavaScript' ? requestOfProgram(sample.source, variables) : requestOf(sample.source, variables);

test('every example of interface v2 succeeds', async () => {
  const client = v2Client(probity);
  const base = { BASE: `${probity.url}/vft-staging/v2`, KEY: probity.account.keys.test, CA: probity.caFile };
  const read = await makeWorlds(client, probity.database);
  const examples = tagsOf(document)
    .flatMap((tag) => tag.operations)
    .flatMap((operation) => operation.samples.map((sample) => ({ ...operation, sample })));
  assert.ok(examples.some(({ sample }) => sample.label === 'curl with a form'));
  for (const operation of examples) {
    const changesWorld = operation.method !== 'GET' && operation.path.includes('{');
    const worlds = changesWorld ? await makeWorlds(client, probity.database) : read;
    const world: World = worlds.for(operation.id);
    const { url, sent } = await requestFor(operation.sample, { ...base, ...world });
    const answer = await probity.fetch(url.replace(probity.url, ''), sent);
    const statuses = operation.answers.map(({ status }) => Number(status));
    assert.ok(statuses.includes(answer.status), `${operation.id}: ${answer.status} ${answer.text}`);
  }
});

test('every example of interface v1 succeeds', async () => {
  const client = v1Client(probity);
  const packageId = await createPackage(probity.ctx, 'system', probity.account.accountId, {
    name: 'Checks',
    reports: [{ name: 'criminal_history', variant: 'basic' }],
  });
  const base = { BASE: `${probity.url}/api/v1`, KEY: probity.account.keys.test, CA: probity.caFile, FILE: 'form.txt' };
  const criminalOrder = await candidateEntry(client, {
    Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: basicDetails }],
  });
  const examples = tagsOf(ofV1).flatMap(({ name, operations }) =>
    operations.flatMap((one) => one.samples.map((sample) => ({ ...one, tag: name, sample }))),
  );
  for (const { tag, sample, ...operation } of examples) {
    const world = await makeWorld(client, packageId);
    const ids: Readonly<Record<string, string | number>> = { Packages: world.package, 'Value sets': 'titles' };
    const order = operation.id === 'confirmIdentity' ? criminalOrder.Id : world.order;
    const isUpload = operation.id === 'uploadAttachment';
    const { url, sent } = await requestFor(sample, {
      ...base,
      ...{ id: String(ids[tag] ?? order), orderId: String(order), check_id: world.check, WebhookKey: world.webhook },
      webhookKey: world.webhook,
      fileToken: isUpload ? randomUUID() : world.file,
    });
    const body = typeof sent.body === 'string' ? sent.body.replaceAll(exampleId, world.webhook) : sent.body;
    const path = url.replace(probity.url, '').replace('.jpg', '.txt');
    const answer = await probity.fetch(path, { ...sent, ...(body === undefined ? {} : { body }) });
    const statuses = operation.answers.map(({ status }) => Number(status));
    assert.ok(statuses.includes(answer.status), `${operation.id}: ${answer.status} ${answer.text}`);
    if (operation.path.endsWith('/validate')) assert.deepEqual(answer.json, { isValid: true }, operation.id);
  }
});

test('operations are found by their words, also without JavaScript', async () => {
  const page = await openPage(browser, { javaScript: false });
  await page.goto(`${probity.url}/docs`);
  await page.getByLabel('Search the operations').fill('Webhook DELETE');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Delete a webhook' }).first().click();
  assert.equal(new URL(page.url()).hash, '#deleteWebhook');
  const { text: both } = await probity.fetch('/docs?q=document+upload');
  assert.ok(both.includes('href="/docs/v1/attachments#uploadAttachment"') && both.includes('interface v1'));
  const named = await probity.fetch('/docs/v2');
  assert.deepEqual([named.status, named.headers.location], [302, '/docs']);
  const { text } = await probity.fetch('/docs?q=%3Cscript%3E');
  assert.ok(text.includes('No operation contains all of these words.') && text.includes('&lt;script&gt;'));
  await page.context().close();
});

test('a button copies an example', async () => {
  const page = await openPage(browser, {});
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${probity.url}/docs/applicants`);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(copied, tagsOf(document)[0]?.operations[0]?.samples[0]?.source);
  await page.context().close();
});
