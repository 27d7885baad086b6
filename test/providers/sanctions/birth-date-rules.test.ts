// Compares complete and partial dates of birth of people and lists.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  birthDateOf,
  birthDateVerdict,
  birthYears,
  readBirthDate,
} from '../../../src/providers/sanctions/birth-date-rules.ts';
import { readUkBirthDate, readUkReportDate } from '../../../src/providers/sanctions/uk/uk-dates.ts';

it('compares whole and partial dates', () => {
  const examples: readonly [string | undefined, readonly string[], string][] = [
    ['1961-03-07', ['1961-03-07'], 'same'],
    ['1961-03-07', ['1961-03'], 'agrees'],
    ['1961-03-07', ['1961'], 'agrees'],
    ['1961', ['1961-03-07'], 'agrees'],
    ['1961-03-07', ['1958/1962'], 'agrees'],
    ['1961-03-07', ['1961-07-03'], 'near'],
    ['1961-03-07', ['1962'], 'near'],
    ['1961-03-07', ['1962/1964'], 'near'],
    ['1961-03-07', ['1963'], 'different'],
    ['1961-03-07', ['1963', '1961'], 'agrees'],
    ['1961-03-07', [], 'unknown'],
    [undefined, ['1961'], 'unknown'],
  ];
  for (const [born, listed, verdict] of examples) {
    assert.equal(birthDateVerdict(born, listed), verdict, `${born} and ${listed}`);
  }
});

it('keeps the known parts of a date', () => {
  assert.equal(birthDateOf(1961, 3, 7), '1961-03-07');
  assert.equal(birthDateOf(1961, 3), '1961-03');
  assert.equal(birthDateOf(1961, 0, 7), '1961');
  assert.equal(birthDateOf(61), undefined);
  assert.equal(readBirthDate('1961-03-07T00:00:00'), '1961-03-07');
  assert.equal(readBirthDate('about 1961'), undefined);
  assert.equal(birthYears(1958, 1960), '1958/1960');
  assert.equal(birthYears(1960, 1960), '1960');
  assert.equal(birthYears(1900, 1990), undefined);
});

it('reads dates of the UK list with unknown parts', () => {
  const dates = ['07/03/1961', '00/03/1961', 'dd/mm/1961', '1961', '', 'unknown'];
  assert.deepEqual(dates.map(readUkBirthDate), ['1961-03-07', '1961-03', '1961', '1961', undefined, undefined]);
  const reports = ['Report Date: 24-Jun-2026', '24/06/2026', 'Report Date: 24 June 2026', 'Report'];
  assert.deepEqual(reports.map(readUkReportDate), ['2026-06-24', '2026-06-24', '2026-06-24', undefined]);
});
