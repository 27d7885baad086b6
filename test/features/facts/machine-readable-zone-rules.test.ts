// Machine-readable zones against the specimens of ICAO Doc 9303 and of states.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { zoneVerdict } from '../../../src/features/facts/machine-readable-zone-rules.ts';
import { icaoZones, statesZones } from './machine-readable-zone-examples.ts';

const [passport, , card] = icaoZones.examples.map(([, zone]) => zone) as [string, string, string];

const altered: readonly [title: string, zone: string, fault: string][] = [
  ['a wrong document number', passport.replace('L898902C3', 'L898903C3'), 'documentNumberCheckDigit'],
  ['a wrong date of birth', passport.replace('7408122', '7409122'), 'birthDateCheckDigit'],
  ['a wrong date of expiry', passport.replace('1204159', '1304159'), 'expirationDateCheckDigit'],
  ['a wrong personal number', passport.replace('ZE184226B', 'ZE184227B'), 'personalNumberCheckDigit'],
  ['a wrong last digit', `${passport.slice(0, -1)}9`, 'compositeCheckDigit'],
];
for (const [title, zone] of [...icaoZones.examples, ...statesZones.examples]) {
  test(`${title} has right check digits`, () => {
    const verdict = zoneVerdict(zone, noFacts)!;
    assert.deepEqual([verdict.isValid, verdict.faults], [true, []]);
    assert.equal(verdict.rule, 'machine_readable_zone');
    assert.match(verdict.source, /9303/);
  });
}
for (const [title, zone, fault] of altered) {
  test(`${title} has a wrong ${fault}`, () => {
    const { isValid, faults } = zoneVerdict(zone, noFacts)!;
    assert.equal(isValid, false);
    assert.ok(faults.includes(fault), faults.join());
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
  ['a holder of two nationalities', { nationality: 'SYR', second_nationality: 'GBR' }, []],
  ['a holder of two others', { nationality: 'SYR', third_nationality: 'FRA' }, ['nationality']],
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
