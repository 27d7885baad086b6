// What the page of a report says of its approval: why it is demanded, who proposed what, and what reviewers decided.
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { type OutcomeHistory, readOutcomeHistory } from '../../../features/cases/approval-actions.ts';
import { reviewDecisions, textOfCode } from '../../../features/cases/approval-rules.ts';
import { unverifiedPeriods } from '../../../features/cases/outstanding-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import type { ErrorType } from '../../../features/error-types/error-type-rules.ts';
import { correctionsAround } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { areas } from '../../../features/report-types/report-type.ts';
import { approvalReasons } from '../../../features/reports/approval-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { unconfirmedSentence, withPeriods } from '../../../features/reports/unconfirmed-rules.ts';
import { resultTag } from '../../shared/status-tags.ts';
import { outcomeWords } from '../report/outcome-view.ts';
import { typeOf } from '../report/report-moves.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { statedHref } from '../stated/stated-pages.ts';
import { changeOf, shownVersions } from './outcome-versions.ts';

type Version = OutcomeHistory['versions'][number];

const nameOf = ({ author, name }: Version): string =>
  name ?? (author.startsWith('provider:') ? `the provider ${author.slice('provider:'.length)}` : 'our own program');

const historyOf = (ctx: Parameters<ReportPanel['model']>[0], { caller, check, report }: OpenedReport) =>
  readOutcomeHistory(ctx, caller, { checkId: check.id, reportId: report.id });

/** In sentences, the times that nothing verifies now, where they are others than when the Clear was proposed. */
async function unverifiedNow(ctx: Parameters<ReportPanel['model']>[0], opened: OpenedReport) {
  const { result, findings } = opened.report;
  if (result !== 'clear') return undefined;
  const periods = await unverifiedPeriods(ctx, opened);
  const proposed = findings.unconfirmed ?? [];
  if (withPeriods(proposed, periods) === proposed) return undefined;
  return periods.map((label) => unconfirmedSentence({ code: 'period', label }));
}

/** A colleague's proposal is sent back with a reason. */
export const mayBeSentBack = (user: Permitted, { proposer }: Pick<OpenedReport, 'proposer'>): boolean =>
  proposer === 'colleague' && mayDo(user, 'approve_outcomes');

/** Above the outcome of a report that awaits approval. */
export const approvalPanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/approval/approval-panel.njk',
  async model(ctx, opened, user) {
    const { report, check, caller, proposer, lacksTraining } = opened;
    if (report.status !== 'awaiting_approval') return undefined;
    const proposed = (await historyOf(ctx, opened)).versions.at(-1);
    const corrected = proposed && (await correctionsAround(ctx, caller, check.id, proposed));
    return {
      reasons: (report.approvalReasons ?? []).map((reason) => approvalReasons[reason]),
      // Where the account does not ask for approval because of it, who approves reads it all the same.
      correctedByAuthor: corrected?.byAuthor === true && report.approvalReasons?.includes('corrected') !== true,
      correctedSince: corrected?.since,
      unverifiedNow: await unverifiedNow(ctx, opened),
      statedHref: statedHref(check.id),
      proposedBy: proposed && nameOf(proposed),
      proposedAt: proposed?.decided_at,
      light: resultTag(report),
      isOwn: proposer === 'self',
      untrainedIn: lacksTraining ? areas[typeOf(report).area] : undefined,
      sendBackHref: mayBeSentBack(user, opened) ? `/desk/reports/${report.id}/send-back` : undefined,
    };
  },
};

type Review = OutcomeHistory['reviews'][number];

const reviewWords =
  (types: readonly ErrorType[]) =>
  ({ decision, code, text, reviewer, version, decidedAt }: Review) => ({
    decision: reviewDecisions[decision],
    reason: code === null ? undefined : textOfCode(types)(code),
    ...{ text, version, decidedAt },
    by: reviewer ?? 'our own program',
  });

/** Above the outcome that a reviewer sent back, or that was opened again, until it is proposed again. */
export const openAgainPanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/approval/open-again-panel.njk',
  async model(ctx, opened) {
    const { status } = opened.report;
    if (!isOpen(status) || status === 'awaiting_approval') return undefined;
    const last = (await historyOf(ctx, opened)).reviews.at(-1);
    if (last?.decision !== 'sent_back' && last?.decision !== 'reopened') return undefined;
    return reviewWords(await listErrorTypes(ctx, opened.caller))(last);
  },
};

/** The decisions of reviewers, newest first. */
export const reviewsPanel: ReportPanel = {
  place: 'below',
  template: 'desk/approval/reviews-panel.njk',
  async model(ctx, opened) {
    const { reviews } = await historyOf(ctx, opened);
    if (reviews.length === 0) return undefined;
    const wordsOf = reviewWords(await listErrorTypes(ctx, opened.caller));
    const versions = reviews.some(({ decision }) => decision === 'changed') ? await shownVersions(ctx, opened) : [];
    return {
      reviews: reviews.toReversed().map((review) => ({
        ...wordsOf(review),
        change: review.decision === 'changed' ? changeOf(versions, review.version) : undefined,
      })),
      known: outcomeWords(opened),
    };
  },
};

/** What each version of the outcome says, newest first, where the page itself shows less. */
export const versionsPanel: ReportPanel = {
  place: 'below',
  template: 'desk/approval/versions-panel.njk',
  async model(ctx, opened) {
    const { report, key } = opened;
    if (key === undefined) return undefined;
    const { versions: authors } = await historyOf(ctx, opened);
    if (authors.length === 0 || (authors.length === 1 && report.status !== 'awaiting_data')) return undefined;
    const versions = (await shownVersions(ctx, opened)).map((version) => {
      const author = authors.find((one) => one.version === version.number)!;
      return { ...version, by: nameOf(author), at: author.decided_at };
    });
    return { versions: versions.toReversed(), known: outcomeWords(opened) };
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
    allowsAction(report.status, 'close_unverified') && mayDo(user, 'record_outcomes')
      ? { href: `/desk/reports/${report.id}/unable-to-verify` }
      : undefined,
};
