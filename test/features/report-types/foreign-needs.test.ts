import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { askedBy, findingsOf } from '../../../src/features/requirements/requirement-rules.ts';
import { noAddress } from '../../support/empty-entries.ts';

const typeOf = (code: string) => catalogue.find((type) => codeOf(type) === code)!;

const numbersOf = (code: string) =>
  typeOf(code).requires.flatMap((one) =>
    typeof one === 'object' && 'local_identifier' in one ? [one.local_identifier.kind] : [],
  );

test('asks nobody for the Aadhaar number, which no private body may demand', () => {
  assert.equal(
    catalogue.some((type) => numbersOf(codeOf(type)).includes('aadhaar')),
    false,
  );
});

test('asks for the number by which an agency of the country finds a file', () => {
  assert.deepEqual(numbersOf('credit_international:ind'), ['pan']);
  assert.deepEqual(numbersOf('credit_international:zaf'), ['id_number']);
  assert.deepEqual(numbersOf('credit_international:usa'), ['ssn']);
  assert.deepEqual(numbersOf('credit_international:deu'), []);
  assert.deepEqual(numbersOf('criminal_history_usa:county'), ['ssn']);
});

test('refuses no order of a program for a number that only the candidate is asked for', () => {
  const momentsOf = (...codes: string[]) =>
    askedBy(codes.flatMap((code) => typeOf(code).requires))
      .filter(({ id }) => id === 'local_identifier')
      .flatMap((asked) => findingsOf(asked, { facts: noFacts, job: null, today: '2026-03-04' }))
      .map(({ at, moment }) => `${at} ${moment}`);
  assert.deepEqual(momentsOf('criminal_history_usa:county', 'credit_international:usa'), [
    'local_identifiers[usa_ssn].value answered',
  ]);
  for (const code of ['credit_international:bra', 'credit_international:ind', 'credit_international:zaf'])
    assert.match(momentsOf(code).join(), / answered$/, code);
  // Of another report that needs it, too, whichever is ordered first.
  const ofBoth = ['credit_international:zaf', 'criminal_history_international:zaf'];
  const needed = ['local_identifiers[zaf_id_number].value needed'];
  assert.deepEqual([momentsOf(...ofBoth), momentsOf(...ofBoth.toReversed())], [needed, needed]);
});

test('refuses no order of a program for the years before the last five, unless another report needs them', () => {
  const home = { ...noAddress, country: 'DEU', street: 'Am Ring 1', town: 'Berlin', start_date: '2021-03-01' };
  const gapsOf = (...codes: string[]) =>
    askedBy(codes.flatMap((code) => typeOf(code).requires))
      .filter(({ id }) => id === 'address_history')
      .flatMap((asked) =>
        findingsOf(asked, {
          ...{ job: null, today: '2026-03-04' },
          facts: { ...noFacts, dob: '1980-01-01', addresses: [home] },
        }),
      )
      .map(({ code, moment }) => `${code} ${moment}`);
  assert.deepEqual(gapsOf('criminal_history_usa:county'), ['gap_in_addresses answered']);
  const ofBoth = ['credit_international:usa', 'criminal_history_usa:county'];
  assert.deepEqual([gapsOf(...ofBoth), gapsOf(...ofBoth.toReversed())].flat(), [
    'gap_in_addresses needed',
    'gap_in_addresses needed',
  ]);
});

test('the law of a type says what a country forbids an employer', () => {
  const said = (code: string) => JSON.stringify(typeOf(code).law);
  assert.match(said('credit_international:aus'), /not given to employers/);
  assert.match(said('criminal_history_international:deu'), /keeps no copy/);
  assert.match(said('criminal_history_usa:county'), /Fair Credit Reporting Act/);
});

test('takes each conviction that another country holds as an entry of its own', () => {
  const records = typeOf('criminal_history_usa:county').properties.records;
  assert.ok(typeof records === 'object' && 'entries' in records && 'case_number' in records.entries);
});

