// What is typed in any form survives: the tab is closed, the session ends, and the server is killed in the middle of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readSettings } from '../../src/config.ts';
import type { Caller, OrderScope } from '../../src/context.ts';
import { roles } from '../../src/features/access/permissions.ts';
import { createAccount, createUser } from '../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { screenReport } from '../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { completeForm } from '../../src/features/checks/check-progress-actions.ts';
import { sendQuery } from '../../src/features/queries/query-actions.ts';
import { requestReference } from '../../src/features/references/reference-actions.ts';
import { chooseScope, openReferenceLink } from '../../src/features/references/reference-answer-actions.ts';
import { createGroup, createPackage } from '../../src/features/report-types/agreement-actions.ts';
import { noFindings } from '../../src/features/reports/report-rules.ts';
import { registerWebhook } from '../../src/features/webhooks/webhook-actions.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { openProbity } from '../../src/main.ts';
import { sql } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { mailedCodes, placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { codeIn, employed, mailsTo, personnel, tokenIn } from '../features/references/asked-references.ts';
import { launchBrowser, openPage, type Page } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/limited-loops.ts';
import { urlOf } from '../support/probity.ts';
import { freePorts, programFolder } from '../support/program.ts';
import { password, signedInVisitor } from './portal-under-test.ts';
import { type TypedWorld, type Typist, typedForms } from './typed-forms.ts';

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

const { id: accountId } = await createAccount(ctx, 'system', {
  name: 'Acme Care',
  template: 'everything',
  isDemo: true,
});
const emails = { desk: 'desk@probity.test', client: 'client@acme.test' } as const;
const person = (email: string) => ({ name: 'Sample Person', email, role: 'administrator' as const });
const { id: userId } = await createUser(ctx, 'system', accountId, person(emails.client));
const deskUser = (email: string) => createDeskUser(ctx, 'system', { ...person(email), accounts: [accountId] });
const [, otherId] = [await deskUser(emails.desk), await deskUser('other@probity.test')];
for (const email of Object.values(emails)) await createSignIn(ctx, 'system', { email, password });

const caller: Caller & OrderScope = {
  ...{ accountId, environment: 'test', subsidiaryId: null, clockOffsetSeconds: 0 },
  ...{ actor: `user:${otherId}`, permissions: roles.desk.administrator },
};
const client: Caller = { ...caller, actor: `user:${userId}`, permissions: roles.client.administrator };
const other = { userId: otherId, accounts: 'all', permissions: roles.desk.administrator } as const;

async function place(reports: readonly string[]) {
  const { check, token } = await placeWaiting(ctx, client, { facts: employed, reports });
  await completeForm(ctx, { ...caller, actor: 'candidate' }, check.id, check.order.facts);
  const placed = await readCheck(ctx, caller, check.id);
  return { check: placed, report: placed.reports[0]!, token };
}

const home = {
  ...{ flat_number: null, building_number: '12', building_name: null, street: 'High Street', sub_street: null },
  ...{ town: 'Leeds', county: 'Yorkshire', state: null, postcode: 'LS1 4AP', country: 'GBR' },
  ...{ start_date: null, end_date: null },
};

const links = new Map<Typist, string>();

async function makeWorld(): Promise<TypedWorld> {
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const work = await place(['criminal_history:basic']);
  const proposed = await place(['identity']);
  await screenReport(ctx, other, proposed.report.id, { move: 'await_approval', outcome });
  const complete = await place(['identity', 'credit']);
  await screenReport(ctx, other, complete.report.id, { move: 'complete', outcome });
  const awaited = await placeWaiting(ctx, client, {
    facts: { ...employed, addresses: [home] },
    reports: ['identity', 'employment_history:uk'],
  });
  const employment = await place(['employment_history:uk']);
  const reference = await requestReference(ctx, { ...employment, caller }, personnel);
  const asked = await place(['identity']);
  const dueOn = ukDateOf(new Date(Date.now() + 6 * 24 * 3_600_000));
  const ask = (addressee: 'client' | 'candidate') =>
    sendQuery(
      ctx,
      caller,
      { checkId: asked.check.id, reportId: asked.report.id },
      {
        addressee,
        kind: addressee === 'client' ? 'source_form' : 'missing_information',
        text: 'In which year?',
        dueOn,
      },
    );
  const { webhook } = await registerWebhook(ctx, client, { url: 'https://127.0.0.1:9/hook' });
  const [mail] = await mailsTo(ctx, caller, employment.check.id, 'reference_request');
  const referee = tokenIn(mail!.text);
  await chooseScope(ctx, (await openReferenceLink(ctx, referee, undefined)).front, 'whole');
  links.set('candidate', `/form/${awaited.token}`);
  links.set('asked', `/form/${asked.token}`);
  links.set('referee', `/reference/${referee}`);
  return {
    ...{ accountId, userId, deskUserId: otherId, webhookId: webhook.id, reference },
    ...{ report: work.report.id, check: work.check.id, proposed: proposed.report.id, complete: complete.report.id },
    ...{ awaited: awaited.check.reports[0]!.id, awaitedCheck: awaited.check.id, employment: employment.report.id },
    ...{ asked: asked.report.id, askedCheck: asked.check.id },
    ...{ clientQuery: await ask('client'), candidateQuery: await ask('candidate') },
    packageId: await createPackage(ctx, 'system', accountId, {
      ...{ name: 'Package', description: '', reports: [{ name: 'identity', variant: null, quantity: 1 }] },
    }),
    groupId: await createGroup(ctx, 'system', accountId, { name: 'Group', reports: [{ name: 'identity' }] }),
  };
}

const world = await makeWorld();
/** The check or reference of each link, for its codes. */
const codesOf: Readonly<Record<string, () => Promise<string>>> = {
  candidate: async () => (await mailedCodes(ctx, caller, world.awaitedCheck))[0]!,
  asked: async () => (await mailedCodes(ctx, caller, world.askedCheck))[0]!,
  referee: async () => {
    const { check_id: checkId } = (await ctx.db.row<{ check_id: string }>(
      sql`select check_id from reports where account_id = ${accountId} and id = ${world.employment}`,
    ))!;
    return codeIn((await mailsTo(ctx, caller, checkId, 'reference_code'))[0]!.text);
  },
};

interface Tab {
  readonly by: Typist;
  readonly path: string;
  /** Of the routes that take its forms. */
  readonly routes: readonly string[];
}

/** The suite opens so many pages of each typist; `EVERY_FORM=1` opens all. */
const most = process.env.EVERY_FORM === '1' ? 100 : 2;

/** Every page once, with all of its forms. */
const everyTab: readonly Tab[] = Object.values(
  Object.groupBy(
    Object.entries(typedForms).flatMap(([route, form]) =>
      typeof form === 'string' ? [] : [{ route, by: form.by, path: `${links.get(form.by) ?? ''}${form.page(world)}` }],
    ),
    ({ path }) => path,
  ),
).map((forms) => ({ ...forms![0]!, routes: forms!.map(({ route }) => route) }));
const tabs = Object.values(Object.groupBy(everyTab, ({ by }) => by)).flatMap((ofTypist) => ofTypist!.slice(0, most));

const typists = [...new Set(tabs.map(({ by }) => by))];
const devices = new Map<Typist, Page>();
for (const by of typists) devices.set(by, await openPage(browser));

/** As the same person on the same device. */
async function signIn(by: Typist): Promise<void> {
  const page = devices.get(by)!;
  if (by === 'desk' || by === 'client') {
    const { cookies } = await signedInVisitor(
      { url: program.url, authority: join(folder.dataDir, 'tls', 'authority.pem') },
      emails[by],
    );
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
  await page.goto(`${program.url}${links.get(by)}`);
  // A code that was sent just now would be the only one.
  await ctx.db.run(sql`update link_codes set sent_at = sent_at - interval '1 minute'`);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(await codesOf[by]!());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL(/\/(tasks|willing|queries)/);
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
        new RegExp(pattern).test(new URL(one.getAttribute('action'), location.href).pathname),
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

test('what is typed in every form is back after its tab was closed at once', async () => {
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

test('what is typed in every form after its session has ended is saved once the person is back', async () => {
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

test('what is typed in every form while the server is killed is saved when it is back', async () => {
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
