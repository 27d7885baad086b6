// The address history: what an address needs, when it counts, and which gaps are left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AddressAnswer, AddressDraft } from '../../../src/features/candidate-form/address-answer.ts';
import {
  addressesPage,
  historyGaps,
  historyPeriod,
  historyTimeline,
  placeProblems,
  readPlace,
  readStay,
  typedPlace,
  typedStay,
  withDraft,
  withoutAddress,
  withPlace,
} from '../../../src/features/candidate-form/address-rules.ts';
import type { FormScope } from '../../../src/features/candidate-form/form-page.ts';
import { type Address, noFacts } from '../../../src/features/facts/facts.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { Problems } from '../../../src/lib/refusal.ts';

const today = '2026-03-04';
const scope: FormScope = { needs: new Set(['address_history']), activityYears: 0, addressYears: 5, today };
const facts = { ...noFacts, first_name: 'Alex', last_name: 'Sample', dob: '1990-03-04' };

const place: Address = {
  ...{ flat_number: null, building_number: '12', building_name: null, street: 'High Street', sub_street: null },
  ...{
    town: 'Leeds',
    county: null,
    state: null,
    postcode: 'LS1 4AP',
    country: 'GBR',
    start_date: null,
    end_date: null,
  },
};
const draft = (key: number, start_date: string | null, end_date: string | null, isCurrent = false): AddressDraft => ({
  ...place,
  key,
  start_date,
  end_date,
  isCurrent,
});
const typed = { ...typedPlace(place), country: 'GBR' };

for (const [change, messages] of [
  [{}, {}],
  [{ building_number: '', building_name: 'Rose Cottage', street: '' }, {}],
  [{ country: 'FRA', building_number: '', postcode: '' }, {}],
  [{ country: '' }, { country: ['Choose a country'] }],
  [{ country: 'ZZZ', postcode: '' }, { country: ['Choose a country'] }],
  [{ building_number: '' }, { building_number: ['Enter a house number or a house name'] }],
  [{ street: '' }, { street: ['Enter the street'] }],
  [{ town: '' }, { town: ['Enter the town or city'] }],
  [{ postcode: '' }, { postcode: ['Enter the postcode'] }],
  [{ postcode: 'LS1' }, { postcode: ['Enter a full UK postcode, like SW1A 1AA'] }],
  [{ street: 'A'.repeat(33) }, { street: ['Street is too long (maximum is 32 characters)'] }],
  [{ country: 'USA', state: 'QQ' }, { state: ['State is not a two-letter code of a US state'] }],
] as const) {
  test(`an address with ${JSON.stringify(change)} is ${Object.keys(messages).length === 0 ? 'taken' : 'refused'}`, () => {
    assert.deepEqual(placeProblems({ ...typed, ...change }).fields, messages);
  });
}

test('a UK postcode gets its space and its capitals, and a US state its capitals', () => {
  for (const text of ['ls14ap', 'LS1  4AP', 'Ls 14 aP']) {
    assert.equal(readPlace({ ...typed, postcode: text }).postcode, 'LS1 4AP');
  }
  assert.equal(readPlace({ ...typed, postcode: '75 001', country: 'FRA' }).postcode, '75 001');
  assert.equal(readPlace({ ...typed, state: 'ny', country: 'USA' }).state, 'NY');
});

const stay = (start: string, end: string) => {
  const [startDay = '', startMonth = '', startYear = ''] = start.split('/');
  const [endDay = '', endMonth = '', endYear = ''] = end.split('/');
  return {
    ...{ 'start-day': startDay, 'start-month': startMonth, 'start-year': startYear },
    ...{ 'end-day': endDay, 'end-month': endMonth, 'end-year': endYear },
  };
};
const read = (start: string, end: string, isCurrent = false) => {
  const result = readStay(stay(start, end), isCurrent, today);
  return result instanceof Problems ? result.fields : result;
};

test('months without days count whole, so that moving within a month leaves no gap', () => {
  assert.deepEqual(read('/4/2021', '/9/2023'), { start_date: '2021-04-01', end_date: '2023-09-30' });
  assert.deepEqual(read('/4/2021', '/3/2026'), { start_date: '2021-04-01', end_date: today });
});

test('the current address needs no end', () => {
  assert.deepEqual(read('27/3/2021', '', true), { start_date: '2021-03-27', end_date: null });
});

for (const [start, end, messages] of [
  ['', '', { 'start-day': ['Enter the date you moved in'], 'end-day': ['Enter the date you moved out'] }],
  ['5/3/2026', '6/3/2026', { 'start-day': ['Date you moved in must be in the past'] }],
  ['1/1/2026', '5/3/2026', { 'end-day': ['Date you moved out must be in the past'] }],
  ['2/1/2026', '1/1/2026', { 'end-day': ['Date you moved out must be after the date you moved in'] }],
] as const) {
  test(`from "${start}" to "${end}" is refused`, () => assert.deepEqual(read(start, end), messages));
}

const answer = (...addresses: AddressDraft[]): AddressAnswer => ({ addresses });