test('gives every report on another country working days, so that it gets a due date', () => {
  const families = [
    ...[
      'credit_international',
      'directorship_international',
      'insolvency_international',
      'driving_licence_international',
    ],
    ...['right_to_work_international', 'criminal_history_usa'],
  ];
  const without = catalogue.filter(({ name, workingDays }) => families.includes(name) && workingDays === null);
  assert.deepEqual(without.map(codeOf), []);
});

const asksFor = (code: string, id: string) => askedBy(typeOf(code).requires).some((one) => one.id === id);

test('asks for the parents’ names and for another script only where a country searches by them, and of no program', () => {
  for (const country of ['ind', 'bra', 'alb', 'pol'])
    assert.equal(asksFor(`criminal_history_international:${country}`, 'parents_names'), true, country);
  for (const country of ['deu', 'usa', 'phl'])
    assert.equal(asksFor(`criminal_history_international:${country}`, 'parents_names'), false, country);
  const scripts = ['chn', 'are', 'rus', 'jpn', 'deu'].map((one) =>
    asksFor(`criminal_history_international:${one}`, 'own_script'),
  );
  assert.deepEqual(scripts, [true, true, true, true, false]);
  const asked = askedBy(typeOf('criminal_history_international:ind').requires).find(
    ({ id }) => id === 'parents_names',
  )!;
  const found = (facts: object) =>
    findingsOf(asked, { facts: { ...noFacts, ...facts }, job: null, today: '2026-03-04' });
  assert.deepEqual(
    found({ mothers_name: 'Asha Rao' }).map(({ at, moment }) => `${at} ${moment}`),
    ['fathers_name answered'],
  );
  assert.deepEqual(found({ mothers_name: 'Asha Rao', fathers_name: 'not known' }), []);
});

test('asks for the number of a foreign licence, and for its state where states issue them, without a rule of British ones', () => {
  const usa = askedBy(typeOf('driving_licence_international:usa').requires);
  assert.deepEqual(
    usa.map(({ id }) => id).filter((id) => id.includes('licence') || id === 'local_identifier'),
    ['local_identifier', 'licence_issuer'],
  );
  assert.equal(asksFor('driving_licence_international:deu', 'licence_issuer'), false);
  const facts = {
    ...noFacts,
    local_identifiers: [{ country: 'USA', kind: 'driving_licence', value: 'D1234567', why_none: null }],
    licence_issuer: 'California',
  };
  const subject = { facts, job: null, today: '2026-03-04' };
  const found = usa.flatMap((one) => findingsOf(one, subject)).map(({ at }) => at);
  assert.deepEqual(
    found.filter((at) => at.includes('licence')),
    [],
  );
});

test('offers on forms no method that a country does not have, and takes from programs the same as ever', () => {
  const optionsOf = (country: string) => typeOf(`criminal_history_international:${country}`).options;
  const methods = (country: string) => optionsOf(country).flatMap((one) => (one.isUnoffered ? [] : [one.name]));
  const rest = ['public_record_search', 'declaration'];
  const every = ['police', 'court', 'certificate_authentication', ...rest];
  for (const country of ['deu', 'are', 'aze'])
    assert.deepEqual(
      optionsOf(country).map(({ name }) => name),
      every,
      country,
    );
  assert.deepEqual(methods('deu'), ['certificate_authentication', ...rest]);
  assert.deepEqual(methods('are'), ['police', 'certificate_authentication', ...rest]);
  assert.deepEqual(methods('aze'), ['court', 'certificate_authentication', ...rest]);
  assert.deepEqual(methods('prk'), rest);
});

test('the right to work is asked in the Philippines, Nigeria and Brazil, with what foreigners need there', () => {
  for (const country of ['phl', 'nga', 'bra'])
    assert.match(typeOf(`right_to_work_international:${country}`).guidance[0]!.value, /permit/i, country);
});

test('one search of several courts keeps each with its period and its answer', () => {
  for (const code of ['criminal_history_usa:county', 'criminal_history_can:provincial_court']) {
    const list = typeOf(code).properties.jurisdictions as { entries: object };
    assert.deepEqual(Object.keys(list.entries), ['jurisdiction', 'level', 'from', 'until', 'searched_on', 'answer']);
  }
  assert.equal('jurisdictions' in typeOf('criminal_history_international:usa').properties, false);
});
