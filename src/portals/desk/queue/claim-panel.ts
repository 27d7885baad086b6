// Who works on a report, at the head of its page, with the button that claims or releases it.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import { findDeskReport, type QueuedReport } from '../../../features/lists/work-queue-queries.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { readOwnTakes } from '../../../features/training/training-actions.ts';
import { takesType } from '../../../features/training/training-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { awayText } from '../../shared/away-words.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';
import { assigneeDays } from './queue-list.ts';
import { stateTag } from './queue-words.ts';

/** Training says whom work is given to; whether it says who decides alone is a setting of the account. */
const untrainedWords = (needsApproval: boolean) =>
  `You are not recorded as trained in its area, so it is not given to you. ${
    needsApproval
      ? 'What you complete here, somebody who is trained approves.'
      : 'That is advice: you can complete it, and this account asks for no approval because of it.'
  }`;

async function moveOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  user: UserOf<'desk'>,
  found: QueuedReport,
): Promise<'claim' | 'release' | 'untrained' | undefined> {
  if (!mayDo(user, 'claim_reports') || !allowsAction(found.status, 'claim')) return undefined;
  if (found.assignee_id === user.userId) return 'release';
  if (found.assignee_id !== null || !mayWorkOn(user, found)) return undefined;
  const takes = await readOwnTakes(ctx, user);
  return takesType(takes, found.report_type_id) ? 'claim' : 'untrained';
}

async function claimOf(ctx: Pick<Ctx, 'db' | 'now'>, user: UserOf<'desk'>, found: QueuedReport) {
  const isOwn = found.assignee_id === user.userId;
  const move = await moveOf(ctx, user, found);
  const away = awayText(assigneeDays(found), ukDateOf(ctx.now()));
  const holder = away === '' ? found.assignee_name : `${found.assignee_name} (${away})`;
  return {
    assignee: isOwn ? 'you' : (holder ?? 'nobody'),
    isOwn,
    isColleague: !isOwn && found.assignee_id !== null,
    state: stateTag(found).text,
    isUntrained: move === 'untrained',
    move: move === 'untrained' ? undefined : move,
    /** What awaits approval is claimed by its reviewers themselves. */
    typing: move === 'claim' && found.status === 'awaiting_data' ? 'claims' : undefined,
  };
}

export const claimPanel: ReportPanel = {
  place: 'work',
  template: 'desk/queue/claim-panel.njk',
  async model(ctx, { report, lacksTraining }, user) {
    const found = allowsAction(report.status, 'claim')
      ? await findDeskReport(ctx.db, user.accounts, report.id)
      : undefined;
    if (found === undefined) return undefined;
    const action = `/desk/reports/${report.id}/assignee`;
    const claim = await claimOf(ctx, user, found);
    const advice = claim.isUntrained ? untrainedWords(lacksTraining) : undefined;
    return { ...claim, action, advice, mayClaim: mayDo(user, 'claim_reports') };
  },
};

/** For the script that keeps the page up to date. */
export function claimNow(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    `${reportPath}/assignee`,
    { permission: 'read_reports' },
    async ({ params: { reportId } }: ReportRequest, reply, user) => {
      const found = isUuid(reportId) ? await findDeskReport(ctx.db, user.accounts, reportId) : undefined;
      if (found === undefined) throw new Refusal('not_found');
      return reply.send(await claimOf(ctx, user, found));
    },
  );
}
