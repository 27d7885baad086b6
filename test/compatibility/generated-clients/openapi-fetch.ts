// The main job and an upload, with the types of openapi-typescript and the client openapi-fetch.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { applicant, file, key, order, server } from './job.ts';
import type { paths as PathsOfV1 } from './openapi-typescript/v1.ts';
import type { paths as PathsOfV2 } from './openapi-typescript/v2.ts';

const v1 = createClient<PathsOfV1>({ baseUrl: server.v1, headers: { 'Ocp-Apim-Subscription-Key': key } });
const v2 = createClient<PathsOfV2>({ baseUrl: server.v2, headers: { Authorization: key } });

/** The data of a successful answer. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  assert.equal(error, undefined, JSON.stringify(error));
  return data as Data;
}

const refused = await v2.POST('/applicants', { body: { ...applicant, email: '' } });
assert.ok(refused.error !== undefined && 'fields' in refused.error.error);
assert.deepEqual(Object.keys(refused.error.error.fields ?? {}), ['email']);

const { id: applicant_id } = dataOf(await v2.POST('/applicants', { body: applicant }));
const placed = dataOf(
  await v2.POST('/applicants/{applicant_id}/checks', {
    params: { path: { applicant_id } },
    body: { type: 'standard', reports: [{ name: 'identity' }] },
  }),
);
const check = { params: { path: { check_id: placed.id } } };
for (let step = 0; step < 2; step += 1) dataOf(await v2.POST('/sandbox/checks/{check_id}/advance', check));
const { reports } = dataOf(await v2.GET('/checks/{check_id}/reports', check));
assert.deepEqual(
  reports.map(({ name, result }) => [name, result]),
  [['identity', 'clear']],
);

const one = { params: { path: { applicant_id } } };
const read = dataOf(await v2.GET('/applicants/{applicant_id}', one));
assert.deepEqual(dataOf(await v2.PUT('/applicants/{applicant_id}', { ...one, body: read })), read);

const { report_type_groups } = dataOf(await v2.GET('/report_type_groups'));
for (const group of report_type_groups) {
  const path = { group_number: group.id };
  assert.deepEqual(dataOf(await v2.GET('/report_type_groups/{group_number}', { params: { path } })), group);
}

const { Id: orderId } = dataOf(await v1.POST('/orders/candidateentry', { body: order }));
const query = { fileToken: randomUUID(), orderId, fileName: 'notes.txt' };
const uploaded = dataOf(
  await v1.POST('/attachments', { params: { query }, body: '', bodySerializer: () => new Blob([file]) }),
);
const attached = dataOf(await v1.GET('/attachments', { params: { query: { orderId } } }));
assert.deepEqual(
  attached?.map(({ checksum }) => checksum),
  [uploaded.checksum],
);
const { orderStatus } = dataOf(await v1.GET('/orders/{id}/status', { params: { path: { id: orderId } } }));
assert.equal(orderStatus, 'Application');
