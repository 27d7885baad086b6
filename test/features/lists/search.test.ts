// The lists find checks without decryption, within an account and environment only.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { authorityOf, roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { keepApplication } from '../../../src/features/cases/application-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { closeCheck, completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { listChecksOf } from '../../../src/features/lists/check-list-actions.ts';
import type { CheckListFilter, CheckSort } from '../../../src/features/lists/check-list-queries.ts';
import { findReports } from '../../../src/features/lists/report-search-queries.ts';
import { searchAccounts } from '../../../src/features/lists/search-actions.ts';
import type { DeskAccounts } from '../../../src/features/lists/work-queue-queries.ts';
import { changeReferee, requestReference } from '../../../src/features/references/reference-actions.ts';
import { findableByNumber } from '../../../src/features/reports/order-key-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { upTo } from '../../support/limited-loops.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { employmentReport, personnel } from '../references/asked-references.ts';

const { ctx, database, account } = await startForms();
const live = account.caller('live');
const other = await makeAccount(ctx, 'Other Care');

async function listed(text: string, scope = live): Promise<number[]> {
  const { checks } = await listChecksOf(ctx, scope, { text }, { sort: 'newest', limit: 20 });
  return checks.map((check) => check.orderId);
}

const page = { offset: 0, limit: 50 };

const desk = (accounts: DeskAccounts) => ({ userId: '', accounts, permissions: roles.desk.screener });

async function atDesk(text: string, accounts: DeskAccounts): Promise<number[]> {
  const all = accounts === 'all' ? [account.accountId, other.accountId] : accounts;
  const searches = await searchAccounts(ctx, authorityOf(desk(accounts)), all, 'live', text, true);
  return [...new Set((await findReports(ctx.db, desk(accounts), searches, page)).map((row) => row.order_id))];
}

const screener = { ...desk([account.accountId]), userId: randomUUID(), permissions: roles.desk.administrator };

const facts = { first_name: 'Zoë', last_name: 'O’Findable', email: 'zoe@findable.test' };

test('a check is found by name, email address, order number and reference, in the list and at the desk', async () => {
  const tags = ['PO 77/b', 'Ward 4'];
  const { check } = await placeWaiting(ctx, live, { facts, tags, reports: ['identity'] });
  await placeWaiting(ctx, live, { reports: ['identity'] });
  await completeForm(ctx, live, check.id, check.order.facts);
  const texts = [
    'zoe',
    'OFIND',
    'findable zoe'.replace('findable', 'ofindable'),
    'Zoe@Findable.test',
    'po 77/B',
    'ward 4',
    'PO 77',
    'war',
  ];
  for (const text of [...texts, `VF${check.orderId}`, `vf${check.orderId}`, String(check.orderId)]) {
    assert.deepEqual(await listed(text), [check.orderId], text);
    assert.deepEqual(await atDesk(text, [account.accountId]), [check.orderId], text);
    assert.deepEqual(await atDesk(text, 'all'), [check.orderId], text);
  }
  for (const text of ['zoe other', 'findable.test', 'PO 77/c', 'wa', '77/b', 'VF999999', '', "'"]) {
    assert.deepEqual(await listed(text), [], text);
    assert.deepEqual(await atDesk(text, 'all'), [], text);
  }
});

test('the desk finds an order by whom it asked for a reference, and by a telephone number; the client not by whom was asked', async () => {
  const asking = await employmentReport(ctx, live);
  const { orderId } = asking.check;
  const referee = {
    ...personnel.referee,
    ...{ name: 'Ngozi Registrar', organisation: 'Lagos General Hospital', telephone: '+234 803 123 4567' },
    email: 'hr@lagosgeneral.example',
  };
  const texts = [
    'Lagos General Hospital',
    'lagos gen',
    'hospital',
    'registrar',
    '0803 123 4567',
    'HR@lagosgeneral.example',
  ];
  for (const text of texts) assert.deepEqual(await atDesk(text, [account.accountId]), [], text);
  const id = await requestReference(ctx, asking, { ...personnel, referee });
  for (const text of texts) {
    assert.deepEqual(await atDesk(text, [account.accountId]), [orderId], text);
    assert.deepEqual(await listed(text), [], text);
  }
  assert.deepEqual(await atDesk('lagos state', [account.accountId]), []);
  await changeReferee(ctx, asking.caller, id, { ...referee, organisation: 'Ikeja Clinic' });
  assert.deepEqual(await atDesk('ikeja', [account.accountId]), [orderId]);
  const { check } = await placeWaiting(ctx, live, { facts: { ...facts, mobile: '07700 900345' } });
  for (const text of ['07700900345', '+44 7700 900345']) {
    assert.deepEqual(await atDesk(text, [account.accountId]), [check.orderId], text);
    assert.deepEqual(await listed(text), [check.orderId], text);
  }
});

