// Claims and releases reports, takes the next of the queue, and assigns reports to others.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { Db } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { lockDeskUsers } from '../accounts/sign-in-actions.ts';
import { type QueueFilter, queueReaderOf } from '../lists/work-queue-queries.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { readOwnTakes } from '../training/training-actions.ts';
import { takesType, typesTaken } from '../training/training-rules.ts';
import {
  type Assignee,
  assigneeOf,
  commonAccounts,
  listPeople,
  refuseAway,
  storeAssignments,
} from './assignee-actions.ts';
import { assignReports, findOwnReports, lockNextReport, type QueueTaker } from './claim-store.ts';
import { findOwn, findOwnOrder, type Screener } from './screening-actions.ts';

/** As who takes reports. */
async function takerOf(ctx: Ctx, screener: Screener): Promise<QueueTaker> {
  return { ...queueReaderOf(screener), reportTypeIds: typesTaken(await readOwnTakes(ctx, screener)) };
}

/** Whose the report is: the screener's since now, theirs before already, or somebody else's. */
export type Claim = 'claimed' | 'own' | 'held';

/** Returns how many the screener has now: those that somebody has, or on which they may not work, stay. */
async function claimFree(ctx: Ctx, screener: Screener, reportIds: readonly string[]): Promise<number> {
  const change = { reportIds, from: 'nobody', to: await takerOf(ctx, screener) } as const;
  return inTransaction(ctx, async (tx) => {
    const claimed = await assignReports(tx.db, screener.accounts, change);
    await storeAssignments(tx, authorityOf(screener), 'report.claimed', claimed);
    return claimed.length;
  });
}

/** Returns how many of them were the screener's own. */
function releaseOwn(ctx: Ctx, screener: Screener, reportIds: readonly string[]): Promise<number> {
  const change = { reportIds, from: { userId: screener.userId }, to: null } as const;
  return inTransaction(ctx, async (tx) => {
    const released = await assignReports(tx.db, screener.accounts, change);
    await storeAssignments(tx, authorityOf(screener), 'report.released', released);
    return released.length;
  });
}

/**
 * Refuses with `not_found`, with `state_does_not_allow` a report that left the queue, and with `not_permitted` one for which the
 * screener is not trained.
 */
export async function claimReport(ctx: Ctx, screener: Screener, reportId: string): Promise<Claim> {
  demand(authorityOf(screener), 'claim_reports');
  const { report_id } = await findOwn(ctx, screener, reportId);
  if ((await claimFree(ctx, screener, [report_id])) > 0) return 'claimed';
  const { assignee_id, status, report_type_id } = await findOwn(ctx, screener, reportId);
  if (assignee_id === null && !takesType(await readOwnTakes(ctx, screener), report_type_id))
    throw new Refusal('not_permitted');
  if (assignee_id === null || !allowsAction(status, 'claim')) throw new Refusal('state_does_not_allow');
  return assignee_id === screener.userId ? 'own' : 'held';
}

/** Gives back a report of the screener's own; changes nothing if it is not theirs. */
export async function releaseReport(ctx: Ctx, screener: Screener, reportId: string): Promise<void> {
  demand(authorityOf(screener), 'claim_reports');
  const { report_id } = await findOwn(ctx, screener, reportId);
  await releaseOwn(ctx, screener, [report_id]);
}

/** Gives back those of the reports that are the screener's own. Returns how many. */
export function releaseReports(ctx: Ctx, screener: Screener, reportIds: readonly string[]): Promise<number> {
  demand(authorityOf(screener), 'claim_reports');
  return releaseOwn(ctx, screener, reportIds.filter(isUuid));
}

const idsOf = (reports: readonly { readonly report_id: string }[]) => reports.map(({ report_id }) => report_id);

/** Claims every report of an order that nobody has. Returns how many. Refuses with `not_found`. */
export async function claimOrder(ctx: Ctx, screener: Screener, checkId: string): Promise<number> {
  demand(authorityOf(screener), 'claim_reports');
  return claimFree(ctx, screener, idsOf(await findOwnOrder(ctx, screener, checkId)));
}

