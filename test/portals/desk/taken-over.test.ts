// References that are taken over while their screener types the outcome: what is typed and what was said before stays.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import type { HtmlElement } from 'html-validate';
import type { Caller, OrderScope } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { correctReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { saveDraft } from '../../../src/features/drafts/draft-actions.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import {
  chooseScope,
  openReferenceLink,
  saveSection,
  sendReference,
} from '../../../src/features/references/reference-answer-actions.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import {
  takeOver as takeOverReference,
  withJobs,
  withTakenOver,
} from '../../../src/features/references/reference-take-over-actions.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { formOfReport, outcomeFields } from '../../../src/portals/desk/report/outcome-form.ts';
import { openForWork, shownOf } from '../../../src/portals/desk/report/report-drafts.ts';
import type { UserOf } from '../../../src/portals/shared/shell.ts';
import { employed, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import { accessibilityProblems, keepScreenshot, launchBrowser, openPage } from '../../support/browser.ts';
import { parsed, textIn } from '../../support/html.ts';
import {
  clientEmail,
  deskEmail,
  hiddenFields,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());

const dates = {
  ...{ 'from-day': '1', 'from-month': '3', 'from-year': '2019', still_there: 'no' },
  ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023', reason: 'Resigned' },
};
const rest = { role: 'Driver', employment_type: 'full_time', referee_name: 'Pat' };
const bad = { disciplinary: 'yes', disciplinary_details: 'Theft', rehire: 'no', rehire_details: 'Theft' };
const good = {
  ...{ 'from-day': '1', 'from-month': '7', 'from-year': '2023', still_there: 'yes' },
  ...{ disciplinary: 'no', rehire: 'yes' },
};

const screener = { userId: portal.deskUserId, accounts: 'all' as const, permissions: roles.desk.administrator };

async function work() {
  const check = await portal.placeCheck('live', { ...employed, first_name: 'Robin' }, ['employment_history:uk']);
  const report = check.reports[0]!;
  const caller: Caller = {
    ...portal.caller('live'),
    actor: `user:${portal.deskUserId}`,
    permissions: ['ask_references', 'record_outcomes'],
  };
  const visitor = await signedInVisitor(portal, deskEmail);
  const page = `/desk/reports/${report.id}`;
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  const about = { ...check.tenant, applicantId: check.applicantId, key: key! };
  const place = { author: `user:${portal.deskUserId}`, form: page, about };
  const user: UserOf<'desk'> = {
    ...{ kind: 'desk', userId: portal.deskUserId, name: 'Desk Screener', email: deskEmail, accounts: 'all' },
    ...{ role: 'administrator', permissions: roles.desk.administrator },
  };
  const takeOver = async (id: string) => {
    const from = `${page}/references/${id}`;
    const answer = await visitor.submit(from, `${from}/take-over`, {});
    assert.equal(answer.status, 303);
  };
  const colleague: Caller = { ...caller, actor: `user:${ctx.newId()}` };
  const takeOverByColleague = (id: string) => takeOverReference(ctx, colleague, id);
  return {
    ...{ visitor, page, check, takeOver, takeOverByColleague },
    /** Taken down by telephone. */
    async answered(
      entryKey: string,
      said: Readonly<Record<string, string>>,
      step = 'switchboard_call',
    ): Promise<string> {
      // A second one about a job is asked for with a reason.
      const asked = { ...personnel, by: 'telephone', entryKey, anyway: 'A colleague knows more.' } as const;
      const id = await requestReference(ctx, { caller, check, report }, asked);
      const call = { person: 'Pat', number: '0161 496 0000' };
      await recordCall(ctx, caller, id, {
        ...{ call, scope: 'whole', typed: { ...rest, ...said } },
        authentication: { step, by: '0161 496 0000, from their site' },
      });
      return id;
    },
    /** Sent by the referee, whom nobody has authenticated. */
    async sent(entryKey: string): Promise<string> {
      const id = await requestReference(ctx, { caller, check, report }, { ...personnel, entryKey });
      const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
      const { front } = await openReferenceLink(ctx, tokenIn(mail!.text), undefined);
      await chooseScope(ctx, front, 'whole');
      for (const section of questionnaires.standard.sections)
        await saveSection(ctx, front, section, { ...rest, ...good, ...dates });
      assert.equal(await sendReference(ctx, front), true);
      return id;
    },
    /** The outcome as the page shows it. */
    async shown(): Promise<Readonly<Record<string, string>>> {
      const now = await readCheck(ctx, caller, check.id);
      const form = formOfReport(await withTakenOver(ctx, caller, await withJobs(ctx, now.reports[0]!, now)));
      return { ...outcomeFields(form), notes: form.notes };
    },
    /** A draft, with what its page showed. */
    async type(fields: Readonly<Record<string, string>>): Promise<void> {
      const { seen } = hiddenFields((await visitor.get(page)).body, page);
      const typed = Object.entries({ ...fields, seen: seen! });
      await saveDraft(ctx, place, Object.fromEntries(typed.map(([name, value]) => [name, [value]])));
    },
    /** The draft as the form of the page has it. */
    async typed(): Promise<Readonly<Record<string, string>>> {
      const { form } = await shownOf(ctx, user, await openForWork(ctx, user, report.id));
      return { ...outcomeFields(form), notes: form.notes };
    },
    async shownRows(): Promise<number> {
      const now = await readCheck(ctx, caller, check.id);
      return (
        (await withTakenOver(ctx, caller, await withJobs(ctx, now.reports[0]!, now))).findings.properties
          .employments as unknown[]
      ).length;
    },
  };
}

test('a second reference, taken over while the outcome is typed, replaces nothing that the first one said', async () => {
  const { answered, takeOver, shown, type, typed, shownRows } = await work();
  await takeOver(await answered('activities-0', { ...dates, ...bad }));
  // What the screener decides and adds, also where it is not a date yet.
  const begun = await shown();
  const before = {
    ...{ ...begun, notes: `${begun.notes}\nTwo calls were made.` },
    ...{ 'results[role]': 'consider', 'properties[dates.confirmed_to]': 'June, I think' },
  };
  await type(before);
  const second = await answered('activities-1', good);
  await takeOver(second);
  const after = await typed();
  const entry = 'properties[employments.1.';
  const ofEntry = Object.keys(after).filter((name) => name.startsWith(entry) && !(name in before));
  assert.deepEqual({ ...after, ...before }, after);
  assert.equal(Object.keys(after).length, Object.keys(before).length + ofEntry.length);
  assert.equal(after[`${entry}employer]`], 'Brook Bank');
  assert.equal(await shownRows(), 2);
  await takeOver(second);
  assert.deepEqual(await typed(), after);
  assert.equal(await shownRows(), 2);
});

test('an adverse reference, taken over while the outcome is typed, is added to what is typed', async () => {
  const { answered, takeOver, shown, type, typed } = await work();
  await takeOver(await answered('activities-1', good));
  const before = { ...(await shown()), 'results[employer_exists]': 'clear', notes: 'One call was made.' };
  await type(before);
  await takeOver(await answered('activities-0', { ...dates, ...bad }));
  const after = await typed();
  const warning = 'Disciplinary warning: Yes. Theft';
  assert.deepEqual(
    ['conduct', 'rehire', 'dates', 'employer_exists'].map((part) => after[`results[${part}]`]),
    ['consider', 'no', 'clear', 'clear'],
  );
  assert.equal(after['properties[conduct.particulars]'], `Acme Ltd – ${warning}`);
  assert.equal(after.notes, `One call was made.\nAcme Ltd – ${warning}\nAcme Ltd – Would employ again: No. Theft`);
});

/** What the page shows of the outcome: the values of its inputs beside its texts. */
async function outcomeOn(visitor: Visitor, page: string): Promise<string> {
  const { body } = await visitor.get(page);
  const pane = body.slice(body.indexOf('id="outcome"'));
  return pane.replace(/<input[^>]* value="([^"]*)"[^>]*>/g, ' $1 ').replace(/<[^>]+>/g, ' ');
}

