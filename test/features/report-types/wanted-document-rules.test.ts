// The slots of documents that a candidate is asked to fill: by the authority, the level of the check, the nationality and the
// former names; and what is still wanted beside what was added.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { activityFacts } from '../../../src/features/facts/history-facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { atHandFor, wantedDocuments } from '../../../src/features/report-types/wanted-document-rules.ts';
import { countsFor, nameOfKind } from '../../../src/features/requirements/document-slot-rules.ts';

const today = '2026-11-24';

function typeOf(report: string) {
  const found = namedType(report);
  if ('missing' in found) throw new Error(`no report type ${report}`);
  return found.type;
}

const wantedOf = (reports: readonly string[], facts: Partial<typeof noFacts> = {}, placeOfWork = 'England') => {
  const types = reports.map(typeOf);
  const { asked } = formScope(types, null, today);
  return wantedDocuments({ types, asked, today, facts: { ...noFacts, ...facts }, placeOfWork });
};

const slotOf = (report: string, id: string, facts: Partial<typeof noFacts> = {}, placeOfWork = 'England') => {
  const slot = wantedOf([report], facts, placeOfWork).find((one) => one.id === id);
  assert.ok(slot, `no slot ${id}`);
  return slot;
};

const former = (known_to: string | null = null) => ({ ...emptyOf(previousNameFacts), last_name: 'Formerly', known_to });

test('the two Scottish proofs are slots of a job in Scotland, and one document does not fill both', () => {
  for (const report of ['criminal_history:basic', 'criminal_history_scotland:level_1']) {
    const slots = wantedOf([report], {}, 'Scotland');
    assert.deepEqual(
      slots.map(({ title }) => title),
      ['Proof of who you are', 'Proof of your address'],
    );
    const address = slots[1]!;
    assert.equal(address.shortOf(['DrivingLicencePhotocard']), '');
    assert.equal(address.shortOf(['Passport', 'DrivingLicencePhotocard']), undefined);
    assert.equal(address.shortOf(['BankStatement']), undefined);
  }
  assert.deepEqual(
    wantedOf(['criminal_history:basic']).map(({ id }) => id),
    ['dbs_basic'],
  );
});

test('a check by the DBS names the documents of its level in lists, in words to the candidate, with the rule', () => {
  for (const [level, id, hasTaxLetter] of [
    ['basic', 'dbs_basic', false],
    ['standard', 'dbs_above_basic', true],
    ['enhanced', 'dbs_above_basic', true],
  ] as const) {
    const slot = slotOf(`criminal_history:${level}`, id);
    const [first, others, ...rare] = slot.groups;
    assert.equal(first!.kinds[0]!.hint, 'Any current passport; a UK one up to 6 months after it expired.');
    assert.ok(others!.kinds.some(({ text }) => text === 'Utility bill'));
    assert.ok(first!.kinds.length + others!.kinds.length <= 8, 'few are shown at once');
    assert.ok(rare.every(({ isRare }) => isRare));
    assert.equal(slot.accepts.includes('TaxLetter'), hasTaxLetter);
    assert.doesNotMatch(JSON.stringify(slot.groups), /candidate/i);
    assert.equal(slot.rule, 'DBS identity checking rules in force since 1 November 2025');
  }
});

test('a set for the DBS says how many are there and what is still wanted', () => {
  const first = 'your passport, driving licence or another document of the first list';
  for (const [level, id, kinds, short] of [
    ['enhanced', 'dbs_above_basic', [], ''],
    ['enhanced', 'dbs_above_basic', ['Passport'], '1 of 3 added: two more, such as a bank statement or utility bill'],
    [
      'enhanced',
      'dbs_above_basic',
      ['Passport', 'UtilityBill'],
      '2 of 3 added: one more, such as a bank statement or utility bill',
    ],
    ['enhanced', 'dbs_above_basic', ['Passport', 'Passport', 'UtilityBill', 'BankStatement'], undefined],
    ['enhanced', 'dbs_above_basic', ['UtilityBill'], `1 of 3 added: two more, at least one of them ${first}`],
    ['enhanced', 'dbs_above_basic', ['UtilityBill', 'BankStatement'], `2 of 3 added: one more, which must be ${first}`],
    ['enhanced', 'dbs_above_basic', ['MarriageCertificate', 'UtilityBill', 'BankStatement'], undefined],
    ['basic', 'dbs_basic', ['Passport'], '1 of 2 added: one more, such as a bank statement or utility bill'],
    ['basic', 'dbs_basic', ['Passport', 'BankStatement'], undefined],
  ] as const) {
    assert.equal(slotOf(`criminal_history:${level}`, id).shortOf(kinds), short, kinds.join());
  }
});

test('the right to work follows the nationality, and a share code fills its slot', () => {
  const slot = (nationality: string | null, share_code: string | null = null) =>
    slotOf('right_to_work', 'right_to_work', { nationality, share_code });
  const british = slotOf('right_to_work', 'right_to_work', { nationality: 'SYR', second_nationality: 'GBR' });
  for (const one of [slot('GBR'), slot('IRL'), slot('JEY'), british]) {
    const { text, shortOf, accepts } = one;
    assert.match(text, /your British or Irish passport/);
    assert.doesNotMatch(text, /share code|visa/);
    assert.ok(!accepts.includes('ImmigrationStatusDocument'));
    assert.equal(shortOf(['Passport']), undefined);
    const andNumber = '1 of 2 added: also an official letter or card with your National Insurance number';
    assert.equal(shortOf(['OtherBirthCertificate']), andNumber);
    assert.equal(shortOf(['BirthCertificateLater']), andNumber);
    assert.equal(shortOf(['OtherBirthCertificate', 'NationalInsuranceDocument']), undefined);
  }
  for (const nationality of ['POL', 'IND']) {
    assert.match(slot(nationality).text, /^a share code in the form, your passport with the visa/);
    assert.equal(slot(nationality).shortOf([]), '');
    assert.equal(slot(nationality, 'W12345678').shortOf([]), undefined);
    assert.match(slot(nationality, 'W12345678').unneeded ?? '', /share code/);
  }
});

