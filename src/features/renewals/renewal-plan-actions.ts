// Months to renewal of a package or of a job role, as the administrators of a client set them: they come before those that the
// account has for the report type.
import { type Caller, type Ctx, inTransaction, type OrderScope, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { jobTerms } from '../applicants/search-key-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { termProblem } from '../report-types/agreed-terms.ts';
import { listPackages } from '../report-types/agreement-actions.ts';
import { readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { countOrderedTypes, findPlans, type PlannedMonths, type PlanOf, replacePlans } from './renewal-plan-store.ts';

export type { PlanOf } from './renewal-plan-store.ts';

/** Of those who were ordered for by the role, or whose job is called so. */
export async function jobKeysOf(ctx: Ctx, tenant: Tenant, roleId: number): Promise<string[]> {
  const role = await readAgreedJobRole(ctx, tenant.accountId, roleId);
  const terms = jobTerms(roleId, role === undefined ? [] : [role.role_title]);
  return searchKeys(await ctx.keys.forAccount(tenant.accountId), tenant, terms);
}

export interface GivenPlan {
  readonly reportTypeId: number;
  /** 0 if it is not renewed; undefined for what holds otherwise; NaN for a text that is no number. */
  readonly months: number | undefined;
}

/** By report type, of each package and job role that has months of its own. */
export async function listPlans(ctx: Ctx, caller: Caller & OrderScope) {
  demand(caller, 'set_renewals');
  const rows = await findPlans(ctx.db, caller.accountId);
  const monthsOf = (of: PlanOf): ReadonlyMap<number, number> =>
    new Map(
      rows
        .filter((row) => ('packageId' in of ? row.package_id === of.packageId : row.job_role_id === of.jobRoleId))
        .map((row) => [row.report_type_id, row.months]),
    );
  return { monthsOf };
}

/** How often each report type was ordered, live, by its id. */
export async function readOrderedTypes(ctx: Ctx, caller: Caller & OrderScope): Promise<ReadonlyMap<number, number>> {
  demand(caller, 'set_renewals');
  const rows = await countOrderedTypes(ctx.db, caller.accountId);
  return new Map(rows.map(({ report_type_id, count }) => [report_type_id, count]));
}

async function namedIn(ctx: Ctx, accountId: string, of: PlanOf): Promise<string> {
  const name =
    'packageId' in of
      ? (await listPackages(ctx, accountId)).find(({ id }) => id === of.packageId)?.name
      : (await readAgreedJobRole(ctx, accountId, of.jobRoleId))?.role_title;
  if (name === undefined) throw new Refusal('not_found');
  return name;
}

async function keysOf(ctx: Ctx, accountId: string, of: PlanOf): Promise<string[] | null> {
  if ('packageId' in of) return null;
  const ofEnvironment = (environment: Tenant['environment']) =>
    jobKeysOf(ctx, { accountId, environment }, of.jobRoleId);
  return [...(await ofEnvironment('live')), ...(await ofEnvironment('test'))];
}

/**
 * Also for results that are complete already. Refuses with `not_found`, and with `invalid_fields` by
 * `reports[n].renewAfterMonths`.
 */
export async function setPlan(
  ctx: Ctx,
  caller: Caller & OrderScope,
  of: PlanOf,
  given: readonly GivenPlan[],
): Promise<void> {
  demand(caller, 'set_renewals');
  if (caller.subsidiaryIds !== null) throw new Refusal('not_permitted');
  const { accountId } = caller;
  const name = await namedIn(ctx, accountId, of);
  const problems = new Problems();
  given.forEach(({ months }, index) => {
    const problem = months === 0 ? undefined : termProblem('renewAfterMonths', months);
    if (problem !== undefined) problems.add(`reports[${index}].renewAfterMonths`, problem);
  });
  problems.refuse('invalid_fields');
  const rows = given.map(
    ({ reportTypeId, months }): PlannedMonths => ({
      report_type_id: reportTypeId,
      months: months ?? null,
    }),
  );
  const jobKeys = await keysOf(ctx, accountId, of);
  await inTransaction(ctx, async (tx) => {
    const changed = await replacePlans(tx.db, accountId, of, { rows, jobKeys });
    if (changed.length === 0) return;
    const reportTypes = changed.map(({ report_type_id, months }) => ({ report_type_id, renew_after_months: months }));
    const detail = { report_types: reportTypes, of: name };
    await storeAccountEvent(tx, accountId, caller, { type: 'account.renewals_set', resourceId: accountId, detail });
  });
}