interface BundledReference {
  readonly about: string;
  readonly by: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** The references in the evidence bundle of a check. */
async function bundledReferences({ id }: Check): Promise<readonly BundledReference[]> {
  await makeEvidenceBundle(ctx, portal.caller('live'), id);
  const reader: Caller & OrderScope = { ...portal.caller('live'), permissions: ['read_results'] };
  const folder = mkdtempSync(join(tmpdir(), 'probity-bundle-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.zip');
  writeFileSync(file, await buffer((await readEvidenceBundle(ctx, reader, id)).content));
  const json = (await openZip(file)).find(({ path }) => path === 'results.json')!;
  return JSON.parse((await buffer(Readable.from(json.read()))).toString('utf8')).references;
}

test('each employment stands in the outcome form, in the proposal, and on the page of the client', async () => {
  const { answered, takeOver, visitor, page, check, shown } = await work();
  await visitor.submit(page, `${page}/claim`, {});
  await takeOver(await answered('activities-0', { ...good, ...dates, 'from-month': '6' }));
  await takeOver(await answered('activities-1', good));
  const form = await outcomeOn(visitor, page);
  for (const text of ['Employer: Acme Ltd', 'Employer: Brook Bank', '30 June 2023', 'Differs: start']) {
    assert.match(form, new RegExp(text), text);
  }
  const fields = await shown();
  const payslips = { employer: 'Crane Ltd', from: 'May 2017', confirmed_from: 'May 2017', source: 'documents' };
  const typed = {
    ...fields,
    ...{ verdict: 'consider', ...anyway, notes: 'Payslips were seen.', 'properties[employments.1.source]': 'hr' },
    ...Object.fromEntries(Object.entries(payslips).map(([key, value]) => [`properties[employments.2.${key}]`, value])),
  };
  const nameless = { ...typed, 'properties[employments.2.employer]': '' };
  const refused = await visitor.submit(page, page, { ...nameless, move: 'await_approval' });
  assert.match(refused.body, /Enter the employer/);
  assert.equal((await visitor.submit(page, page, { ...typed, move: 'await_approval' })).status, 303);
  const proposal = await outcomeOn(visitor, page);
  for (const text of ['Employer: Acme Ltd', 'Employer: Brook Bank', 'Employer: Crane Ltd', 'Source: Documents']) {
    assert.match(proposal, new RegExp(text), text);
  }
  const report = check.reports[0]!.id;
  const approving: Caller = { ...portal.caller('live'), permissions: ['record_outcomes', 'approve_outcomes'] };
  await moveReport(ctx, approving, { checkId: check.id, reportId: report }, { move: 'complete' });
  const [reference, ...others] = await bundledReferences(check);
  assert.deepEqual([reference!.about, reference!.by, others.length], ['Acme Ltd', 'telephone', 1]);
  const asked = { question: 'Would you employ them again?', answer: 'Yes' };
  assert.deepEqual(
    reference!.answers.find(({ question }) => question === asked.question),
    asked,
  );
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}/reports/${report}`);
  const tables = body.split('<caption').map((table) => table.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));
  const tableOf = (employer: string) =>
    tables.find((table) => table.includes(`> ${employer} `) || table.includes(`>${employer} `));
  assert.match(tableOf('Acme Ltd')!, /From Stated: 1 March 2019 Confirmed: 1 June 2019/);
  assert.match(tableOf('Brook Bank')!, /From Stated: 1 July 2023 Confirmed: 1 July 2023 .*Source HR department/);
  assert.match(tableOf('Crane Ltd')!, /From Stated: May 2017 Confirmed: May 2017 .*Source Documents/);
  assert.doesNotMatch(body, /Reference id|reference_id/i);
  // The dates stand with each job, and those of one are not the report's.
  assert.doesNotMatch(body, /Claimed from|Confirmed from|Claimed to|Confirmed to/);
});

test('what differs follows from the confirmed values as they are corrected, in the entry, the notes and the outcome', async () => {
  const { answered, takeOver, visitor, page, check, shown } = await work();
  const late = { ...dates, 'from-month': '8', role: 'Clerk' };
  await takeOver(await answered('activities-0', { ...good, ...late }));
  await takeOver(await answered('activities-1', good));
  const said = await shown();
  assert.match(said.notes!, /the start differs by 153 days.*\n.*the role differs/);
  const entry = 'properties[employments.0.';
  const corrected = {
    ...{ ...said, verdict: 'clear', move: 'complete', ...anyway },
    ...{ [`${entry}confirmed_from]`]: '1 March 2019', [`${entry}confirmed_role]`]: 'Driver' },
    ...{ 'results[dates]': 'clear', 'results[role]': 'clear', notes: `${said.notes}\nAcme has corrected itself.` },
  };
  const sent = await visitor.submit(page, page, corrected);
  assert.equal(sent.headers.location, `${page}?moved=complete`);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  const [acme] = findings.properties.employments as Readonly<Record<string, unknown>>[];
  assert.deepEqual([acme!.differs, acme!.difference_days], [[], 0]);
  assert.equal(findings.notes, 'Acme has corrected itself.');
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}/reports/${check.reports[0]!.id}`);
  assert.doesNotMatch(body, /Differs|differs/);
});

