// The public JavaScript client of the API that interface v2 mirrors (npm onfido), unmodified: every operation that it
// has.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { moveReport } from '../../src/features/checks/check-progress-actions.ts';
import { startProbity } from '../support/probity.ts';

interface Resource {
  readonly id: string;
  readonly href: string;
  readonly created_at: Date;
  [attribute: string]: unknown;
}

type Call = (...given: unknown[]) => Promise<Resource & { [list: string]: readonly Resource[] }>;

interface Client {
  readonly ApiClient: {
    readonly instance: {
      basePath: string;
      plugins: readonly ((request: { ca(authority: string): void }) => void)[];
      readonly authentications: { readonly Token: { apiKey: string; apiKeyPrefix: string } };
    };
  };
  readonly DefaultApi: new () => Readonly<Record<string, Call>>;
  readonly Applicant: new () => Record<string, unknown>;
  readonly Address: new () => Record<string, unknown>;
  readonly Check: new () => Record<string, unknown>;
  readonly Report: new () => Record<string, unknown>;
  readonly Webhook: new (url: string) => Record<string, unknown>;
}

const onfido = createRequire(import.meta.url)('onfido') as Client;

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
const { account, ctx } = probity;

// As in its README, except for the address and its certificate authority.
const { instance } = onfido.ApiClient;
instance.basePath = `${probity.url}/vft-staging/v2`;
instance.plugins = [(request) => request.ca(probity.ca)];
instance.authentications.Token.apiKey = `token=${account.keys.test}`;
instance.authentications.Token.apiKeyPrefix = 'Token';

const called = new Set<string>();
const api = new Proxy(new onfido.DefaultApi(), {
  get(target, name) {
    if (!/WithHttpInfo$|^apiClient$/.test(String(name))) called.add(String(name));
    return target[String(name)];
  },
});

function newApplicant() {
  const applicant = new onfido.Applicant();
  const address = new onfido.Address();
  Object.assign(address, { building_number: '100', street: 'Main Street', town: 'London', postcode: 'SW4 6EH' });
  Object.assign(address, { country: 'GBR', start_date: new Date('2020-01-01') });
  Object.assign(applicant, { first_name: 'John', last_name: 'Smith', email: 'john@example.com', gender: 'male' });
  return Object.assign(applicant, { dob: new Date('1980-01-22'), country: 'GBR', addresses: [address] });
}

function newCheck(...names: string[]) {
  const reports = names.map((name) => Object.assign(new onfido.Report(), { name }));
  return Object.assign(new onfido.Check(), { type: 'standard', reports, tags: ['PO-1'], asynchronous: true });
}

async function placed(...names: string[]) {
  const applicant = await api.createApplicant!(newApplicant());
  return { applicant, check: await api.createCheck!(applicant.id, newCheck(...names)) };
}

const errorOf = async (call: Promise<unknown>) => {
  const failure = await assert.rejects(call).then(
    () => call.catch((error: unknown) => error),
    (error: unknown) => assert.fail(String(error)),
  );
  const { status, response } = failure as { status: number; response: { body: { error: { type: string } } } };
  return [status, response.body.error.type];
};

test('applicants: creates, finds, lists, updates with the whole object as read, deletes', async () => {
  const created = await api.createApplicant!(newApplicant());
  assert.equal(created.gender, 'Male');
  const found = await api.findApplicant!(created.id);
  // The client converts texts to dates when it reads, but not when it creates.
  assert.equal(created.dob, '1980-01-22');
  assert.deepEqual(found.dob, new Date('1980-01-22'));
  assert.deepEqual(found.created_at, new Date(created.created_at));
  const updated = await api.updateApplicant!(created.id, { ...found, mobile: '07700900123' });
  assert.deepEqual({ ...updated }, { ...created, mobile: '07700900123' });
  const { applicants } = await api.listApplicants!({ page: 1, perPage: 5 });
  assert.equal(applicants![0]?.id, created.id);
  assert.equal(await api.destroyApplicant!(created.id), null);
  assert.deepEqual(await errorOf(api.findApplicant!(created.id)), [404, 'resource_not_found']);
});

