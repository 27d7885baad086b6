// The main job and an upload, with the clients that @hey-api/openapi-ts generates.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { client as clientOfV1 } from './hey-api/v1/client.gen.ts';
import * as v1 from './hey-api/v1/sdk.gen.ts';
import { client as clientOfV2 } from './hey-api/v2/client.gen.ts';
import * as v2 from './hey-api/v2/sdk.gen.ts';
import { applicant, file, key, order } from './job.ts';

clientOfV1.setConfig({ auth: key });
clientOfV2.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? undefined : key) });
const throwOnError = true;

const refused = await v2.createApplicant({ body: { ...applicant, email: '' } });
assert.ok(refused.error !== undefined && 'fields' in refused.error.error);
assert.deepEqual(Object.keys(refused.error.error.fields ?? {}), ['email']);

const { data: created } = await v2.createApplicant({ body: applicant, throwOnError });
const one = { path: { applicant_id: created.id }, throwOnError } as const;
const { data: placed } = await v2.createCheck({
  ...one,
  body: { type: 'standard', reports: [{ name: 'identity' }] },
});
const check = { path: { check_id: placed.id }, throwOnError } as const;
for (let step = 0; step < 2; step += 1) await v2.advanceSandboxCheck(check);
const { data: listed } = await v2.listReports(check);
assert.deepEqual(
  listed.reports.map(({ name, result }) => [name, result]),
  [['identity', 'clear']],
);

const { data: read } = await v2.readApplicant(one);
assert.deepEqual((await v2.updateApplicant({ ...one, body: read })).data, read);

const { data: groups } = await v2.listReportTypeGroups({ throwOnError });
for (const group of groups.report_type_groups) {
  const path = { group_number: group.id };
  assert.deepEqual((await v2.readReportTypeGroup({ path, throwOnError })).data, group);
}

const { data: submitted } = await v1.submitCandidateEntry({ body: order, throwOnError });
const orderId = submitted.Id;
const query = { fileToken: randomUUID(), orderId, fileName: 'notes.txt' };
const { data: uploaded } = await v1.uploadAttachment({ query, body: new Blob([file]), throwOnError });
const { data: attached } = await v1.listAttachments({ query: { orderId }, throwOnError });
assert.deepEqual(
  attached?.map(({ checksum }) => checksum),
  [uploaded.checksum],
);
const { data: status } = await v1.readOrderStatus({ path: { id: orderId }, throwOnError });
assert.equal(status.orderStatus, 'Application');
