// Reads what the standard of an order's package says of a start before the screening is complete, and what of it is done.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { listPackages } from '../report-types/agreement-actions.ts';
import { type ConditionalTerms, type Standard, standards } from '../report-types/standards.ts';
import { findAskedAt } from './limited-screening-queries.ts';
import { type LimitedScreening, limitedScreening } from './limited-screening-rules.ts';

export interface StartTerms {
  readonly terms: ConditionalTerms;
  readonly screening: LimitedScreening;
}

/** Undefined where no package was ordered whose standard says anything of such a start. */
export async function startTermsOf(ctx: Ctx, tenant: Tenant, check: Check): Promise<StartTerms | undefined> {
  const packageId = check.order.details?.PackageId ?? null;
  if (packageId === null) return undefined;
  const id = (await listPackages(ctx, tenant.accountId)).find((one) => one.id === packageId)?.standard ?? null;
  const terms = id === null ? undefined : (standards[id] as Standard | undefined)?.conditionalStart;
  if (terms === undefined) return undefined;
  return { terms, screening: limitedScreening(terms, check, await findAskedAt(ctx.db, tenant, check.id)) };
}

/** As `startTermsOf`, for who reads the order. */
export function readStartTerms(ctx: Ctx, caller: Caller, check: Check): Promise<StartTerms | undefined> {
  demand(caller, 'read_checks', 'read_reports');
  return startTermsOf(ctx, caller, check);
}
