// Reads checks with their orders and reports, as they are stored and as somebody may see them.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { ERASED } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { noFacts, wholeFacts } from '../facts/facts.ts';
import type { Report } from '../reports/report.ts';
import { reportsOfCheck, reportsOfChecks } from '../reports/report-actions.ts';
import type { Check, Order } from './check.ts';
import type { CheckRow } from './check-queries.ts';
import { findCheck, findChecksOfApplicant } from './check-store.ts';
import { checkSeenBy } from './restricted-check-rules.ts';

const orderAad = (checkId: string) => `checks.order ${checkId}`;

export const sealOrder = (key: DataKey, checkId: string, order: Order): Buffer => key.seal(orderAad(checkId), order);
export function openOrder(key: DataKey, checkId: string, sealed: Uint8Array): Order {
  const order = key.open<Order>(orderAad(checkId), sealed);
  return { ...order, facts: wholeFacts(order.facts) };
}

const erasedOrder: Order = {
  facts: { ...noFacts, first_name: ERASED, last_name: ERASED },
  ...{ tags: [], consider: [], notes: ['erased'] },
  ...{ redirect_uri: null, criminal_details: null, details: null },
};

/** The applicant's key from a check's row; undefined if it was destroyed. */
export async function keyOfCheck(ctx: Ctx, tenant: Tenant, row: CheckRow): Promise<DataKey | undefined> {
  if (row.sealed_key === null) return undefined;
  return applicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, row.applicant_id, row.sealed_key);
}

export function checkOf(tenant: Tenant, row: CheckRow, key: DataKey | undefined, reports: readonly Report[]): Check {
  return {
    tenant: { accountId: tenant.accountId, environment: tenant.environment },
    id: row.id,
    orderId: row.order_id,
    applicantId: row.applicant_id,
    subsidiaryId: row.subsidiary_id,
    type: row.type,
    status: row.status,
    result: row.result,
    activityYears: row.activity_years,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    reopenedAt: row.reopened_at,
    formOpenedAt: row.form_opened_at,
    formCompletedAt: row.form_completed_at,
    uniqueKey: row.unique_key,
    identityConfirmedAt: row.identity_confirmed_at,
    decidedAt: row.decided_at,
    asksDecision: row.asks_decision,
    formLinkGeneration: row.form_link_generation,
    isUrgent: row.is_urgent,
    language: row.language,
    jurisdiction: row.jurisdiction,
    isRestricted: row.is_restricted,
    order: key === undefined ? erasedOrder : openOrder(key, row.id, row.sealed_order),
    reports,
  };
}

export async function readCheck(ctx: Ctx, tenant: Tenant, id: string, applicantId?: string): Promise<Check> {
  return (await readCheckAndKey(ctx, tenant, id, applicantId)).check;
}

/** As `readCheck`, for somebody who asks for it, as they may see it. */
export async function showCheck(ctx: Ctx, caller: Caller, id: string, applicantId?: string): Promise<Check> {
  demand(caller, 'read_checks', 'read_results');
  return checkSeenBy(caller, await readCheck(ctx, caller, id, applicantId));
}

/** With the key of its applicant; undefined where it was destroyed. */
export async function readCheckAndKey(
  ctx: Ctx,
  tenant: Tenant,
  id: string,
  applicantId?: string,
): Promise<{ readonly check: Check; readonly key: DataKey | undefined }> {
  const row = await findCheck(ctx.db, tenant, id);
  if (row === undefined || (applicantId !== undefined && row.applicant_id !== applicantId)) {
    throw new Refusal('not_found');
  }
  const key = await keyOfCheck(ctx, tenant, row);
  return { check: checkOf(tenant, row, key, await reportsOfCheck(ctx, tenant, id, key)), key };
}

export async function listChecks(
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
  page: { readonly page: number; readonly perPage: number },
): Promise<{ readonly total: number; readonly checks: readonly Check[] }> {
  demand(caller, 'read_results');
  await readApplicant(ctx, caller, applicantId);
  const offset = (page.page - 1) * page.perPage;
  const { total, rows } = await findChecksOfApplicant(ctx.db, caller, applicantId, { offset, limit: page.perPage });
  if (rows[0] === undefined) return { total, checks: [] };
  const key = await keyOfCheck(ctx, caller, rows[0]);
  const ids = rows.map((row) => row.id);
  const reports = await reportsOfChecks(ctx, caller, ids, () => key);
  const checks = rows.map((row) => checkSeenBy(caller, checkOf(caller, row, key, reports.get(row.id) ?? [])));
  return { total, checks };
}
