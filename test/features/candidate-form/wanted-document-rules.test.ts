// The documents that a candidate is told of: by the authority, the level of the check, and the nationality.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import { wantedDocuments } from '../../../src/features/candidate-form/wanted-document-rules.ts';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';

function wantedFor(
  report: string,
  { nationality = null as string | null, placeOfWork = 'England', previous_names = noFacts.previous_names } = {},
) {
  const found = namedType(report);
  if ('missing' in found) throw new Error(`no report type ${report}`);
  const types = [found.type];
  return wantedDocuments({
    types,
    scope: formScope(types, null, '2026-11-24'),
    facts: { nationality, previous_names },
    placeOfWork,
  });
}

const scottish = /^One proof of who you are and another one of where you live$/;

test('the two Scottish proofs are asked for a job in Scotland, and for no basic check elsewhere', () => {
  for (const report of ['criminal_history:basic', 'criminal_history_scotland:level_1']) {
    const [proofs, ...more] = wantedFor(report, { placeOfWork: 'Scotland' });
    assert.match(proofs!.text, scottish);
    assert.deepEqual(
      proofs!.lists.map(({ title, papers }) => [title, papers[0]]),
      [
        ['Who you are, one of these', 'Driving licence: Photocard.'],
        ['Where you live, another one of these', 'Driving licence: Photocard with the current address.'],
      ],
    );
    assert.deepEqual(more, []);
  }
  for (const one of wantedFor('criminal_history:basic')) assert.doesNotMatch(one.text, scottish);
});

test('a check by the DBS names the documents of its level, with the rule that they follow', () => {
  for (const [level, count, hasTaxLetter] of [
    ['basic', 'Two', false],
    ['standard', 'Three', true],
    ['enhanced', 'Three', true],
  ] as const) {
    const [wanted, ...more] = wantedFor(`criminal_history:${level}`);
    assert.match(wanted!.text, new RegExp(`^${count} documents that show who you are`));
    const [first, others] = wanted!.lists;
    assert.ok(first!.papers.some((paper) => paper.startsWith('Passport: Any current passport')));
    assert.ok(others!.papers.includes('Utility bill: UK, not of a mobile phone; of the last 3 months.'));
    assert.equal(
      others!.papers.some((paper) => paper.startsWith('HMRC self-assessment')),
      hasTaxLetter,
    );
    assert.equal(wanted!.rule, 'DBS identity checking rules in force since 1 November 2025');
    assert.deepEqual(more, []);
  }
});

test('a share code and a permission are named to those who can have them only', () => {
  const told = (nationality: string | null) => wantedFor('right_to_work', { nationality })[0]!.text;
  for (const nationality of ['GBR', 'IRL', 'JEY']) {
    assert.match(told(nationality), /your British or Irish passport/);
    assert.doesNotMatch(told(nationality), /share code|visa/);
  }
  for (const nationality of ['POL', 'IND']) {
    assert.match(told(nationality), /nothing if you give a share code; otherwise your passport with the visa/);
    assert.doesNotMatch(told(nationality), /British|birth certificate/);
  }
  assert.match(told(null), /your British or Irish passport;[\s\S]*another nationality[\s\S]*share code/);
  for (const nationality of ['GBR', 'POL', null]) assert.doesNotMatch(told(nationality), /identity card/);
});

test('whoever states a former name is asked for what shows the change, where the check searches former names', () => {
  const previous_names = [{ ...emptyOf(previousNameFacts), last_name: 'Formerly' }];
  const asks = (report: string, names = previous_names) =>
    wantedFor(report, { previous_names: names }).some(({ text }) => /marriage or civil partnership/.test(text));
  assert.equal(asks('criminal_history:basic'), true);
  assert.equal(asks('criminal_history:basic', []), false);
  assert.equal(asks('right_to_work'), false);
});
