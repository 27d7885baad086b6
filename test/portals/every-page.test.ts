// Opens every page of the portals with the demo's data on a phone, at a desk and enlarged to 400 %: it answers, axe finds
// nothing, the HTML is valid, nothing is wider than the window, and nothing that takes the focus is hidden.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, test } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { roles } from '../../src/features/access/permissions.ts';
import { createAccount, createApiKey, listAccounts } from '../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { inviteUser } from '../../src/features/accounts/new-account-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { planClosing } from '../../src/features/closings/closing-actions.ts';
import { carryOutClosings } from '../../src/features/closings/closing-jobs.ts';
import { bringInEarlier } from '../../src/features/earlier-cases/bring-in-actions.ts';
import { listEmails } from '../../src/features/emails/email-actions.ts';
import { RENEWAL_NOTICE_DAYS } from '../../src/features/lists/renewal-list-actions.ts';
import { findRenewals } from '../../src/features/lists/renewal-queries.ts';
import { tokenOf } from '../../src/features/mailed-links/link-tokens.ts';
import { giveAway } from '../../src/features/money-approvals/money-approval-actions.ts';
import { uploadBulkOrder } from '../../src/features/orders/bulk-order-actions.ts';
import { judgeLines, linesIn } from '../../src/features/orders/open-case-line-actions.ts';
import { moveQuote } from '../../src/features/quotes/quote-actions.ts';
import { keepSubprocessor } from '../../src/features/subprocessors/subprocessor-actions.ts';
import { changeClosingDays } from '../../src/features/working-days/closing-day-actions.ts';
import { addDays, dateOf } from '../../src/lib/dates.ts';
import { sql } from '../../src/platform/db/database.ts';
import { cookieNames } from '../../src/portals/shared/portal-cookies.ts';
import { writtenQuote } from '../features/quotes/written-quotes.ts';
import { accessibilityProblems, keepScreenshot, launchBrowser, openPage, type Page } from '../support/browser.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { startProbity } from '../support/probity.ts';
import { hiddenFields, password, signedInVisitor, type Visitor, visitor } from './portal-under-test.ts';
import { type Person, routeFinder, walk } from './walked-pages.ts';

/** Routes of the portals that answer with something else than a page, or with a part of one. */
const noPages: Readonly<Record<string, string>> = {
  '/desk/rows': 'the rows of the queue, which its script fetches',
  '/desk/reports/:reportId/assignee': 'who works on a report, which its script fetches',
  '/desk/evidence-frame': 'the frame that shows a file within the page of a report',
  '/desk/reports/:reportId/references/:referenceId/take-over':
    'asks how a referee was authenticated, which the demo has for every answer; the tests of references open it',
  '/desk/reports/:reportId/references/:referenceId/update':
    'of a regulatory reference that is answered, which the demo has none of; its tests open it',
  '/reference/:token/update': 'of a regulatory reference on which a result rests; its tests open it',
  '/robots.txt': 'words to search engines',
  '/.well-known/security.txt': 'words to who finds a weakness',
  '/sign-in/organisation/callback': 'the answer of an identity provider; leads on at once',
};
/** Drafts, files, logos, QR codes, assets, documents of the API and health checks. */
const isFile = (url: string) =>
  /^\/(assets|openapi|health)\/|\/(drafts|file|image|files|documents)(\/:\w+)$|\/(drafts|file|image|logo|qr|brand\.css)$|\/:file$|:file_token/.test(
    url,
  );

const registered: RouteOptions[] = [];
const observe = (({ fastify: app }: { readonly fastify: FastifyInstance }) => {
  app.addHook('onRoute', (route) => void registered.push(route));
}) as never;
subscribe('fastify.initialization', observe);
const probity = await startProbity({ demo: true, settings: { PROBITY_MONEY_APPROVAL_POUNDS: '50' } });
unsubscribe('fastify.initialization', observe);
const { ctx } = probity;
const at = { url: probity.url, authority: probity.caFile };

const browser = await launchBrowser(probity.certificate);
after(() => browser.close());

const isApi = (url: string) => /^\/(vftapi|vft-staging|v2|api)\b/.test(url);
const getRoutes = [...new Set(registered.filter(({ method }) => method === 'GET').map(({ url }) => url))];
const pageRoutes = getRoutes.filter((url) => !isApi(url) && !isFile(url) && noPages[url] === undefined);
const routeOf = routeFinder(pageRoutes);

