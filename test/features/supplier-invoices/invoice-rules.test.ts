// What the comparison of a supplier's invoice with what was sent out finds, how its file is read, and what the work costs then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDecimalPoint } from '../../../src/features/report-types/agreement-text-rules.ts';
import { readInvoiceFile } from '../../../src/features/supplier-invoices/invoice-file-rules.ts';
import {
  agreedCost,
  type ChargingLine,
  compareLines,
  type SentRequest,
  stateOf,
  totalsOf,
} from '../../../src/features/supplier-invoices/invoice-line-rules.ts';
import { findingText } from '../../../src/features/supplier-invoices/invoice-word-rules.ts';
import type { InvoiceLine } from '../../../src/features/supplier-invoices/supplier-invoice.ts';

const sent = (id: string, orderId: number, also: Partial<SentRequest> = {}): SentRequest => ({
  ...{ id, orderId, reference: '', reportNames: ['Education, United Kingdom', 'education:uk'] },
  ...{ status: 'sent', costPence: 1200, ...also },
});
const degrees = sent('019a0000-0000-7000-8000-000000000001', 1042, { reference: 'DDV-7' });
const courts = sent('019a0000-0000-7000-8000-000000000002', 1043, {
  reportNames: ['Criminal record, United States', 'criminal_history_international:usa'],
});
const ofSame = sent('019a0000-0000-7000-8000-000000000003', 1043);
const work = [degrees, courts, ofSame];

const line = (also: Partial<Parameters<typeof compareLines>[0][number]>) => ({
  ...{ line: 2, ours: '', theirs: '', report: '', claimedPence: 1200, ...also },
});
const found = (
  also: Parameters<typeof line>[0],
  among: readonly SentRequest[] = work,
  charged: readonly string[] = [],
) => {
  const [one] = compareLines([line(also)], among, new Set(charged));
  return [one!.found, one!.requestId];
};

test('a line is matched by our id, by the supplier’s number, and by the order with its type', () => {
  for (const [given, request] of [
    [{ ours: degrees.id.toUpperCase() }, degrees],
    [{ theirs: 'ddv 7' }, degrees],
    [{ theirs: 'DDV-7', ours: 'VF1043' }, degrees],
    [{ ours: 'VF1042' }, degrees],
    [{ ours: '1042', report: 'Search' }, degrees],
    [{ ours: 'vf 1043', report: 'education' }, ofSame],
    [{ ours: 'VF1043', report: 'US criminal record, United States (county)' }, courts],
  ] as const)
    assert.deepEqual(found(given), ['agreed', request.id], JSON.stringify(given));
  for (const given of [{ ours: 'VF1043' }, { ours: 'VF1043', report: 'Driving' }, { theirs: 'DDV-8' }, {}])
    assert.deepEqual(found(given), ['unknown', null], JSON.stringify(given));
});

test('a line that differs says how: another price, charged before, called off or not ordered', () => {
  assert.equal(found({ theirs: 'DDV-7', claimedPence: 1300 })[0], 'price');
  assert.equal(found({ theirs: 'DDV-7' }, work, [degrees.id])[0], 'twice');
  const off = (costPence: number) => [sent(degrees.id, 1042, { status: 'cancelled', costPence })];
  assert.equal(found({ ours: 'VF1042' }, off(0))[0], 'called_off');
  assert.equal(found({ ours: 'VF1042', claimedPence: 600 }, off(600))[0], 'agreed', 'a charge that was agreed');
  const both = compareLines([line({ theirs: 'DDV-7' }), line({ ours: 'VF1042', line: 3 })], work, new Set());
  assert.deepEqual(
    both.map((one) => one.found),
    ['agreed', 'twice'],
  );
  const again = [degrees, { ...degrees, id: ofSame.id, reference: '' }];
  const either = { ours: 'VF1042', report: 'education' };
  assert.deepEqual(found(either, again, [degrees.id]), ['agreed', ofSame.id]);
  for (const { id } of again)
    assert.deepEqual(found({ ...either, claimedPence: -1200 }, again, [id]), ['credited', id], 'of what was charged');
});

const decided = (
  foundAs: InvoiceLine['found'],
  decision: InvoiceLine['decision'],
  claimedPence: number,
  expectedPence = 1200,
): ChargingLine => ({ found: foundAs, decision, claimedPence, expectedPence, isDiscarded: false });

test('what is claimed is agreed, in dispute or undecided to the penny', () => {
  const lines = [
    decided('agreed', null, 1200),
    decided('price', null, 1500),
    decided('price', 'accepted', 1500),
    decided('price', 'disputed', 1500),
    decided('price', null, 1000),
    decided('twice', 'disputed', 1200),
    { ...decided('unknown', null, 700), expectedPence: null },
  ];
  const totals = totalsOf(lines);
  assert.deepEqual(totals, { claimedPence: 8600, agreedPence: 6100, disputedPence: 1500, openPence: 1000 });
  assert.equal(totals.agreedPence + totals.disputedPence + totals.openPence, totals.claimedPence);
  assert.equal(stateOf(lines, undefined), 'to_decide');
  assert.equal(stateOf([decided('twice', 'disputed', 1)], 'not_paid'), 'disputed');
  assert.equal(stateOf([decided('price', 'accepted', 1)], undefined), 'agreed');
  assert.equal(stateOf(lines, 'paid'), 'paid');
});

