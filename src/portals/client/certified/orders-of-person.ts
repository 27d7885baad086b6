// The orders of a person on which an assessment may rest, each with the reports that are complete.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listRecord } from '../../../features/lists/central-record-actions.ts';
import { allReports } from '../../../features/lists/central-record-rules.ts';
import { listChecksOf } from '../../../features/lists/check-list-actions.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';

const MOST = 50;

/** The newest first. */
export async function ordersOf(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string) {
  const { checks } = await listChecksOf(ctx, caller, { applicantId }, { sort: 'newest', limit: MOST });
  if (checks.length === 0) return [];
  const wish = { view: 'everybody', applicantIds: [applicantId] } as const;
  const page = { sort: 'newest', offset: 0, limit: 1 } as const;
  const [person] = mayDo(user, 'read_results') ? (await listRecord(ctx, caller, wish, page)).people : [];
  const held = person === undefined ? [] : allReports(person);
  return checks
    .filter(({ status }) => status === 'complete')
    .map(({ id, orderId, createdAt }) => ({
      ...{ id, orderId, createdAt, href: `/portal/checks/${id}` },
      reports: held.filter(({ report }) => report.checkId === id).map(({ type }) => type.label),
    }));
}
