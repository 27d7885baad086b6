// Checks in interface v2: schema, presenter and routes.

import type { Ctx } from '../../context.ts';
import type { Check } from '../../features/checks/check.ts';
import { listChecks, showCheck } from '../../features/checks/check-actions.ts';
import { downloadUri, formUri, resultsUri } from '../../features/checks/check-links.ts';
import { createCheck } from '../../features/checks/check-placing-actions.ts';
import { closeCheck, resumeCheck } from '../../features/checks/check-progress-actions.ts';
import { checkStates } from '../../features/checks/check-states.ts';
import { askAboutApplicant } from '../../features/checks/email-domain-actions.ts';
import { argumentProblems, namedReports, unionOf } from '../../features/checks/ordered-report-rules.ts';
import { listGroups } from '../../features/report-types/report-type-actions.ts';
import { published } from '../../features/reports/report-rules.ts';
import { readingOf } from '../../features/request-bodies/body-reader.ts';
import { resultsLinksWereGiven } from '../../features/results/results-document-actions.ts';
import type { ResultsRead } from '../../features/results/results-reads.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Answer, type ApiCall, argumentsOf, created, done, ok } from '../shared/route.ts';
import {
  exampleId,
  flag,
  id,
  integer,
  listOf,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { CreateCheck, criminalDetailsOf, namedReportsOf } from './check-arguments.ts';
import { presentReport, ReportReply } from './reports.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const checkProperties = {
  id: id('Identifier of the check.'),
  created_at: timestamp('When the check was initiated.'),
  href: text({
    description: 'Endpoint of the check.',
    examples: ['/v2/applicants/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10/checks/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b11'],
  }),
  type: oneOf(['standard', 'express'], { description: 'Type of the check.', examples: ['standard'] }),
  status: oneOf(checkStates, { description: 'Current state.', examples: ['complete'] }),
  tags: listOf(text({ description: 'A tag.', examples: ['PO-1234'] }), { description: 'Tags of the check.' }),
  result: nullableOneOf(['clear', 'consider'], { description: 'Overall result.', examples: ['clear'] }),
  download_uri: text({
    description: 'PDF of the results; append .pdf to get the file.',
    examples: ['https://localhost:8443/results/AQGTWjtvDnxV'],
  }),
  form_uri: nullableText({
    description: 'Link to the applicant form.',
    examples: ['https://localhost:8443/form/AQGTWjtvDnxV'],
  }),
  redirect_uri: nullableText({
    description: 'Address to which the candidate is redirected after submitting.',
    examples: ['https://example.com/done'],
  }),
  results_uri: text({
    description: 'Results page in the portal.',
    examples: [`https://localhost:8443/portal/checks/${exampleId}`],
  }),
  activity_years: nullableInteger({ description: 'Years of activity that the candidate must give.', examples: [5] }),
  sandbox: flag({ description: 'Whether the check is test data.', examples: [true] }),
  order_id: integer({ description: 'The number of the check in the orders interface.', examples: [1001] }),
};

/** With report objects: the reply to create check, and to reads with `expand=reports`. */
export const CheckWithReports = Type.Object(
  { ...checkProperties, reports: listOf(ReportReply, { description: 'The reports of the check.' }) },
  { title: 'CheckWithReports', description: 'A check with its report objects.' },
);
export const CheckReply = Type.Object(
  {
    ...checkProperties,
    reports: listOf(
      Type.Unsafe<string | Static<typeof ReportReply>>({
        description: 'Identifier of a report, or the report itself with expand=reports.',
        anyOf: [{ type: 'string', format: 'uuid' }, ReportReply],
        examples: [exampleId],
      }),
      { description: 'The reports of the check.' },
    ),
  },
  { title: 'Check', description: 'A check; every attribute is present, null if unset.' },
);
const CheckList = Type.Object(
  { checks: listOf(CheckReply, { description: 'Checks, newest first.' }) },
  { title: 'CheckList', description: 'A page of checks.' },
);

const ExpandQuery = Type.Object({
  expand: optional(
    text({ description: '`reports` answers report objects instead of identifiers.', examples: ['reports'] }),
  ),
});

async function presentCheck(ctx: Ctx, check: Check, expanded: boolean): Promise<Static<typeof CheckReply>> {
  const link = { ...check.tenant, checkId: check.id };
  return {
    id: check.id,
    created_at: toTimestamp(check.createdAt),
    href: `/v2/applicants/${check.applicantId}/checks/${check.id}`,
    type: check.type,
    status: check.status,
    tags: [...check.order.tags],
    result: check.result,
    download_uri: await downloadUri(ctx, link),
    form_uri: check.type === 'standard' ? await formUri(ctx, { ...link, generation: check.formLinkGeneration }) : null,
    redirect_uri: check.order.redirect_uri,
    results_uri: resultsUri(ctx, check.id),
    activity_years: check.activityYears,
    sandbox: check.tenant.environment === 'test',
    order_id: check.orderId,
    reports: expanded ? check.reports.map(presentReport) : check.reports.map((report) => report.id),
  };
}

async function groupedReports(call: ApiCall, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const groups = await listGroups(call.ctx, call.caller.accountId, ids);
  const known = new Set(groups.map((group) => group.id));
  const problems = new Problems();
  ids.forEach((wanted, index) => {
    if (!known.has(wanted)) problems.add(`report_type_groups[${index}]`, 'is not a report type group of this account');
  });
  problems.refuse('invalid_fields');
  return groups.flatMap((group) => group.types);
}