test('what differs is worked out again when a reopened report is corrected', async () => {
  const { answered, takeOver, visitor, page, check, shown } = await work();
  await takeOver(await answered('activities-0', { ...good, ...dates, 'from-month': '8' }));
  const start = 'properties[employments.0.confirmed_from]';
  const decided = { verdict: 'consider', move: 'complete', ...anyway };
  const first = { ...(await shown()), ...decided, [start]: '1 June 2019' };
  assert.equal((await visitor.submit(page, page, first)).status, 303);
  const stored = async () => {
    const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
    const [acme] = findings.properties.employments as Readonly<Record<string, unknown>>[];
    return { notes: findings.notes, differs: acme!.differs, days: acme!.difference_days };
  };
  const { notes, ...differences } = await stored();
  assert.match(notes, /the start differs by 92 days/);
  assert.deepEqual(differences, { differs: ['from'], days: 92 });
  const reopened = { code: 'new_information', text: 'The employer has found the contract.' };
  await correctReport(ctx, screener, check.reports[0]!.id, reopened);
  const corrected = { ...(await shown()), ...decided, verdict: 'clear', [start]: '1 March 2019' };
  const sent = await visitor.submit(page, page, { ...corrected, 'results[dates]': 'clear' });
  assert.equal(sent.status, 303);
  assert.deepEqual(await stored(), { notes: '', differs: [], days: 0 });
});