const accounts = (await listAccounts(ctx, 'system')).filter(({ is_demo }) => is_demo);
const newestMails = async (count: number) =>
  (await Promise.all(accounts.map(({ id }) => listEmails(ctx, { accountId: id, environment: 'live' }, count)))).flat();
const mails = await newestMails(1000);
for (const { id } of accounts) await changeAccountSettings(ctx, 'system', id, { offersWelsh: true });

/** Opens the link of the first mail to a person whose address begins so, and enters the code that it mails. */
async function byLink(
  name: string,
  kind: 'form' | 'reference',
  end: string,
  first?: (person: Visitor, path: string) => Promise<unknown>,
): Promise<Person> {
  const link = new RegExp(`/${kind}/[\\w-]+`);
  const sent = mails.find(({ to, text }) => to.address.startsWith(name) && link.test(text))!;
  const path = link.exec(sent.text)![0];
  const person = visitor(at);
  await person.submit(path, path, {});
  const code = (await newestMails(5)).find(
    ({ template, checkId, to }) =>
      template === `${kind}_code` && checkId === sent.checkId && to.address === sent.to.address,
  )!;
  await person.submit(`${path}/code`, `${path}/code`, { code: /\b\d{4} \d{4} \d{4}\b/.exec(code.text)![0] });
  await first?.(person, path);
  return {
    name: `${kind} of ${name}`,
    visitor: person,
    follows: new RegExp(`${link.source}(?!.*/(privacy|accessibility|help)$)`),
    starts: [path, `${path}/code`, ...end.split(' ').map((one) => `${path}${one}`)],
  };
}

const emails = { desk: 'desk@demo.example', reviewer: 'reviewer@demo.example', client: 'client@demo.example' };
for (const email of Object.values(emails)) await createSignIn(ctx, 'system', { email, password });

async function signedIn(name: keyof typeof emails, follows: RegExp, ...starts: string[]): Promise<Person> {
  return { name, visitor: await signedInVisitor(at, emails[name]), follows, starts };
}

/** The path of a form that was sent after the session had ended. */
async function keptForm(person: Visitor): Promise<string> {
  const session = person.cookies.get(cookieNames.user)!;
  const page = `/desk/reports/${await reportIn('awaiting_data')}`;
  const fields = hiddenFields((await person.get(page)).body, `${page}/notes`);
  person.cookies.delete(cookieNames.user);
  const { headers } = await person.post(`${page}/notes`, { ...fields, note: 'Typed before the end of the session' });
  person.cookies.set(cookieNames.user, session);
  return String(headers.location);
}

/** Those of the link by which candidates of the demo give their names. */
async function orderLinkPages(): Promise<string[]> {
  const link = await ctx.db.row<{ id: string; account_id: string }>(
    sql`select id, account_id from order_links limit 1`,
  );
  const token = await tokenOf(ctx, 'order', { accountId: link!.account_id, environment: 'live', subjectId: link!.id });
  return ['', '/given', '/privacy', '/accessibility', '/help'].map((end) => `/start/${token}${end}`);
}

const reportsIn = (...statuses: string[]) =>
  Promise.all(statuses.map(async (status) => `/desk/reports/${await reportIn(status)}`));

