import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ValueSetId, valueSetIds } from '../../../src/features/value-sets/value-set.ts';
import { nameOfValue, valueIn, valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';
import { countries, countryByAlpha2 } from '../../../src/lib/countries.ts';

/** Lower numbers would mean lost values that stored orders have. */
const leastCounts: Readonly<Record<ValueSetId, number>> = {
  titles: 40,
  genders: 2,
  fcapraapproved: 4,
  drivinglicencetype: 10,
  finalreportformat: 2,
  applicanttype: 2,
  orderlayout: 1,
  checkrefinement: 4,
  selfemploymentstatus: 7,
  contacttiming: 6,
  reasonforleaving: 19,
  membershipstatus: 11,
  nationality: 243,
  country: 250,
  // Each account has its own.
  dbsjobrole: 0,
  dbspurpose: 2,
  dbscertificatedestination: 3,
  dbsidentitydocument: 32,
  dbsidentitydocumentfiltered: 28,
  dbsthirdpartyconsent: 2,
  scotlandaddressproof: 6,
  scotlandidentityproof: 4,
  employmentstatus: 18,
};

test('the 23 sets of the interface exist, in its order', () => {
  assert.equal(valueSetIds.length, 23);
  assert.deepEqual(
    valueSets.map(({ id }) => id),
    [
      ...['titles', 'genders', 'fcapraapproved', 'drivinglicencetype', 'finalreportformat', 'applicanttype'],
      ...['orderlayout', 'checkrefinement', 'selfemploymentstatus', 'contacttiming', 'reasonforleaving'],
      ...['membershipstatus', 'nationality', 'country', 'dbsjobrole', 'dbspurpose', 'dbscertificatedestination'],
      ...['dbsidentitydocument', 'dbsidentitydocumentfiltered', 'dbsthirdpartyconsent', 'scotlandaddressproof'],
      ...['scotlandidentityproof', 'employmentstatus'],
    ],
  );
});

for (const set of valueSets) {
  test(`${set.id} has at least ${leastCounts[set.id]} values, a source and a date`, () => {
    assert.ok(set.values.length >= leastCounts[set.id], `only ${set.values.length}`);
    assert.match(set.comparedOn, /^\d{4}-\d{2}-\d{2}$/);
    for (const text of [set.name, set.description, set.source]) assert.ok(text.trim().length > 2);
    const values = set.values.map(({ value }) => value.toLowerCase());
    assert.equal(new Set(values).size, values.length, 'each value once, in any case');
    const names = set.values.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, 'each name once');
    for (const { value, name, description } of set.values) {
      for (const text of [value, name, description]) {
        assert.notEqual(text.trim(), '', value);
        assert.doesNotMatch(text, /\b(?:todo|tbc|tbd|test|placeholder|lorem|undefined)\b/i, value);
      }
      assert.equal(valueIn(set.id, value.toUpperCase()), valueIn(set.id, value.toLowerCase()));
      assert.equal(nameOfValue(set.id, value), name);
    }
  });
}

test('countries are the 249 of ISO 3166-1 and Kosovo; nationalities are those with people, and stateless', () => {
  const codes = valueSetById('country')!.values.map(({ value }) => value);
  assert.deepEqual(codes.toSorted(), countries.map(({ alpha2 }) => alpha2).toSorted());
  const nationalities = valueSetById('nationality')!.values.map(({ value }) => value);
  assert.equal(codes.filter((code) => code !== 'XK').length, 249);
  const ofNone = nationalities.filter((code) => countryByAlpha2(code) === undefined);
  assert.deepEqual(ofNone, ['XXA'], 'stateless');
  assert.deepEqual(
    codes.filter((code) => !nationalities.includes(code)).toSorted(),
    ['AQ', 'BV', 'GS', 'HM', 'IO', 'SJ', 'TF', 'UM'],
    'uninhabited, or without a nationality of their own',
  );
});

test('every nationality is found by its name', () => {
  for (const value of valueSetById('nationality')!.values) assert.equal(valueIn('nationality', value.name), value);
});

test('the filtered identity documents are a subset, with some of every group', () => {
  const all = valueSetById('dbsidentitydocument')!.values;
  const filtered = valueSetById('dbsidentitydocumentfiltered')!.values;
  assert.ok(filtered.length < all.length);
  for (const value of filtered) assert.ok(all.includes(value));
  for (const group of ['1', '2a', '2b']) {
    assert.ok(
      filtered.some(({ description }) => description.startsWith(`Group ${group}.`)),
      group,
    );
  }
});

test('the filtered identity documents leave out exactly four (ours)', () => {
  const filtered = valueSetById('dbsidentitydocumentfiltered')!.values;
  const left = valueSetById('dbsidentitydocument')!.values.filter((value) => !filtered.includes(value));
  assert.deepEqual(
    left.map(({ value }) => value),
    ['ImmigrationDocument', 'LetterOfSponsorship', 'TaxLetter', 'HealthInsuranceCard'],
  );
});

test('values that existing clients of the orders API send are accepted', () => {
  for (const type of ['Unknown', 'Paper', 'Photo']) assert.ok(valueIn('drivinglicencetype', type), type);
  assert.ok(valueIn('fcapraapproved', 'Unknown'));
  for (const title of ['Professor', 'Reverend', 'Captain', 'Colonel', 'Lord', 'Baroness'])
    assert.ok(valueIn('titles', title), title);
});

test('an unknown set and an unknown value are not found', () => {
  for (const id of ['', 'colours', 'constructor', 'a'.repeat(1000)]) assert.equal(valueSetById(id), undefined);
  assert.equal(valueSetById('TITLES')?.id, 'titles');
  for (const text of ['', 'Duke', 'constructor', 'M'.repeat(1_000_000)])
    assert.equal(valueIn('titles', text), undefined);
  assert.equal(nameOfValue('titles', 'Duke'), 'Duke');
});
