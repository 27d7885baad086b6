// The map of the two interfaces is complete: every field of either has a row, and every row has a field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrderReply } from '../../../src/api/v1/order-shapes.ts';
import { ApplicantReply } from '../../../src/api/v2/applicant-shapes.ts';
import { CreateCheck } from '../../../src/api/v2/check-arguments.ts';
import { CheckWithReports } from '../../../src/api/v2/checks.ts';
import { ReportReply } from '../../../src/api/v2/reports.ts';
import { idNumberTypes } from '../../../src/features/facts/identity-facts.ts';
import { OrderBody } from '../../../src/features/orders/order-body.ts';
import { fieldMap } from '../../support/docs/field-map.ts';
import { fieldsOf, type Shape } from './order-samples.ts';

const sorted = (paths: Iterable<string>) => [...new Set(paths)].sort();

test('every field of a v1 order has a row, and every row has a field', () => {
  const rows = fieldMap.flatMap(({ v1 }) => v1 ?? []);
  assert.deepEqual(sorted(rows), sorted([...fieldsOf(OrderBody as Shape), ...fieldsOf(OrderReply as Shape)]));
});

test('every attribute of a v2 applicant, check and report has a row, and every row has an attribute', () => {
  const rows = fieldMap.flatMap(({ v2 }) => v2 ?? []);
  const shapes = { applicant: [ApplicantReply], check: [CheckWithReports, CreateCheck], report: [ReportReply] };
  const attributes = Object.entries(shapes).flatMap(([name, ofIt]) =>
    ofIt.flatMap((shape) => fieldsOf(shape as Shape, name)),
  );
  assert.deepEqual(
    sorted(rows.map((path) => path.replace(/\[\w+\]/g, '[]').replace(/\[\]$/, ''))),
    sorted(attributes.map((path) => path.replace(/^check\.reports\[\]\./, 'report.'))),
  );
  for (const type of idNumberTypes) assert.ok(rows.includes(`applicant.id_numbers[${type}].value`), type);
});

test('a row names a field of both interfaces, or the reason for only one; no field has two rows', () => {
  for (const { v1, v2, says } of fieldMap) {
    assert.ok(v1 !== null || v2 !== null);
    if (v1 === null || v2 === null) assert.notEqual(says, '', `${v1 ?? v2}`);
  }
  const rows = fieldMap.map(({ v1, v2 }) => `${v1} ${v2}`);
  assert.deepEqual(sorted(rows).length, rows.length);
  const alone = fieldMap.filter(({ v1, v2 }) => v1 === null || v2 === null);
  for (const { v1, v2 } of alone) {
    const others = fieldMap.filter((one) => (v1 === null ? one.v2 === v2 : one.v1 === v1));
    assert.equal(others.length, 1, `${v1 ?? v2} is of one interface alone and has a counterpart`);
  }
});