test('what differs is worked out again when a report is closed as unable to verify', async () => {
  const { answered, takeOver, visitor, page, check, shown, type } = await work();
  await takeOver(await answered('activities-0', { ...good, ...dates, 'from-month': '8' }));
  const said = await shown();
  await type({ ...said, 'properties[employments.0.confirmed_from]': '1 June 2019' });
  const closing = { reason: 'no_reply', requests_sent: '4', notes: said.notes! };
  const answer = await visitor.submit(`${page}/unable-to-verify`, `${page}/unable-to-verify`, closing);
  assert.equal(answer.status, 303);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  const [acme] = findings.properties.employments as Readonly<Record<string, unknown>>[];
  assert.deepEqual([acme!.differs, acme!.difference_days], [['from'], 92]);
  assert.match(findings.notes, /the start differs by 92 days/);
});

test('an employment that is typed in other words completes the stated job that its screener names', async () => {
  const { answered, takeOver, visitor, page, check } = await work();
  await takeOver(await answered('activities-0', { ...good, ...dates }));
  const { body } = await visitor.get(page);
  const choice = parsed(body).querySelector('[name="properties[employments.2.about]"]')!;
  const [acme, brook] = choice
    .querySelectorAll('option')
    .map((one) => one.getAttributeValue('value') ?? '')
    .slice(1);
  assert.match(choice.textContent, /Brook Bank, Driver, 1 July 2023/);
  const entry = (key: string) => `properties[employments.2.${key}]`;
  const typed = {
    ...{ ...formOn(body), verdict: 'consider', notes: 'Payslips were seen.', move: 'complete', ...anyway },
    ...{
      [entry('employer')]: 'BROOK BANK PLC',
      [entry('confirmed_role')]: 'Van driver',
      [entry('source')]: 'documents',
    },
  };
  const other = await visitor.submit(page, page, { ...typed, [entry('about')]: acme! });
  assert.equal(other.status, 422);
  assert.match(other.body, /Employment 1 says another confirmed role: change it there/);
  assert.equal((await visitor.submit(page, page, { ...typed, [entry('about')]: brook! })).status, 303);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  assert.deepEqual(
    (findings.properties.employments as Record<string, unknown>[]).map((one) => [
      ...[one.employer, one.confirmed_role, one.source ?? '', one.differs],
    ]),
    [
      ['Acme Ltd', 'Driver', '', []],
      ['Brook Bank', 'Van driver', 'documents', []],
    ],
  );
});

