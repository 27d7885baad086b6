// The two pages that ask a reviewer for a coded reason: sending a proposed outcome back, and reopening a complete report.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, type Permission } from '../../../features/access/permissions.ts';
import type { ReasonGiven } from '../../../features/cases/approval-actions.ts';
import { LONGEST_REVIEW_TEXT } from '../../../features/cases/approval-rules.ts';
import {
  correctReport,
  type OpenedReport,
  openReport,
  type Screener,
  sendBack,
} from '../../../features/cases/screening-actions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { errorChoices } from '../../../features/error-types/error-type-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { reopenReasons } from '../../../features/reports/reopen-reasons.ts';
import type { ReportState } from '../../../features/reports/report-states.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';

interface ReasonPage {
  /** The end of its address, below the report. */
  readonly at: string;
  readonly permission: Permission;
  /** The state in which the page is of use. */
  readonly status: ReportState;
  readonly title: string;
  readonly tells: string;
  readonly asks: string;
  readonly codes: (ctx: Ctx, screener: Screener) => Promise<Readonly<Record<string, string>>>;
  readonly textLabel: string;
  readonly textHint: string;
  readonly button: string;
  /** The code of the notice on the report's page. */
  readonly done: string;
  readonly act: (ctx: Ctx, screener: Screener, reportId: string, reason: ReasonGiven) => Promise<unknown>;
}

const pagesOfReasons: readonly ReasonPage[] = [
  {
    at: 'send-back',
    permission: 'approve_outcomes',
    status: 'awaiting_approval',
    title: 'Send this outcome back?',
    tells:
      'The report goes back to its screener with what you write, or to the queue while they are away. The proposed outcome stays in the form.',
    asks: 'What is wrong?',
    codes: async (ctx, screener) => errorChoices(await listErrorTypes(ctx, authorityOf(screener))),
    textLabel: 'What must be put right',
    textHint: 'Only the desk reads it.',
    button: 'Send back',
    done: 'sent_back',
    act: sendBack,
  },
  {
    at: 'reopen',
    permission: 'reopen_reports',
    status: 'complete',
    title: 'Reopen this report?',
    tells:
      'The report and its order are open again until the report is complete. Its result is not shown to the client meanwhile, and its versions stay. The client and the candidate get a mail without the result.',
    asks: 'Why?',
    codes: async () => reopenReasons,
    textLabel: 'What must be corrected',
    textHint: 'Only the desk reads it.',
    button: 'Reopen report',
    done: 'reopened',
    act: correctReport,
  },
];

type ReasonRequest = FastifyRequest<{ Params: { reportId: string }; Body: Record<string, unknown> | null }>;

/** The input and the sentence for each refused field. The input is not named `code`: drafts leave out one-time codes. */
const problems: Readonly<Record<string, [input: string, sentence: string]>> = {
  code: ['reason', 'Select a reason'],
  text: ['text', `Write what must be done, in at most ${LONGEST_REVIEW_TEXT} characters`],
};

async function modelOf(
  ctx: Ctx,
  screener: Screener,
  page: ReasonPage,
  { report, check }: OpenedReport,
  given: ReasonGiven,
  errors?: FieldMessages,
) {
  const { at, title, tells, asks, textLabel, textHint, button } = page;
  return {
    ...{ at, title, tells, asks, textLabel, textHint, button, given },
    environment: check.tenant.environment,
    choices: Object.entries(await page.codes(ctx, screener)).map(([value, text]) => ({
      ...{ value, text, checked: value === given.code },
    })),
    longest: LONGEST_REVIEW_TEXT,
    reportId: report.id,
    label: reportTypeById(report.reportTypeId)!.label,
    order: orderNumber(check.orderId),
    errors:
      errors &&
      Object.fromEntries(
        Object.entries(errors).map(([field, [message]]) => {
          const [input, sentence] = problems[field] ?? [field, message!];
          return [input, [sentence]];
        }),
      ),
  };
}

function reasonPage(pages: Pages<'desk'>, ctx: Ctx, page: ReasonPage): void {
  const path = `/desk/reports/:reportId/${page.at}`;
  const { permission } = page;
  const opened = async (request: ReasonRequest, user: Screener) => {
    const found = await openReport(ctx, user, request.params.reportId);
    if (found.report.status !== page.status) throw new Refusal('state_does_not_allow');
    return found;
  };
  const show = async (
    request: ReasonRequest,
    reply: FastifyReply,
    user: Screener,
    given: ReasonGiven,
    errors?: FieldMessages,
  ) => {
    const model = await modelOf(ctx, user, page, await opened(request, user), given, errors);
    return renderPage(request, reply, 'desk/approval/reason.njk', model);
  };

  pages.get(path, { permission }, (request: ReasonRequest, reply, user) =>
    show(request, reply, user, { code: '', text: '' }),
  );

  pages.post(path, { permission, stepUp: 'outcomes' }, async (request: ReasonRequest, reply, user) => {
    const { reason = '', text = '' } = request.body ?? {};
    const given = { code: String(reason), text: String(text).replaceAll('\r\n', '\n').trim() };
    try {
      await page.act(ctx, user, request.params.reportId, given);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), user, given, error.fields);
    }
    return reply.redirect(`/desk/reports/${request.params.reportId.toLowerCase()}?done=${page.done}`, 303);
  });
}

export function reasonPages(pages: Pages<'desk'>, ctx: Ctx): void {
  for (const page of pagesOfReasons) reasonPage(pages, ctx, page);
}