async function giveResultsLinks(call: ApiCall, checks: readonly Check[]): Promise<void> {
  if (!call.caller.bareResultsLinks || checks.length === 0) return;
  const ids = checks.map((check) => check.id);
  await resultsLinksWereGiven(call.ctx, call.caller, ids);
}

/** With a live key, arguments for the sandbox are ignored (decisions, Sandbox). */
function withoutSandboxArguments(call: ApiCall): ApiCall {
  const { json } = call.body;
  if (call.caller.environment === 'test' || typeof json !== 'object') return call;
  return { ...call, body: readingOf(CreateCheck, { ...json, consider: undefined }, {}) };
}

async function create(call: ApiCall): Promise<Answer> {
  const given = argumentsOf<typeof CreateCheck>(withoutSandboxArguments(call));
  const named = namedReportsOf(given.reports);
  const groups = given.report_type_groups ?? [];
  const tags = given.tags ?? [];
  const redirectUri = given.redirect_uri ?? null;
  argumentProblems({ reports: named, groups, tags, redirectUri }).refuse('invalid_fields');
  const reports = unionOf(namedReports(named), await groupedReports(call, groups));
  const check = await createCheck(call.ctx, call.caller, call.params.applicant_id!, {
    reports,
    criminalDetails: criminalDetailsOf(given.criminal_history_report_details),
    tags,
    activityYears: given.activity_years ?? null,
    redirectUri,
    consider: given.consider ?? [],
    orderedByUserId: call.caller.userId,
  });
  await giveResultsLinks(call, [check]);
  return created(await presentCheck(call.ctx, check, true), check.applicantId);
}

const wantsReports = (call: ApiCall) => {
  const { expand } = call.query;
  return [expand].flat().some((value) => typeof value === 'string' && value.split(',').includes('reports'));
};

/** The check's result and, if expanded, its reports' results. */
const resultsIn = (checks: readonly Check[], expanded: boolean): ResultsRead[] =>
  checks
    .filter(
      ({ result, reports }) => result !== null || (expanded && reports.some((one) => published(one).result !== null)),
    )
    .map(({ id, applicantId }) => ({ checkId: id, applicantId }));

const tagged = { tag: 'Checks' } as const;

export const checkRoutes: readonly V2Route[] = [
  {
    ...tagged,
    method: 'POST',
    url: '/applicants/:applicant_id/checks',
    operationId: 'createCheck',
    permission: 'order_checks',
    summary: 'Create a check',
    description: 'Mails the candidate the link to the form. One check per applicant may be ongoing.',
    body: CreateCheck,
    // Two more levels than usual, so that a third level of options is refused by name.
    bodyDepth: 10,
    status: 201,
    answer: CheckWithReports,
    refusals: ['unknown_report_name', 'variant_not_allowed', 'requirements_not_met', 'check_ongoing'],
    prepare: (call) => askAboutApplicant(call.ctx, call.caller, call.params.applicant_id!),
    handle: create,
  },
  {
    ...tagged,
    method: 'GET',
    url: '/applicants/:applicant_id/checks',
    operationId: 'listChecks',
    permission: 'read_results',
    summary: 'List the checks of an applicant',
    pages: 'always',
    query: ExpandQuery,
    answer: CheckList,
    async handle(call) {
      const page = pageOf(call);
      const { total, checks } = await listChecks(call.ctx, call.caller, call.params.applicant_id!, page);
      await giveResultsLinks(call, checks);
      const expanded = wantsReports(call);
      const items = await Promise.all(checks.map((check) => presentCheck(call.ctx, check, expanded)));
      return { ...listed(call, 'checks', items, page, total), results: resultsIn(checks, expanded) };
    },
  },
  {
    ...tagged,
    method: 'GET',
    url: '/applicants/:applicant_id/checks/:check_id',
    operationId: 'readCheck',
    permission: 'read_results',
    summary: 'Read a check',
    query: ExpandQuery,
    answer: CheckReply,
    async handle(call) {
      const { check_id, applicant_id } = call.params;
      const check = await showCheck(call.ctx, call.caller, check_id!, applicant_id);
      await giveResultsLinks(call, [check]);
      const expanded = wantsReports(call);
      return { ...ok(await presentCheck(call.ctx, check, expanded)), results: resultsIn([check], expanded) };
    },
  },
  {
    ...tagged,
    method: 'POST',
    url: '/checks/:check_id/resume',
    operationId: 'resumeCheck',
    permission: 'order_checks',
    summary: 'Resume a check that is held',
    description: 'Changes nothing if the check is not held.',
    handle: (call) => done(resumeCheck(call.ctx, call.caller, call.params.check_id!)),
  },
  {
    ...tagged,
    method: 'POST',
    url: '/checks/:check_id/withdraw',
    operationId: 'withdrawCheck',
    permission: 'order_checks',
    summary: 'Withdraw a check',
    description: 'Withdraws its open reports.',
    refusals: ['state_does_not_allow'],
    handle: (call) => done(closeCheck(call.ctx, call.caller, call.params.check_id!, 'withdraw')),
  },
];
