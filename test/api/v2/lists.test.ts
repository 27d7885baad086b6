// Lists in interface v2: pages, totals and links; and the lists of report types, groups and job roles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { createGroup, createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { employmentSectors } from '../../../src/features/requirements/employment-sectors.ts';
import type { JobRoleParams } from '../../../src/features/requirements/job-requirements.ts';
import { askedBy, paramsOf } from '../../../src/features/requirements/requirement-rules.ts';
import { makeAccount } from '../../support/accounts.ts';
import { upTo } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import {
  type Applicant,
  advance,
  basicDetails,
  type Check,
  jane,
  makeApplicant,
  makeCheck,
  messagesOf,
} from './v2-samples.ts';

const base = 'https://screening.example.com/eu';
const probity = await startProbity({ settings: { PROBITY_BASE_URL: base } });
const { account, ctx } = probity;
const client = v2Client(probity);

interface Listed {
  readonly applicants: readonly Applicant[];
}

/** 45 applicants, oldest first. */
const made: string[] = [];
for (let index = 0; index < 45; index += 1) {
  const facts = { ...noFacts, ...jane, middle_name: `N${index}` };
  made.push((await createApplicant(ctx, account.caller('test'), facts)).id);
}
const newestFirst = made.toReversed();
const idsOf = (answer: { body: Listed }) => answer.body.applicants.map((applicant) => applicant.id);

/** Addresses by rel. */
function linksOf(answer: { headers: Readonly<Record<string, unknown>> }): Record<string, string> {
  const links = String(answer.headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, address = '', rel = '']) => [rel, address]));
}

test('lists are answered newest first, 20 a page, with the exact total', async () => {
  const answer = await client.get<Listed>('/applicants/');
  assert.deepEqual(idsOf(answer), newestFirst.slice(0, 20));
  assert.equal(answer.headers['x-total-count'], '45');
  const listUrl = `${base}/vft-staging/v2/applicants`;
  assert.deepEqual(linksOf(answer), {
    next: `${listUrl}?page=2&per_page=20`,
    last: `${listUrl}?page=3&per_page=20`,
    first: `${listUrl}?page=1&per_page=20`,
  });
});

test('following the links visits every item once, in both directions', async () => {
  const follow = async (rel: string, from: string) => {
    const pages: string[][] = [];
    let path: string | undefined = from;
    for (const _ of upTo(100, 'the last page')) {
      const answer: Awaited<ReturnType<typeof client.get<Listed>>> = await client.get<Listed>(path);
      pages.push(idsOf(answer));
      path = linksOf(answer)[rel]?.replace(`${base}/vft-staging/v2`, '');
      if (path === undefined) break;
    }
    return pages;
  };
  assert.deepEqual((await follow('next', '/applicants?per_page=7')).flat(), newestFirst);
  assert.deepEqual((await follow('prev', '/applicants?page=7&per_page=7')).toReversed().flat(), newestFirst);
});

test('a page beyond the end is empty and links back, with the same total', async () => {
  const answer = await client.get<Listed>('/applicants?page=9');
  assert.deepEqual(idsOf(answer), []);
  assert.equal(answer.headers['x-total-count'], '45');
  assert.match(String(linksOf(answer).prev), /page=3&per_page=20$/);
  assert.equal(linksOf(answer).next, undefined);
});

test('links keep other parameters, also empty ones', async () => {
  const answer = await client.get<Listed>('/applicants?&a=b%20c&page=2&&per_page=10');
  const next = new URL(String(linksOf(answer).next));
  assert.deepEqual(Object.fromEntries(next.searchParams), { a: 'b c', page: '3', per_page: '10' });
  assert.deepEqual(idsOf(answer), newestFirst.slice(10, 20));
});

test('ignores a trailing slash and empty query parts, on any path', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client, {}, id);
  const paths = [
    `/applicants/${id}`,
    `/applicants/${id}/checks`,
    `/applicants/${id}/checks/${check.id}`,
    `/checks/${check.id}/reports`,
    `/checks/${check.id}/reports/${check.reports[0]?.id}`,
    '/reporttypes',
    '/report_type_groups',
    `/report_type_groups/${account.groupId}`,
    '/jobroles',
    '/employment_sectors',
    '/webhooks',
    '/sandbox/clock',
  ];
  for (const path of paths) {
    const plain = await client.get(path);
    assert.equal(plain.status, 200, path);
    for (const spelling of [`${path}/`, `${path}?`, `${path}/?&`, `${path}?&x=1`]) {
      const other = await client.get(spelling);
      assert.equal(other.status, 200, spelling);
      if (path !== '/sandbox/clock') assert.deepEqual(other.body, plain.body, spelling);
    }
  }
});

