// Lists the people whose reports are due for renewal, with their names, and records that the list was read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import { recordList } from '../events/look-actions.ts';
import { jobKeysOf } from '../renewals/renewal-plan-actions.ts';
import { namesIn } from './candidate-name-actions.ts';
import { countRenewals, findRenewals, findRenewalsOf, type RenewalFilter, type RenewalRow } from './renewal-queries.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

/** A renewal is shown so many days before it is due, because screening takes weeks. */
export const RENEWAL_NOTICE_DAYS = 60;

export interface Renewal {
  readonly checkId: string;
  readonly orderId: number;
  readonly applicantId: string;
  readonly subsidiaryId: string | null;
  readonly candidateName: string;
  readonly reports: RenewalRow['reports'];
}

const noticed = (ctx: Ctx, caller: Caller) => ({ until: addDays(todayFor(ctx, caller), RENEWAL_NOTICE_DAYS) });

export interface RenewalWish {
  /** The last day on which they are due, and the first; by default of the next days. */
  readonly until?: IsoDate | undefined;
  readonly from?: IsoDate | undefined;
  /** Only these, as far as they are due. */
  readonly checkIds?: readonly string[] | undefined;
  readonly packageId?: number | undefined;
  /** Of an agreed job role. */
  readonly jobRoleId?: number | undefined;
}

/** Reads one page of them, without the names. */
async function findDue(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { jobRoleId, ...wish }: RenewalWish,
  page: { readonly offset: number; readonly limit: number },
) {
  const jobKeys = jobRoleId === undefined ? undefined : await jobKeysOf(ctx, caller, jobRoleId);
  return findRenewals(ctx.db, caller, { ...noticed(ctx, caller), ...definedOf(wish), jobKeys }, page);
}

const definedOf = (wish: Omit<RenewalWish, 'jobRoleId'>) =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Partial<RenewalFilter>;

/**
 * The first due first, and each person once: with the check whose report is due first, because they are screened by one
 * order at a time. With how many there are of all pages.
 */
export async function listRenewals(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { limit, offset = 0, ...wish }: RenewalWish & { readonly limit: number; readonly offset?: number },
): Promise<{ readonly renewals: readonly Renewal[]; readonly total: number }> {
  demand(caller, 'read_checks');
  const rows = await findDue(ctx, caller, wish, { offset, limit });
  const ids = rows.map(({ check_id }) => check_id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { renewals: true }, ids });
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  const renewals = rows.map((row) => ({
    checkId: row.check_id,
    orderId: row.order_id,
    applicantId: row.applicant_id,
    subsidiaryId: row.subsidiary_id,
    candidateName: names.get(row.check_id)!,
    reports: row.reports,
  }));
  return { renewals, total: rows[0]?.total ?? 0 };
}

/** Of one person, with those that are due at any time; none while they are being screened. */
export function readRenewalsOf(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<RenewalRow[]> {
  demand(caller, 'read_checks');
  return findRenewalsOf(ctx.db, caller, applicantId);
}

/** Counted up to `atMost`. */
export function countRenewalsDue(ctx: Ctx, caller: Caller & OrderScope, atMost: number): Promise<number> {
  demand(caller, 'read_checks');
  return countRenewals(ctx.db, caller, noticed(ctx, caller), atMost);
}
