// By operationId of interface v2: at least one refusal of its own, other than those of keys.
import type { SentRequest } from '../../support/probity.ts';
import type { V2Client } from './v2-client.ts';
import { advance, jane, makeApplicant, makeCheck, nobody } from './v2-samples.ts';

export interface OperationRefusal {
  readonly what: string;
  /** By default test. */
  readonly environment?: 'live';
  /** Makes the resources that the request needs, and returns its path. */
  readonly request: (client: V2Client) => Promise<{ readonly path: string; readonly json?: unknown } & SentRequest>;
  readonly status: number;
  readonly type: string;
  readonly fields?: readonly string[];
}

const invalid = (field: string) => ({ status: 422, type: 'validation_error', fields: [field] }) as const;
const notFound = { status: 404, type: 'resource_not_found' } as const;
const at = (path: string, json?: unknown) => async () => ({ path, ...(json === undefined ? {} : { json }) });

const identity = { type: 'standard', reports: [{ name: 'identity' }] };

const applicantOf = (check: { href: string }) => check.href.split('/')[3];

async function othersReport(client: V2Client): Promise<string> {
  const [one, other] = [await makeCheck(client), await makeCheck(client)];
  return `/checks/${one.id}/reports/${other.reports[0]?.id}`;
}

const waitingReport = (step: string) => async (client: V2Client) => {
  const check = await makeCheck(client);
  return { path: `/sandbox/checks/${check.id}/reports/${check.reports[0]?.id}/${step}` };
};

async function withdrawn(client: V2Client) {
  const check = await makeCheck(client);
  await client.post(`/checks/${check.id}/withdraw`);
  return check;
}

