// The view model of a report's page: what the type requires, the evidence, the outcome, and the moves of its state.
import type { FastifyReply } from 'fastify';
import { type Ctx, timeFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { verdictsIn } from '../../../features/assessments/assessment-rules.ts';
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import { consentStatements } from '../../../features/candidate-form/consent.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { allowedMoves, closingMoves } from '../../../features/cases/screening-rules.ts';
import { groupedRows } from '../../../features/facts/fact-rows-rules.ts';
import { readExchanges } from '../../../features/provider-requests/exchange-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import { dateOf, type IsoDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import { type OrderFiles, orderFiles } from '../../shared/files/order-files.ts';
import { identityOf } from '../../shared/identity/identity.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { UserOf } from '../../shared/shell.ts';
import { lightTags, reportTags } from '../../shared/status-tags.ts';
import { verdictRows } from '../../shared/verdicts/verdict-rows.ts';
import { deskExtensions, type Evidence, evidenceOf } from './evidence-files.ts';
import { orderFacts } from './order-facts.ts';
import { type OutcomeForm, outcomeOf, partFields, wholeFields } from './outcome-form.ts';
import { type ProviderRows, providerRows } from './provider-rows.ts';
import { requiredFacts } from './report-needs.ts';
import { type PanelsByPlace, panelsOf } from './report-panels.ts';
import type { ReportRequest } from './report-request.ts';
import {
  doneTexts,
  movedTexts,
  moveTexts,
  noOutcomeTexts,
  notesFor,
  subResultTexts,
  verdicts,
} from './report-words.ts';

export const moves = Object.keys(moveTexts) as ScreeningMove[];
export const outcomeMoves: readonly ScreeningMove[] = ['complete', 'await_approval', 'change'];

export const typeOf = (report: Report) => reportTypeById(report.reportTypeId)!;
const labelOf = (report: Report) => typeOf(report).label;

function allowed(user: Permitted, { report: { status }, proposer }: OpenedReport, among: readonly ScreeningMove[]) {
  const isApproval = status === 'awaiting_approval';
  return allowedMoves(user, { status, proposer }, among).map((move) => ({
    move,
    text: isApproval && move === 'complete' ? 'Approve' : moveTexts[move],
  }));
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
    candidateName: `${check.order.facts.first_name} ${check.order.facts.last_name}`.trim(),
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

export interface Shown {
  readonly user: UserOf<'desk'>;
  readonly opened: OpenedReport;
  readonly form: OutcomeForm;
  readonly errors?: FieldMessages | undefined;
  readonly wasMoved?: ScreeningMove | undefined;
  /** The code of what was just done on another page, or of a part of this one. */
  readonly done?: string | undefined;
}

/** Answers with the page of a report. */
export type Show = (request: ReportRequest, reply: FastifyReply, shown: Shown) => Promise<FastifyReply>;

interface Beside {
  readonly today: IsoDate;
  readonly files: OrderFiles;
  readonly evidence: Evidence;
  readonly provider: ProviderRows | undefined;
  readonly expected: string | undefined;
  readonly panels: PanelsByPlace;
}

function modelOf(
  { user, opened, form, errors, wasMoved, done }: Shown,
  { today, files, evidence, provider, expected, panels }: Beside,
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
    scripts: ['report-keys.js', 'evidence-viewer.js'],
    report: reportFacts(opened),
    // A client entry has no form.
    isFromForm: check.formCompletedAt !== null,
    groups: groupedRows(facts, today),
    needs: requiredFacts(opened, today),
    orderGroups: orderFacts(opened),
    consent: consentOf(opened),
    panels,
    identity: identityOf(
      check,
      mayDo(user, 'confirm_identity') ? `/desk/reports/${report.id}/identity` : undefined,
      true,
    ),
    files,
    evidence,
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
    isOwnProposal: opened.proposer === 'self',
    plainButtons: allowed(user, opened, ['need_more', 'pause', 'resume']),
    closingButtons: allowed(user, opened, closingMoves),
    wasMoved: wasMoved && movedTexts[wasMoved],
    done: done === undefined ? undefined : doneTexts[done],
    noOutcomeText: noOutcomeTexts[report.status],
  };
}

export function closeModel(user: Permitted, opened: OpenedReport, move: ScreeningMove) {
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

/** What the request says of the files: the one that is wanted, and what was typed beside one that was refused. */
interface AskedFiles {
  readonly file?: unknown;
  readonly description?: string;
}

export async function reportModel(ctx: Ctx, shown: Shown, { file, description = '' }: AskedFiles) {
  const { opened, user } = shown;
  const [files, { requests, exchanges }, expected, panels] = await Promise.all([
    orderFiles(ctx, opened.caller, opened.check.orderId, {
      base: `/desk/reports/${opened.report.id}/files`,
      description,
      alsoAccepts: deskExtensions,
    }),
    readExchanges(ctx, opened.check.tenant, opened.report),
    expectedOf(ctx, opened),
    panelsOf(ctx, opened, user),
  ]);
  const today = dateOf(timeFor(ctx, opened.caller));
  const evidence = evidenceOf(opened, files, file, mayDo(user, 'attach_files'));
  return modelOf(shown, { today, files, evidence, provider: providerRows(requests, exchanges), expected, panels });
}