async function reportIn(status: string, isSubmitted = true): Promise<string> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select r.id from reports r join checks c on c.id = r.check_id
    where r.status = ${status} and r.environment = 'live' and r.monitor is null and (c.form_completed_at is not null) = ${isSubmitted}
    order by r.id limit 1`);
  return rows[0]!.id;
}

async function approvalsPage(): Promise<string> {
  const { check_id } = (await ctx.db.row<{ check_id: string }>(sql`
    select check_id from reports where id = ${await reportIn('awaiting_approval')}`))!;
  return `/desk/orders/${check_id}/approvals`;
}

/** Of an order that does not say why its barred list is asked. */
async function listGroundsPage(): Promise<string> {
  const row = await ctx.db.row<{ id: string }>(sql`
    update reports set options = '[{ "name": "adults_barred_list", "options": null }]' where id = (
      select r.id from reports r join checks c on c.id = r.check_id
      where r.variant = 'enhanced' and c.status in ('awaiting_applicant', 'in_progress') and r.environment = 'live'
      order by r.id limit 1)
    returning id`);
  return `/desk/reports/${row!.id}/barred-lists`;
}

async function deskUserId(name: 'desk' | 'reviewer' = 'desk'): Promise<string> {
  const row = await ctx.db.row<{ id: string }>(sql`select id from desk_users where email = ${emails[name]}`);
  return row!.id;
}

/** A draft, and an accepted quote that has no account yet. */
async function writeQuotes(): Promise<void> {
  const by = { actor: `user:${await deskUserId()}`, permissions: roles.desk.administrator } as const;
  const accepted = await writtenQuote(ctx, by);
  for (const move of ['send', 'accept'] as const) await moveQuote(ctx, by, accepted, move);
  await writtenQuote(ctx, by);
}

/** Discounts that wait for a second person: one that the administrator asked for, and one that they decide on. */
async function askForDiscounts(): Promise<void> {
  for (const name of ['desk', 'reviewer'] as const) {
    const caller = { ...ofFirst, actor: `user:${await deskUserId(name)}`, permissions: roles.desk.finance } as const;
    const given = { pence: -6000, as: 'price', order: '', subsidiaryId: '', month: '' } as const;
    const act = { kind: 'discount', given: { ...given, description: 'Discount for the late start' } } as const;
    await giveAway(ctx, caller, act, 'Discount for the late start');
  }
}

/** A demo account of somebody of the desk that is closed and erased. */
async function closedAccount(): Promise<string> {
  const by = { actor: `user:${await deskUserId()}`, permissions: roles.desk.administrator } as const;
  const { id } = await createAccount(ctx, by, { name: 'Gone Care Ltd', isDemo: true });
  const today = dateOf(ctx.now());
  const days = { orders_end_on: today, sign_in_until: today, erase_on: addDays(today, 8) };
  await planClosing(ctx, by, id, { ...days, open_orders: 'run', note: '' });
  for (const day of [1, 8])
    await carryOutClosings({ ...ctx, now: () => new Date(ctx.now().getTime() + day * 86_400_000) });
  return `/desk/accounts/${id}/closing`;
}

/** Reports of the screener, chosen in their queue to be handed over. */
async function ownHandOver(): Promise<string> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select r.id from reports r join desk_users d on d.id = r.assignee_id
    where d.email = ${emails.desk} and r.environment = 'live' and r.status = 'awaiting_data' order by r.id limit 2`);
  return `/desk/hand-over?view=mine&reports=${rows.map(({ id }) => id).join('+')}`;
}

const ofFirst = { accountId: accounts[0]!.id, environment: 'live', subsidiaryIds: null } as const;

/** Of a case of the earlier system, which no demo has. */
async function earlierPage(): Promise<string> {
  const caller = { ...ofFirst, actor: 'system', clockOffsetSeconds: 0 } as const;
  const earlier = {
    ...{ number: 'OLD-10417', firstName: 'Robin', lastName: 'Sample', dob: '1985-03-27', email: '', job: 'Nurse' },
    ...{ reference: 'EMP-17', subsidiaryId: null, orderedOn: '2025-02-04', completedOn: '2025-02-19' },
    ...({ light: 'Green', types: [1] } as const),
  };
  const content = async function* () {
    yield pdfFile('Report of the earlier system');
  };
  await bringInEarlier(ctx, caller, [{ earlier, content }]);
  const row = await ctx.db.row<{ id: string }>(sql`select applicant_id as id from earlier_cases`);
  return `/desk/earlier-cases/${row!.id}`;
}

/** Cases of another system that somebody has still to confirm. */
async function openCasesPages(): Promise<string[]> {
  const caller = { ...ofFirst, actor: 'system', clockOffsetSeconds: 0, userId: null } as const;
  const line = {
    ...{ EarlierNumber: 'SC-1042', OrderedOn: '2026-09-04', DueOn: '2026-09-18', BilledElsewhere: true },
    Order: {
      Checks: [{ CheckType: 'identity' }],
      Candidate: {
        CurrentName: { FirstName: 'Kim', LastName: 'Sample' },
        PersonalInfo: { DateOfBirth: '1985-03-27', CandidateEmail: 'kim@sample.example' },
      },
    },
  };
  const rows = await judgeLines(ctx, caller, linesIn(Buffer.from(JSON.stringify(line))), { mailsCandidate: false });
  const id = await uploadBulkOrder(ctx, caller, { items: [], rows, unreadColumns: [] });
  const path = `/desk/accounts/${accounts[0]!.id}/open-cases`;
  return [path, `${path}/${id}`];
}

