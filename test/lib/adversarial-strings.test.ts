import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBracketForm } from '../../src/lib/bracket-forms.ts';
import { countryByAlpha2, countryByAlpha3 } from '../../src/lib/countries.ts';
import { parseDate } from '../../src/lib/dates.ts';
import { driverNumberFaults, gbDriverNumberOf, niDriverNumberOf } from '../../src/lib/driver-numbers.ts';
import { domainOf, emailFaults, registrableDomain } from '../../src/lib/email-addresses.ts';
import { isSsn, nationalInsuranceNumberOf } from '../../src/lib/identity-numbers.ts';
import { personNameFaults } from '../../src/lib/person-names.ts';
import { isUkCountry, isUkPostcode, ukPostcodeOf } from '../../src/lib/postcodes.ts';
import { parseStrictJson } from '../../src/lib/strict-json.ts';
import { isLongerThan, isShorterThan } from '../../src/lib/text-length.ts';
import { usStateCode } from '../../src/lib/us-states.ts';
import { adversarialTexts, bestMs, limitMs, million, slowest } from '../support/adversarial-strings.ts';

const rules: Record<string, (text: string) => unknown> = {
  personNameFaults,
  emailFaults,
  domainOf,
  registrableDomain,
  parseDate,
  isUkPostcode,
  isUkCountry,
  ukPostcodeOf,
  gbDriverNumberOf,
  niDriverNumberOf,
  driverNumberFaults: (text) => driverNumberFaults(text, { lastNames: [text], dob: null, gender: null }),
  usStateCode,
  countryByAlpha2,
  countryByAlpha3,
  isSsn,
  nationalInsuranceNumberOf,
  isLongerThan: (text) => isLongerThan(text, 60),
  isShorterThan: (text) => isShorterThan(text, 2),
};

const parsers: Record<string, (body: Buffer) => unknown> = { parseBracketForm, parseStrictJson };

const bodies = {
  ...Object.fromEntries(
    [
      'a',
      '[',
      ']',
      '[]',
      '[a]',
      '[][a]',
      '&',
      '& ',
      'a&',
      '=',
      'a=&',
      'a[]=1&',
      'a[][b]=1&',
      '+',
      '%41',
      '%5B',
      '%',
      ' ',
    ].flatMap((unit) => [
      [`${unit}${unit}…`, fill('', unit, '')],
      [`a=${unit}${unit}…`, fill('a=', unit, '')],
      [`a[][b]=1&a[]${unit}…`, fill('a[][b]=1&a[]', unit, '=1')],
    ]),
  ),
  ...Object.fromEntries(
    [
      '[',
      '{',
      '{"a":',
      '[[],',
      '"',
      '\\',
      '\\"',
      '\\u0061',
      '1',
      '-',
      'e',
      '1e',
      ',',
      ':',
      '{},',
      'é',
      '😀',
      'null,',
      '\n',
    ].flatMap((unit) => [
      [`${unit}${unit}…`, fill('', unit, '')],
      [`["${unit}…"]`, fill('["', unit, '"]')],
      [`[1${unit}…]`, fill('[1', unit, ']')],
    ]),
  ),
};

/** The most work that the limits allow. */
const crowdedBodies = {
  names: Buffer.from(Array.from({ length: 1000 }, (_, i) => `${'a'.repeat(990)}${i}=1`).join('&')),
  'equal names': Buffer.from(`${'a'.repeat(990)}[][b]=1&`.repeat(1000)),
  paths: Buffer.from(`x[][${'a'.repeat(480)}][${'b'.repeat(480)}]=1&`.repeat(1000)),
  'deep paths': Buffer.from(`${'x'.repeat(900)}[a][b][c][d][e][f][g]=1&`.repeat(1000)),
  members: Buffer.from(
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${'a'.repeat(480)}${i}`, 'b'.repeat(480)])),
    ),
  ),
};

function fill(start: string, unit: string, end: string): Buffer {
  return Buffer.from(start + unit.repeat(Math.ceil(million / Buffer.byteLength(unit))) + end);
}

test('every rule answers a megabyte in less than 5 ms', (t) => {
  const texts = adversarialTexts();
  const measured = Object.entries(rules).flatMap(([name, rule]) =>
    texts.map((text) => [`${name} of ${JSON.stringify(text.slice(0, 30))}`, bestMs(() => rule(text))] as const),
  );
  const [what, ms] = slowest(measured);
  t.diagnostic(`slowest of ${measured.length}: ${what}, ${ms.toFixed(2)} ms`);
  assert.ok(ms < limitMs, `${what} took ${ms} ms`);
});

/** A parser goes over the whole body several times, JSON.parse alone takes half of what a rule may, and names are looked up. */
test('every parser answers a megabyte in less than 25 ms', (t) => {
  const measured = Object.entries(parsers).flatMap(([name, parse]) =>
    Object.entries({ ...bodies, ...crowdedBodies }).map(
      ([what, body]) => [`${name} of ${what}`, bestMs(() => parse(body), 5 * limitMs)] as const,
    ),
  );
  const [what, ms] = slowest(measured);
  t.diagnostic(`slowest of ${measured.length}: ${what}, ${ms.toFixed(2)} ms`);
  assert.ok(ms < 5 * limitMs, `${what} took ${ms} ms`);
});

test('the measurement detects a quadratic rule', () => {
  const text = ' '.repeat(10_000);
  assert.ok(bestMs(() => /\s+$/.test(`${text}!`)) > limitMs);
});
