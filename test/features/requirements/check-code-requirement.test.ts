// Of whom a check code of the DVLA is asked, and whose order may lack one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { checkCode } from '../../../src/features/requirements/check-code-requirement.ts';

const today = '2026-03-04';
const judged = (facts: Partial<ApplicantFacts>, mayLack = false) => {
  const all = { ...noFacts, ...facts };
  const codes = checkCode.findings({ facts: all, job: null, today }, { mayLack }).map(({ code }) => code);
  return { isAsked: checkCode.isAskedOf!(all, { mayLack }), codes };
};

test('a check code is asked of everybody but of those whose licence gives none, who lack nothing', () => {
  assert.deepEqual(judged({}), { isAsked: true, codes: ['missing'] });
  assert.deepEqual(judged({ has_driving_licence: true, driving_licence_type: 'GBFull' }).codes, ['missing']);
  assert.deepEqual(judged({ has_driving_licence: true, driving_licence_type: 'Unknown' }).codes, ['missing']);
  assert.deepEqual(judged({ has_driving_licence: false }), { isAsked: false, codes: [] });
  for (const type of ['NIFull', 'NIProvisional', 'CrownDependency', 'EEA', 'Other'] as const)
    assert.deepEqual(judged({ driving_licence_type: type }), { isAsked: false, codes: [] }, type);
  assert.equal(judged({ has_driving_licence: false, driving_licence_check_code: 'aB1cD2eF' }).isAsked, true);
  assert.deepEqual(judged({}, true).codes, [], 'a report that may do without one');
});
