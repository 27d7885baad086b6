// Lists the people whose reports are due for renewal, with their names, and records that the list was read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import { recordList } from '../events/look-actions.ts';
import { namesIn } from './candidate-name-actions.ts';
import { countRenewals, findRenewals, type RenewalRow } from './renewal-queries.ts';
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

/**
 * The first due first, and each person once: with the check whose report is due first, because they are screened by one
 * order at a time. @param checkIds only these, as far as they are due @param until the last day on which they are due
 */
export async function listRenewals(
  ctx: Ctx,
  caller: Caller & OrderScope,
  {
    checkIds,
    limit,
    ...due
  }: { readonly checkIds?: readonly string[]; readonly until?: IsoDate; readonly limit: number },
): Promise<{ readonly renewals: readonly Renewal[]; readonly hasMore: boolean }> {
  demand(caller, 'read_checks');
  // Some are of the same person.
  const found = await findRenewals(ctx.db, caller, { ...noticed(ctx, caller), ...due, checkIds }, 2 * limit + 1);
  const rows = [...Map.groupBy(found, (row) => row.applicant_id).values()].map(([first]) => first!);
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ check_id }) => check_id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { renewals: true }, ids });
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  const renewals = shown.map((row) => ({
    checkId: row.check_id,
    orderId: row.order_id,
    applicantId: row.applicant_id,
    subsidiaryId: row.subsidiary_id,
    candidateName: names.get(row.check_id)!,
    reports: row.reports,
  }));
  return { renewals, hasMore: rows.length > limit };
}

/** Of one person, with those that are due at any time; none while they are being screened. */
export function readRenewalsOf(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<RenewalRow[]> {
  demand(caller, 'read_checks');
  return findRenewals(ctx.db, caller, { until: '9999-12-31', applicantId }, 100);
}

/** Counted up to `atMost`. */
export function countRenewalsDue(ctx: Ctx, caller: Caller & OrderScope, atMost: number): Promise<number> {
  demand(caller, 'read_checks');
  return countRenewals(ctx.db, caller, noticed(ctx, caller), atMost);
}