async function renewalPage(): Promise<string> {
  const [due] = await findRenewals(
    ctx.db,
    ofFirst,
    { until: addDays(dateOf(ctx.now()), RENEWAL_NOTICE_DAYS) },
    { offset: 0, limit: 1 },
  );
  return `/portal/people/renew?renewal=${due!.check_id}`;
}

async function agencyPage(): Promise<string> {
  const row = await ctx.db.row<{ id: string }>(sql`select id from applicants where work_kind = 'agency' limit 1`);
  return `/portal/people/agency?person=${row!.id}`;
}

/** Of somebody of the client who works at a second subsidiary, too. */
async function placePage({ visitor }: Person): Promise<string> {
  const row = await ctx.db.row<{ person: string; place: string }>(sql`
    select c.applicant_id as person, s.id as place
    from checks c join subsidiaries s on s.account_id = c.account_id and s.id <> c.subsidiary_id and s.ended_at is null
    where c.account_id = ${accounts[0]!.id} and c.environment = 'live' order by c.id limit 1`);
  const page = `/portal/people/${row!.person}/places`;
  const place = { subsidiary: row!.place, starts_on: dateOf(ctx.now()), stays: 'both' };
  const { status } = await visitor.submit(page, page, place);
  assert.equal(status, 303);
  return `${page}/${row!.place}`;
}

/** The code with which somebody of the desk opens the form of a candidate who telephones. */
async function callersCodePage(person: Visitor): Promise<string> {
  const page = `/desk/reports/${await reportIn('awaiting_data', false)}/form/answers`;
  const call = { ...hiddenFields((await person.get(page)).body, page), from: 'telephone', words: 'Rang us.' };
  const sent = `${new URLSearchParams({ ...call, proofs: 'email' })}&proofs=account`;
  const { headers } = await person.send(page, 'application/x-www-form-urlencoded', sent);
  return String(headers.location);
}

async function referencePages(): Promise<string[]> {
  const rows = await ctx.db.rows<{ report_id: string; id: string }>(sql`
    select report_id, id from report_references order by id`);
  return rows.map(({ report_id: reportId, id }) => `/desk/reports/${reportId}/references/${id}`);
}

/** Has to show a second factor, because they work for an account that is not the demo's. */
async function halfSignedIn(email: string, { hasSecondFactor }: { hasSecondFactor: boolean }): Promise<Visitor> {
  const workFor = { role: 'screener', accounts: [probity.account.accountId] } as const;
  await createDeskUser(ctx, 'system', { name: 'New Screener', email, ...workFor });
  await createSignIn(ctx, 'system', { email, password });
  if (hasSecondFactor) await signedInVisitor(at, email);
  const person = visitor(at);
  await person.submit('/sign-in', '/sign-in', { email, password });
  return person;
}

/** Of a report in which another reference can still be asked for. */
async function newReferencePage(person: Visitor): Promise<string[]> {
  for (const page of await referencePages()) {
    const path = page.replace(/references\/.*/, 'references/new?entry=activities-1');
    if ((await person.get(path)).status === 200) return [path];
  }
  return [];
}

const invited = { name: 'Invited Client', email: 'invited@demo.example', role: 'standard' } as const;
const { link } = await inviteUser(ctx, 'system', accounts[0]!.id, invited);

// The demo itself asks nothing of the API.
for (const environment of ['live', 'test'] as const) {
  const userId = (await ctx.db.row<{ id: string }>(sql`select id from users where email = ${emails.client}`))!.id;
  const made = await createApiKey(ctx, 'system', accounts[0]!.id, { userId, environment });
  await probity.fetch('/v2/applicants', { key: made.key });
  await probity.fetch('/v2/applicants', { key: made.key, method: 'POST', json: { first_name: 'Jo' } });
}
await ctx.batches.write();

await writeQuotes();
await askForDiscounts();

