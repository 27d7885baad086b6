import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ERASED, fullName, middleNameFaults, personNameFaults } from '../../src/lib/person-names.ts';
import { apiSentence } from '../../src/messages/sentences.ts';

const personNameMessages = (text: string) => personNameFaults(text).map((fault) => apiSentence(fault));

const tooShort = 'is too short (minimum is 2 characters)';
const tooLong = 'is too long (maximum is 60 characters)';
const notAlphabetical = 'must contain only letters, single spaces, hyphens and single quotes';
const badEnds = 'must not start or end with a space, hyphen or single quote';
const badRun = 'must not have more than 3 identical characters in a row';

const accepts = (...names: string[]) => {
  for (const name of names) assert.deepEqual(personNameMessages(name), [], JSON.stringify(name));
};
const refuses = (cases: readonly (readonly [name: string, ...messages: string[]])[]) => {
  for (const [name, ...messages] of cases) assert.deepEqual(personNameMessages(name), messages, JSON.stringify(name));
};

test('accepts letters of every script, with single spaces, hyphens and single quotes inside', () =>
  accepts(
    ...['Jo', 'Anne Marie', 'Anne-Marie', "O'Neill", 'O’Neill', "D' Angelo", "Mary - Ann 'de' Vries"],
    ...[
      'Zoë',
      'Zoe\u0308',
      'Łukasz',
      'Ñandú',
      'Nguyễn Thị',
      'Ἀθηνᾶ',
      'Олександр',
      '李明',
      'अनिता',
      'محمد',
      'ßẞ',
      'x̱áx̱',
    ],
  ));

test('counts code points after NFC', () => {
  accepts('é\u0301é', 'a'.repeat(2).padEnd(60, 'bcd'), '𠮷田', 'e\u0301a'.repeat(30));
  refuses([
    ['', tooShort],
    ['X', tooShort],
    ['e\u0301', tooShort],
    ['𠮷', tooShort],
    ['abc'.repeat(20).concat('d'), tooLong],
    ['e\u0301a'.repeat(30).concat('b'), tooLong],
    ['\u1f82\u1f80'.normalize('NFD').repeat(31), tooLong],
  ]);
  accepts('\u1f82\u1f80'.normalize('NFD').repeat(30));
});

test('refuses what is not alphabetical', () =>
  refuses([
    ['J0hn', notAlphabetical],
    ['John!', notAlphabetical],
    ['Dr. No', notAlphabetical],
    ['Anne  Marie', notAlphabetical],
    ['Anne--Marie', notAlphabetical],
    ["O''Neill", notAlphabetical],
    ["O'’Neill", notAlphabetical],
    ['Anne\tMarie', notAlphabetical],
    ['Anne\u00a0Marie', notAlphabetical],
    ['Anne\u200dMarie', notAlphabetical],
    ['Anne\u202eMarie', notAlphabetical],
    ['Anne\0', notAlphabetical],
    ['\u0301a', notAlphabetical],
    ['a-\u0301a', notAlphabetical],
    ['\u3164\u1160', notAlphabetical],
    ['😀😀', notAlphabetical],
    ['a\ud800', notAlphabetical],
    ['Ⅷa', notAlphabetical],
    ['a²b', notAlphabetical],
  ]));

test('refuses a space, hyphen or single quote at either end', () =>
  refuses([
    [' Jo', badEnds],
    ['Jo ', badEnds],
    ['-Jo', badEnds],
    ["Jo'", badEnds],
    ['’Jo', badEnds],
    ['-', tooShort, badEnds],
    ["'-", badEnds],
  ]));

test('refuses more than 3 identical characters in a row, irrespective of case', () => {
  accepts('Aaa', 'xaaAx', 'aaabaaa', 'ΣσςΑ');
  refuses([
    ['aaaa', badRun],
    ['xAaAax', badRun],
    ['ΣσςΣΑ', badRun],
    ['Éé\u00c9e\u0301', badRun],
    ['    ', notAlphabetical, badEnds, badRun],
  ]);
});

test('reports all problems at once', () => refuses([['-1111'.repeat(13), tooLong, notAlphabetical, badEnds, badRun]]));

test('gives the same verdict for every composition and quote of a name', () => {
  const unit = fc.constantFrom('a', 'A', 'é', 'ǖ', '각', '’', ' ', '-', '1', '\u0301', '\u0323');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 70 }), (name) => {
      const messages = personNameMessages(name);
      assert.deepEqual(personNameMessages(name.normalize('NFD')), messages);
      assert.deepEqual(personNameMessages(name.normalize('NFC').replaceAll('’', "'")), messages);
    }),
  );
});

test('accepts exactly what the interface’s rules describe, over a plain alphabet', () => {
  const unit = fc.constantFrom('a', 'b', 'A', 'z', ' ', '-', "'", '1');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 64 }), (name) => {
      const allowed =
        name.length >= 2 &&
        name.length <= 60 &&
        /^[a-zA-Z](?:[a-zA-Z]|([ '-])(?!\1))*$/.test(name) &&
        /[a-zA-Z]$/.test(name) &&
        !/(.)\1{3}/i.test(name);
      assert.equal(personNameMessages(name).length === 0, allowed, name);
    }),
    { numRuns: 1000 },
  );
});

test('takes as papers have it: one letter, a full stop after a letter, and up to 250 characters', () => {
  const codes = (name: string) => personNameFaults(name, 'papers').map(({ code }) => code);
  for (const name of ['李', 'O', 'Å', 'St. John', 'Martin Jr.', 'St. J. Cloud', 'Maria de Souza '.repeat(6).trim()])
    assert.deepEqual(codes(name), [], name);
  assert.deepEqual(middleNameFaults('St. J.', 'papers'), []);
  for (const [name, ...faults] of [
    ['', 'too_short'],
    ['-', 'starts_with_separator'],
    ['.', 'letters_only'],
    ['St.. John', 'letters_only'],
    ['R2', 'letters_only'],
    ['abc'.repeat(84), 'too_long'],
  ] as const)
    assert.deepEqual(codes(name), faults, name);
});

test('writes somebody who has one name only by that name', () => {
  assert.equal(fullName('', 'Example'), 'Example');
  assert.equal(fullName('Jo', 'Sample'), 'Jo Sample');
});

test('calls somebody who was erased so once', () => {
  assert.equal(fullName(ERASED, ERASED), 'Erased');
  assert.equal(fullName('Jo', ERASED), 'Jo Erased', 'it may be a name');
});
