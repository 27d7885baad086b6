// Reports in interface v2: schema, presenter and routes.

import { showCheck } from '../../features/checks/check-actions.ts';
import { cancelReport, resumeReport } from '../../features/checks/check-progress-actions.ts';
import { stopMonitoring } from '../../features/monitoring/monitor-actions.ts';
import { reportResults } from '../../features/report-types/breakdown.ts';
import { monitorPlanNames } from '../../features/report-types/monitoring.ts';
import type { Report } from '../../features/reports/report.ts';
import { readReport } from '../../features/reports/report-actions.ts';
import { propertiesOf, published, subResults } from '../../features/reports/report-rules.ts';
import { reportStates } from '../../features/reports/report-states.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { sliceOf } from '../../lib/pages.ts';
import { type ApiCall, done, ok } from '../shared/route.ts';
import {
  hash,
  id,
  listOf,
  nullableOneOf,
  nullableText,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const InnerOption = Type.Object(
  {
    name: text({ description: 'Name of the option.', examples: ['speedy'] }),
    options: Type.Unsafe<null>({ type: 'null', description: 'Options nest one level.', examples: [null] }),
  },
  { title: 'InnerReportOption', description: 'An ordered option of a report option.' },
);
export const OptionReply = Type.Object(
  {
    name: text({ description: 'Name of the option.', examples: ['children_barred_list'] }),
    options: Type.Unsafe<readonly Static<typeof InnerOption>[] | null>({
      type: ['array', 'null'],
      description: 'Options of the option, null when none.',
      examples: [null],
      items: InnerOption,
    }),
  },
  { title: 'ReportOption', description: 'An ordered option of a report.' },
);

const reportProperties = {
  id: id('Identifier of the report.'),
  created_at: timestamp('When the report was first initiated.'),
  name: text({ description: 'Report type.', examples: ['identity'] }),
  href: text({
    description: 'Endpoint of the report.',
    examples: ['/v2/checks/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10/reports/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b11'],
  }),
  status: oneOf(reportStates, { description: 'Current state.', examples: ['complete'] }),
  result: nullableOneOf(reportResults, { description: 'Result, null until there is one.', examples: ['clear'] }),
  sub_result: nullableOneOf(subResults, { description: 'Finer result, of document reports only.', examples: [null] }),
  variant: nullableText({ description: 'Variant, for types that have any.', examples: [null] }),
  options: Type.Unsafe<readonly Static<typeof OptionReply>[] | null>({
    type: ['array', 'null'],
    description: 'Options as ordered, null when none.',
    examples: [null],
    items: OptionReply,
  }),
  breakdown: hash({ description: 'Details, specific to the report type.', examples: [{}] }),
  properties: hash({
    description:
      'Properties of the report, if any. When it is complete: `traffic_light`, `notes`, and `unconfirmed`, the sentences on what a clear result does not rest on, if there are any (ours).',
    examples: [{}],
  }),
  monitor: optional(
    oneOf(monitorPlanNames, {
      description: 'How often it is asked again after it is complete; left out if it is not (ours).',
      examples: ['yearly'],
    }),
  ),
};
export const ReportReply = Type.Object(reportProperties, {
  title: 'Report',
  description: 'A report of a check; every attribute is present, null if unset.',
});

const ReportList = Type.Object(
  { reports: listOf(ReportReply, { description: 'Reports of the check, in the order in which they were ordered.' }) },
  { title: 'ReportList', description: 'A page of reports.' },
);

type WireOptions = Static<typeof ReportReply>['options'];

/** An option without inner options answers `options: null`, as ordered. */
function presentOptions(options: Report['options']): WireOptions {
  if (options === null) return null;
  return options.map((option) => ({
    name: option.name,
    options:
      option.options === null || option.options.length === 0
        ? null
        : option.options.map((inner) => ({ name: inner.name, options: null })),
  }));
}

export function presentReport(ordered: Report): Static<typeof ReportReply> {
  const report = published(ordered);
  return {
    id: report.id,
    created_at: toTimestamp(report.createdAt),
    name: report.name,
    href: `/v2/checks/${report.checkId}/reports/${report.id}`,
    status: report.status,
    result: report.result,
    sub_result: report.subResult,
    variant: report.variant,
    options: presentOptions(report.options),
    breakdown: report.findings.breakdown,
    properties: propertiesOf(report),
    ...(report.monitor === null ? {} : { monitor: report.monitor }),
  };
}

const hasResult = (report: Report) => published(report).result !== null;

const target = ({ params }: ApiCall) => ({ checkId: params.check_id!, reportId: params.report_id! });
const about = { tag: 'Reports' } as const;

export const reportRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'GET',
    url: '/checks/:check_id/reports',
    operationId: 'listReports',
    permission: 'read_results',
    summary: 'List the reports of a check',
    pages: 'always',
    answer: ReportList,
    async handle(call) {
      const page = pageOf(call);
      const { id, applicantId, reports } = await showCheck(call.ctx, call.caller, call.params.check_id!);
      const items = sliceOf(reports, page);
      const results = items.some(hasResult) ? [{ checkId: id, applicantId }] : [];
      return { ...listed(call, 'reports', items.map(presentReport), page, reports.length), results };
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/checks/:check_id/reports/:report_id',
    operationId: 'readReport',
    permission: 'read_results',
    summary: 'Read a report',
    answer: ReportReply,
    async handle(call) {
      const { checkId, reportId } = target(call);
      const { report, applicantId } = await readReport(call.ctx, call.caller, checkId, reportId);
      const results = hasResult(report) ? [{ checkId, reportId: report.id, applicantId }] : [];
      return { ...ok(presentReport(report)), results };
    },
  },
  {
    ...about,
    method: 'POST',
    url: '/checks/:check_id/reports/:report_id/resume',
    operationId: 'resumeReport',
    permission: 'order_checks',
    summary: 'Resume a paused report',
    description: 'Changes nothing if the report is not paused.',
    handle: (call) => done(resumeReport(call.ctx, call.caller, target(call))),
  },
  {
    ...about,
    method: 'POST',
    url: '/checks/:check_id/reports/:report_id/cancel',
    operationId: 'cancelReport',
    permission: 'order_checks',
    summary: 'Cancel a report',
    refusals: ['state_does_not_allow'],
    handle: (call) => done(cancelReport(call.ctx, call.caller, target(call))),
  },
  {
    ...about,
    method: 'POST',
    url: '/checks/:check_id/reports/:report_id/stop_monitoring',
    operationId: 'stopMonitoring',
    permission: 'stop_monitoring',
    summary: 'Stop the monitoring of a report',
    description: 'The report is not asked again, and its result stays. Changes nothing if it is not monitored.',
    handle: (call) => done(stopMonitoring(call.ctx, call.caller, target(call))),
  },
];