const home = { country: 'GBR', building_number: '12', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' };
const closed = await closedAccount();
const desk = await signedIn('desk', /^\/(desk|inbox|account)/);
/** Of who has access: only one that has begun has files. */
async function beginReview(by: Visitor, path: string): Promise<Visitor> {
  await by.submit(path, `${path}/start`, {});
  return by;
}
/** Somebody who works for every client, and the page that asks what becomes of due dates; other closing days are added already. */
async function ofEveryClient(): Promise<Person> {
  const email = 'administrator@every-client.example';
  await createDeskUser(ctx, 'system', { name: 'Administrator', email, role: 'administrator', accounts: 'all' });
  await createSignIn(ctx, 'system', { email, password });
  const from = addDays(dateOf(ctx.now()), 1);
  const days = { name: 'Closed', from, to: addDays(from, 20), jurisdictions: [] };
  await changeClosingDays(ctx, 'system', days, { movesDueDates: false });
  const mailer = {
    name: 'Sample Mail Ltd',
    purpose: 'Sends our mails',
    place: 'Ireland',
    holds_from: from,
    isUsed: true,
  };
  const subprocessor = await keepSubprocessor(ctx, 'system', mailer);
  const visitor = await beginReview(await signedInVisitor(at, email), '/desk/access/review');
  return {
    name: 'administrator of every client',
    visitor,
    follows: /^\/desk\/(?:working-days|maintenance|subprocessors|access\/review)/,
    starts: [
      '/desk/access/review',
      '/desk/maintenance',
      '/desk/subprocessors',
      `/desk/subprocessors/${subprocessor}`,
      '/desk/working-days',
      `/desk/working-days/add?name=Closed&from=${addDays(from, 21)}&to=${addDays(from, 40)}&part=england_and_wales`,
    ],
  };
}

const client = await signedIn(
  'client',
  /^\/portal/,
  ...[
    '/portal',
    '/portal/mails',
    await renewalPage(),
    await agencyPage(),
    '/portal/withdraw?which=all',
    '/portal/subsidiary?which=all',
    '/portal/orders/approvals',
    '/portal/identities',
    '/portal/comparisons',
    '/portal/people/leavers',
    '/portal/users/review',
  ],
);
await beginReview(client.visitor, '/portal/users/review');
const place = await placePage(client);

const people: Person[] = [
  {
    name: 'stranger',
    visitor: visitor(at),
    follows: /^\/(docs|sign-in|privacy|accessibility|help)/,
    starts: ['/', '/form', '/reference', '/docs', '/docs/v1', '/docs/v2', new URL(link!).pathname],
  },
  {
    ...desk,
    starts: [
      '/desk',
      '/help/manual',
      ...(await referencePages()),
      ...(await newReferencePage(desk.visitor)),
      await earlierPage(),
      ...(await openCasesPages()),
      '/desk/search?order=VF44',
      `/desk/register/people?user=${await deskUserId()}`,
      '/desk/texts/steps/all',
      '/desk/sent-out/corrected',
      `/desk/accounts/${accounts[0]!.id}/users/review`,
      `/desk/reports/${await reportIn('cancelled', false)}/again`,
      ...(await reportsIn('complete', 'paused')),
      await keptForm(desk.visitor),
      await ownHandOver(),
      await listGroundsPage(),
      `/desk/reports/${await reportIn('awaiting_data')}/law`,
      await callersCodePage(desk.visitor),
      '/desk/many/due?which=found',
      '/desk/many/done?act=pause&done=2',
      closed,
      `${closed}/certificate`,
      '/desk/accounts/settings?setting=chasesAtMost',
      '/desk/accounts/prices?report=1',
      `/desk/accounts/${accounts[1]!.id}/settings/copy?from=${accounts[0]!.id}`,
    ],
  },
  await ofEveryClient(),
  await signedIn(
    'reviewer',
    /send-back/,
    `/desk/reports/${await reportIn('awaiting_approval')}`,
    await approvalsPage(),
  ),
  { ...client, starts: [...client.starts, place] },
  {
    name: 'new screener',
    visitor: await halfSignedIn('new@demo.example', { hasSecondFactor: false }),
    follows: /^$/,
    starts: ['/sign-in/set-up'],
  },
  {
    name: 'half signed in',
    visitor: await halfSignedIn('half@demo.example', { hasSecondFactor: true }),
    follows: /^$/,
    starts: ['/sign-in/second-factor'],
  },
  await byLink(
    'nic.',
    'form',
    '/tasks /answers /addresses /addresses/1 /addresses/1/dates /privacy /accessibility /help',
    (person, path) => person.submit(`${path}/addresses/new`, `${path}/addresses/new`, home),
  ),
  await byLink('jesse.', 'form', '/queries /status', (person, path) =>
    person.submit(`${path}/problem`, `${path}/problem`, { text: 'My new address is missing.' }),
  ),
  {
    name: 'order link',
    visitor: visitor(at),
    follows: /^\/start\/[\w-]+(?!.*\/(privacy|accessibility|help)$)/,
    starts: await orderLinkPages(),
  },
  await byLink('hollis.', 'form', '/done /status', (person, path) => person.get(`${path}?language=cy`)),
  await byLink('jo.', 'form', '/status /restrict', (person, path) =>
    person.submit(`${path}/rights`, `${path}/rights`, { kind: 'access' }),
  ),
  await byLink('rowan.', 'reference', '/sent /mistake /complaint'),
  await byLink(
    'personnel',
    'reference',
    '/willing /agreement /decline /somebody-else /letter /answers /privacy /accessibility /help',
    (person, path) => person.submit(`${path}/willing`, `${path}/willing`, { willing: 'whole' }),
  ),
];
const walks = await Promise.all(people.map(async (person) => ({ person, ...(await walk(probity, person, routeOf)) })));

test('every page of the portals is reached', () => {
  const reached = new Set(walks.flatMap((one) => one.reached));
  const missing = pageRoutes.filter((route) => !reached.has(route));
  assert.deepEqual(missing, [], 'link to these pages, or add an address at which the demo shows them to `people`');
});

const widths = { phone: [390, 844], desk: [1280, 900], enlarged: [320, 640] } as const;

/** What of the page is wrong at this width. Runs in the page. */
const faultsOfLayout = `(() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('is wider than the window');
  if (document.querySelectorAll('h1').length !== 1) faults.push('has no h1, or several');
  const focusable = 'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [tabindex="0"]';
  for (const one of document.querySelectorAll(focusable)) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    one.focus();
    if (document.activeElement !== one) continue;
    const { left, right, top, bottom } = one.getClientRects()[0] ?? {};
    const seenTop = Math.max(top, 0);
    const seenBottom = Math.min(bottom, innerHeight);
    const points = [[0.5, 0.5], [0.05, 0.5], [0.95, 0.5], [0.5, 0.1], [0.5, 0.9]];
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(left + x * (right - left), seenTop + y * (seenBottom - seenTop));
      return hit !== null && (one.contains(hit) || hit.contains(one) && hit !== document.body && hit !== root || hit.closest('label')?.control === one);
    });
    if (!isSeen) faults.push('hides ' + one.outerHTML.slice(0, 120) + ' at ' + [left, top, right, bottom].map(Math.round));
  }
  return faults;
})()`;

/** Opens what is folded, except menus, which cover the page. Returns the parts of which a phone shows one at a time. */
const unfold = `(() => {
  const folded = [...document.querySelectorAll('.app-shell details:not(.app-menu)')];
  for (const one of folded) one.open = true;
  return [...document.querySelectorAll('.app-case__link')].map(({ hash }) => hash);
})()`;

async function faultsAtWidths(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  const parts = await page.evaluate<string[]>(unfold);
  // From the width that the page has: to change it takes as long as to look for faults.
  const inTurn = Object.entries(widths);
  if (page.viewportSize()?.width === inTurn.at(-1)![1][0]) inTurn.reverse();
  for (const [screen, [width, height]] of inTurn) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height });
    if (screen === (parts.length > 0 ? 'desk' : 'phone')) faults.push(...(await accessibilityProblems(page)));
    for (const part of screen === 'phone' && parts.length > 0 ? parts : ['']) {
      if (part !== '') await page.evaluate(`location.hash = '${part}'`);
      const found = await page.evaluate<string[]>(faultsOfLayout);
      faults.push(...found.map((fault) => `${screen}${part}: ${fault}`));
      await keepScreenshot(page, `${`${name} ${part}`.replaceAll(/\W+/g, '-')}-${screen}`);
    }
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

async function openAs({ visitor: { cookies } }: Person): Promise<Page> {
  const page = await openPage(browser);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: probity.url })));
  return page;
}

for (const { person, pages } of walks) {
  test(`no page that ${person.name} opens is wider than the window, hides what takes the focus, or fails axe`, async () => {
    const page = await openAs(person);
    const faults: string[] = [];
    for (const { route, path } of pages) {
      const answer = await page.goto(`${probity.url}${path}`);
      if (answer?.status() !== 200) faults.push(`${path} answers ${answer?.status()}`);
      faults.push(
        ...(await faultsAtWidths(page, `${person.name} ${route} ${pages.findIndex((one) => one.path === path)}`)),
      );
    }
    await page.context().close();
    assert.deepEqual(faults, []);
  });
}