test('an employment history that is Clear lists every stated job, and says of which nobody confirmed anything', async () => {
  const { answered, takeOver, visitor, page, check, shown } = await work();
  await takeOver(await answered('activities-0', { ...good, ...dates }));
  assert.match(await outcomeOn(visitor, page), /Employer: Brook Bank/);
  const clear = { ...(await shown()), verdict: 'clear', move: 'complete' };
  const unasked = 'Not confirmed: Brook Bank, from 1 July 2023 (nobody was asked).';
  const refused = await visitor.submit(page, page, clear);
  assert.equal(refused.status, 422);
  assert.ok(refused.body.includes(unasked));
  const { report, caller } = { report: check.reports[0]!.id, caller: portal.caller('live') };
  await requestReference(
    ctx,
    { caller: { ...caller, permissions: ['ask_references'] }, check, report: check.reports[0]! },
    {
      ...personnel,
      entryKey: 'activities-1',
    },
  );
  const asked = unasked.replace('nobody was asked', 'asked, and not answered; the request is withdrawn');
  assert.ok((await visitor.submit(page, page, clear)).body.includes(asked));
  const sent = await visitor.submit(page, page, { ...clear, ...anyway });
  assert.equal(sent.headers.location, `${page}?moved=complete`);
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`/portal/checks/${check.id}/reports/${report}`);
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.ok(text.includes(asked));
  assert.match(text, /Brook Bank Particular Value Confirmation Not confirmed Role Driver From 1 July 2023/);
});

test('taking over a reference asks once how the referee was authenticated, and again takes what was recorded since', async () => {
  const { sent, visitor, page, shown, type, typed } = await work();
  const from = `${page}/references/${await sent('activities-0')}`;
  const step = 'results[referee_authenticated]';
  const ofEntry = 'properties[employments.0.referee_authenticated]';
  assert.match((await visitor.get(from)).body, new RegExp(`<a href="${from}/take-over"[^>]*>\\s*Take over`));
  // Where somebody took the step back meanwhile, the button of a page that was shown before asks too.
  const pressed = await visitor.submit(`${from}/take-over`, `${from}/take-over`, {});
  assert.equal(pressed.headers.location, `${from}/take-over`);
  assert.match((await visitor.get(`${from}/take-over`)).body, /Nobody has recorded how the referee was authenticated/);
  const unsaid = await visitor.submit(`${from}/take-over`, `${from}/take-over`, { by: '' });
  assert.equal(unsaid.status, 422);
  assert.match(unsaid.body, /Select how you made sure who answers/);
  assert.equal((await shown())[step], undefined, 'nothing is taken over yet');

  const anyway = await visitor.submit(`${from}/take-over`, `${from}/take-over`, { by: '', anyway: 'yes' });
  assert.match(String(anyway.headers.location), /done=taken_over/);
  const begun = await shown();
  assert.deepEqual([begun[step], begun[ofEntry]], ['none', 'none']);
  assert.match((await visitor.get(from)).body, /Not authenticated/);

  await type(begun);
  await visitor.submit(from, `${from}/authentication`, { step: 'switchboard_call', by: '0161 496 0000' });
  const again = await visitor.submit(from, `${from}/take-over`, {});
  assert.match(String(again.headers.location), /done=taken_over/);
  const after = await typed();
  assert.deepEqual([after[step], after[ofEntry]], ['switchboard_call', 'switchboard_call']);
});

