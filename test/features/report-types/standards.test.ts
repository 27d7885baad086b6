// The packages of standards: every report that they name exists, and an account orders them whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAgreedGroups, readPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { listAvailableTypes, switchOffTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType, optionProblems, requiresOf } from '../../../src/features/report-types/report-type-rules.ts';
import { adoptStandard } from '../../../src/features/report-types/standard-actions.ts';
import { type Clause, standardIds, standards } from '../../../src/features/report-types/standards.ts';
import { askedBy, paramsOf } from '../../../src/features/requirements/requirement-rules.ts';
import { startProbity } from '../../support/probity.ts';

const { ctx, account } = await startProbity();
const { accountId } = account;

test('every clause of a standard names a report type of the catalogue, with options that it has', () => {
  for (const id of standardIds) {
    const clauses: readonly Clause[] = standards[id].clauses;
    assert.equal(new Set(clauses.map(({ report }) => report)).size, clauses.length, id);
    for (const { report, options = [] } of clauses) {
      const found = namedType(report);
      assert.ok('type' in found, `${id}: ${report}`);
      const ordered = options.map((name) => ({ name, options: null }));
      assert.deepEqual(optionProblems(found.type, ordered), [], report);
    }
  }
});

const reportsOf = (id: keyof typeof standards) =>
  (standards[id].clauses as readonly Clause[]).map(({ report, options = [] }) => [report, ...options].join(' '));

test('BS 7858 asks for no reference of character, and of who holds a licence of the SIA for the licence instead of the record', () => {
  const [unlicensed, licensed] = [reportsOf('bs_7858'), reportsOf('bs_7858_licensed')];
  for (const all of [unlicensed, licensed]) assert.ok(!all.some((one) => one.startsWith('character_reference')));
  assert.deepEqual(
    unlicensed.filter((one) => !licensed.includes(one)),
    ['criminal_history:basic'],
  );
  assert.deepEqual(
    licensed.filter((one) => !unlicensed.includes(one)),
    ['professional_membership:sia'],
  );
});

test('a school asks each kind of person for what the law asks of them', () => {
  const barred = 'criminal_history:enhanced children_barred_list';
  for (const id of ['safer_recruitment', 'safer_recruitment_staff', 'safer_recruitment_volunteer'] as const) {
    assert.ok(reportsOf(id).includes(barred), id);
    assert.ok(!reportsOf(id).includes('section_128'), id);
  }
  assert.deepEqual(
    standardIds.filter((id) => reportsOf(id).includes('professional_membership:tra')),
    ['safer_recruitment'],
  );
  assert.ok(!reportsOf('safer_recruitment_volunteer').includes('right_to_work'));
  assert.deepEqual(reportsOf('school_governor'), ['identity', 'criminal_history:enhanced', 'section_128']);
});

test('who is certified again is not asked for their identity and earlier employers again', () => {
  const [first, again] = [reportsOf('smcr_certification'), reportsOf('smcr_each_year')];
  assert.ok(first.includes('directorship') && first.includes('activity:6y') && first.includes('sanctions'));
  assert.deepEqual(
    first.filter((one) => !again.includes(one)),
    ['identity', 'right_to_work', 'employment_history:regulated_sysc22', 'activity:6y'],
  );
});

test('a standard becomes a package and a group, and its report types are switched on', async () => {
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'sanctions' }]);
  const { packageId, groupId, name } = await adoptStandard(ctx, 'system', accountId, 'bs_7858');
  const count = standards.bs_7858.clauses.length;
  const pack = await readPackage(ctx, accountId, packageId);
  assert.deepEqual([pack.name, pack.items.length], [name, count]);
  assert.match(pack.description, /no gap over 31 days/);
  assert.match(pack.description, /^Right to work: The right to work$/m, 'labels, one line each');
  assert.doesNotMatch(pack.description, /[a-z]_[a-z]|[a-z]:[a-z\d]/, 'no code of a report type');
  const group = (await listAgreedGroups(ctx, accountId)).find(({ id }) => id === groupId);
  assert.equal(group?.members.length, count);
  const available = await listAvailableTypes(ctx, accountId);
  assert.ok(available.some(({ type }) => type.name === 'sanctions' && type.variant === null));
  await assert.rejects(adoptStandard(ctx, 'system', accountId, 'bs_7858'), { reason: 'invalid_fields' });
});

test('a package of a standard keeps its years of activity, whatever fewer an order says', () => {
  const yearsOf = (code: string, ordered: number) => {
    const found = namedType(code);
    assert.ok('type' in found);
    return paramsOf<{ years: number }>(askedBy(requiresOf([found.type], ordered)), 'activity_history')?.years;
  };
  assert.deepEqual([yearsOf('activity', 3), yearsOf('activity', 8)], [3, 8]);
  assert.deepEqual([yearsOf('activity:5y', 3), yearsOf('activity:5y', 8)], [5, 8]);
});