test('work costs what was agreed on: both charges where the second was accepted, and what it cost before where it is disputed', () => {
  const cost = (...lines: [ChargingLine, ...ChargingLine[]]) => agreedCost(lines);
  assert.equal(cost(decided('price', 'accepted', 1500)), 1500);
  for (const decision of ['disputed', null] as const) assert.equal(cost(decided('price', decision, 1500)), 1200);
  assert.equal(cost(decided('agreed', null, 1200), decided('twice', null, 1200)), 1200);
  assert.equal(cost(decided('agreed', null, 1200), decided('twice', 'accepted', 600)), 1800);
  assert.equal(
    cost(decided('price', 'disputed', 1500), { ...decided('price', 'accepted', 9), isDiscarded: true }),
    1200,
  );
  assert.equal(cost({ ...decided('price', 'accepted', 1500), isDiscarded: true }), 1200, 'it does not count any more');
  for (const first of ['agreed', 'called_off'] as const)
    assert.equal(
      cost(decided(first, 'disputed', 1200), decided('price', 'accepted', 1500)),
      1500,
      'of the first invoice nothing is paid',
    );
  assert.equal(cost(decided('agreed', 'disputed', 1200)), 1200);
  assert.equal(
    cost({ ...decided('agreed', null, 1200), isDiscarded: true }, decided('twice', null, 1200)),
    1200,
    'work is not free because its first invoice was loaded by mistake',
  );
});

test('an amount with a comma for its point may be less than nothing', () => {
  assert.deepEqual(['-28,50', '– 28,5', '28,50', '-1,028.50'].map(withDecimalPoint), [
    ...['-28.50', '– 28.5', '28.50', '-1,028.50'],
  ]);
});

test('a dash is no number of the supplier', () => {
  for (const theirs of ['-', '–', ' / ']) assert.deepEqual(found({ theirs }, [ofSame]), ['unknown', null]);
});

test('what is not found is kept by its numbers, without the name that may stand beside them', () => {
  const numberOf = (also: Parameters<typeof line>[0]) => compareLines([line(also)], work, new Set())[0]!.number;
  assert.equal(numberOf({ ours: 'VF9999', theirs: 'DDV-99' }), 'VF9999, DDV-99');
  assert.equal(numberOf({ ours: 'Sample, Jo', theirs: 'Jo Sample DDV-99' }), 'DDV-99');
  assert.equal(numberOf({ theirs: 'Jo Sample' }), '');
});

test('a line whose first charge does not count any more does not say that it is charged twice', () => {
  const words = (earlierNumber: string | null) =>
    findingText({ found: 'twice', claimedPence: 1200, expectedPence: 1200, earlierNumber }, 'I-2');
  assert.deepEqual(
    [words('I-2'), words('I-1'), words(null)],
    [
      'Charged twice on this invoice',
      'Charged twice, also on I-1',
      'Was charged on an invoice that does not count any more',
    ],
  );
});

const problemsOf = (table: readonly (readonly string[])[], chosen: Readonly<Record<string, string>> = {}) => {
  const { lines, isUnclear, problems } = readInvoiceFile(table, chosen);
  return { lines, isUnclear, said: problems.fields.file ?? [] };
};

test('columns are recognised by their names, else somebody chooses them', () => {
  const named = problemsOf([
    ['Customer ref', 'Ref.', 'Service', 'Net amount'],
    ['VF1042', '', 'Education', '£1,012.50'],
    ['', '', '', ''],
    ['Total', '', '', '1012.50'],
  ]);
  assert.deepEqual(named.said, []);
  assert.deepEqual(named.lines, [{ line: 2, ours: 'VF1042', theirs: '', report: 'Education', claimedPence: 101_250 }]);
  const totals = problemsOf([
    ['Customer ref', 'Service', 'Net amount'],
    ['VF1042', 'Total identity check', '12.00'],
    ['Total', '', '12.00'],
    ['', 'Grand total', '12.00'],
  ]);
  assert.deepEqual(
    totals.lines.map(({ line: at, report }) => [at, report]),
    [[2, 'Total identity check']],
  );
  const odd = [
    ['Our job', 'Net', 'Charge'],
    ['DDV-7', '10.00', '12,00'],
    ['DDV-8', '10.00', '12.00'],
    ['', '20.00', '24.00'],
  ];
  const unclear = problemsOf(odd);
  assert.deepEqual([unclear.isUnclear, unclear.said.length > 0], [true, true]);
  const chosen = problemsOf(odd, { theirs: '0', cost: '2' });
  assert.deepEqual(chosen.said, []);
  assert.deepEqual(
    chosen.lines.map(({ theirs, claimedPence }) => [theirs, claimedPence]),
    [
      ['DDV-7', 1200],
      ['DDV-8', 1200],
    ],
    'the last line sums up the others',
  );
  assert.match(problemsOf([['Net'], ['10.00']]).said.join(), /There is no column “Our number” or “Their number”/);
  const summed = [
    ['Our number', 'Report', 'Cost'],
    ['VF1', 'Total', '12.00'],
  ];
  assert.deepEqual(problemsOf(summed).said, ['There is no line that charges anything']);
  const wrong = problemsOf([
    ['Our number', 'Cost'],
    ['VF1', ''],
    ['VF2', 'ten'],
    ['VF3', '--5'],
  ]);
  assert.deepEqual(wrong.said, [
    'row 2 says no cost',
    'row 3: the cost must be an amount such as 28.50, or -28.50 for a credit',
    'row 4: the cost must be an amount such as 28.50, or -28.50 for a credit',
  ]);
});
