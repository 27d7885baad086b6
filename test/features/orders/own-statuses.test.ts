// What a candidate did between jobs that the interface has no value for: people read it as chosen, programs the nearest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueText } from '../../../src/features/facts/fact-words-rules.ts';
import { activityFacts } from '../../../src/features/facts/history-facts.ts';
import { toV1 } from '../../../src/features/orders/fact-conversion-rules.ts';
import { ownEmploymentStatuses } from '../../../src/features/value-sets/employment-values.ts';
import { valueIn, valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';

test('prison, parental leave, waiting for permission and something else are read by programs as a value of the set', () => {
  const { status } = activityFacts;
  for (const { value, name } of ownEmploymentStatuses) {
    assert.equal(valueText(status, value), name);
    const said = String(toV1(status, value));
    assert.equal(valueIn('employmentstatus', said)?.value, said, value);
    assert.equal(valueIn('employmentstatus', value), undefined, 'the set stays as programs know it');
  }
  assert.equal(valueSetById('employmentstatus')!.values.length, 18);
  assert.equal(toV1(status, 'Custody'), 'CareerBreak');
});