test('the desk finds an order by the number of its application and of its request at a supplier; the client does not', async () => {
  const { check } = await placeWaiting(ctx, live, {
    facts: { last_name: 'Numbered' },
    reports: ['criminal_history:basic'],
  });
  await completeForm(ctx, live, check.id, check.order.facts);
  const reportId = check.reports[0]!.id;
  const sent = { stage: '', lookedOn: '', anyway: '' };
  await keepApplication(ctx, screener, reportId, { ...sent, reference: 'F1234567890' }, []);
  await inTransaction(ctx, (tx) => findableByNumber(tx, live, check.id, 'DDV-1042'));
  for (const text of ['F1234567890', 'f1234567890', 'DDV-1042', 'ddv 1042']) {
    assert.deepEqual(await atDesk(text, [account.accountId]), [check.orderId], text);
    assert.deepEqual(await listed(text), [], text);
  }
});

test('a check is found by the number of the certificate that its outcome names', async () => {
  const { check } = await placeWaiting(ctx, live, {
    facts: { last_name: 'Certified' },
    reports: ['criminal_history:basic'],
  });
  await completeForm(ctx, live, check.id, check.order.facts);
  const findings = {
    breakdown: { certificate: { result: 'clear', properties: { number: '001234567890' } } },
    ...{ properties: {}, notes: '' },
  } as const;
  await screenReport(ctx, screener, check.reports[0]!.id, {
    move: 'complete',
    outcome: { result: 'clear', subResult: null, findings },
  });
  for (const text of ['001234567890', '0012 3456 7890']) {
    assert.deepEqual(await atDesk(text, [account.accountId]), [check.orderId], text);
    assert.deepEqual(await listed(text), [check.orderId], text);
  }
  assert.deepEqual(await atDesk('001234567891', [account.accountId]), []);
});

test('another account, the other environment and another subsidiary find nothing', async () => {
  const { check } = await placeWaiting(ctx, live, { facts: { last_name: 'Secluded' }, tags: ['SEC-1'] });
  await completeForm(ctx, live, check.id, check.order.facts);
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', account.accountId, { name: 'N', externalId: 'n' });
  for (const text of ['secluded', 'SEC-1', `VF${check.orderId}`]) {
    assert.deepEqual(await listed(text), [check.orderId]);
    assert.deepEqual(await listed(text, other.caller('live')), []);
    assert.deepEqual(await listed(text, account.caller('test')), []);
    assert.deepEqual(await listed(text, { ...live, ...scopeOf(subsidiaryId) }), []);
    assert.deepEqual(await atDesk(text, [other.accountId]), []);
    // Searches with the blind keys of an account that the reader may not see.
    const searches = await searchAccounts(ctx, live, [account.accountId], 'live', text);
    assert.deepEqual(await findReports(ctx.db, desk([other.accountId]), searches, page), []);
  }
});

test('a candidate who submits another name is found by both names', async () => {
  const { check } = await placeWaiting(ctx, live, { facts: { last_name: 'Ordered', email: 'ordered@name.test' } });
  await completeForm(ctx, live, check.id, { ...noFacts, ...check.order.facts, last_name: 'Submitted' });
  assert.deepEqual(await listed('submitted'), [check.orderId]);
  assert.deepEqual(await listed('ordered'), [check.orderId]);
});

test('no searchable value is stored unencrypted', async () => {
  await placeWaiting(ctx, live, { facts: { last_name: 'Hiddenname', email: 'hidden@name.test' }, tags: ['HIDDENREF'] });
  const rows = await database.rows<{ text: string }>(sql`
    select a::text || c::text as text from applicants a
    join checks c on (c.account_id, c.environment, c.applicant_id) = (a.account_id, a.environment, a.id)`);
  for (const { text } of rows) assert.doesNotMatch(text, /hidden/i);
});

test('the list is filtered, sorted and paged in either direction, with each check on one page', async () => {
  const scope = (await makeAccount(ctx, 'Paged Care')).caller('live');
  const placed: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { check } = await placeWaiting(ctx, scope, { facts: { last_name: n % 2 ? 'Odd' : 'Even' } });
    if (n < 3) await closeCheck(ctx, scope, check.id, 'withdraw');
    placed.push(check.orderId);
  }
  const pages = async (sort: CheckSort, filter: CheckListFilter & { text?: string }) => {
    const starts: (number | undefined)[] = [];
    const found: number[][] = [];
    let from: number | undefined;
    for (const _ of upTo(4, 'the last page')) {
      const page = await listChecksOf(ctx, scope, filter, { sort, from, limit: 2 });
      assert.equal(page.previousFrom, from === undefined ? undefined : (starts.at(-1) ?? found.at(-1)![0]));
      starts.push(from);
      found.push(page.checks.map((check) => check.orderId));
      from = page.nextFrom;
      if (from === undefined) break;
    }
    return found;
  };
  const [a, b, c, d, e, f, g] = placed;
  assert.deepEqual(await pages('newest', {}), [[g, f], [e, d], [c, b], [a]]);
  assert.deepEqual(await pages('oldest', {}), [[a, b], [c, d], [e, f], [g]]);
  assert.deepEqual(await pages('newest', { status: 'withdrawn' }), [[c, b], [a]]);
  assert.deepEqual(await pages('newest', { status: 'awaiting_applicant', text: 'odd' }), [[f, d]]);
  assert.deepEqual(await pages('newest', { result: 'consider' }), [[]]);
  const { counts } = await listChecksOf(ctx, scope, {}, { sort: 'newest', limit: 2 });
  assert.deepEqual(counts, [{ status: 'awaiting_applicant', count: 4 }]);
});