test('each change of name is a slot of its own, named by its year, where the check searches former names', () => {
  const titles = (report: string, previous_names: ReturnType<typeof former>[]) =>
    wantedOf([report], { previous_names }).flatMap(({ id, title }) => (id.startsWith('name_change') ? [title] : []));
  assert.deepEqual(titles('criminal_history:basic', [former('2004-06-30'), former()]), [
    'Proof of your change of name in 2004',
    'Proof of your change of name (2 of 2)',
  ]);
  assert.deepEqual(titles('criminal_history:basic', [former('2004-06-30')]), ['Proof of your change of name in 2004']);
  assert.deepEqual(titles('criminal_history:basic', []), []);
  assert.deepEqual(titles('right_to_work', [former()]), []);
  assert.deepEqual(titles('identity', [former()]), []);
});

test('a document counts for every slot that accepts its kind, except where each slot wants its own', () => {
  const previous_names = [former('2004-06-30'), former('2011-06-30')];
  const slots = wantedOf(['document', 'right_to_work', 'criminal_history:enhanced'], {
    nationality: 'GBR',
    previous_names,
  });
  const counting = (slot: string, kind: string) =>
    slots.filter((one) => countsFor(one, { slot, kind })).map(({ id }) => id);
  assert.deepEqual(counting('identity', 'Passport').toSorted(), ['dbs_above_basic', 'identity', 'right_to_work']);
  assert.deepEqual(counting('dbs_above_basic', 'BirthCertificateLater').toSorted(), [
    'dbs_above_basic',
    'right_to_work',
  ]);
  assert.deepEqual(counting('name_change-1', 'MarriageCertificate').toSorted(), ['dbs_above_basic', 'name_change-1']);
});

test('what to have at hand names the share code and each slot', () => {
  const atHand = (reports: readonly string[]) => {
    const types = reports.map(typeOf);
    return atHandFor({ types, ...formScope(types, null, today) });
  };
  const [code, ...others] = atHand(['right_to_work']).toReversed();
  assert.match(code!, /^proof that you may work in the United Kingdom: .*a share code from GOV\.UK/);
  assert.deepEqual(others, []);
  assert.ok(atHand(['document']).some((thing) => thing.startsWith('proof of who you are: your passport')));
});

test('every kind of every slot of the catalogue has a name', () => {
  for (const type of catalogue) {
    const { asked } = formScope([type], null, today);
    const facts = { ...noFacts, previous_names: [former()] };
    for (const slot of wantedDocuments({ types: [type], asked, today, facts, placeOfWork: null })) {
      for (const kind of slot.accepts) assert.ok(nameOfKind(kind), `${slot.id} ${kind}`);
      assert.equal(slot.shortOf([]), '', slot.id);
      assert.match(slot.text, /^[a-zA-Z]/);
    }
  }
});

test('time between jobs that the desk wants evidenced has a slot of its own, and no slot where no gap is judged', () => {
  const did = (status: string, start_date: string, end_date: string | null) => ({
    ...{ ...emptyOf(activityFacts), status, start_date, end_date },
  });
  const activities = [
    did('SelfEmployed', '2025-02-01', null),
    did('FullTime', '2024-02-01', '2025-01-31'),
    did('Custody', '2023-01-01', '2024-01-31'),
    did('Unemployed', '2022-12-10', '2022-12-31'),
    did('Caring', '2010-01-01', '2012-12-31'),
  ];
  const facts = { dob: '1990-05-04', activities };
  const slots = wantedOf(['activity'], facts);
  assert.deepEqual(
    slots.map(({ title }) => title),
    ['Proof of your self-employment, since February 2025', 'Proof of this time, January 2023 to January 2024'],
  );
  assert.deepEqual(
    slots.map(({ isUntold = false }) => isUntold),
    [false, true],
  );
  const [id] = slots.map((slot) => slot.id);
  assert.deepEqual(
    slots.filter((slot) => countsFor(slot, { slot: id!, kind: id! })).map((slot) => slot.id),
    [id],
  );
  assert.deepEqual(
    wantedOf(['document'], facts).map((slot) => slot.id),
    ['identity'],
  );
  assert.deepEqual(wantedOf(['activity'], { ...facts, activities: [] }), []);
});

test('who has a licence or a National Insurance number and not at hand is asked for a document with it', () => {
  const later = {
    ...{ has_national_insurance_number: true, national_insurance_number_later: true },
    ...{ has_driving_licence: true, driving_licence_later: true },
  };
  assert.deepEqual(
    wantedOf([], later).map(({ id }) => id),
    ['national_insurance', 'driving_licence_number'],
  );
  const id_numbers = [{ type: 'social_insurance', value: 'BG123456A', state_code: null }] as const;
  assert.deepEqual(
    wantedOf([], { ...later, id_numbers }).map(({ id }) => id),
    ['driving_licence_number'],
  );
});
