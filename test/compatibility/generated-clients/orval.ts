// The main job and an upload, with the clients that orval generates.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { applicant, file, key, order } from './job.ts';
import * as v1 from './orval/v1.ts';
import * as v2 from './orval/v2.ts';

const ofV1 = { headers: { 'Ocp-Apim-Subscription-Key': key } };
const ofV2 = { headers: { Authorization: key } };

const refused = await v2.createApplicant({ ...applicant, email: '' }, ofV2);
assert.ok(refused.status === 422);
assert.deepEqual(Object.keys(refused.data.error.fields ?? {}), ['email']);

const created = await v2.createApplicant(applicant, ofV2);
assert.ok(created.status === 201);
const placed = await v2.createCheck(created.data.id, { type: 'standard', reports: [{ name: 'identity' }] }, ofV2);
assert.ok(placed.status === 201);
for (let step = 0; step < 2; step += 1) {
  assert.equal((await v2.advanceSandboxCheck(placed.data.id, ofV2)).status, 204);
}
const listed = await v2.listReports(placed.data.id, undefined, ofV2);
assert.ok(listed.status === 200);
assert.deepEqual(
  listed.data.reports.map(({ name, result }) => [name, result]),
  [['identity', 'clear']],
);

const read = await v2.readApplicant(created.data.id, ofV2);
assert.ok(read.status === 200);
const written = await v2.updateApplicant(created.data.id, read.data, ofV2);
assert.ok(written.status === 200);
assert.deepEqual(written.data, read.data);

const groups = await v2.listReportTypeGroups(undefined, ofV2);
assert.ok(groups.status === 200);
for (const group of groups.data.report_type_groups) {
  const one = await v2.readReportTypeGroup(group.id, ofV2);
  assert.deepEqual(one.data, group);
}

const submitted = await v1.submitCandidateEntry(order, ofV1);
assert.ok(submitted.status === 201);
const orderId = submitted.data.Id;
const query = { fileToken: randomUUID(), orderId, fileName: 'notes.txt' };
const uploaded = await v1.uploadAttachment(new Blob([file]), query, ofV1);
assert.ok(uploaded.status === 201);
const attached = await v1.listAttachments({ orderId }, ofV1);
assert.ok(attached.status === 200);
assert.deepEqual(
  attached.data.map(({ checksum }) => checksum),
  [uploaded.data.checksum],
);
const status = await v1.readOrderStatus(orderId, ofV1);
assert.ok(status.status === 200);
assert.equal(status.data.orderStatus, 'Application');
