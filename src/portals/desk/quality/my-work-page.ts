// The page on which somebody of the desk sees their own work: how much, how fast and how well, and what reviewers said of it.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { reviewDecisions, textOfCode } from '../../../features/cases/approval-rules.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { findOwnTurnaround } from '../../../features/lists/person-turnaround-queries.ts';
import type { TurnaroundRow } from '../../../features/lists/turnaround-queries.ts';
import { findOwnAccuracy, findOwnFirstTimeRight } from '../../../features/quality/quality-figure-queries.ts';
import { findOwnDecisions, findOwnReviewed } from '../../../features/quality/quality-list-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { turnaroundTable, workingDaysText } from '../../shared/bars/bars.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { accuracyModel, monthsAsked } from './accuracy.ts';
import { sampledRow } from './quality-list-page.ts';
import { myWorkPath, percentText } from './quality-words.ts';

const MOST = 100;

const typeOf = (key: TurnaroundRow['key']) => reportTypeById(Number(key))?.label ?? 'Report';

async function myWorkModel(
  ctx: Ctx,
  user: UserOf<'desk'>,
  environment: Environment,
  { months, since, choices }: ReturnType<typeof monthsAsked>,
) {
  const asked = { environment, since };
  const [times, right, accuracy, reviewed, decisions, types] = await Promise.all([
    findOwnTurnaround(ctx.db, user, environment, { since, now: ctx.now(), calendar: ctx.calendar() }),
    findOwnFirstTimeRight(ctx.db, user, asked),
    findOwnAccuracy(ctx.db, user, asked),
    findOwnReviewed(ctx.db, user, { ...asked, limit: MOST }),
    findOwnDecisions(ctx.db, user, { ...asked, limit: MOST }),
    listErrorTypes(ctx, authorityOf(user)),
  ]);
  const sum = (of: 'completed' | 'due' | 'on_time') => times.reduce((total, row) => total + row[of], 0);
  const praised = reviewed.filter((one) => one.is_praised === true).length;
  return {
    title: 'My work',
    environment,
    choices,
    figures: [
      { label: 'Completed', value: String(sum('completed')), of: 'reports whose first result is yours' },
      {
        label: 'On time',
        value: percentText(sum('on_time'), sum('due')),
        of:
          sum('due') === 0
            ? 'nothing came to you before its day due'
            : `${sum('on_time')} of ${sum('due')} that came to you before the day due`,
      },
      {
        label: 'First time right',
        value: percentText(right.right, right.judged),
        of:
          right.judged === 0
            ? 'no reviewer looked at any'
            : `${right.right} of ${right.judged} that a reviewer looked at`,
      },
      { label: 'Praised', value: String(praised), of: 'in reviews' },
    ],
    tables: [turnaroundTable('Turnaround by type', times, typeOf, { onTimeOf: 'people', textOf: workingDaysText })],
    accuracy: accuracy.length === 0 ? undefined : accuracyModel(accuracy, months),
    reviewed: reviewed.map(sampledRow),
    decisions: decisions.map((one) => ({
      ...one,
      href: `/desk/reports/${one.report_id}#reviews-heading`,
      order: orderNumber(one.order_id),
      label: typeOf(one.report_type_id),
      decision: reviewDecisions[one.decision],
      reason: one.code === null ? 'The page of the report shows what' : textOfCode(types)(one.code),
    })),
    most: MOST,
  };
}

export function myWorkPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    myWorkPath,
    { permission: 'record_outcomes', menu: 'My work', menuGroup: 'own', byEnvironment: true },
    async (request, reply, user) => {
      const { query } = request;
      const environment = query.environment === 'test' ? 'test' : 'live';
      const model = await myWorkModel(ctx, user, environment, monthsAsked(query, ctx.now(), 3));
      return renderPage(request, reply, 'desk/quality/my-work.njk', model);
    },
  );
}
