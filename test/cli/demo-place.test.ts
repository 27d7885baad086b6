// Who invoices in the demo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOfDemo } from '../../src/cli/demo-place.ts';
import { readSettings } from '../../src/config.ts';
import { lackingSettings } from '../../src/features/invoices/issue-actions.ts';

test('the demo has all that an invoice says of its operator, who is made up, and leaves a named operator as it is', () => {
  const { settings } = readSettings({});
  assert.ok(settings !== undefined);
  assert.notDeepEqual(lackingSettings(settings, true), []);
  const inDemo = { ...settings, ...operatorOfDemo(settings) };
  assert.deepEqual(lackingSettings(inDemo, true), []);
  assert.match(`${inDemo.operatorName} ${inDemo.paymentDetails.join()}`, /Demo Screening.*Demo, pay nothing/);
  const named = { ...settings, operatorName: 'Real Screening' };
  assert.deepEqual({ ...named, ...operatorOfDemo(named) }, named);
});