test('a reference is authenticated on the page that takes it over', async () => {
  const { sent, visitor, page, shown } = await work();
  const from = `${page}/references/${await sent('activities-0')}/take-over`;
  const answer = await visitor.submit(from, from, { step: 'registry', by: 'Their own site' });
  assert.match(String(answer.headers.location), /done=taken_over/);
  assert.equal((await shown())['results[referee_authenticated]'], 'registry');
});

const named = (element: HtmlElement) => element.getAttributeValue('name') ?? '';

function sentValue(input: HtmlElement): string {
  if (input.is('textarea')) return textIn(input.textContent);
  const valued = input.is('select') ? input.querySelector('option[selected]') : input;
  return textIn(valued?.getAttributeValue('value') ?? '');
}

/** What the form of the outcome on a page would send, without the verdict and the button. */
function formOn(body: string): Readonly<Record<string, string>> {
  const inputs = parsed(body).querySelector('#outcome-form')!.querySelectorAll('input, select, textarea');
  const sent = inputs.filter((input) => named(input) === 'notes' || /^(?:results|properties)\[/.test(named(input)));
  return Object.fromEntries(sent.map((input) => [named(input), sentValue(input)]));
}

test('a page that refuses a note, a due date or a file still has what was taken over in the form of the outcome', async () => {
  const { answered, takeOver, visitor, page } = await work();
  await takeOver(await answered('activities-0', { ...dates, ...bad }));
  const { body } = await visitor.get(page);
  const shown = formOn(body);
  assert.equal(shown['results[conduct]'], 'consider');
  assert.match(shown.notes!, /Theft/);
  const { form_token } = hiddenFields(body, page);
  const part = (name: string, more = '') => `--end\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const noFile = `${part('form_token')}${form_token}\r\n${part('file', '; filename=""')}\r\n--end--\r\n`;
  for (const answer of [
    await visitor.submit(page, `${page}/notes`, { note: '' }),
    await visitor.submit(page, `${page}/work`, { due_on: 'rubbish' }),
    await visitor.send(`${page}/files`, 'multipart/form-data; boundary=end', noFile),
  ]) {
    assert.equal(answer.status, 422);
    assert.deepEqual(formOn(answer.body), shown);
  }
});

type Fields = Readonly<Record<string, string>>;

/** The number of an employer's entry in a form. */
function numberOf(body: string, employer: string): number {
  const titles = parsed(body).querySelector('#outcome-form')!.querySelectorAll('fieldset');
  const entries = titles.filter((one) => /^\s*Employment \d/.test(one.textContent));
  return entries.findIndex((one) => one.textContent.includes(`Employer: ${employer}`));
}

const fieldOf = (body: string, employer: string, key: string) =>
  `properties[employments.${numberOf(body, employer)}.${key}]`;

/** The outcome form of a page that stays open while `Acme Ltd`, which was asked first, is taken over after `Brook Bank`. */
async function openedBetween() {
  const working = await work();
  const { answered, takeOver, takeOverByColleague, visitor, page, check } = working;
  await visitor.submit(page, `${page}/claim`, {});
  const acme = await answered('activities-0', { ...dates, ...bad });
  await takeOver(await answered('activities-1', { ...good, role: 'Cashier' }));
  const { body } = await visitor.get(page);
  const opened = { ...hiddenFields(body, page), ...formOn(body) };
  assert.equal(opened[fieldOf(body, 'Brook Bank', 'confirmed_role')], 'Cashier');
  await takeOverByColleague(acme);
  return {
    ...working,
    /** Sends the form that was open with what is typed in it. */
    send: (typed: Fields) => visitor.post(page, { ...opened, ...typed }),
    /** Sends the form of a page, as it came, with what is typed in it. */
    sendAgain: (sent: string, typed: Fields) =>
      visitor.post(page, { ...hiddenFields(sent, page), ...formOn(sent), ...typed }),
    stored: async () => (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!,
  };
}

test('a form that was open while an earlier reference was taken over is refused, and each employment keeps what was typed in it', async () => {
  const { send, sendAgain, stored } = await openedBetween();
  const typed = {
    ...{ verdict: 'consider', ...anyway, notes: 'I called Brook Bank.', move: 'await_approval' },
    // The second job that the candidate stated.
    ...{ 'properties[employments.1.source]': 'payroll', 'properties[employments.1.confirmed_to]': 'soon, I think' },
    ...{ 'properties[employments.2.employer]': 'Crane Ltd', 'properties[employments.2.source]': 'documents' },
  };
  const mistaken = await send(typed);
  assert.equal(mistaken.status, 422, 'a date is none');
  const refused = await send({ ...typed, 'properties[employments.1.confirmed_to]': '' });
  assert.equal(refused.status, 409);
  for (const { body } of [mistaken, refused]) {
    assert.match(body, /A reference was taken over after you began to type/);
    const form = formOn(body);
    assert.equal(form[fieldOf(body, 'Acme Ltd', 'confirmed_role')], 'Driver');
    assert.equal(form[fieldOf(body, 'Acme Ltd', 'source')], '');
    assert.equal(form[fieldOf(body, 'Brook Bank', 'confirmed_role')], 'Cashier');
    assert.equal(form[fieldOf(body, 'Brook Bank', 'source')], 'payroll');
    assert.equal(form['properties[employments.2.employer]'], 'Crane Ltd');
    assert.equal(form['properties[employments.2.source]'], 'documents');
    assert.match(form.notes!, /^I called Brook Bank\.\nAcme Ltd – .*Theft/);
  }
  assert.equal(formOn(mistaken.body)[fieldOf(mistaken.body, 'Brook Bank', 'confirmed_to')], 'soon, I think');
  const report = await stored();
  assert.deepEqual([report.status, report.findings.breakdown], ['awaiting_data', {}], 'nothing is stored');
  const again = await sendAgain(refused.body, { verdict: 'consider', ...anyway, move: 'await_approval' });
  assert.equal(again.status, 303);
  const { employments } = (await stored()).findings.properties;
  assert.deepEqual(
    (employments as Record<string, unknown>[]).map((one) => [one.employer, one.confirmed_role, one.source]),
    [
      ['Acme Ltd', 'Driver', undefined],
      ['Brook Bank', 'Cashier', 'payroll'],
      ['Crane Ltd', undefined, 'documents'],
    ],
  );
});

test('a form that was open while an adverse reference was taken over drops nothing that it says', async () => {
  const { send, sendAgain, stored } = await openedBetween();
  const refused = await send({ verdict: 'unidentified', notes: 'n', move: 'await_approval' });
  assert.equal(refused.status, 409);
  assert.equal(formOn(refused.body)['results[conduct]'], 'consider');
  // The worse result stands in the place of another one, which is said beside it.
  assert.match(refused.body, /What was taken over[\s\S]*What the form said before[\s\S]*id="outcome-form"/);
  assert.equal((await sendAgain(refused.body, { verdict: 'unidentified', move: 'await_approval' })).status, 303);
  const { findings } = await stored();
  assert.equal(findings.breakdown.conduct!.result, 'consider');
  assert.match(findings.notes, /^n\nAcme Ltd – .*Theft/);
});

test('the draft of a screener shows what a colleague took over beside all that it says, until it is sent', async () => {
  const { answered, takeOverByColleague, visitor, page, type } = await work();
  const acme = await answered('activities-0', { ...dates, ...bad });
  await type({ verdict: 'clear', notes: 'I have begun.', 'results[conduct]': 'clear' });
  await takeOverByColleague(acme);
  const { body } = await visitor.get(page);
  assert.match(body, /A reference was taken over after you began to type/);
  const shown = formOn(body);
  assert.equal(shown['results[conduct]'], 'consider');
  assert.match(shown.notes!, /^I have begun\.\nAcme Ltd – .*Theft/);
  assert.match(body, /What the form said before/);
  // The page of an unverifiable report takes the same form.
  assert.match((await visitor.get(`${page}/unable-to-verify`)).body, /Theft/);
  // As the script saves it.
  await type(shown);
  const later = (await visitor.get(page)).body;
  assert.doesNotMatch(later, /A reference was taken over/);
  assert.deepEqual(formOn(later), shown);
});

test('what is typed for a job stays with it when a second reference about the job before is taken over', async () => {
  const { answered, takeOver, takeOverByColleague, visitor, page, type } = await work();
  await takeOver(await answered('activities-0', { ...good, ...dates }));
  const { body } = await visitor.get(page);
  await type({ ...formOn(body), [fieldOf(body, 'Brook Bank', 'source')]: 'payroll' });
  await takeOverByColleague(await answered('activities-0', { ...good, ...dates, role: 'Clerk' }));
  const now = (await visitor.get(page)).body;
  const sources = ['Acme Ltd', 'Brook Bank'].map((employer) => formOn(now)[fieldOf(now, employer, 'source')]);
  assert.deepEqual(sources, ['', 'payroll']);
});

test('an outcome is not stored over a reference that is taken over while its form is on the way', async () => {
  const { answered, takeOverByColleague, visitor, page, check } = await work();
  await visitor.submit(page, `${page}/claim`, {});
  const acme = await answered('activities-0', { ...dates, ...bad });
  const { body } = await visitor.get(page);
  const sent = {
    ...hiddenFields(body, page),
    ...formOn(body),
    verdict: 'consider',
    ...anyway,
    notes: 'n',
    move: 'await_approval',
  };
  const [answer] = await Promise.all([visitor.post(page, sent), takeOverByColleague(acme).catch(() => undefined)]);
  const { findings } = (await readCheck(ctx, portal.caller('live'), check.id)).reports[0]!;
  const isStored = answer.status === 303;
  assert.ok(isStored || answer.status === 409, String(answer.status));
  // Whoever was first: what was taken over is in the form, or awaits the next outcome.
  const shown = (await visitor.get(page)).body;
  assert.match(shown, /Theft/);
  assert.equal(findings.notes, isStored ? 'n' : '');
});

test('what is typed on in the window that shows what a colleague took over is saved with it', async () => {
  const { answered, takeOver, takeOverByColleague, visitor, page } = await work();
  const acme = await answered('activities-0', { ...dates, ...bad });
  await takeOver(await answered('activities-1', { ...good, role: 'Cashier' }));
  const screen = await openPage(browser);
  await screen.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  await screen.goto(`${portal.url}${page}`);
  const field = (number: number, key: string) =>
    screen.locator(`[name="properties[employments.${number}.${key}]"]`).inputValue();
  const notes = screen.getByLabel('Notes for the client');
  await screen.locator('.app-entry__summary').nth(1).click();
  await screen.locator('[name="properties[employments.1.source]"]').selectOption('payroll');
  await notes.fill('Mine');
  await screen.getByText(/Draft saved on/).waitFor();
  await takeOverByColleague(acme);
  await screen.reload();
  const notice = screen.getByText('A reference was taken over after you began to type.');
  await notice.waitFor();
  assert.deepEqual([await field(0, 'source'), await field(1, 'source')], ['', 'payroll']);
  assert.match(await notes.inputValue(), /^Mine\nAcme Ltd – .*Theft/);
  assert.deepEqual(await accessibilityProblems(screen), []);
  await keepScreenshot(screen, 'report-taken-over-desk');
  await notes.press('ControlOrMeta+End');
  await notes.pressSequentially(' And more.');
  await screen.getByText(/Draft saved on/).waitFor();
  await screen.reload();
  assert.match(await notes.inputValue(), /^Mine\nAcme Ltd – [\s\S]*Theft And more\.$/);
  assert.deepEqual([await field(1, 'source'), await field(1, 'confirmed_role')], ['payroll', 'Cashier']);
  assert.equal(await notice.count(), 0);
  await screen.context().close();
});
