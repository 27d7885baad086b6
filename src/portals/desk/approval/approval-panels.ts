// What the page of a report says of its approval: why it is demanded, who proposed what, and what reviewers decided.
import { mayDo } from '../../../features/access/permissions.ts';
import { type OutcomeHistory, readOutcomeHistory } from '../../../features/cases/approval-actions.ts';
import { reviewDecisions, textOfCode } from '../../../features/cases/approval-rules.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { approvalReasons } from '../../../features/reports/approval-rules.ts';
import { resultTag } from '../../shared/status-tags.ts';
import type { ReportPanel } from '../report/report-panels.ts';

type Version = OutcomeHistory['versions'][number];

const nameOf = ({ author, name }: Version): string =>
  name ?? (author.startsWith('provider:') ? `the provider ${author.slice('provider:'.length)}` : 'our own program');

const historyOf = (ctx: Parameters<ReportPanel['model']>[0], { caller, check, report }: OpenedReport) =>
  readOutcomeHistory(ctx, caller, { checkId: check.id, reportId: report.id });

/** Above the outcome of a report that awaits approval. */
export const approvalPanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/approval/approval-panel.njk',
  async model(ctx, opened, user) {
    const { report, proposer } = opened;
    if (report.status !== 'awaiting_approval') return undefined;
    const proposed = (await historyOf(ctx, opened)).versions.at(-1);
    return {
      reasons: (report.approvalReasons ?? []).map((reason) => approvalReasons[reason]),
      proposedBy: proposed && nameOf(proposed),
      proposedAt: proposed?.decided_at,
      light: resultTag(report),
      isOwn: proposer === 'self',
      sendBackHref:
        proposer === 'colleague' && mayDo(user, 'approve_outcomes')
          ? `/desk/reports/${report.id}/send-back`
          : undefined,
    };
  },
};

/** The decisions of reviewers, newest first. */
export const reviewsPanel: ReportPanel = {
  place: 'below',
  template: 'desk/approval/reviews-panel.njk',
  async model(ctx, opened) {
    const { reviews } = await historyOf(ctx, opened);
    if (reviews.length === 0) return undefined;
    return {
      reviews: reviews.toReversed().map(({ decision, code, text, reviewer, version, decidedAt }) => ({
        decision: reviewDecisions[decision],
        reason: code === null ? undefined : textOfCode(code),
        ...{ text, version, decidedAt },
        by: reviewer ?? 'our own program',
      })),
    };
  },
};

/** The link that opens a complete report again. */
export const reopenAction: ReportPanel = {
  place: 'actions',
  template: 'desk/approval/reopen-action.njk',
  model: (_ctx, { report }, user) =>
    report.status === 'complete' && mayDo(user, 'reopen_reports')
      ? { href: `/desk/reports/${report.id}/reopen` }
      : undefined,
};

/** The link to close a report that nobody could confirm. */
export const unableAction: ReportPanel = {
  place: 'more',
  template: 'desk/approval/unable-action.njk',
  model: (_ctx, { report }, user) =>
    (report.status === 'awaiting_data' || report.status === 'paused') && mayDo(user, 'record_outcomes')
      ? { href: `/desk/reports/${report.id}/unable-to-verify` }
      : undefined,
};