test('the page says what is missing: where the candidate lives now, an address without its time, a gap', () => {
  const problems = (given: AddressAnswer) => addressesPage.problems(given, scope, facts).fields;
  assert.deepEqual(problems(answer()), { add: ['Add the address where you live now'] });
  assert.deepEqual(problems(answer(draft(1, '2010-01-01', null, true), draft(2, null, null))), {
    'address-2': ['Say when you lived at 12 High Street, or remove it'],
  });
  const unfinished = { ...draft(2, '2000-01-01', '2009-12-31'), street: null, building_name: null, postcode: null };
  assert.deepEqual(problems(answer(draft(1, '2010-01-01', null, true), unfinished)), {
    'address-2': ['Complete the address 12, or remove it'],
  });
  assert.deepEqual(problems(answer(draft(1, '2024-01-01', null, true))), {
    add: ['Add the addresses where you lived during the gaps'],
  });
  assert.deepEqual(problems(answer(draft(1, '2024-01-01', null, true), draft(2, '2000-01-01', '2023-12-31'))), {});
});

test('an address without an end that is not the current one covers nothing', () => {
  const gaps = historyGaps(answer(draft(1, '2024-01-01', null, true), draft(2, '2000-01-01', null)), scope, facts);
  assert.deepEqual(gaps, [{ from: '2021-03-04', to: '2023-12-31' }]);
});

test('nobody is asked where they lived before they were born', () => {
  const young = { ...facts, dob: '2024-06-01' };
  assert.equal(historyPeriod(scope, young).from, '2024-06-01');
  assert.deepEqual(historyGaps(answer(draft(1, '2024-06-01', null, true)), scope, young), []);
  assert.deepEqual(historyGaps(answer(draft(1, '2024-07-01', null, true)), scope, young), [
    { from: '2024-06-01', to: '2024-06-30' },
  ]);
});

test('what the client gave is shown: the first without an end is where the candidate lives now', () => {
  const given = {
    ...facts,
    addresses: [
      { ...place, country: null },
      { ...place, start_date: '2020-01-01' },
    ],
  };
  const shown = addressesPage.prefill(given);
  assert.deepEqual(
    shown.addresses.map(({ key, isCurrent, country }) => [key, isCurrent, country]),
    [
      [1, true, 'GBR'],
      [2, false, 'GBR'],
    ],
  );
  const applied = addressesPage.apply(given, shown).addresses;
  assert.deepEqual(applied[0], { ...place, country: 'GBR' });
});

test('the newest address stands first, and a number is never given to another', () => {
  let list = withPlace(answer(), undefined, place).answer;
  list = withDraft(list, { ...list.addresses[0]!, start_date: '2024-01-01' });
  const second = withPlace(list, undefined, place);
  list = withDraft(second.answer, {
    ...second.answer.addresses.find(({ key }) => key === second.key)!,
    ...{ start_date: '2010-01-01', end_date: '2015-01-01' },
  });
  const third = withPlace(list, undefined, place);
  list = withDraft(third.answer, {
    ...third.answer.addresses.find(({ key }) => key === third.key)!,
    ...{ start_date: '2015-01-01', end_date: '2024-01-01' },
  });
  assert.deepEqual(
    list.addresses.map(({ key, isCurrent }) => [key, isCurrent]),
    [
      [1, true],
      [3, false],
      [2, false],
    ],
  );
  const shorter = withoutAddress(list, 2);
  assert.deepEqual(
    shorter.addresses.map(({ key }) => key),
    [1, 3],
  );
  assert.equal(withPlace(shorter, undefined, place).key, 4);
  assert.equal(withPlace(withoutAddress(shorter, 1), undefined, place).answer.addresses[0]?.isCurrent, true);
});

test('a county that an order brought stays for as long as the town does', () => {
  const list = withDraft(answer(), {
    ...withPlace(answer(), undefined, place).answer.addresses[0]!,
    county: 'Yorkshire',
  });
  const countyAfter = (change: object) => withPlace(list, 1, { ...place, ...change }).answer.addresses[0]?.county;
  assert.equal(countyAfter({ building_number: '7' }), 'Yorkshire');
  assert.equal(countyAfter({ town: 'London' }), null);
});

const day = fc.integer({ min: -3000, max: 0 }).map((days) => addDays(today, days));
const period = fc.tuple(day, day).map((days) => {
  const [from = '', to = ''] = days.sort();
  return { from, to };
});
const history = fc
  .array(period, { maxLength: 6 })
  .map((stays) => answer(...stays.map(({ from, to }, index) => draft(index + 1, from, to))));

test('the picture covers the period once: every day is under a stay or under a gap', () => {
  fc.assert(
    fc.property(history, (given) => {
      const bars = historyTimeline(given, scope, facts);
      const { from, to } = historyPeriod(scope, facts);
      for (const bar of bars) {
        assert.ok(bar.start >= 0 && bar.width > 0 && bar.start + bar.width <= 1 + 1e-9);
        assert.ok(bar.from >= from && bar.to <= to && bar.from <= bar.to);
      }
      for (let date = from; date <= to; date = addDays(date, 17)) {
        const over = new Set(bars.filter((bar) => bar.from <= date && date <= bar.to).map(({ kind }) => kind));
        assert.equal(over.size, 1, date);
      }
    }),
    { numRuns: 50 },
  );
});

test('the time that is shown reads as itself', () => {
  fc.assert(
    fc.property(period, ({ from, to }) => {
      const shown = typedStay(draft(1, from, to));
      assert.deepEqual(readStay(shown, false, today), { start_date: from, end_date: to });
    }),
  );
});
