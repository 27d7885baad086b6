// The numbers of professional bodies are compared with the form that each body gives them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { membershipFacts } from '../../../src/features/facts/history-facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { verdictOfFinding } from '../../../src/features/requirements/finding-verdict-rules.ts';
import { allFindings, askedBy } from '../../../src/features/requirements/requirement-rules.ts';

const typeOf = (variant: string) =>
  reportTypeById(catalogue.find((one) => one.name === 'professional_membership' && one.variant === variant)!.id)!;

function found(
  variant: string,
  memberships: readonly { readonly body: string; readonly number: string | null }[],
  until: 'needed' | 'examined',
) {
  const whole = memberships.map((one) => ({ ...emptyOf(membershipFacts), status: 'Member', ...one }));
  const subject = { facts: { ...noFacts, memberships: whole }, job: null, today: '2026-03-04' };
  return allFindings(askedBy(typeOf(variant).requires), subject, until).filter(
    ({ code }) => code === 'membership_number_form',
  );
}

test('a number of an unconfirmed form is told to the screener alone, with the rule', () => {
  const wrong = [{ body: 'Nursing and Midwifery Council', number: '12345' }];
  assert.deepEqual(found('nmc', wrong, 'needed'), []);
  const [finding, ...more] = found('nmc', wrong, 'examined');
  assert.deepEqual([finding?.at, more], ['memberships[0].number', []]);
  const [asked] = askedBy(typeOf('nmc').requires).filter(({ id }) => id === 'membership_number');
  assert.equal(verdictOfFinding(finding!, asked!)?.rule, 'membership_number');
});

test('a number of a form that a source confirms is asked for again before the candidate submits', () => {
  assert.equal(found('hcpc', [{ body: 'HCPC', number: '12' }], 'needed').length, 1);
  assert.deepEqual(found('hcpc', [{ body: 'HCPC', number: 'ph 12345' }], 'needed'), []);
});

test('of several memberships only those of the body are compared, by its name or its letters', () => {
  const other = { body: 'Royal Society of Chemistry', number: 'X' };
  assert.deepEqual(found('nmc', [other, { body: 'the N.M.C', number: null }], 'examined'), []);
  const [finding] = found('nmc', [other, { body: 'NMC (London)', number: '1' }], 'examined');
  assert.equal(finding?.at, 'memberships[1].number');
});

const codesOf = (variant: string, has_memberships: boolean | null, until: 'needed' | 'examined' | 'answered') => {
  const subject = { facts: { ...noFacts, has_memberships }, job: null, today: '2026-03-04' };
  const found = allFindings(askedBy(typeOf(variant).requires), subject, until);
  return found.flatMap(({ at, code }) => (at === 'memberships' ? [code] : []));
};

test('an order of a prohibition check needs no membership; of another body it does', () => {
  assert.deepEqual([codesOf('tra', null, 'needed'), codesOf('sia', null, 'needed')], [[], ['none_added']]);
  assert.deepEqual(codesOf('tra', null, 'answered'), ['none_added'], 'the candidate answers all the same');
  const both = askedBy([...typeOf('tra').requires, ...typeOf('sia').requires]);
  const asked = both.filter(({ id }) => id === 'professional_memberships');
  assert.deepEqual(
    asked.map(({ params }) => params),
    [
      {
        bodies: [
          { name: 'Teaching Regulation Agency', number: 'the TRN: seven digits' },
          { name: 'Security Industry Authority, licences', number: '16 digits' },
        ],
        mayLack: false,
      },
    ],
  );
});

test('that somebody has no membership is told to the screener', () => {
  assert.deepEqual(codesOf('sia', false, 'needed'), []);
  assert.deepEqual(codesOf('sia', false, 'examined'), ['none_declared']);
});
