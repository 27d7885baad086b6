import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFact, withFact } from '../../../src/features/facts/fact-paths.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { localIdentifierFaults } from '../../../src/features/facts/local-identifier-rules.ts';
import { localIdentifierKinds, otherLocalIdentifiers } from '../../../src/features/facts/local-identifiers.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { localIdentifier } from '../../../src/features/requirements/number-requirements.ts';
import { countryByAlpha3 } from '../../../src/lib/countries.ts';
import { apiSentence, personSentence } from '../../../src/messages/sentences.ts';
import { otherNumbers, publishedNumbers, withoutSpecimens } from './local-identifier-examples.ts';

const everyNumber = [...publishedNumbers.flatMap(({ examples }) => examples), ...otherNumbers];

for (const [named, numbers] of Map.groupBy(everyNumber, ({ country, kind }) => `${country} ${kind}`)) {
  const good = numbers.filter(({ isValid }) => isValid);
  test(`${named}: ${good.length} numbers are accepted, ${numbers.length - good.length} refused`, () => {
    for (const { country, kind, value, isValid } of numbers) {
      assert.equal(localIdentifierFaults(value, kind, country).length, isValid ? 0 : 1, value);
    }
  });
}

test('every kind has published examples, a country, and a valid example of its own', () => {
  const keys = localIdentifierKinds.map(({ country, kind }) => `${country} ${kind}`);
  assert.deepEqual(keys, [...new Set(keys)]);
  const published = publishedNumbers.flatMap(({ examples }) => examples).filter(({ isValid }) => isValid);
  const named = new Set(published.map(({ country, kind }) => `${country} ${kind}`));
  assert.deepEqual(
    keys.filter((key) => !named.has(key)),
    withoutSpecimens,
  );
  assert.ok(keys.length >= 40);
  for (const { country, kind, example } of localIdentifierKinds) {
    assert.notEqual(countryByAlpha3(country), undefined, country);
    assert.deepEqual(localIdentifierFaults(example, kind, country), [], example);
  }
});

test('a wrong digit in a number with check digits is found', () => {
  // Of a CPF the remainders 0 and 10 share a digit, so that some wrong digits stay unseen.
  const checked = ['pesel', 'bsn', 'aadhaar', 'oib', 'sin', 'tfn'];
  const numbers = everyNumber.filter(({ kind, isValid }) => isValid && checked.includes(kind));
  fc.assert(
    fc.property(fc.constantFrom(...numbers), fc.nat(30), fc.integer({ min: 1, max: 9 }), (number, at, add) => {
      const places = [...number.value].flatMap((letter, index) => (/\d/.test(letter) ? [index] : []));
      const place = places[at % places.length]!;
      const digit = (Number(number.value[place]) + add) % 10;
      const other = number.value.slice(0, place) + digit + number.value.slice(place + 1);
      assert.equal(localIdentifierFaults(other, number.kind, number.country).length, 1, other);
    }),
  );
});

test('any typed text gets a verdict, and a number of an unknown kind has no faults', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(...localIdentifierKinds),
      (text, known) => {
        assert.ok(localIdentifierFaults(text, known.kind, known.country).length <= 1);
        assert.deepEqual(localIdentifierFaults(text, 'unknown', known.country), []);
      },
    ),
  );
});

test('without a country, a number of any country with that kind is accepted', () => {
  assert.deepEqual(localIdentifierFaults('12345678Z', 'dni', ''), []);
  assert.deepEqual(localIdentifierFaults('20.123.456', 'dni', ''), []);
  assert.equal(localIdentifierFaults('20.123.456', 'dni', 'ESP').length, 1);
});

test('the requirement finds a missing or invalid number, and gives an example', () => {
  const findings = (value: string, why_none: string | null = null, mayLack?: true) => {
    const local_identifiers =
      value === '' && why_none === null ? [] : [{ country: 'BRA', kind: 'cpf', value, why_none }];
    const subject = { facts: { ...noFacts, local_identifiers }, job: null, today: '2026-03-04' };
    return localIdentifier.findings(subject, { country: 'BRA', kind: 'cpf', ...(mayLack && { mayLack }) });
  };
  const at = 'local_identifiers[bra_cpf].value';
  assert.deepEqual(findings(''), [{ at, code: 'missing', moment: 'needed' }]);
  assert.deepEqual(findings('390.533.447-05'), []);
  // A reason in place of the number counts only where the requirement permits it, and excuses no wrong number.
  assert.deepEqual(findings('', 'I was a student there', true), []);
  assert.deepEqual(findings('', 'I was a student there'), [{ at, code: 'missing', moment: 'needed' }]);
  assert.equal(findings('231.002.999-00', 'I was a student there', true).length, 1);
  const [wrong] = findings('231.002.999-00');
  assert.deepEqual([wrong!.at, wrong!.code, wrong!.moment], [at, 'local_identifier_form', 'placed']);
  assert.equal(apiSentence(wrong!), 'is not a CPF (like 390.533.447-05)');
  assert.equal(personSentence(wrong!, at), 'Enter a CPF like 390.533.447-05');
});

test('two countries with the same name for their numbers are asked separately', () => {
  const two = ['COL', 'ECU'].map((country) => localIdentifier.facts({ country, kind: 'cedula' })[0]!);
  const facts = two.reduce((before, path, index) => withFact(before, path, `17143071${index}`), noFacts);
  assert.deepEqual(facts.local_identifiers, [
    { country: 'COL', kind: 'cedula', value: '171430710', why_none: null },
    { country: 'ECU', kind: 'cedula', value: '171430711', why_none: null },
  ]);
  assert.deepEqual(
    two.map((path) => readFact(facts, path)),
    ['171430710', '171430711'],
  );
});

test('the reason for no number stands in its entry, which goes with the last of both', () => {
  const [value, why] = localIdentifier.facts({ country: 'BRA', kind: 'cpf', mayLack: true }) as [string, string];
  const reasoned = withFact(withFact(noFacts, value, ''), why, 'I was a student there');
  assert.deepEqual(reasoned.local_identifiers, [
    { country: 'BRA', kind: 'cpf', value: '', why_none: 'I was a student there' },
  ]);
  const numbered = withFact(withFact(reasoned, value, '390.533.447-05'), why, null);
  assert.equal(readFact(numbered, value), '390.533.447-05');
  assert.deepEqual(withFact(numbered, value, '').local_identifiers, []);
});

test('every number that a report type requires has a name', () => {
  for (const { requires } of catalogue) {
    for (const required of requires) {
      if (typeof required !== 'object' || !('local_identifier' in required)) continue;
      const { country, kind } = required.local_identifier;
      const isChecked = localIdentifierKinds.some((one) => one.country === country && one.kind === kind);
      assert.ok(isChecked || otherLocalIdentifiers[`${country} ${kind}`.trim()] !== undefined, `${country} ${kind}`);
    }
  }
});

test('a text of which nothing is left is a wrong number of every kind, and no crash', () => {
  for (const { country, kind } of localIdentifierKinds) {
    for (const text of ['.', ' ', '...', '-', '\0']) {
      assert.equal(localIdentifierFaults(text, kind, country).length, 1, `${country} ${kind}`);
    }
  }
});
