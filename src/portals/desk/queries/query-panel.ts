// The queries about a report on its page, and the link to ask another.
import { mayDo } from '../../../features/access/permissions.ts';
import { listDeadlines } from '../../../features/deadlines/deadline-actions.ts';
import { CHASE, listQueries } from '../../../features/queries/query-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import type { ReportPanel } from '../report/report-panel.ts';

export const queryLink: ReportPanel = {
  place: 'actions',
  template: 'desk/queries/query-link.njk',
  model: (_ctx, { report }, user) =>
    mayDo(user, 'ask_queries') && allowsAction(report.status, 'ask_query')
      ? { href: `/desk/reports/${report.id}/queries/new` }
      : undefined,
};

export const queryPanel: ReportPanel = {
  place: 'evidence',
  template: 'desk/queries/query-panel.njk',
  async model(ctx, { report, check, caller }, user) {
    const asked = (await listQueries(ctx, check)).filter(({ reportId }) => reportId === report.id);
    if (asked.length === 0) return undefined;
    const base = `/desk/reports/${report.id}`;
    const chases = (await listDeadlines(ctx, check.tenant, check.id)).filter(({ kind }) => kind === CHASE);
    const views = await queryViews(ctx, caller, check.orderId, asked.toReversed(), `${base}/files`);
    return {
      queries: views.map((query) => ({
        ...query,
        nextChase: query.status === 'open' ? chases.find(({ subjectId }) => subjectId === query.id)?.dueAt : undefined,
        unableHref:
          query.isExhausted && mayDo(user, 'record_outcomes') ? `${base}/unable-to-verify?reason=no_reply` : undefined,
        href: query.status === 'open' && mayDo(user, 'ask_queries') ? `${base}/queries/${query.id}` : undefined,
      })),
    };
  },
};
