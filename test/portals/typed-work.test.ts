// What is typed in any form survives: the tab is closed, the session ends, and the server is killed in the middle of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readSettings } from '../../src/config.ts';
import { openProbity } from '../../src/main.ts';
import { sql } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { launchBrowser, openPage, type Page } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { parsed } from '../support/html.ts';
import { until } from '../support/limited-loops.ts';
import { urlOf } from '../support/probity.ts';
import { freePorts, programFolder } from '../support/program.ts';
import { faultsOfRefusal, refusingForms, type Sender, takesAnything } from './form-errors.ts';
import { signedInVisitor, type Visitor, visitor } from './portal-under-test.ts';
import { type Typist, typedForms } from './typed-forms.ts';
import { emails, makeWorld } from './typed-world.ts';

const { programConnection } = await testDatabase();
const folder = programFolder();
const env = {
  ...(await freePorts()),
  DATABASE_URL: urlOf(programConnection),
  PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  PROBITY_MAIL_URL: 'smtp://127.0.0.1:1',
  PROBITY_ANONYMOUS_RATE_LIMIT: '1000000',
  PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
};
const start = () => folder.start(env, ['--no-work']);
let program = await start();
const { settings } = readSettings({ ...env, PROBITY_DATA_DIR: folder.dataDir });
const opened = await openProbity(settings!, createLog('silent'));
const { ctx } = opened;
const browser = await launchBrowser(readFileSync(join(folder.dataDir, 'tls', 'certificate.pem'), 'utf8'));
after(async () => {
  await browser.close();
  await opened.close();
  program.child.kill('SIGKILL');
  folder.remove();
});

const { world, links, codeFor } = await makeWorld(ctx);
const linkOf = (by: Sender) =>
  by === 'candidate' || by === 'asked' || by === 'heard' || by === 'referee' ? links[by] : '';

interface Tab {
  readonly by: Typist;
  readonly path: string;
  /** Of the routes that take its forms. */
  readonly routes: readonly string[];
}

/** The suite opens so many pages of each typist; `npm run prove -- typed-work` opens all. */
const most = Number(process.env.PAGES_OF_EACH_TYPIST ?? 2);
const isProof = most > 2;
const everyForm = isProof ? 'every form' : 'the forms on two pages of each kind of person';

/** Every page once, with all of its forms. */
const everyTab: readonly Tab[] = Object.values(
  Object.groupBy(
    Object.entries(typedForms).flatMap(([route, form]) =>
      typeof form === 'string' ? [] : [{ route, by: form.by, path: `${linkOf(form.by)}${form.page(world)}` }],
    ),
    ({ path }) => path,
  ),
).map((forms) => ({ ...forms![0]!, routes: forms!.map(({ route }) => route) }));
const tabs = Object.values(Object.groupBy(everyTab, ({ by }) => by)).flatMap((ofTypist) => ofTypist!.slice(0, most));

const typists = [...new Set(tabs.map(({ by }) => by))];
const devices = new Map<Typist, Page>();
for (const by of typists) devices.set(by, await openPage(browser));

const at = () => ({ url: program.url, authority: join(folder.dataDir, 'tls', 'authority.pem') });

/** As the same person on the same device. */
async function signIn(by: Typist): Promise<void> {
  const page = devices.get(by)!;
  if (by === 'desk' || by === 'client') {
    const { cookies } = await signedInVisitor(at(), emails[by]);
    const kept = await page.context().cookies();
    const visit = kept.find(({ name }) => name.endsWith('visit'));
    await page
      .context()
      .addCookies(
        [...cookies]
          .filter(([name]) => visit === undefined || name !== visit.name)
          .map(([name, value]) => ({ name, value, url: program.url })),
      );
    return;
  }
  await page.goto(`${program.url}${links[by]}`);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(by));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL(/\/(tasks|willing|queries|status)/);
}

const endSessions = () => ctx.db.run(sql`with links as (delete from link_sessions) delete from sign_in_sessions`);

