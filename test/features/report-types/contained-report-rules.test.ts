// A certificate of a higher level shows what one of a lower level shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containedReports } from '../../../src/features/report-types/contained-report-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';

const contained = (...names: readonly string[]) =>
  containedReports(
    names.map((name) => {
      const found = namedType(name);
      assert.ok('type' in found, name);
      return found.type;
    }),
  ).map(({ label, by }) => `${label} < ${by}`);

test('an enhanced or a standard certificate contains a basic one of the same authority', () => {
  assert.deepEqual(contained('criminal_history:basic', 'criminal_history:enhanced'), [
    'Criminal record, basic < Criminal record, enhanced',
  ]);
  assert.deepEqual(
    contained('criminal_history:enhanced', 'identity', 'criminal_history:standard', 'criminal_history:basic'),
    ['Criminal record, standard < Criminal record, enhanced', 'Criminal record, basic < Criminal record, enhanced'],
  );
  assert.deepEqual(contained('criminal_history:basic', 'criminal_history_self_employed:enhanced_children'), [
    'Criminal record, basic < Criminal record of the self-employed, with the children’s barred list',
  ]);
  assert.equal(
    contained('criminal_history_northern_ireland:basic', 'criminal_history_northern_ireland:enhanced_adults_barred')
      .length,
    1,
  );
  assert.equal(contained('criminal_history_scotland:level_1', 'criminal_history_scotland:pvg_join').length, 1);
});

test('certificates of one level, of other authorities, and other reports contain nothing of each other', () => {
  assert.deepEqual(contained('criminal_history:basic', 'criminal_history_northern_ireland:enhanced'), []);
  assert.deepEqual(contained('criminal_history:basic', 'criminal_history:basic', 'right_to_work', 'identity'), []);
  assert.deepEqual(contained('dbs_adult_first', 'criminal_history:basic', 'dbs_update_service'), []);
});
