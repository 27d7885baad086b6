import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  type KnownSupplier,
  matchLines,
  readSupplierFile,
  supplierFileColumns,
} from '../../../src/features/suppliers/supplier-file-rules.ts';
import { hasAgreementEnded, type SupplierFacts, servesType } from '../../../src/features/suppliers/supplier-rules.ts';
import { csvLines } from '../../../src/lib/csv.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { readCsv } from '../../../src/platform/files/spreadsheet.ts';
import { courtResearcher } from './court-researcher.ts';

const typeOf = (name: string) => {
  const found = namedType(name);
  assert.ok('type' in found, name);
  return found.type;
};

const known = (facts: SupplierFacts, id = 'a', version = 1): KnownSupplier => ({ ...facts, id, version });

async function fileOf(suppliers: readonly KnownSupplier[]) {
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
  const read = readSupplierFile(await fileOf([known(courtResearcher), known(other)]));
  assert.deepEqual(
    read.map(({ facts }) => facts),
    [courtResearcher, other],
  );
});

test('each wrong line of a file is named, and a file without a column is refused', async () => {
  const wrong = { ...courtResearcher, agreementUntil: null, country: 'XX' };
  const reading = fileOf([known(courtResearcher), known(wrong)]).then(readSupplierFile);
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

test('a telephone number comes back from a spreadsheet as it was, and one that lost its beginning is refused', async () => {
  const registry: SupplierFacts = {
    ...courtResearcher,
    ...{ orderBy: 'telephone', dataRole: 'controller', country: 'GBR', safeguard: 'none' },
  };
  for (const orderAt of ['01632960001', '01632 960001', '+441632960001', '+44 1632 960001']) {
    const rows = await fileOf([known({ ...registry, orderAt, remarks: orderAt })]);
    const [heads, cells] = rows;
    const at = heads!.indexOf('order_at');
    assert.match(cells![at]!, /^'/, 'a spreadsheet reads it as text');
    assert.equal(readSupplierFile(rows)[0]!.facts.orderAt, orderAt);
    assert.equal(readSupplierFile(rows)[0]!.facts.remarks, orderAt);
    // Some programs take the apostrophe away when they read the file, and write the text alone.
    assert.equal(readSupplierFile([heads!, cells!.with(at, orderAt)])[0]!.facts.orderAt, orderAt);
    for (const lost of ['1632960001', '441632960001', '4.41633E+11'])
      assert.match(
        refused(() => readSupplierFile([heads!, cells!.with(at, lost)])).join(),
        /^line 2, order_at: Enter the telephone number with the 0 or \+/,
      );
  }
});

const refused = (match: () => unknown): readonly string[] => {
  try {
    match();
  } catch (error) {
    return (error as Refusal).fields.file ?? [];
  }
  return [];
};

test('a line changes the supplier whose version it has, also its name, and one without a version adds a supplier', () => {
  const registered = known(courtResearcher, 'a', 3);
  const renamed = { ...courtResearcher, name: 'Renamed Searches' };
  const lines = [
    { number: 2, version: 'a:3', facts: renamed },
    { number: 3, version: '', facts: courtResearcher },
  ];
  assert.deepEqual(
    matchLines(lines.slice(0, 1), [registered]).map(({ before }) => before),
    [registered],
  );
  const [, added] = matchLines(
    [lines[0]!, { ...lines[1]!, facts: { ...courtResearcher, name: 'Another' } }],
    [registered],
  );
  assert.equal(added!.before, undefined);
  const others = [known(renamed, 'b'), registered];
  assert.deepEqual(
    refused(() => matchLines(lines.slice(0, 1), others)),
    ['line 2, name: another supplier has this name'],
  );
  const copied = { number: 3, version: 'a:3', facts: { ...courtResearcher, name: 'Another' } };
  assert.deepEqual(
    refused(() => matchLines([lines[0]!, copied], [registered])),
    ['line 3: line 2 has the same version: leave that of a new supplier empty'],
  );
});

test('a line of a supplier that was changed, removed or added meanwhile is refused, unless it changes nothing', () => {
  const dearer = { ...courtResearcher, costPence: 9900 };
  const line = (version: string, facts = courtResearcher) => [{ number: 2, version, facts }];
  const changed = [known(dearer, 'a', 4)];
  assert.match(refused(() => matchLines(line('a:3'), changed))[0]!, /^line 2: .* was changed since this file/);
  assert.match(refused(() => matchLines(line('a:3'), []))[0]!, /^line 2: .* is not in the register any more/);
  assert.match(refused(() => matchLines(line(''), changed))[0]!, /^line 2: .* is in the register: download the file/);
  for (const version of ['', 'a:3', 'a:4'])
    assert.equal(matchLines(line(version, dearer), changed)[0]!.before, changed[0], 'a file that is sent twice');
});
