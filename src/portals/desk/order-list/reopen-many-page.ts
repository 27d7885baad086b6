// Opens many complete reports of the list of orders again at once: first says what will happen, and to whom.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { LONGEST_REVIEW_TEXT } from '../../../features/cases/approval-rules.ts';
import { mostReopened, reopenMany } from '../../../features/cases/reopen-many-actions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { findChosenReports } from '../../../features/lists/chosen-report-queries.ts';
import { findCompleteReports, findDeskOrders } from '../../../features/lists/desk-order-queries.ts';
import type { DeskReport } from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { reopenReasons } from '../../../features/reports/reopen-reasons.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { inThousands, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { becauseText } from '../many/many-words.ts';
import { orderFilterOf, orderListHref, orderListPath, readOrderListQuery } from './order-list-query.ts';

export const reopenManyPath = `${orderListPath}/reopen`;

type User = UserOf<'desk'>;

/** The input is not named `code`: drafts leave out one-time codes. */
const words: FormWords = {
  reports: { input: 'reports', begins: `The reports must be from 1 to ${mostReopened}` },
  code: { input: 'reason', begins: 'The reason', instead: { 'is not included in the list': 'Select a reason' } },
  text: {
    input: 'text',
    begins: 'What must be corrected',
    empty: `Write what must be done, in at most ${LONGEST_REVIEW_TEXT} characters`,
  },
  comment: {
    input: 'comment',
    begins: 'The words',
    instead: {
      'The comment must be 5000 characters or fewer': 'The words to the clients must be 5000 characters or fewer',
    },
  },
};

const counted = (count: number, one: string) => `${inThousands(count)} ${one}${count === 1 ? '' : 's'}`;

/**
 * Of the ticked orders, or of all that the list finds, the reports that its filters are about; undefined if the list finds
 * more orders than could be looked at, so that nobody takes a part for the whole.
 */
async function chosenBy(ctx: Ctx, user: User, request: FormRequest): Promise<DeskReport[] | undefined> {
  const query = readOrderListQuery(request.query);
  const { which, orders } = request.query;
  const ticked = [orders ?? []].flat().filter(isUuid);
  const found =
    which === 'all'
      ? await findDeskOrders(ctx.db, user, orderFilterOf(query), { sort: query.sort, limit: mostReopened + 1 })
      : ticked.map((check_id) => ({ check_id }));
  if (found.length > mostReopened) return undefined;
  const checkIds = found.map(({ check_id }) => check_id);
  return findCompleteReports(ctx.db, user, { checkIds, reportTypeId: query.type, outcomeBy: query.by });
}

const rowsOf = (reports: readonly DeskReport[], names: ReadonlyMap<string, string>) =>
  reports.map((report) => ({
    id: report.report_id,
    order: orderNumber(report.order_id),
    label: reportTypeById(report.report_type_id)?.label ?? 'Report',
    href: `/desk/reports/${report.report_id}`,
    candidate: names.get(report.check_id) ?? '',
    account: report.account_name,
  }));

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: User,
  reports: readonly DeskReport[],
  errors?: FieldMessages,
) {
  const query = readOrderListQuery(request.query);
  const names = await readCandidateNames(ctx, user, reports, { list: 'orders', reopen: true });
  const [orders, clients] = [
    new Set(reports.map((one) => one.check_id)),
    new Set(reports.map((one) => one.account_id)),
  ];
  return renderPage(request, reply, 'desk/order-list/reopen-many.njk', {
    title: `Reopen ${counted(reports.length, 'report')}?`,
    back: { text: 'Orders', href: orderListHref(query) },
    errors,
    rows: rowsOf(reports, names),
    of: `${counted(orders.size, 'order')} of ${counted(clients.size, 'client')}`,
    action: orderListHref(query, reopenManyPath),
    shown: reports.map((one) => one.report_id).join(' '),
    choices: Object.entries(reopenReasons).map(([value, text]) => ({
      ...{ value, text, checked: value === typed(request, 'reason') },
    })),
    given: { text: typed(request, 'text'), comment: typed(request, 'comment') },
    longest: LONGEST_REVIEW_TEXT,
  });
}

export function reopenManyPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'reopen_reports' as const;
  const refuse = (request: FormRequest, reply: FastifyReply, notice: string) =>
    reply.redirect(orderListHref(readOrderListQuery(request.query), orderListPath, { notice }), 303);

  pages.get(reopenManyPath, { permission }, async (request: FormRequest, reply, user) => {
    const reports = await chosenBy(ctx, user, request);
    if (reports?.length === 0) return refuse(request, reply, 'none_complete');
    if (reports === undefined || reports.length > mostReopened) return refuse(request, reply, 'many_reopened');
    return show(ctx, request, reply, user, reports);
  });

  pages.post(reopenManyPath, { permission, stepUp: 'outcomes' }, async (request: FormRequest, reply, user) => {
    const reportIds = typed(request, 'shown').split(' ').filter(isUuid);
    if (reportIds.length === 0) throw new Refusal('not_found');
    const given = {
      reportIds,
      reason: { code: typed(request, 'reason'), text: typed(request, 'text') },
      comment: typed(request, 'comment'),
    };
    let done: Awaited<ReturnType<typeof reopenMany>> | undefined;
    const errors = await refusedFields(async () => {
      done = await reopenMany(ctx, user, given);
    }, words);
    const reports = await findChosenReports(ctx.db, user, reportIds);
    if (done === undefined) return show(ctx, request, reply.status(422), user, reports, errors);
    const { left, commented, mails } = done;
    const byId = new Map(reports.map((one) => [one.report_id, one]));
    return renderPage(request, reply, 'desk/order-list/reopened-many.njk', {
      title: `${counted(done.done, 'report')} ${done.done === 1 ? 'is' : 'are'} open again`,
      back: { text: 'Orders', href: orderListHref(readOrderListQuery(request.query)) },
      said: [
        'They stand in the work queue, marked as reopened, with whoever had them.',
        ...(given.comment === ''
          ? []
          : [
              `Your words stand on ${counted(commented, 'order')}; ${counted(mails, 'mail')} to clients ${mails === 1 ? 'tells' : 'tell'} of them.`,
            ]),
      ],
      left: {
        count: left.length,
        more: 0,
        rows: left.map(({ reportId, because }) => {
          const report = byId.get(reportId);
          return {
            order: report === undefined ? '' : orderNumber(report.order_id),
            label: (report && reportTypeById(report.report_type_id)?.label) ?? 'Report',
            href: `/desk/reports/${reportId}`,
            account: report?.account_name ?? '',
            why: becauseText('note', because, report?.status),
          };
        }),
      },
    });
  });
}
