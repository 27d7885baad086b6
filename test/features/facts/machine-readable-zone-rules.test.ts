// Machine-readable zones against the specimens of ICAO Doc 9303.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { zoneVerdict } from '../../../src/features/facts/machine-readable-zone-rules.ts';

const name = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const passport = `${name}\nL898902C36UTO7408122F1204159ZE184226B<<<<<10`;
const card = 'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<';

/** ICAO Doc 9303, parts 3 (appendix A), 4, 5 and 6. */
const published: readonly [title: string, zone: string, faults: readonly string[]][] = [
  ['the specimen passport of part 4', passport, []],
  ['the specimen passport of an earlier edition', `${name}\nL898902C<3UTO6908061F9406236ZE184226B<<<<<14`, []],
  ['the specimen card of part 5', card, []],
  ['the specimen card of part 6', 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6', []],
  ['example 4 of part 3', `${name}\nHA672242<6YTO5802254M9601086<<<<<<<<<<<<<<08`, []],
  ['a wrong document number', passport.replace('L898902C3', 'L898903C3'), ['documentNumberCheckDigit']],
  ['a wrong date of birth', passport.replace('7408122', '7409122'), ['birthDateCheckDigit']],
  ['a wrong date of expiry', passport.replace('1204159', '1304159'), ['expirationDateCheckDigit']],
  ['a wrong personal number', passport.replace('ZE184226B', 'ZE184227B'), ['personalNumberCheckDigit']],
  ['a wrong last digit', `${passport.slice(0, -1)}9`, ['compositeCheckDigit']],
];
for (const [title, zone, faults] of published) {
  test(`${title} has ${faults.length === 0 ? 'right check digits' : `a wrong ${faults.join(', ')}`}`, () => {
    const verdict = zoneVerdict(zone, noFacts)!;
    for (const fault of faults) assert.ok(verdict.faults.includes(fault), verdict.faults.join());
    assert.equal(verdict.isValid, faults.length === 0, verdict.faults.join());
    assert.equal(verdict.rule, 'machine_readable_zone');
    assert.match(verdict.source, /9303/);
  });
}

const anna = { last_name: 'Eriksson', dob: '1974-08-12', gender: 'female', nationality: 'GBR' } as const;
const contradictions: readonly [title: string, holder: Partial<typeof noFacts>, contradicted: readonly string[]][] = [
  ['its holder', {}, []],
  ['another last name', { last_name: 'Smith' }, ['last_name']],
  ['a last name with an accent', { last_name: 'Érikssön' }, []],
  ['another day', { dob: '1974-08-13' }, ['dob']],
  ['another century, which it does not say', { dob: '2074-08-12' }, []],
  ['a man', { gender: 'male' }, ['gender']],
  ['another nationality', { nationality: 'FRA' }, ['nationality']],
  ['whoever, where nothing is known', { gender: null, nationality: null }, []],
];
for (const [title, holder, contradicted] of contradictions) {
  test(`a zone contradicts ${title}: ${contradicted.join() || 'nothing'}`, () => {
    // No check digit covers the nationality.
    for (const zone of [passport, card]) {
      const british = zone.replace('UTO7408122', 'GBR7408122').replace('1204159UTO', '1204159GBR');
      assert.deepEqual(zoneVerdict(british, { ...noFacts, ...anna, ...holder })?.contradicts, contradicted);
    }
  });
}

test('text that is not a zone has no verdict', () => {
  assert.equal(zoneVerdict('', noFacts), undefined);
  assert.equal(zoneVerdict(passport.repeat(3), noFacts), undefined);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const verdict = zoneVerdict(text, noFacts);
      assert.ok(verdict === undefined || typeof verdict.isValid === 'boolean');
    }),
  );
});
