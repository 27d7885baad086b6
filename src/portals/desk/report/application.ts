// The application to an authority: in the head of a report, and the page that records it, its number and how far it is.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  keepApplication,
  readApplication,
  readFee,
  type TypedApplication,
  takeApplicationBack,
} from '../../../features/cases/application-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { applicationStages } from '../../../features/reports/application-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { SHOW_CERTIFICATE } from '../../../messages/en-queries.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { reportHead } from '../sent-out/report-head.ts';
import { typedText } from './order-notes.ts';
import { typeOf } from './report-moves.ts';
import type { ReportPanel } from './report-panel.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import { lacksForSending } from './sending-lacks.ts';

const path = `${reportPath}/application`;

export const applicationPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/application.njk',
  async model(ctx, { report, caller, key }, user) {
    if (!allowsAction(report.status, 'record_application')) return undefined;
    const fee = await readFee(ctx, caller, report.id);
    // A volunteer's certificate costs no fee.
    if (fee === undefined && typeOf(report).certificate === null) return undefined;
    const application = await readApplication(ctx, caller, report.id, key);
    return {
      ...application,
      stage: application.stage && applicationStages[application.stage],
      hasFee: fee !== undefined,
      isSpent: fee?.is_spent ?? false,
      mayRecord: mayDo(user, 'send_out'),
    };
  },
};

interface Form {
  readonly shown: TypedApplication;
  readonly lacks: readonly string[];
  readonly errors?: FieldMessages;
}

async function show(ctx: Ctx, request: ReportRequest, reply: FastifyReply, opened: OpenedReport, form: Form) {
  const { shown, lacks, errors } = form;
  const { appliedAt } = await readApplication(ctx, opened.caller, opened.report.id, opened.key);
  const queries = `/desk/reports/${opened.report.id}/queries/new?addressee=candidate&kind=${SHOW_CERTIFICATE}`;
  return renderPage(request, reply, 'desk/report/application-page.njk', {
    title: appliedAt === null ? 'Record an application' : 'Application',
    ...reportHead(opened),
    ...{ appliedAt, typed: shown, errors },
    lacks: appliedAt === null ? lacks : [],
    stages: Object.entries(applicationStages).map(([value, words]) => ({
      ...{ value, text: words, selected: value === shown.stage },
    })),
    askHref: shown.stage === 'posted' ? queries : undefined,
  });
}

export function applicationPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'send_out';
  pages.get(path, { permission }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    if (!allowsAction(opened.report.status, 'record_application')) throw new Refusal('state_does_not_allow');
    const { reference, stage } = await readApplication(ctx, opened.caller, opened.report.id, opened.key);
    const shown = { reference, stage: stage ?? '', lookedOn: todayFor(ctx, opened.caller), anyway: '' };
    return show(ctx, request, reply, opened, { shown, lacks: await lacksForSending(ctx, opened) });
  });

  pages.post(path, { permission }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    const back = (done: string) => reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=${done}`, 303);
    if (request.body?.application === 'not_sent') {
      await takeApplicationBack(ctx, user, reportId);
      return back('not_applied');
    }
    const opened = await openReport(ctx, user, reportId);
    const lacks = await lacksForSending(ctx, opened);
    const shown = {
      ...{ reference: typed(request, 'reference'), stage: typed(request, 'stage') },
      ...{ lookedOn: typed(request, 'looked_on'), anyway: typedText(request.body?.anyway) },
    };
    const { appliedAt } = await readApplication(ctx, opened.caller, opened.report.id, opened.key);
    try {
      await keepApplication(ctx, user, reportId, shown, lacks);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), opened, { shown, lacks, errors: error.fields });
    }
    return back(appliedAt === null ? 'applied' : 'application');
  });
}