export const refusals: Readonly<Record<string, OperationRefusal>> = {
  createApplicant: {
    what: 'a gender that is none',
    request: at('/applicants', { ...jane, gender: 'other' }),
    ...invalid('gender'),
  },
  readApplicant: { what: 'nobody', request: at(`/applicants/${nobody}`), ...notFound },
  updateApplicant: {
    what: 'an applicant with an ongoing check',
    request: async (client) => ({ path: `/applicants/${applicantOf(await makeCheck(client))}`, json: { mobile: '1' } }),
    ...invalid('applicant'),
  },
  deleteApplicant: {
    what: 'an applicant with a check, however it ended',
    request: async (client) => ({ path: `/applicants/${applicantOf(await withdrawn(client))}` }),
    ...invalid('applicant'),
  },
  listApplicants: { what: 'page 0', request: at('/applicants?page=0'), ...invalid('page') },
  createCheck: {
    what: 'a second check while one is ongoing',
    request: async (client) => ({ path: `/applicants/${applicantOf(await makeCheck(client))}/checks`, json: identity }),
    status: 422,
    type: 'incomplete_checks',
  },
  listChecks: {
    what: 'half a page',
    request: async (client) => ({ path: `/applicants/${(await makeApplicant(client)).id}/checks?per_page=0.5` }),
    ...invalid('per_page'),
  },
  readCheck: {
    what: 'a check of another applicant',
    request: async (client) => ({
      path: `/applicants/${(await makeApplicant(client)).id}/checks/${(await makeCheck(client)).id}`,
    }),
    ...notFound,
  },
  resumeCheck: { what: 'a check that does not exist', request: at(`/checks/${nobody}/resume`), ...notFound },
  withdrawCheck: {
    what: 'a check that is withdrawn already',
    request: async (client) => ({ path: `/checks/${(await withdrawn(client)).id}/withdraw` }),
    ...invalid('status'),
  },
  listReports: { what: 'the reports of no check', request: at(`/checks/${nobody}/reports`), ...notFound },
  readReport: {
    what: 'a report of another check',
    request: async (client) => ({ path: await othersReport(client) }),
    ...notFound,
  },
  resumeReport: {
    what: 'a report of another check',
    request: async (client) => ({ path: `${await othersReport(client)}/resume` }),
    ...notFound,
  },
  cancelReport: {
    what: 'a report that is over',
    request: async (client) => {
      const check = await withdrawn(client);
      return { path: `/checks/${check.id}/reports/${check.reports[0]?.id}/cancel` };
    },
    ...invalid('status'),
  },
  stopMonitoring: {
    what: 'a report of another check',
    request: async (client) => ({ path: `${await othersReport(client)}/stop_monitoring` }),
    ...notFound,
  },
  listReportTypes: { what: 'page -1', request: at('/reporttypes?page=-1'), ...invalid('page') },
  listReportTypeGroups: {
    what: 'a page of a negative size',
    request: at('/report_type_groups?per_page=-1'),
    ...invalid('per_page'),
  },
  readReportTypeGroup: { what: 'a group that was not agreed', request: at('/report_type_groups/999999'), ...notFound },
  listJobRoles: { what: 'page one', request: at('/jobroles?page=one'), ...invalid('page') },
  decideRoleEligibility: {
    what: 'a nation that is not listed',
    request: at('/job_roles/eligibility', { nation: 'France' }),
    ...invalid('nation'),
  },
  listEmploymentSectors: {
    what: 'two sizes of a page',
    request: at('/employment_sectors?per_page=1&per_page=2'),
    ...invalid('per_page'),
  },
  registerWebhook: {
    what: 'a url that is not https',
    request: at('/webhooks', { url: 'http://example.com' }),
    ...invalid('url'),
  },
  listWebhooks: { what: 'page 0', request: at('/webhooks?page=0'), ...invalid('page') },
  readWebhook: { what: 'a webhook that does not exist', request: at(`/webhooks/${nobody}`), ...notFound },
  updateWebhook: {
    what: 'an event that cannot be subscribed to',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/refused' });
      return { path: `/webhooks/${body.id}`, json: { events: ['report.awaiting_approval'] } };
    },
    ...invalid('events'),
  },
  deleteWebhook: {
    what: 'a webhook that is deleted already',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/deleted' });
      await client.delete(`/webhooks/${body.id}`);
      return { path: `/webhooks/${body.id}` };
    },
    ...notFound,
  },
  rotateWebhookSecret: {
    what: 'an overlap of more than a week',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/rotated' });
      return { path: `/webhooks/${body.id}/rotate`, json: { overlap_hours: 169 } };
    },
    ...invalid('overlap_hours'),
  },
  listAttempts: {
    what: 'an outcome that is none',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/attempts' });
      return { path: `/webhooks/${body.id}/attempts?outcome=lost` };
    },
    ...invalid('outcome'),
  },
  resendNotifications: {
    what: 'a request that does not say what',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/resent' });
      return { path: `/webhooks/${body.id}/resend`, json: {} };
    },
    ...invalid('event_id'),
  },
  testWebhook: {
    what: 'more patience than an attempt takes',
    request: async (client) => {
      const { body } = await client.post<{ id: string }>('/webhooks', { url: 'https://127.0.0.1:9/tested' });
      return { path: `/webhooks/${body.id}/test`, json: { wait_seconds: 13 } };
    },
    ...invalid('wait_seconds'),
  },
  examineWebhook: { what: 'a webhook that does not exist', request: at(`/webhooks/${nobody}/doctor`), ...notFound },
  listEvents: { what: 'a place that is no event', request: at(`/events?after=${nobody}`), ...invalid('after') },
  readEvent: { what: 'an event that does not exist', request: at(`/events/${nobody}`), ...notFound },
  advanceSandboxCheck: {
    what: 'a check that is over',
    request: async (client) => {
      const check = await makeCheck(client);
      await advance(client, check.id, 2);
      return { path: `/sandbox/checks/${check.id}/advance` };
    },
    ...invalid('status'),
  },
  withdrawSandboxConsent: {
    what: 'a check that is over',
    request: async (client) => {
      const check = await makeCheck(client);
      await advance(client, check.id, 2);
      return { path: `/sandbox/checks/${check.id}/withdraw_consent` };
    },
    ...invalid('status'),
  },
  completeSandboxReport: {
    what: 'a result that is none',
    request: async (client) => {
      const check = await makeCheck(client);
      return { path: `/sandbox/checks/${check.id}/reports/${check.reports[0]?.id}/complete`, json: { result: 'good' } };
    },
    ...invalid('result'),
  },
  pauseSandboxReport: { what: 'a check whose form waits', request: waitingReport('pause'), ...invalid('status') },
  sendSandboxReportToApproval: {
    what: 'a check whose form waits',
    request: waitingReport('approval'),
    ...invalid('status'),
  },
  changeSandboxReport: {
    what: 'a report that is not monitored',
    request: waitingReport('change'),
    ...invalid('status'),
  },
  readSandboxClock: {
    what: 'a live key, whose data has the real clock',
    request: at('/sandbox/clock'),
    environment: 'live',
    ...notFound,
  },
  advanceSandboxClock: {
    what: 'a step backwards',
    request: at('/sandbox/clock/advance', { seconds: -1 }),
    ...invalid('seconds'),
  },
};