/** Gives back every report of an order that is the screener's own. Returns how many. Refuses with `not_found`. */
export async function releaseOrder(ctx: Ctx, screener: Screener, checkId: string): Promise<number> {
  demand(authorityOf(screener), 'claim_reports');
  return releaseOwn(ctx, screener, idsOf(await findOwnOrder(ctx, screener, checkId)));
}

export interface Taken {
  readonly reportId: string;
  readonly claim: Exclude<Claim, 'held'>;
}

export interface Wanted {
  readonly filter: QueueFilter;
  /** By default the free ones. */
  readonly ownFirst?: boolean;
  /** The report that the screener comes from: of their own they want the one after it. */
  readonly after?: string | undefined;
}

/**
 * The report to work on next: the first that nobody has, which is claimed, or the next of the screener's own. Undefined if
 * there is none.
 */
export async function takeNextReport(
  ctx: Ctx,
  screener: Screener,
  { filter, ownFirst = false, after }: Wanted,
): Promise<Taken | undefined> {
  demand(authorityOf(screener), 'claim_reports');
  const { accounts } = screener;
  const reader = await takerOf(ctx, screener);
  const own = async (db: Db): Promise<Taken | undefined> => {
    const ids = idsOf(await findOwnReports(db, accounts, filter, reader));
    const at = ids.indexOf(after ?? '');
    const reportId = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))][0];
    return reportId === undefined ? undefined : { reportId, claim: 'own' };
  };
  return inTransaction(ctx, async (tx) => {
    const first = ownFirst ? await own(tx.db) : undefined;
    if (first !== undefined) return first;
    const next = await lockNextReport(tx.db, accounts, filter, reader);
    if (next === undefined) return ownFirst ? undefined : own(tx.db);
    const change = { reportIds: [next.report_id], from: 'nobody', to: reader } as const;
    const claimed = await assignReports(tx.db, accounts, change);
    await storeAssignments(tx, authorityOf(screener), 'report.claimed', claimed);
    return { reportId: next.report_id, claim: 'claimed' };
  });
}

/**
 * Until the transaction ends, nobody disables them. Refuses with `not_found` somebody who may not work on reports, and with
 * `invalid_fields` (assignee) who is away.
 */
async function lockAssignee(ctx: Ctx, id: string): Promise<Assignee> {
  if (isUuid(id)) await lockDeskUsers(ctx.db, [id]);
  const user = (await listPeople(ctx)).find((one) => one.id === id);
  const assignee = user && assigneeOf(user);
  if (assignee === undefined) throw new Refusal('not_found');
  refuseAway(ctx, user!, 'assignee');
  return assignee;
}

/**
 * Gives the reports to somebody, or to nobody. Returns how many changed: reports that left the queue, and those on which
 * the assignee may not work, or for which they are not trained, stay. Refuses with `not_found` an assignee who may not work on reports, and with
 * `invalid_fields` (assignee) one who is away.
 */
export async function reassignReports(
  ctx: Ctx,
  screener: Screener,
  { reportIds, assigneeId }: { readonly reportIds: readonly string[]; readonly assigneeId: string | null },
): Promise<number> {
  demand(authorityOf(screener), 'assign_reports');
  return inTransaction(ctx, async (tx) => {
    const to = assigneeId === null ? null : await lockAssignee(tx, assigneeId);
    const accounts = commonAccounts(screener.accounts, to?.accounts ?? 'all');
    const change = { reportIds: reportIds.filter(isUuid), from: 'anybody', to } as const;
    const assigned = await assignReports(tx.db, accounts, change);
    await storeAssignments(tx, authorityOf(screener), 'report.assigned', assigned, { assigneeId });
    return assigned.length;
  });
}

/** As `reassignReports`, for every report of an order that is in the queue; and says how many these are. */
export async function reassignOrder(
  ctx: Ctx,
  screener: Screener,
  { checkId, assigneeId }: { readonly checkId: string; readonly assigneeId: string | null },
): Promise<{ readonly assigned: number; readonly of: number }> {
  demand(authorityOf(screener), 'assign_reports');
  const queued = (await findOwnOrder(ctx, screener, checkId)).filter(({ turn }) => turn !== null);
  const assigned = await reassignReports(ctx, screener, { reportIds: idsOf(queued), assigneeId });
  return { assigned, of: queued.length };
}
