// Reads what the standard of an order's package says of a start before the screening is complete, and what of it is done.
import type { Ctx, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Check } from '../checks/check.ts';
import { listPackages } from '../report-types/agreement-actions.ts';
import { type ConditionalTerms, type Standard, standards } from '../report-types/standards.ts';
import { type LimitedScreening, limitedScreening } from './limited-screening-rules.ts';

export interface StartTerms {
  readonly terms: ConditionalTerms;
  readonly screening: LimitedScreening;
}

/** When an employer was first asked for a reference. */
async function findAskedAt(db: Db, tenant: Tenant, checkId: string): Promise<Date | null> {
  const row = await db.row<{ readonly asked_at: Date | null }>(sql`
    select min(coalesce(mailed_at, requested_at)) as asked_at from report_references
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and status <> 'withdrawn'`);
  return row?.asked_at ?? null;
}

/** Undefined where no package was ordered whose standard says anything of such a start. */
export async function readStartTerms(ctx: Ctx, tenant: Tenant, check: Check): Promise<StartTerms | undefined> {
  const packageId = check.order.details?.PackageId ?? null;
  if (packageId === null) return undefined;
  const id = (await listPackages(ctx, tenant.accountId)).find((one) => one.id === packageId)?.standard ?? null;
  const terms = id === null ? undefined : (standards[id] as Standard | undefined)?.conditionalStart;
  if (terms === undefined) return undefined;
  return { terms, screening: limitedScreening(terms, check, await findAskedAt(ctx.db, tenant, check.id)) };
}
