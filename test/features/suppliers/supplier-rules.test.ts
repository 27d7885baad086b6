import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  hasAgreementEnded,
  readSupplierFile,
  type SupplierFacts,
  servesType,
  supplierFileColumns,
} from '../../../src/features/suppliers/supplier-rules.ts';
import { csvLines } from '../../../src/lib/csv.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { readCsv } from '../../../src/platform/files/spreadsheet.ts';
import { courtResearcher } from './court-researcher.ts';

const typeOf = (name: string) => {
  const found = namedType(name);
  assert.ok('type' in found, name);
  return found.type;
};

async function fileOf(suppliers: readonly SupplierFacts[]) {
  let text = '';
  for await (const line of csvLines(supplierFileColumns, [suppliers])) text += line;
  return readCsv(Buffer.from(text), 100) as readonly (readonly string[])[];
}

test('a supplier serves the types and countries that it names, and all where it names none', () => {
  const usa = typeOf('criminal_history_international:usa');
  const france = typeOf('criminal_history_international:fra');
  assert.equal(servesType(courtResearcher, usa), true);
  assert.equal(servesType(courtResearcher, france), false);
  assert.equal(servesType({ types: [], countries: [] }, france), true);
  assert.equal(servesType({ types: ['criminal_history_international:fra'], countries: [] }, usa), false);
  assert.equal(servesType({ types: [], countries: ['GBR'] }, typeOf('identity')), true, 'of no other country');
});

test('an agreement holds through its last day', () => {
  const facts = { agreementUntil: '2027-03-31' };
  assert.equal(hasAgreementEnded(facts, '2027-03-31'), false);
  assert.equal(hasAgreementEnded(facts, '2027-04-01'), true);
  assert.equal(hasAgreementEnded({ agreementUntil: null }, '2027-04-01'), false);
});

test('a file that was printed is read as it was, formulas of spreadsheets and quotes included', async () => {
  const other: SupplierFacts = {
    ...courtResearcher,
    ...{ name: 'Example "Records", Ltd', orderBy: 'telephone', orderAt: '+44 1632 960001', remarks: 'Two\nlines' },
    ...{ countries: [], types: [], workingDays: null, costPence: null, dataRole: 'controller', agreementUntil: null },
  };
  assert.deepEqual(readSupplierFile(await fileOf([courtResearcher, other])), [courtResearcher, other]);
});

test('each wrong line of a file is named, and a file without a column is refused', async () => {
  const wrong = { ...courtResearcher, agreementUntil: null, country: 'XX' };
  const reading = fileOf([courtResearcher, wrong]).then(readSupplierFile);
  const refusal = await reading.then(
    () => assert.fail(),
    (error: Refusal) => error,
  );
  assert.ok(refusal instanceof Refusal);
  assert.deepEqual(refusal.fields.file, [
    'line 3, agreement_until: Enter until when the agreement holds: a processor needs one',
    'line 3, country: Enter the three letters of its country, such as GBR',
  ]);
  assert.throws(() => readSupplierFile([['name', 'kind']]), /invalid_fields/);
  assert.throws(() => readSupplierFile(undefined), /invalid_fields/);
});