const patternOf = (route: string) => `^${route.replace(/:\w+/g, '[^/]+')}$`;

interface InForm {
  readonly route: string;
  /** What stands in each input; of a form whose inputs depend on what is typed, what stands in its texts and radios. */
  readonly state: readonly string[];
  readonly status: string;
}

/** Runs in the page: finds its forms by the pattern of their addresses, and types a word into every input if one is given. */
const inForms = `(patterns, word) => {
  const isOurs = (input) =>
    input.matches('input, select, textarea') && input.name !== '' && input.closest('[data-no-draft]') === null &&
    !['hidden', 'file', 'password', 'submit', 'button'].includes(input.type);
  const isBox = ({ type }) => type === 'checkbox' || type === 'radio';
  const change = (input, index) => {
    // A part that is unticked leaves a form whose inputs depend on what is typed, with all that is typed in it.
    if (isBox(input)) return input.form.dataset.draft === 'whole' && input.type === 'checkbox' ? undefined : input.click();
    if (input.tagName === 'SELECT') input.selectedIndex = (input.selectedIndex + 1) % input.options.length;
    else input.value = input.type === 'date' ? '2027-01-0' + word.length : word + ' ' + index;
    for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
  };
  return patterns.map(([route, pattern]) => {
    const form = [...document.forms].find(
      (one) =>
        one.method === 'post' && one.dataset.draft !== 'none' &&
        new RegExp(pattern).test(new URL(one.getAttribute('action'), location.href).pathname) &&
        [...one.elements].some(isOurs),
    );
    const inputs = [...(form?.elements ?? [])].filter(isOurs);
    if (word !== null) inputs.forEach(change);
    const lasting = form?.dataset.draft === 'whole' ? inputs.filter(({ type, value }) => type === 'radio' || (type === 'text' && value !== '')) : inputs;
    const state = lasting.map((input) => [input.name, input.value, ...(isBox(input) ? [input.checked] : [])].join(' '));
    return { route, state, status: form?.querySelector('.app-draft-status')?.textContent ?? '' };
  });
}`;

const run = (page: Page, { routes }: Tab, word: string | null = null): Promise<InForm[]> => {
  const patterns = routes.map((route) => [route, patternOf(route)]);
  return page.evaluate(`(${inForms})(${JSON.stringify(patterns)}, ${JSON.stringify(word)})`);
};
const type = async (page: Page, tab: Tab, word: string) => {
  const typed = await run(page, tab, word);
  for (const { route, state } of typed)
    assert.ok(state.length > 0, `${route} has no form with an input on ${tab.path}`);
  return typed.map(({ route, state }) => ({ route, state }));
};

async function open(tab: Tab): Promise<Page> {
  const page = await devices.get(tab.by)!.context().newPage();
  const restored = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/drafts'));
  await page.goto(`${program.url}${tab.path}`);
  assert.equal(new URL(page.url()).pathname, tab.path.split('?')[0]);
  await restored;
  return page;
}

