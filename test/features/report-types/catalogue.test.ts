import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Breakdown, isOfPence, type Properties } from '../../../src/features/report-types/breakdown.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf, typesOf, withNewIds } from '../../../src/features/report-types/catalogue-rules.ts';
import { families } from '../../../src/features/report-types/families.ts';
import { findReportType, namedType, reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { askedBy } from '../../../src/features/requirements/requirement-rules.ts';

test('the catalogue has the report types of the interface with their variants', () => {
  const titles = catalogue.map(codeOf);
  for (const title of ['identity', 'document', 'right_to_work']) assert.ok(titles.includes(title), title);
  for (const variant of ['basic', 'standard', 'enhanced']) assert.ok(titles.includes(`criminal_history:${variant}`));
});

test('every report type has a unique number and a unique name, and is found by both', () => {
  assert.equal(new Set(catalogue.map(({ id }) => id)).size, catalogue.length);
  assert.equal(new Set(catalogue.map(codeOf)).size, catalogue.length);
  for (const type of catalogue) {
    assert.equal(reportTypeById(type.id), type);
    assert.deepEqual(findReportType(type.name.toUpperCase(), type.variant), { type });
    assert.match(type.name, /^[a-z0-9_]+$/);
  }
});

test('an order of interface v1 names a type by name, name and variant, number or alias, in any case', () => {
  for (const type of catalogue) {
    const texts = [codeOf(type), codeOf(type).toUpperCase(), String(type.id)];
    for (const text of texts) assert.deepEqual(namedType(text), { type, placeOfWork: null }, text);
    for (const { name, placeOfWork = null } of type.aliases) {
      assert.deepEqual(namedType(name), { type, placeOfWork });
      assert.deepEqual(namedType(name.toLowerCase()), { type, placeOfWork });
    }
  }
  assert.deepEqual(namedType('UKCriminalRecordBasicScotland'), { type: reportTypeById(4), placeOfWork: 'Scotland' });
  assert.deepEqual(namedType('criminal_history'), { missing: 'variant' });
  assert.deepEqual(namedType('criminal_history:deep'), { missing: 'variant' });
  for (const text of ['', ':', 'nothing', '0', '999999999', '-1', 'constructor']) {
    assert.deepEqual(namedType(text), { missing: 'name' }, text);
  }
});

test('an alias is no other type’s name or alias', () => {
  const names = catalogue.flatMap((type) => [codeOf(type), ...type.aliases.map(({ name }) => name)]);
  const known = names.map((name) => name.toLowerCase());
  assert.equal(new Set(known).size, known.length);
});

test('a family is ordered by its name alone if it has no variants, or says so', () => {
  for (const family of families) {
    const isPlain = typesOf(family).some(({ variant }) => variant === null);
    assert.equal(isPlain, family.isPlain === true || family.variants === undefined, family.name);
  }
  assert.equal(new Set(families.map(({ name }) => name)).size, families.length);
});

test('a number stays with its type, and a new type gets the next', () => {
  assert.deepEqual(withNewIds({ credit: 7, activity: 16 }, ['new', 'credit', 'newer']), {
    credit: 7,
    activity: 16,
    new: 17,
    newer: 18,
  });
});

test('a type has each requirement once', () => {
  for (const type of catalogue) assert.equal(askedBy(type.requires).length, type.requires.length, codeOf(type));
});

test('options have unique names, and nest one level', () => {
  for (const type of catalogue) {
    for (const options of [type.options, ...type.options.map((option) => option.options)]) {
      assert.equal(new Set(options.map(({ name }) => name)).size, options.length, codeOf(type));
    }
  }
});

test('the disclosures that ask for evidence of identity, and they alone, follow guidelines of an authority', () => {
  const asking = catalogue.filter(({ options }) => options.some(({ name }) => name === 'identity_evidence'));
  assert.deepEqual(
    catalogue.filter(({ identity }) => identity !== null).map(({ id }) => id),
    asking.map(({ id }) => id),
  );
});

test('what is an amount of pence by its name is one by its kind, and the other way round', () => {
  const propertiesIn = (breakdown: Breakdown): Properties[] =>
    Object.values(breakdown).flatMap((part) => [part.properties, ...propertiesIn(part.parts)]);
  const listsIn = (properties: Properties): Properties[] => [
    properties,
    ...Object.values(properties).flatMap((kind) =>
      typeof kind === 'object' && 'entries' in kind ? [kind.entries, kind.found ?? {}] : [],
    ),
  ];
  for (const type of catalogue)
    for (const properties of [type.properties, ...propertiesIn(type.breakdown)].flatMap(listsIn))
      for (const [name, kind] of Object.entries(properties))
        assert.equal(kind === 'pence', isOfPence(name), `${codeOf(type)} ${name}`);
});
