// Which orders need somebody to confirm the candidate's identity.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsSeenIdentity } from '../../../src/features/checks/check-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';

function reportsOf(...codes: readonly string[]) {
  return codes.map((code) => {
    const named = namedType(code);
    return 'type' in named ? { reportTypeId: named.type.id } : assert.fail(code);
  });
}

test('somebody confirms the identity for a disclosure of any UK authority, and for nothing else', () => {
  for (const code of [
    ...['criminal_history:basic', 'criminal_history:enhanced', 'criminal_history_self_employed:enhanced'],
    ...['criminal_history_scotland:pvg_join', 'criminal_history_northern_ireland:standard', 'dbs_adult_first'],
  ]) {
    assert.equal(needsSeenIdentity(reportsOf('identity', code)), true, code);
  }
  for (const code of ['identity', 'dbs_update_service', 'criminal_history_international:fra', 'nsv:sc']) {
    assert.equal(needsSeenIdentity(reportsOf(code)), false, code);
  }
  assert.equal(needsSeenIdentity([]), false);
});
