// Names of people are compared as sources write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsName } from '../../src/lib/name-comparison.ts';

const table: readonly (readonly [listed: string, first: string, last: string, holds: boolean])[] = [
  ['JANE MARY DOE', 'Jane', 'Doe', true],
  ['DOE, Jane', 'Jane', 'Doe', true],
  ['Zoe Müller', 'Zoë', 'Muller', true],
  ['JANE ONEIL', 'Jane', "O'Neil", true],
  ["Jane O'Neil", 'Jane', 'O’Neil', true],
  ['Jane O Neil', 'Jane', "O'Neil", true],
  ['Jane Smith Jones', 'Jane', 'Smith-Jones', true],
  ['Jane Smith', 'Jane', 'Smith-Jones', false],
  ['John Doe', 'Jane', 'Doe', false],
  ['Doe', 'Jane', 'Doe', false],
  ['', 'Jane', 'Doe', false],
];

for (const [listed, first, last, holds] of table) {
  test(`“${listed}” is ${holds ? '' : 'not '}the name of ${first} ${last}`, () => {
    assert.equal(holdsName(listed, [first, last]), holds);
  });
}