test('page and per_page are positive integers with a limit', async () => {
  for (const value of ['0', '-1', '1.5', 'one', ' ', '1e3', '0x10', '٣']) {
    for (const name of ['page', 'per_page']) {
      const answer = await client.get(`/applicants?${name}=${encodeURIComponent(value)}`);
      assertRefused(answer, 422, 'validation_error', [name]);
      assert.deepEqual(messagesOf(answer)[name], ['must be a positive integer']);
    }
  }
  assertRefused(await client.get('/applicants?page=x&per_page=y'), 422, 'validation_error', ['page', 'per_page']);
  assertRefused(await client.get('/applicants?page=1&page=2'), 422, 'validation_error', ['page']);
  assertRefused(await client.get('/applicants?page=4294968&per_page=500'), 422, 'validation_error', ['page']);
  assert.equal((await client.get('/applicants?page=4294967&per_page=500')).status, 200);
});

test('a per_page over 500 counts as 500, and the links say so', async () => {
  const answer = await client.get<Listed>('/applicants?per_page=100000');
  assert.ok(idsOf(answer).length >= 45);
  assert.match(String(linksOf(answer).last), /per_page=500&page=1$/);
});

test('an empty list has one page', async () => {
  const { body, headers } = await v2Client(probity, 'live').get<Listed>('/applicants');
  assert.deepEqual(body, { applicants: [] });
  assert.equal(headers['x-total-count'], '0');
  assert.match(String(linksOf({ headers }).last), /vftapi.*page=1/);
});

test('the list of applicants is exact after creations and deletions', async () => {
  const own = await makeAccount(ctx, 'Counting Care');
  const client = v2Client(probity, 'test', own.keys.test);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.unshift((await makeApplicant(client)).id);
  await client.delete(`/applicants/${ids[1]}`);
  const answer = await client.get<Listed>('/applicants?per_page=3');
  assert.deepEqual(idsOf(answer), [ids[0], ids[2], ids[3]]);
  assert.equal(answer.headers['x-total-count'], '4');
});

test('the checks of an applicant are paged too', async () => {
  const { id } = await makeApplicant(client);
  const placed: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const check = await makeCheck(client, {}, id);
    await advance(client, check.id, 2);
    placed.unshift(check.id);
  }
  const page = await client.get<{ checks: Check[] }>(`/applicants/${id}/checks?expand=reports&page=2&per_page=2`);
  assert.deepEqual(
    page.body.checks.map((check) => check.id),
    placed.slice(2),
  );
  assert.equal(page.headers['x-total-count'], '3');
  assert.match(String(linksOf(page).prev), /\?expand=reports&page=1&per_page=2$/);
  const beyond = await client.get(`/applicants/${id}/checks?page=3&per_page=2`);
  assert.deepEqual([beyond.body, beyond.headers['x-total-count']], [{ checks: [] }, '3']);
});

interface ReportTypes {
  readonly report_types: readonly { id: string; name: string; variant: string | null }[];
}

/** Far fewer than a request may name. */
const ORDERED_TOGETHER = 100;

test('every listed report type can be ordered', async () => {
  const { body, headers } = await client.get<ReportTypes>('/reporttypes');
  assert.deepEqual(
    body.report_types.slice(0, 6).map(({ id, name, variant }) => [id, name, variant]),
    [
      ['1', 'identity', null],
      ['2', 'document', null],
      ['3', 'right_to_work', null],
      ['4', 'criminal_history', 'basic'],
      ['5', 'criminal_history', 'standard'],
      ['6', 'criminal_history', 'enhanced'],
    ],
  );
  assert.equal(headers['x-total-count'], String(body.report_types.length));
  assert.equal(headers.link, undefined);
  const levels = Map.groupBy(body.report_types, ({ id }) => {
    const { requires } = reportTypeById(Number(id))!;
    return paramsOf<JobRoleParams>(askedBy(requires), 'job_role')?.level;
  });
  for (const [level, all] of levels) {
    for (let from = 0; from < all.length; from += ORDERED_TOGETHER) {
      const types = all.slice(from, from + ORDERED_TOGETHER);
      const JobRoleId = level === undefined ? null : account.jobRoles[level];
      const check = await makeCheck(client, {
        reports: types.map(({ name, variant }) => ({ name, variant })),
        criminal_history_report_details: { ...basicDetails, JobRoleId },
      });
      const ordered = types.map(({ name, variant }) => [name, variant]);
      assert.deepEqual(
        check.reports.map(({ name, variant }) => [name, variant]),
        ordered,
      );
    }
  }
});

