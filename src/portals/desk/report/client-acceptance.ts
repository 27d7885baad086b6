// In which words somebody of the client accepts a report without what it does not rest on: their newest answer about the report.
import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';

export const askFirst =
  'Ask the client first, with the query “A decision about the order” on this report: who accepts it, and in which words, stands with the result';

/** Who, when, the question and the answer; undefined until a user of the client has answered in the portal. */
export async function readAcceptance(ctx: Ctx, { check, report }: OpenedReport): Promise<string | undefined> {
  const asked = await listQueries(ctx, check, 'client');
  const answered = asked.filter(
    ({ reportId, kind, status }) => reportId === report.id && kind === 'client_decision' && status === 'answered',
  );
  const nameOf = await readActorNames(
    ctx.db,
    check.tenant.accountId,
    answered.flatMap(({ endedBy }) => endedBy ?? []),
  );
  // What somebody of the desk wrote down for the client says not who accepts it.
  const last = answered.findLast(({ endedBy }) => endedBy !== null && nameOf(endedBy).kind === 'client');
  if (last === undefined) return undefined;
  const by = `${nameOf(last.endedBy!).name} of the client, ${formatLongDate(ukDateOf(last.endedAt!))}`;
  return `${by}, to “${last.text}”: “${last.answer}”`;
}