/** A few at once: a browser loads no faster with all. Names every tab that fails. */
async function forEachTab<T>(work: (tab: Tab, index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  const failed: string[] = [];
  const queue = tabs.entries();
  const worker = async () => {
    for (const [index, tab] of queue) {
      await work(tab, index).then(
        (one) => {
          done[index] = one;
        },
        (error: Error) => void failed.push(`${tab.path}: ${error.message}`),
      );
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  assert.deepEqual(failed, []);
  return done;
}

type Typed = Awaited<ReturnType<typeof type>>;

const growing = new Set(
  ['packages/new', 'packages/:item_id', 'groups/new', 'groups/:item_id', 'job-roles/new'].map(
    (path) => `/desk/accounts/:account_id/${path}`,
  ),
);

/** A form whose inputs depend on what is typed may have more of them than before. */
const isBack = async (page: Page, tab: Tab, typed: Typed) => {
  const now = async () =>
    (await run(page, tab)).map(({ route, state }, index) => ({
      route,
      state: growing.has(route) ? state.filter((one) => typed[index]!.state.includes(one)) : state,
    }));
  await until(async () => isDeepStrictEqual(await now(), typed)).catch(async () =>
    assert.deepEqual(await now(), typed),
  );
};

const says = (page: Page, tab: Tab, text: RegExp) =>
  until(async () => (await run(page, tab)).every(({ status }) => text.test(status))).catch(async () => {
    const said = (await run(page, tab)).map(({ route, status }) => `${route} says “${status}”`);
    throw new Error(`not all say ${text}: ${said.join(', ')}`);
  });

for (const by of typists) await signIn(by);
let typed: Typed[] = [];

test(`what is typed in ${everyForm} is back after its tab was closed at once`, async () => {
  typed = await forEachTab(async (tab) => {
    const page = await open(tab);
    const typedHere = await type(page, tab, 'one');
    await page.close();
    return typedHere;
  });
  await forEachTab(async (tab, index) => {
    const page = await open(tab);
    await isBack(page, tab, typed[index]!);
    await page.close();
  });
});

test(`what is typed in ${everyForm} after its session has ended is saved once the person is back`, async () => {
  const pages = await forEachTab(open);
  await endSessions();
  typed = await forEachTab((tab, index) => type(pages[index]!, tab, 'two'));
  await forEachTab((tab, index) => says(pages[index]!, tab, /^You were /));
  for (const by of typists) await signIn(by);
  await forEachTab(async (tab, index) => {
    const page = pages[index]!;
    // As when the person comes back to the window.
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await says(page, tab, /^Draft saved/);
    await page.close();
  });
  await forEachTab(async (tab, index) => {
    const page = await open(tab);
    await isBack(page, tab, typed[index]!);
    await page.close();
  });
});

test(`what is typed in ${everyForm} while the server is killed is saved when it is back`, async () => {
  const pages = await forEachTab(open);
  const ended = new Promise((resolve) => program.child.once('exit', resolve));
  program.child.kill('SIGKILL');
  await ended;
  typed = await forEachTab((tab, index) => type(pages[index]!, tab, 'three'));
  await forEachTab((tab, index) => says(pages[index]!, tab, /^The service does not answer/));
  program = await start();
  await forEachTab(async (tab, index) => {
    await says(pages[index]!, tab, /^Draft saved/);
    await pages[index]!.close();
  });
  await forEachTab(async (tab, index) => {
    const page = await open(tab);
    await isBack(page, tab, typed[index]!);
    await page.close();
  });
});

/** On the same device, without its browser. */
async function senderOf(by: Sender): Promise<Visitor> {
  // To judge the HTML takes most of the time, and other tests do it for what these pages show at first.
  const person = visitor(at(), after, isProof);
  const kept = by === 'stranger' ? [] : await devices.get(by)!.context().cookies();
  for (const { name, value } of kept) person.cookies.set(name, value);
  return person;
}

test('every form that refuses what is empty or wrong says each problem on top and at its input, and shows what was typed', async () => {
  const faults: string[] = [];
  const taken: string[] = [];
  const forms = Object.groupBy(refusingForms(world, linkOf), ({ by }) => by);
  // The desk last: it changes what the others may do.
  for (const by of ['stranger', 'candidate', 'asked', 'heard', 'referee', 'client', 'desk'] as const) {
    const sender = await senderOf(by);
    const pages = new Map<string, ReturnType<typeof parsed>>();
    for (const form of forms[by]!) {
      const page = pages.get(form.path) ?? parsed((await sender.get(form.path)).body);
      pages.set(form.path, page);
      const refused = [];
      for (const filling of ['empty', 'wrong'] as const)
        refused.push(await faultsOfRefusal(sender, page, form, filling));
      if (refused.every((one) => one === undefined)) taken.push(form.route);
      faults.push(...refused.flatMap((one) => one ?? []));
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(taken, Object.keys(takesAnything));
});