test('lists that are answered whole are paged on request', async () => {
  for (const [path, key] of [
    ['/reporttypes', 'report_types'],
    ['/employment_sectors', 'employment_sectors'],
    ['/jobroles', 'job_roles'],
  ] as const) {
    const whole = (await client.get<Record<string, unknown[]>>(path)).body[key]!;
    const page = await client.get<Record<string, unknown[]>>(`${path}?page=2&per_page=1`);
    assert.deepEqual(page.body[key], whole.slice(1, 2));
    assert.equal(page.headers['x-total-count'], String(whole.length));
    assert.ok(linksOf(page).prev);
    const first = await client.get<Record<string, unknown[]>>(`${path}?per_page=1`);
    assert.deepEqual(first.body[key], whole.slice(0, 1));
    assertRefused(await client.get(`${path}?page=0`), 422, 'validation_error', ['page']);
  }
});

test('groups are answered with their reports and options', async () => {
  const own = await makeAccount(ctx, 'Grouping Care');
  const client = v2Client(probity, 'test', own.keys.test);
  const options = [{ name: 'children_barred_list', options: [{ name: 'speedy', options: null }] }];
  const id = await createGroup(ctx, 'system', own.accountId, {
    name: 'Carer',
    reports: [{ name: 'identity' }, { name: 'criminal_history', variant: 'enhanced', options }],
  });
  const carer = {
    id: String(id),
    name: 'Carer',
    group_only: true,
    report_types: [
      { id: '1', name: 'identity', variant: null, options: [] },
      {
        id: '6',
        name: 'criminal_history',
        variant: 'enhanced',
        options: [{ name: 'children_barred_list', options: [{ name: 'speedy', options: [] }] }],
      },
    ],
  };
  assert.deepEqual((await client.get(`/report_type_groups/${id}`)).body, carer);
  const { body } = await client.get<{ report_type_groups: { id: string }[] }>('/report_type_groups');
  assert.deepEqual(
    body.report_type_groups.map((group) => group.id),
    [String(own.groupId), String(id)],
  );
  assert.deepEqual(body.report_type_groups[1], carer);
  for (const unknown of [account.groupId, 0, -1, 999_999_999, 99_999_999_999, 'x', '1.0', '+1']) {
    assertRefused(await client.get(`/report_type_groups/${unknown}`), 404, 'resource_not_found');
  }
});

test('job roles are answered as agreed', async () => {
  const own = await makeAccount(ctx, 'Role Care');
  const id = await createJobRole(ctx, 'system', own.accountId, {
    roleTitle: 'Nurse',
    roleCheckType: 'enhanced',
    workingWithVulnerableAdults: true,
    childrenInWorkEnvironment: true,
    isVolunteer: true,
  });
  const { body } = await v2Client(probity, 'live', own.keys.live).get<{ job_roles: object[] }>('/jobroles');
  assert.equal(body.job_roles.length, 3);
  assert.deepEqual(body.job_roles[2], {
    id,
    roleTitle: 'Nurse',
    roleCheckType: 'enhanced',
    workingWithVulnerableAdults: true,
    workingWithChildren: false,
    workingFromHome: false,
    vulnerableAdultsInWorkEnvironment: false,
    childrenInWorkEnvironment: true,
    isVolunteer: true,
  });
});

test('every listed employment sector is accepted, in any case', async () => {
  const { body } = await client.get<{ employment_sectors: string[] }>('/employment_sectors');
  assert.deepEqual(body.employment_sectors, employmentSectors);
  const sectors = [body.employment_sectors[0]!, body.employment_sectors[2]!.toUpperCase(), 'nhs'];
  for (const employment_sector of sectors) {
    await makeCheck(client, {
      reports: [{ name: 'criminal_history', variant: 'basic' }],
      criminal_history_report_details: { ...basicDetails, employment_sector },
    });
  }
});
