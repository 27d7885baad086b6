// The rows of a spreadsheet of candidates, as people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { subsidiaryWords } from '../../../src/features/accounts/subsidiary-words.ts';
import { unreadText } from '../../../src/lib/sheet-rows.ts';
import { dayParts } from '../../../src/lib/typed-days.ts';
import { type Rows, readDelimited } from '../../../src/platform/files/spreadsheet.ts';
import {
  bulkColumns,
  columnsOf,
  readCandidateRows,
  repeatedRows,
  rowRanges,
  templateFile,
} from '../../../src/portals/shared/bulk-orders/bulk-rows.ts';

const headings = ['First name', 'Surname', 'DOB', 'E-mail'];
const robin = ['Robin', 'Sample', '27/03/1985', 'robin@candidate.test'];

const days = {
  '27/03/1985': ['27', '03', '1985'],
  '27.3.1985': ['27', '3', '1985'],
  '27-03-1985': ['27', '03', '1985'],
  '27 March 1985': ['27', '3', '1985'],
  '1st Sept 1990': ['1', '9', '1990'],
  '1985-03-27': ['27', '03', '1985'],
  '1985-03-27 00:00:00': ['27', '03', '1985'],
  // No order of day and month is guessed, and no century.
  '27/03/85': ['', '', '27/03/85'],
  'March 1985': ['', '', 'March 1985'],
  '31132': ['', '', '31132'],
} as const;

for (const [text, parts] of Object.entries(days)) {
  test(`the day "${text}" is ${parts.filter((part) => part !== '').join(', ')}`, () => {
    assert.deepEqual(dayParts(text), parts);
  });
}

