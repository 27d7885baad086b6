// The page of a report at the desk: the candidate's facts beside the evidence, the outcome, and every move that its
// state allows.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, timeFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { verdictsIn } from '../../../features/assessments/assessment-rules.ts';
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import { consentStatements } from '../../../features/candidate-form/consent.ts';
import {
  confirmSeenIdentity,
  type OpenedReport,
  openReport,
  screenReport,
} from '../../../features/cases/screening-actions.ts';
import { closingMoves, permissionFor } from '../../../features/cases/screening-rules.ts';
import { withIdentityCheck } from '../../../features/checks/identity-rules.ts';
import { groupedRows } from '../../../features/facts/fact-rows-rules.ts';
import { findNextReport } from '../../../features/lists/work-queue-queries.ts';
import { readExchanges } from '../../../features/provider-requests/exchange-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isOpen, nextReportState, type ReportMove } from '../../../features/reports/report-states.ts';
import { dateOf, type IsoDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import { attachSentFile, type OrderFiles, orderFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { confirmingModel, confirmStatus, identityOf, isConfirmed } from '../../shared/identity/identity.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { lightTags, reportTags } from '../../shared/status-tags.ts';
import { verdictRows } from '../../shared/verdicts/verdict-rows.ts';
import { orderFacts } from './order-facts.ts';
import { formOfReport, type OutcomeForm, outcomeOf, partFields, readOutcomeForm, wholeFields } from './outcome-form.ts';
import { type ProviderRows, providerRows } from './provider-rows.ts';
import { reportNeeds } from './report-needs.ts';
import { type PanelsByPlace, panelsOf } from './report-panels.ts';
import { moveTexts, notesFor, subResultTexts, verdicts } from './report-words.ts';

type ReportRequest = FastifyRequest<{
  Params: { reportId: string; file_token?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown>;
}>;

const path = '/desk/reports/:reportId';

type QueryRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

const moves = Object.keys(moveTexts) as ReportMove[];
const outcomeMoves: readonly ReportMove[] = ['complete', 'await_approval'];

const typeOf = (report: Report) => reportTypeById(report.reportTypeId)!;
const labelOf = (report: Report) => typeOf(report).label;

function allowed(user: Permitted, { report: { status }, isOwnProposal }: OpenedReport, among: readonly ReportMove[]) {
  return among
    .filter((move) => !(isOwnProposal && move === 'complete'))
    .filter((move) => nextReportState(status, move) !== undefined && mayDo(user, permissionFor(move, status)))
    .map((move) => ({ move, text: moveTexts[move] }));
}

function optionNames(report: Report): string[] {
  const known = reportTypeById(report.reportTypeId)?.options ?? [];
  return (report.options ?? []).map(({ name }) => known.find((option) => option.name === name)?.label ?? name);
}

function reportFacts({ report, check, accountName }: OpenedReport) {
  return {
    id: report.id,
    label: labelOf(report),
    description: reportTypeById(report.reportTypeId)?.description ?? '',
    options: optionNames(report),
    status: report.status,
    tag: reportTags[report.status],
    light: report.trafficLight === null ? undefined : lightTags[report.trafficLight],
    requestedAt: report.requestedAt,
    completedAt: report.completedAt,
    accountName,
    order: orderNumber(check.orderId),
    purchaseOrder: check.order.tags[0] ?? '',
    notes: notesFor(report, check.order.notes),
  };
}

/** The text that the candidate agreed to. */
function consentOf({ check, consent, accountName }: OpenedReport) {
  if (consent === undefined) return undefined;
  const { checks, criminalRecord } = consentStatements(consent.wording, accountName);
  return {
    ...consent,
    statements: consent.criminalRecord ? [checks, criminalRecord] : [checks],
    types: check.reports.flatMap((report) => reportTypeById(report.reportTypeId) ?? []),
  };
}

interface Shown {
  readonly user: UserOf<'desk'>;
  readonly opened: OpenedReport;
  readonly form: OutcomeForm;
  readonly errors?: FieldMessages | undefined;
  readonly wasMoved?: ReportMove | undefined;
  readonly wasConfirmed?: boolean;
}

interface Beside {
  readonly today: IsoDate;
  readonly files: OrderFiles;
  readonly provider: ProviderRows | undefined;
  readonly expected: string | undefined;
  readonly panels: PanelsByPlace;
}

function reportModel(
  { user, opened, form, errors, wasMoved, wasConfirmed }: Shown,
  { today, files, provider, expected, panels }: Beside,
) {
  const { report, check } = opened;
  const outcomeButtons = allowed(user, opened, outcomeMoves);
  const type = typeOf(report);
  const mayDecide = outcomeButtons.length > 0;
  const { facts } = check.order;
  return {
    title: `${labelOf(report)} – ${orderNumber(check.orderId)}`,
    environment: check.tenant.environment,
    errors,
    scripts: ['report-keys.js'],
    report: reportFacts(opened),
    // A client entry has no form.
    isFromForm: check.formCompletedAt !== null,
    groups: groupedRows(facts, today),
    needs: reportNeeds(opened, today),
    orderGroups: orderFacts(opened),
    consent: consentOf(opened),
    panels,
    identity: identityOf(
      check,
      mayDo(user, 'confirm_identity') ? `/desk/reports/${report.id}/identity` : undefined,
      true,
    ),
    files,
    provider,
    expected,
    filesForm:
      mayDo(user, 'attach_files') && takesFiles(check.status)
        ? { label: 'Attach evidence', button: 'Attach file' }
        : undefined,
    form,
    parts: partFields(type.breakdown, form),
    whole: wholeFields(type, form, report),
    assessed: verdictRows(
      mayDecide ? outcomeOf(form, report, type, { facts, today }).assessed : verdictsIn(report.findings.properties),
    ),
    mayAssess: mayDecide && type.assessments.length > 0,
    verdicts,
    subResults: type.hasSubResult ? Object.entries(subResultTexts).map(([value, text]) => ({ value, text })) : [],
    outcomeButtons,
    isOwnProposal: opened.isOwnProposal,
    plainButtons: allowed(user, opened, ['need_more', 'pause', 'resume']),
    closingButtons: allowed(user, opened, closingMoves),
    wasMoved,
    wasConfirmed,
  };
}

/** Those that matter before the outcome is decided. */
const typingErrors = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('properties[')));

function closeModel(user: Permitted, opened: OpenedReport, move: ReportMove) {
  if (allowed(user, opened, [move]).length === 0) throw new Refusal('state_does_not_allow');
  return {
    title: move === 'withdraw' ? 'Withdraw this report?' : 'Cancel this report?',
    environment: opened.check.tenant.environment,
    move,
    report: reportFacts(opened),
    buttonText: move === 'withdraw' ? 'Withdraw report' : 'Cancel report',
  };
}

async function expectedOf(ctx: Ctx, { caller, check, report }: OpenedReport): Promise<string | undefined> {
  const { reports, bases } = await readExpectedDates(ctx, caller, check.id);
  const expected = reports.get(report.id);
  return expected ? expectedWords({ ...expected, basis: bases.get(report.id)! }) : undefined;
}

/** An open report begins with how the identity was checked. */
async function openForWork(ctx: Ctx, user: UserOf<'desk'>, reportId: string): Promise<OpenedReport> {
  const opened = await openReport(ctx, user, reportId);
  const { report, check } = opened;
  return isOpen(report.status)
    ? { ...opened, report: withIdentityCheck(report, check.order.identity_evidence) }
    : opened;
}

export function reportPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: ReportRequest, reply: FastifyReply, shown: Shown) => {
    const { opened } = shown;
    const files = await orderFiles(ctx, opened.caller, opened.check.orderId, {
      base: `/desk/reports/${opened.report.id}/files`,
      description: String(request.body?.description ?? ''),
      wasAttached: request.query.attached === '1',
    });
    const { requests, exchanges } = await readExchanges(ctx, opened.check.tenant, opened.report);
    const beside = {
      today: dateOf(timeFor(ctx, opened.caller)),
      files,
      provider: providerRows(requests, exchanges),
      expected: await expectedOf(ctx, opened),
      panels: await panelsOf(ctx, opened, shown.user),
    };
    return renderPage(request, reply, 'desk/report/report.njk', reportModel(shown, beside));
  };

  pages.get(path, { permission: 'read_reports' }, async (request: ReportRequest, reply, user) => {
    const opened = await openForWork(ctx, user, request.params.reportId);
    const wasMoved = moves.find((move) => move === request.query.moved);
    const wasConfirmed = request.query.confirmed === '1';
    return show(request, reply, { user, opened, form: formOfReport(opened.report), wasMoved, wasConfirmed });
  });

  const confirming = (user: UserOf<'desk'>, { check, report, caller }: OpenedReport, body?: ReportRequest['body']) => {
    const asked = confirmingModel({
      check,
      page: `/desk/reports/${report.id}`,
      user,
      today: dateOf(timeFor(ctx, caller)),
      body,
    });
    return asked && { ...asked, confirmingTells: 'The client is notified.' };
  };

  pages.get(`${path}/identity`, { permission: 'confirm_identity' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const model = confirming(user, opened);
    if (model === undefined) return reply.redirect(`/desk/reports/${opened.report.id}`, 303);
    return renderPage(request, reply, 'shared/identity/confirm.njk', model);
  });

  pages.post(`${path}/identity`, { permission: 'confirm_identity' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const model = confirming(user, opened, request.body ?? {});
    if (model !== undefined && !isConfirmed(model, request.body)) {
      return renderPage(request, reply.status(confirmStatus(request.body)), 'shared/identity/confirm.njk', model);
    }
    await confirmSeenIdentity(ctx, user, opened.report.id, model?.seen);
    return reply.redirect(`/desk/reports/${opened.report.id}?confirmed=1`, 303);
  });

  pages.post(`${path}/files`, { permission: 'attach_files' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const errors = await attachSentFile(ctx, opened.caller, opened.check.orderId, request);
    if (errors === undefined) return reply.redirect(`/desk/reports/${opened.report.id}?attached=1`, 303);
    return show(request, reply.status(422), { user, opened, form: formOfReport(opened.report), errors });
  });

  pages.get(
    `${path}/files/:file_token`,
    { permission: 'read_reports' },
    async (request: ReportRequest, reply, user) => {
      const opened = await openReport(ctx, user, request.params.reportId);
      const file = { orderId: opened.check.orderId, fileToken: request.params.file_token! };
      return sendOrderFile(ctx, opened.caller, file, reply);
    },
  );

  pages.get(`${path}/close`, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.query.move);
    if (move === undefined) throw new Refusal('not_found');
    const opened = await openReport(ctx, user, request.params.reportId);
    return renderPage(request, reply, 'desk/report/close.njk', closeModel(user, opened, move));
  });

  pages.post(`${path}/close`, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.body?.move);
    if (move === undefined) throw new Refusal('not_found');
    const { reportId } = request.params;
    await screenReport(ctx, user, reportId, { move });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?moved=${move}`, 303);
  });

  pages.post(
    path,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: ReportRequest, reply, user) => {
      const body = request.body ?? {};
      const move = moves.find((candidate) => candidate === body.move && !closingMoves.includes(candidate));
      const form = readOutcomeForm(body);
      const opened = await openForWork(ctx, user, request.params.reportId);
      const { report, check, caller } = opened;
      const person = { facts: check.order.facts, today: dateOf(timeFor(ctx, caller)) };
      const isOutcome = move === undefined || outcomeMoves.includes(move);
      const read = isOutcome ? outcomeOf(form, report, typeOf(report), person) : undefined;
      const errors = move === undefined ? typingErrors(read!.problems.fields) : (read?.problems.fields ?? {});
      if (Object.keys(errors).length > 0) return show(request, reply.status(422), { user, opened, form, errors });
      if (move === undefined) return show(request, reply, { user, opened, form });
      await screenReport(ctx, user, opened.report.id, { move, ...(read && { outcome: read.outcome }) });
      return reply.redirect(`/desk/reports/${opened.report.id}?moved=${move}`, 303);
    },
  );

  pages.get('/desk/next', { permission: 'claim_reports' }, async (request: QueryRequest, reply, user) => {
    const environment = request.query.environment === 'test' ? 'test' : 'live';
    const next = await findNextReport(ctx.db, user.accounts, environment);
    return reply.redirect(next === undefined ? '/desk' : `/desk/reports/${next.report_id}`, 303);
  });
}
