// Opens many complete reports again with one reason, such as all that somebody decided wrongly, and writes to the clients.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { commentOnMany, commentProblems } from '../comments/comment-actions.ts';
import { findChosenReports } from '../lists/chosen-report-queries.ts';
import type { DeskReport } from '../lists/work-queue-queries.ts';
import { reopenReasons } from '../reports/reopen-reasons.ts';
import { checkReason, type ReasonGiven } from './approval-actions.ts';
import type { BulkDone, Left } from './bulk-actions.ts';
import { leftAfter } from './bulk-rules.ts';
import { callerFor, correctReport, type Screener } from './screening-actions.ts';

export const mostReopened = 200;

export interface ReopenMany {
  readonly reportIds: readonly string[];
  readonly reason: ReasonGiven;
  /** A comment on each order, which its client reads; empty for none. */
  readonly comment: string;
}

export interface Reopened extends BulkDone {
  /** On how many orders the comment stands, and how many mails tell of it. */
  readonly commented: number;
  readonly mails: number;
}

/** One after the other, each in a transaction of its own, so that the work of others goes on meanwhile. */
async function reopenEach(ctx: Ctx, screener: Screener, reports: readonly DeskReport[], reason: ReasonGiven) {
  const left: Left[] = [];
  const done: DeskReport[] = [];
  for (const report of reports) {
    try {
      await correctReport(ctx, screener, report.report_id, reason);
      done.push(report);
    } catch (error) {
      const because = error instanceof Refusal ? leftAfter(error) : undefined;
      if (because === undefined) throw error;
      left.push({ reportId: report.report_id, because });
    }
  }
  return { done, left };
}

/**
 * Only what was opened is written about: one comment on each order, and one mail to each contact that lists theirs. Refuses
 * with `invalid_fields` (`reports`, `code`, `text`, `comment`), before anything is done.
 */
export async function reopenMany(
  ctx: Ctx,
  screener: Screener,
  { reportIds, reason, comment }: ReopenMany,
): Promise<Reopened> {
  demand(authorityOf(screener), 'reopen_reports');
  const ids = [...new Set(reportIds)];
  if (ids.length === 0 || ids.length > mostReopened)
    throw new Refusal('invalid_fields', { reports: [`must be from 1 to ${mostReopened}`] });
  checkReason(reason, reopenReasons);
  if (comment !== '') commentProblems(comment).refuse('invalid_fields');
  const reports = await findChosenReports(ctx.db, screener, ids);
  const gone = ids.filter((id) => !reports.some(({ report_id }) => report_id === id));
  const { done, left } = await reopenEach(ctx, screener, reports, reason);
  let [commented, mails] = [0, 0];
  const tenants = comment === '' ? [] : Map.groupBy(done, (one) => `${one.account_id} ${one.environment}`).values();
  for (const ofTenant of tenants) {
    const checkIds = [...new Set(ofTenant.map(({ check_id }) => check_id))];
    const isOfSeveral = new Set(done.map(({ check_id }) => check_id)).size > 1;
    const answer = await commentOnMany(ctx, callerFor(screener, ofTenant[0]!), checkIds, {
      text: comment,
      isOfSeveral,
    });
    commented += checkIds.length - answer.refused.size;
    mails += answer.mails;
  }
  return {
    done: done.length,
    left: [...gone.map((reportId) => ({ reportId, because: 'gone' }) as const), ...left],
    ...{ commented, mails },
  };
}