test('checks: creates, finds, lists, resumes', async () => {
  const { applicant, check } = await placed('identity', 'document');
  assert.equal(check.status, 'awaiting_applicant');
  assert.deepEqual(
    check.reports!.map((report) => report.name),
    ['identity', 'document'],
  );
  const found = await api.findCheck!(applicant.id, check.id);
  assert.deepEqual(
    found.reports,
    check.reports!.map((report) => report.id),
  );
  assert.deepEqual(found.tags, ['PO-1']);
  const { checks } = await api.listChecks!(applicant.id, { page: 1, perPage: 1 });
  assert.deepEqual(checks![0]?.form_uri, check.form_uri);
  assert.equal(await api.resumeCheck!(check.id), null);
  const express = Object.assign(newCheck('identity'), { type: 'express' });
  assert.deepEqual(await errorOf(api.createCheck!(applicant.id, express)), [422, 'validation_error']);
  assert.deepEqual(await errorOf(api.createCheck!(applicant.id, newCheck('identity'))), [422, 'incomplete_checks']);
});

test('reports: finds, lists, resumes, cancels', async () => {
  const { check } = await placed('identity', 'document');
  const [first, second] = check.reports!;
  const target = { checkId: check.id, reportId: first!.id };
  await moveReport(ctx, account.caller('test'), target, { move: 'pause' });
  assert.equal((await api.findReport!(check.id, first!.id)).status, 'paused');
  assert.equal(await api.resumeReport!(check.id, first!.id), null);
  assert.equal(await api.cancelReport!(check.id, second!.id), null);
  const { reports } = await api.listReports!(check.id);
  assert.deepEqual(
    reports!.map((report) => report.status),
    ['awaiting_data', 'cancelled'],
  );
});

test('report type groups: lists, finds, orders', async () => {
  const { report_type_groups: groups } = await api.listReportTypeGroups!();
  const group = await api.findReportTypeGroup!(groups![0]!.id);
  assert.equal(group.name, 'New employee');
  assert.equal(group.report_types!.length, 3);
  const applicant = await api.createApplicant!(newApplicant());
  const check = Object.assign(new onfido.Check(), { type: 'standard', report_type_groups: [group.id] });
  assert.deepEqual(await errorOf(api.createCheck!(applicant.id, check)), [422, 'failed_check_requirements']);
});

test('webhooks: creates, finds, lists, edits with the whole object as read, deletes', async () => {
  const webhook = Object.assign(new onfido.Webhook('https://127.0.0.1:9/onfido'), { environments: ['sandbox'] });
  const created = await api.createWebhook!(webhook);
  assert.match(String(created.token), /^whsec_/);
  const found = await api.findWebhook!(created.id);
  assert.equal(found.token, undefined);
  const edited = await api.editWebhook!(created.id, { ...found, enabled: false });
  assert.deepEqual({ ...edited }, { ...found, enabled: false });
  const { webhooks } = await api.listWebhooks!();
  assert.equal(webhooks!.length, 1);
  assert.equal(await api.deleteWebhook!(created.id), null);
  assert.deepEqual(await errorOf(api.findWebhook!(created.id)), [404, 'resource_not_found']);
});

test('operations that the interface lacks are not found, and the tests use every other operation of the client', async () => {
  const elsewhere: Readonly<Record<string, readonly unknown[]>> = {
    downloadDocument: ['1', '2'],
    downloadLivePhoto: ['1'],
    downloadLiveVideo: ['1'],
    findAddresses: ['SW4 6EH'],
    findDocument: ['1', '2'],
    findLivePhoto: ['1'],
    findLiveVideo: ['1'],
    generateSdkToken: [{ applicant_id: '1' }],
    listDocuments: ['1'],
    listLivePhotos: ['1'],
    listLiveVideos: ['1'],
    restoreApplicant: ['1'],
    uploadDocument: ['1', 'passport', Buffer.from('x'), {}],
    uploadLivePhoto: ['1', Buffer.from('x'), {}],
  };
  for (const [name, given] of Object.entries(elsewhere)) {
    assert.deepEqual(await errorOf(api[name]!(...given)), [404, 'resource_not_found'], name);
  }
  const everything = Object.keys(new onfido.DefaultApi()).filter((name) => !/WithHttpInfo$|^apiClient$/.test(name));
  assert.deepEqual([...called].sort(), everything.sort());
});

test('a key of another environment fails as the client expects', async () => {
  instance.authentications.Token.apiKey = `token=${account.keys.live}`;
  assert.deepEqual(await errorOf(api.listApplicants!({})), [401, 'authorization_error']);
});
