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
