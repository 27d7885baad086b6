// What of an order may be changed after it was placed, and the order with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check, Order } from '../../../src/features/checks/check.ts';
import { changeableFields, changedFields, changedOrder } from '../../../src/features/orders/order-change-rules.ts';

const job = {
  ...{ job_role: 'Driver', purpose: 'employment', place_of_work: 'England', employer_name: 'Acme' },
  ...{ employment_sector: 'Drivers', JobRoleId: null },
};
const order = (more: object = {}): Order =>
  ({ facts: {}, tags: ['PO-1', 'north'], details: null, criminal_details: job, ...more }) as unknown as Order;
const details = { PersonalInfo: { PositionAppliedFor: 'Driver', OtherReference: 'HR-7' }, CheckSpecificData: {} };
const check = (more: object = {}) =>
  ({ status: 'in_progress', isRestricted: false, reports: [], order: order(), ...more }) as unknown as Check;

test('an order of interface v2 has no other reference, and one without a criminal record no job', () => {
  assert.deepEqual(changeableFields(check(), false), [
    ...['position', 'purchase_order', 'place_of_work', 'employer_name', 'employment_sector'],
  ]);
  assert.deepEqual(changeableFields(check({ order: order({ criminal_details: null }) }), false), ['purchase_order']);
  assert.deepEqual(changeableFields(check({ order: order({ criminal_details: null, details }) }), false), [
    ...['position', 'purchase_order', 'reference'],
  ]);
});

test('a complete order takes a purchase order until it is invoiced, and a closed or restricted one nothing', () => {
  assert.deepEqual(changeableFields(check({ status: 'complete' }), false), ['purchase_order']);
  assert.deepEqual(changeableFields(check({ status: 'complete' }), true), []);
  assert.ok(!changeableFields(check(), true).includes('purchase_order'));
  assert.deepEqual(changeableFields(check({ status: 'withdrawn' }), false), []);
  assert.deepEqual(changeableFields(check({ isRestricted: true }), false), []);
});

test('what is changed stands in each place of the order that says it, and the rest stays', () => {
  const both = changedOrder(order({ details }), { position: 'Senior driver', purchase_order: 'PO-2', reference: '' });
  assert.equal(both.details!.PersonalInfo.PositionAppliedFor, 'Senior driver');
  assert.equal(both.criminal_details!.job_role, 'Senior driver');
  assert.equal(both.details!.PersonalInfo.OtherReference, null);
  assert.deepEqual(both.tags, ['PO-2', 'north']);
  assert.deepEqual(changedOrder(order(), { purchase_order: '' }).tags, ['', 'north']);
  assert.deepEqual(changedOrder(order({ tags: ['PO-1'] }), { purchase_order: '' }).tags, []);
  assert.deepEqual(changedOrder(order(), {}), order());
  assert.deepEqual(changedFields(order(), { position: 'Driver', place_of_work: 'Wales' }), ['place_of_work']);
});