test('a column is known by its title and by what else people call it, in any case and order', () => {
  const { rows, faults } = readCandidateRows(
    [
      ['EMAIL ADDRESS *', ' date_of_birth', 'Family name', 'forename', 'Mobile (optional)'],
      ['r@candidate.test', '27/03/1985', 'Sample', 'Robin', '7700900123'],
    ],
    10,
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(rows, [
    {
      rowNumber: 2,
      typed: {
        ...{ first_name: ['Robin'], last_name: ['Sample'], email: ['r@candidate.test'] },
        ...{ 'dob-day': ['27'], 'dob-month': ['03'], 'dob-year': ['1985'], mobile: ['07700900123'] },
      },
    },
  ]);
});

for (const heading of ['Employee ID', 'Staff number', 'Payroll number', 'Reference', 'employee_no']) {
  test(`“${heading}” is the client’s reference`, () => {
    const table = [
      [...headings, heading],
      [...robin, "'000123"],
    ];
    // Marked as text, so that the spreadsheet keeps its zeros.
    assert.deepEqual(readCandidateRows(table, 10).rows[0]?.typed.other_reference, ['000123']);
  });
}

test('columns that are not known are named, also one that has cells and no name, and the rows are read without them', () => {
  const table = [
    [...headings, 'Team', '', 'Line manager'],
    [...robin, '01/02/2027', 'left over', ''],
  ];
  const { rows, unread, faults } = readCandidateRows(table, 10);
  assert.deepEqual(faults, []);
  assert.equal(rows[0]?.typed.first_name?.[0], 'Robin');
  assert.equal(unreadText(unread), '“Team”, column 6 (without a name) and “Line manager” are not read');
  assert.equal(unreadText(readCandidateRows([headings, robin], 10).unread), undefined);
});

for (const heading of ['Subsidiary', 'SITE', 'Location', 'Care home']) {
  test(`“${heading}” is the subsidiary for who orders for several, and is not read for others`, () => {
    const table = [
      [...headings, heading],
      [...robin, 'North'],
    ];
    const read = readCandidateRows(table, 10, columnsOf(true));
    assert.deepEqual([read.rows[0]?.typed.subsidiary, read.unread], [['North'], []]);
    const other = readCandidateRows(table, 10);
    assert.deepEqual([other.rows[0]?.typed.subsidiary, other.unread], [undefined, [`“${heading}”`]]);
  });
}

test('empty rows are left out, and the others keep their numbers', () => {
  const { rows } = readCandidateRows([headings, robin, ['', '', '', ''], robin], 10);
  assert.deepEqual(
    rows.map(({ rowNumber }) => rowNumber),
    [2, 4],
  );
});

const faulty: Readonly<Record<string, readonly [Rows, readonly RegExp[]]>> = {
  'no headings': [[robin], [/^The first row must name the columns: “First name”/]],
  nothing: [[], [/^The first row must name the columns/]],
  'no candidates': [[headings], [/^There is no candidate below the first row$/]],
  'a column missing': [[headings.slice(1), robin.slice(1)], [/^There is no column “First name”$/]],
  'a column twice': [[[...headings, 'Email'], robin], [/^Two columns are “Email address”: delete one$/]],
  'too many': [[headings, robin, robin, robin], [/^There are more than 2 candidates/]],
};

for (const [what, [table, messages]] of Object.entries(faulty)) {
  test(`a spreadsheet with ${what} is refused as a whole`, () => {
    const { rows, faults } = readCandidateRows(table, 2);
    assert.deepEqual(rows, []);
    assert.equal(faults.length, messages.length);
    for (const [at, message] of messages.entries()) assert.match(faults[at]!, message);
  });
}

test('the same name and date of birth in a later row is found, whatever the case', () => {
  const again = ['robin', 'SAMPLE', '27/03/1985', 'other@candidate.test'];
  const kim = ['Kim', 'Sample', '27/03/1985', 'kim@candidate.test'];
  const { rows } = readCandidateRows([headings, robin, kim, again], 10);
  assert.deepEqual([...repeatedRows(rows)], [[4, 'The candidate stands in row 2 already: delete one']]);
});

test('two people with one email address are found, because the form of one would go to the other', () => {
  const kim = ['Kim', 'Sample', '01/02/1990', 'ROBIN@candidate.test '];
  const without = ['Lou', 'Sample', '01/02/1991', ''];
  const { rows } = readCandidateRows([headings, robin, kim, without, ['Max', ...without.slice(1)]], 10);
  assert.deepEqual(
    [...repeatedRows(rows)],
    [[3, 'Row 2 has the same email address: the form of one would go to the other']],
  );
});

test('the rows of a group are named in full, as ranges', () => {
  const many = Array.from({ length: 200 }, (_, at) => at + 2);
  assert.equal(rowRanges(many), '2 to 201');
  assert.equal(rowRanges([2, 3, 60, 75, 76, 77]), '2 to 3, 60 and 75 to 77');
  assert.equal(rowRanges([7]), '7');
});

test('the spreadsheet to fill in is read again with its example', () => {
  const { rows, faults } = readCandidateRows(readDelimited(templateFile(), 10) as Rows, 10);
  assert.deepEqual(faults, []);
  assert.deepEqual(rows[0]!.typed.first_name, ['Robin']);
  const offered = bulkColumns.filter(({ isFilledIn }) => !isFilledIn);
  assert.equal((readDelimited(templateFile(), 10) as Rows)[0]!.length, offered.length);
});

test('somebody who has one name only is a row without a first name', () => {
  const read = (text: string) =>
    readCandidateRows(
      [
        [...headings, 'HasOneName'],
        ['', ...robin.slice(1), text],
      ],
      10,
      columnsOf(false),
    ).rows[0]!.typed;
  for (const text of ['yes', 'TRUE', '1', 'x']) assert.deepEqual(read(text).has_one_name, ['yes'], text);
  for (const text of ['no', 'FALSE', '']) assert.deepEqual(read(text).has_one_name ?? [], [], text);
  assert.equal(columnsOf(true, true).filter(({ input }) => input === 'has_one_name').length, 1);
});

test('any table gives rows or faults', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string())), (table) => {
      const { rows, faults } = readCandidateRows(table, 5);
      assert.ok(rows.length === 0 || faults.length === 0);
      assert.ok(rows.length <= 5);
    }),
  );
});

test('a client’s own word for its subsidiaries heads their column, and the usual word is read, too', () => {
  const words = [
    ['Home', 'home', 'homes', 'a home'],
    ['site', 'site', 'sites', 'a site'],
    ['Branch', 'branch', 'branches', 'a branch'],
    ['Agency', 'agency', 'agencies', 'an agency'],
    ['CQC site', 'CQC site', 'CQC sites', 'a CQC site'],
    ['', 'subsidiary', 'subsidiaries', 'a subsidiary'],
  ] as const;
  for (const [own, one, many, a] of words) {
    const units = subsidiaryWords(own);
    assert.deepEqual([units.one, units.many, units.a], [one, many, a]);
    for (const title of [units.One, 'Subsidiary']) {
      const table = [
        [...headings, title],
        [...robin, 'Ash House'],
      ];
      const { rows } = readCandidateRows(table, 10, columnsOf(true, false, units));
      assert.deepEqual(rows[0]!.typed.subsidiary, ['Ash House'], title);
    }
  }
});
