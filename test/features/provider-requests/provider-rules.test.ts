import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { paceOf } from '../../../src/features/provider-requests/provider-calls.ts';
import {
  coversCountry,
  minimised,
  moveOfResult,
  nameProblems,
  outcomeWithin,
} from '../../../src/features/provider-requests/provider-rules.ts';
import { part } from '../../../src/features/report-types/breakdown.ts';
import { coversType } from '../../../src/features/report-types/catalogue-rules.ts';

const outside = { calls: 'with_key' } as const;

const facts = {
  ...noFacts,
  first_name: 'Jo',
  last_name: 'Sample',
  id_numbers: [
    { type: 'ssn' as const, value: '433-54-3937', state_code: null },
    { type: 'driving_licence' as const, value: 'SAMPL806145J99AB', state_code: null },
  ],
};

test('a provider receives the facts of its declared paths and no others', () => {
  assert.deepEqual(minimised(facts, { ...outside, facts: ['last_name'] }), { last_name: 'Sample' });
  assert.deepEqual(minimised(facts, { ...outside, facts: ['id_numbers[driving_licence].value'] }), {
    id_numbers: [{ value: 'SAMPL806145J99AB' }],
  });
  assert.deepEqual(minimised(facts, { ...outside, facts: ['id_numbers[driving_licence]'] }), {
    id_numbers: [facts.id_numbers[1]],
  });
  assert.deepEqual(minimised(facts, { ...outside, facts: [] }), {});
});

test('a former name that only the authorities may know reaches authorities, and whoever asks nobody outside', () => {
  const former = (last_name: string, isHidden: boolean) => ({
    ...emptyOf(previousNameFacts),
    ...{ first_name: 'Alex', last_name, for_authorities_only: isHidden },
  });
  const asked = { facts: ['previous_names.last_name', 'previous_last_name'] };
  const both = {
    ...facts,
    previous_last_name: 'Hidden',
    previous_names: [former('Known', false), former('Hidden', true)],
  };
  const lastNames = [{ last_name: 'Known' }, { last_name: 'Hidden' }];
  const whole = { previous_names: lastNames, previous_last_name: 'Hidden' };
  const told = { previous_names: [{ last_name: 'Known' }], previous_last_name: 'Known' };
  assert.deepEqual(minimised(both, { ...asked, calls: 'with_key' }), told);
  assert.deepEqual(minimised(both, { ...asked, calls: 'without_key' }), told);
  assert.deepEqual(minimised(both, { ...asked, calls: 'with_key', isAuthority: true }), whole);
  assert.deepEqual(minimised(both, { ...asked, calls: 'nobody' }), whole);
});

test('a number of another country is received by its country and kind', () => {
  const cpf = { country: 'BRA', kind: 'cpf', value: '123.456.789-09', why_none: null };
  const other = { country: 'CRI', kind: 'cpf', value: '1-0913-0259', why_none: null };
  const both = { ...facts, local_identifiers: [other, cpf] };
  assert.deepEqual(minimised(both, { ...outside, facts: ['local_identifiers[bra_cpf].value'] }), {
    local_identifiers: [{ value: cpf.value }],
  });
});

test('ambiguous names of providers are named all at once', () => {
  assert.deepEqual(nameProblems(['yente', 'manual', 'yente'], ['yente', 'address_house']), [
    'manual is a reserved name.',
    'yente is the name of several built-in providers.',
    'yente is built in, and an account has connected a provider of that name: disconnect it.',
  ]);
  assert.deepEqual(nameProblems(['yente'], ['address_house']), []);
});

test('a type is covered by its name, or by its name and variant', () => {
  assert.ok(coversType({ types: ['sanctions'] }, 'sanctions:uk'));
  assert.ok(coversType({ types: ['sanctions:uk'] }, 'sanctions:uk'));
  assert.ok(!coversType({ types: ['sanctions:uk'] }, 'sanctions:un'));
  assert.ok(!coversType({ types: ['sanctions:uk'] }, 'sanctions'));
});

test('a provider without countries covers every country', () => {
  assert.ok(coversCountry({}, 'FRA'));
  assert.ok(!coversCountry({ countries: ['GBR'] }, 'FRA'));
});

test('a clear result completes the report unless a person must release it', () => {
  const clear = { result: 'clear', subResult: null } as const;
  assert.equal(moveOfResult(clear, 'not_clear', {}), 'complete');
  assert.equal(moveOfResult(clear, 'everything', {}), 'await_approval');
  assert.equal(moveOfResult(clear, 'not_clear', { personDecides: true }), 'await_approval');
  assert.equal(moveOfResult({ result: 'clear', subResult: 'caution' }, 'not_clear', {}), 'await_approval');
  assert.equal(moveOfResult({ result: 'unidentified', subResult: null }, 'not_clear', {}), 'await_approval');
});

test('what the report type does not describe stays out of the report', () => {
  const type = { breakdown: { address: part('Address', { properties: { matches: 'number' } }) }, properties: {} };
  const breakdown = {
    address: { result: 'clear', properties: { matches: 2, colour: 'red' } },
    horoscope: { result: 'clear' },
  };
  const findings = { breakdown, properties: { sign: 'Leo' }, notes: 'Seen.' };
  const given = { result: 'clear', subResult: null, findings } as const;
  assert.deepEqual(outcomeWithin(type, given).findings, {
    breakdown: { address: { result: 'clear', properties: { matches: 2 } } },
    properties: {},
    notes: 'Seen.',
  });
  assert.equal(outcomeWithin({ breakdown: {}, properties: {} }, given), given);
});

test('no interval contains more calls than the provider allows', () => {
  const rate = { calls: 600, seconds: 300 };
  const { intervalMs, burstMs } = paceOf(rate);
  // First the burst, then one call per interval.
  const atOnce = Math.floor(burstMs / intervalMs) + 1;
  assert.ok(atOnce + Math.floor((rate.seconds * 1000) / intervalMs) <= rate.calls);
});
