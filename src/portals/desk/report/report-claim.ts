// Claims a report for the first person who keeps a draft of its outcome with its button, and asks before a colleague of theirs decides.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { claimReport } from '../../../features/cases/claim-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import type { UserOf } from '../../shared/shell.ts';

/** A report that awaits approval is claimed by its reviewers themselves. */
export async function claimForWork(ctx: Ctx, user: UserOf<'desk'>, { report, work }: OpenedReport): Promise<void> {
  const isFree = work.assignee_id === null && report.status === 'awaiting_data';
  if (isFree && mayDo(user, 'claim_reports')) await claimReport(ctx, user, report.id);
}

/** The colleague who has claimed the report; undefined if nobody else has. */
export function colleagueOn({ userId }: UserOf<'desk'>, { work }: OpenedReport) {
  const { assignee_id: id, assignee_name: name } = work;
  return id === null || id === userId ? undefined : { id, name: name ?? 'a former user' };
}

/** @param body names whom the box on the page named */
export function colleagueProblems(
  user: UserOf<'desk'>,
  opened: OpenedReport,
  body: Readonly<Record<string, unknown>>,
): FieldMessages {
  const colleague = colleagueOn(user, opened);
  return colleague === undefined || body.claimed_by === colleague.id
    ? {}
    : { claimed_by: [`Confirm that you decide the report, which is claimed by ${colleague.name}`] };
}
