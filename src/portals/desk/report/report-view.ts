// The view model of a report's page: what the type requires, the evidence, the outcome, and the moves of its state.

import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import { readLacking } from '../../../features/candidate-form/lacking-document-actions.ts';
import { isFeeCredited } from '../../../features/cases/application-actions.ts';
import { listMessages } from '../../../features/cases/candidate-message-actions.ts';
import { hasEvidence } from '../../../features/cases/outstanding-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { closingMoves } from '../../../features/cases/screening-rules.ts';
import { jobCountryOf } from '../../../features/checks/job-country-rules.ts';
import { groupedRows } from '../../../features/facts/fact-rows-rules.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import { readExchanges } from '../../../features/provider-requests/exchange-actions.ts';
import { optionTexts, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { lawOf } from '../../../features/report-types/type-law-rules.ts';
import { youngWarnings } from '../../../features/report-types/young-candidate-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import type { SeenState } from '../../../features/reports/outcome-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import { type OrderFiles, orderFiles } from '../../shared/files/order-files.ts';
import { identityOf } from '../../shared/identity/identity.ts';
import { orderedAs } from '../../shared/orders/ordered-as.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { UserOf } from '../../shared/shell.ts';
import { resultTag } from '../../shared/status-tags.ts';
import { orderHref } from '../orders/order-address.ts';
import { lastQueue, nextHref, type QueueQuery, queueHref, wantsOwn } from '../queue/queue-address.ts';
import { nextTexts, stateTag } from '../queue/queue-words.ts';
import { correctingHref } from '../stated/stated-pages.ts';
import { type Evidence, evidenceOf } from './evidence-files.ts';
import { orderFacts } from './order-facts.ts';
import type { OutcomeForm } from './outcome-form.ts';
import { outcomeModel } from './outcome-view.ts';
import { type ProviderRows, providerRows } from './provider-rows.ts';
import { type OpenedForWork, type OutcomeDraft, typedFields } from './report-drafts.ts';
import { allowed, typeOf } from './report-moves.ts';
import { requiredFacts } from './report-needs.ts';
import { type PanelsByPlace, panelsOf } from './report-panels.ts';
import type { ReportRequest } from './report-request.ts';
import { doneTexts, movedTexts, notesFor } from './report-words.ts';
import { workModel } from './report-work.ts';
import { sourcesModel } from './source-panel.ts';
import type { Anyway } from './unconfirmed.ts';

const labelOf = (report: Report) => typeOf(report).label;

function reportFacts({ report, check, accountName, work }: OpenedReport) {
  return {
    id: report.id,
    label: labelOf(report),
    description: reportTypeById(report.reportTypeId)?.description ?? '',
    laws: lawOf([typeOf(report)], jobCountryOf(check.order)),
    options: optionTexts(typeOf(report), report.options ?? []),
    status: report.status,
    tag: stateTag(work),
    light: resultTag(report),
    requestedAt: report.requestedAt,
    completedAt: report.completedAt,
    accountName,
    candidateName: fullName(check.order.facts.first_name, check.order.facts.last_name),
    order: orderNumber(check.orderId),
    orderHref: orderHref(check.id),
    orderedAs: orderedAs(check),
    notes: [
      ...youngWarnings(
        [report],
        { ...check.order.facts, jobCountry: jobCountryOf(check.order) },
        ukDateOf(check.createdAt),
      ),
      ...notesFor(report, check.order),
    ],
  };
}

export interface Shown {
  readonly user: UserOf<'desk'>;
  readonly opened: OpenedForWork;
  readonly form: OutcomeForm;
  /** What the form said before references were taken over, where they replace something of it. */
  readonly replaced?: OutcomeForm | undefined;
  readonly errors?: FieldMessages | undefined;
  /** Fills the form, and was saved earlier. */
  readonly draft?: OutcomeDraft | undefined;
  /** Of a file that is to be attached, as typed before. */
  readonly description?: string | undefined;
  /** What the page of the form showed, where the form was sent. */
  readonly seen?: SeenState | undefined;
  /** What must be confirmed before the outcome is Clear. */
  readonly anyway?: Anyway | undefined;
  /** The parts that nobody was asked about, before all are set to Clear. */
  readonly clearing?: readonly string[] | undefined;
  readonly wasMoved?: ScreeningMove | undefined;
  /** The code of what was just done on another page, or of a part of this one. */
  readonly done?: string | undefined;
}

/** Answers with the page of a report. */
export type Show = (request: ReportRequest, reply: FastifyReply, shown: Shown) => Promise<FastifyReply>;

interface Beside {
  readonly today: IsoDate;
  readonly work: ReturnType<typeof workModel>;
  readonly purchaseOrder: string;
  readonly files: OrderFiles;
  readonly evidence: Evidence;
  readonly provider: ProviderRows | undefined;
  /** No file that the report could rest on, and no answer of a source. */
  readonly isWithoutEvidence: boolean;
  readonly expected: string | undefined;
  readonly panels: PanelsByPlace;
  readonly outcome: Awaited<ReturnType<typeof outcomeModel>>;
  readonly typed: Readonly<Record<string, string>>;
  /** Where the screener came from. */
  readonly queue: QueueQuery;
}

function modelOf(
  { user, opened, errors, seen, wasMoved, done }: Shown,
  {
    today,
    work,
    purchaseOrder,
    files,
    evidence,
    provider,
    isWithoutEvidence,
    expected,
    panels,
    outcome,
    typed,
    queue,
  }: Beside,
) {
  const { report, check } = opened;
  const { facts } = check.order;
  const needs = requiredFacts(opened, today);
  return {
    title: `${labelOf(report)} – ${orderNumber(check.orderId)}`,
    environment: check.tenant.environment,
    errors,
    scripts: [
      'case.js',
      'claim.js',
      'report-keys.js',
      'evidence-viewer.js',
      'evidence-add.js',
      'clauses.js',
      'copy.js',
    ],
    report: reportFacts(opened),
    purchaseOrder,
    /** The part that a phone shows first: the form that was sent, or what the report needs. */
    first: seen === undefined ? 'facts' : 'outcome',
    // A client entry has no form.
    isFromForm: check.formCompletedAt !== null,
    correctHref: correctingHref(user, check),
    groups: groupedRows(facts, today),
    needs,
    sources: sourcesModel(opened, needs),
    orderGroups: orderFacts(opened),
    consents: opened.consents,
    panels,
    identity: identityOf(
      check,
      mayDo(user, 'confirm_identity') ? `/desk/reports/${report.id}/identity` : undefined,
      'desk',
    ),
    files,
    evidence,
    provider,
    isWithoutEvidence,
    expected,
    filesForm:
      mayDo(user, 'attach_files') && takesFiles(check.status)
        ? {
            ...{ label: 'Attach evidence', button: 'Attach file' },
            ofForm: outcome.buttons.length > 0 ? 'outcome-form' : undefined,
          }
        : undefined,
    plainButtons: allowed(user, opened, ['need_more', 'pause', 'resume']),
    closingButtons: allowed(user, opened, closingMoves),
    wasMoved: wasMoved && movedTexts[wasMoved],
    done: done === undefined ? undefined : doneTexts[done],
    outcome,
    typed,
    work,
    mayTakeNext: mayDo(user, 'claim_reports'),
    queueHref: queueHref(queue),
    nextAction: nextHref(queue),
    nextText: nextTexts[wantsOwn(queue) ? 'own' : 'free'],
  };
}

export async function closeModel(ctx: Ctx, user: Permitted, opened: OpenedReport, move: ScreeningMove) {
  if (allowed(user, opened, [move]).length === 0) throw new Refusal('state_does_not_allow');
  return {
    title: move === 'withdraw' ? 'Withdraw this report?' : 'Cancel this report?',
    environment: opened.check.tenant.environment,
    move,
    report: reportFacts(opened),
    creditsFee: await isFeeCredited(ctx, opened.caller, opened.report.id),
    buttonText: move === 'withdraw' ? 'Withdraw report' : 'Cancel report',
  };
}

async function expectedOf(ctx: Ctx, { caller, check, report }: OpenedReport): Promise<string | undefined> {
  const { reports, bases } = await readExpectedDates(ctx, caller, check.id);
  const expected = reports.get(report.id);
  return expected ? expectedWords({ ...expected, basis: bases.get(report.id)! }) : undefined;
}

export async function reportModel(ctx: Ctx, shown: Shown, request: ReportRequest) {
  const { query, body } = request;
  const typed = typedFields(body ?? {});
  const { opened, user } = shown;
  const [files, { requests, exchanges }, expected, panels, outcome, isWithEvidence] = await Promise.all([
    orderFiles(ctx, opened.caller, opened.check.orderId, {
      base: `/desk/reports/${opened.report.id}/files`,
      description: typed.description ?? shown.description ?? '',
      isAtDesk: true,
    }),
    readExchanges(ctx, opened.check.tenant, opened.report),
    expectedOf(ctx, opened),
    panelsOf(ctx, opened, user),
    outcomeModel(ctx, shown),
    hasEvidence(ctx, opened),
  ]);
  const today = todayFor(ctx, opened.caller);
  const evidence = evidenceOf(opened, files, {
    wanted: query.file,
    mayAssign: mayDo(user, 'attach_files'),
    mayDelete: mayDo(user, 'erase_applicants') && opened.key !== undefined,
    messages: await listMessages(ctx, opened.check, opened.key),
    lacking: await readLacking(ctx, opened),
  });
  const provider = providerRows(requests, exchanges);
  const isWithoutEvidence = !isWithEvidence;
  const queue = lastQueue(request, opened.check.tenant.environment);
  return modelOf(shown, {
    today,
    work: workModel(opened, user, { today, calendar: ctx.calendar() }),
    purchaseOrder: await readPurchaseOrder(ctx, opened.check),
    files,
    evidence,
    provider,
    isWithoutEvidence,
    expected,
    panels,
    outcome,
    typed,
    queue,
  });
}
