// Rows of work that was sent out to suppliers.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { SupplierRequestStatus } from './supplier-request.ts';

export interface SupplierRequestRow {
  readonly id: string;
  readonly check_id: string;
  readonly report_id: string;
  readonly supplier_id: string;
  readonly supplier_name: string;
  readonly status: SupplierRequestStatus;
  readonly sealed_reference: Buffer;
  readonly sealed_words: Buffer | null;
  readonly cost_pence: number;
  readonly sent_on: IsoDate;
  readonly promised_on: IsoDate;
  readonly expected_on: IsoDate;
  readonly chases: number;
  readonly chased_on: IsoDate | null;
  readonly received_on: IsoDate | null;
  readonly sent_by: Actor;
  readonly ended_by: Actor | null;
  readonly ended_at: Date | null;
  readonly corrected_on: IsoDate | null;
  readonly corrected_by: Actor | null;
}

const requests = (tenant: Tenant): Sql => sql`
  select q.id, q.check_id, q.report_id, q.supplier_id, v.name as supplier_name, q.status, q.sealed_reference,
    q.sealed_words, q.cost_pence, q.sent_on, q.promised_on, q.expected_on, q.chases, q.chased_on, q.received_on,
    q.sent_by, q.ended_by, q.ended_at, q.corrected_on, q.corrected_by
  from supplier_requests q join supplier_versions v on (v.id, v.version) = (q.supplier_id, q.supplier_version)
  where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment}`;

/** The newest first. */
export function findSupplierRequests(db: Db, tenant: Tenant, reportId: string): Promise<SupplierRequestRow[]> {
  return db.rows<SupplierRequestRow>(sql`
    ${requests(tenant)} and q.report_id = ${reportId} order by q.sent_at desc, q.id desc`);
}

export function findSupplierRequest(db: Db, tenant: Tenant, id: string): Promise<SupplierRequestRow | undefined> {
  return db.row<SupplierRequestRow>(sql`${requests(tenant)} and q.id = ${id}`);
}

export interface NewSupplierRequest {
  readonly id: string;
  readonly checkId: string;
  readonly reportId: string;
  readonly supplier: { readonly id: string; readonly version: number };
  /** Of all that is sent out at once. */
  readonly batchId: string | null;
  readonly sealedReference: Buffer;
  readonly costPence: number;
  readonly sentOn: IsoDate;
  readonly expectedOn: IsoDate;
  readonly by: Actor;
  readonly at: Date;
}

export async function insertSupplierRequest(db: Db, tenant: Tenant, one: NewSupplierRequest): Promise<void> {
  await db.run(sql`
    insert into supplier_requests (account_id, environment, id, check_id, report_id, supplier_id, supplier_version,
      batch_id, status, sealed_reference, cost_pence, sent_on, promised_on, expected_on, sent_by, sent_at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.checkId}, ${one.reportId}, ${one.supplier.id},
      ${one.supplier.version}, ${one.batchId}, 'sent', ${one.sealedReference}, ${one.costPence}, ${one.sentOn}, ${one.expectedOn},
      ${one.expectedOn}, ${one.by}, ${one.at})`);
}

export async function recordSupplierChase(
  db: Db,
  tenant: Tenant,
  id: string,
  { expectedOn, chasedOn }: { readonly expectedOn: IsoDate; readonly chasedOn: IsoDate },
): Promise<void> {
  await db.run(sql`
    update supplier_requests set expected_on = ${expectedOn}, chased_on = ${chasedOn}, chases = chases + 1
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export interface SupplierRequestEnd {
  readonly status: 'answered' | 'cancelled';
  readonly receivedOn: IsoDate | null;
  readonly sealedWords: Buffer;
  /** null keeps it. */
  readonly sealedReference: Buffer | null;
  readonly costPence: number;
  readonly by: Actor;
  readonly at: Date;
}

export async function endSupplierRequest(db: Db, tenant: Tenant, id: string, end: SupplierRequestEnd): Promise<void> {
  await db.run(sql`
    update supplier_requests set status = ${end.status}, received_on = ${end.receivedOn},
      sealed_words = ${end.sealedWords}, sealed_reference = coalesce(${end.sealedReference}, sealed_reference), cost_pence = ${end.costPence}, ended_by = ${end.by}, ended_at = ${end.at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export async function correctRow(
  db: Db,
  tenant: Tenant,
  id: string,
  { sealedReference, costPence }: { readonly sealedReference: Buffer; readonly costPence: number },
): Promise<void> {
  await db.run(sql`
    update supplier_requests set sealed_reference = ${sealedReference}, cost_pence = ${costPence}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Returns what it cost before; undefined if that is the same. */
export async function updateCost(db: Db, tenant: Tenant, id: string, pence: number): Promise<number | undefined> {
  const isIt = sql`q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment} and q.id = ${id}`;
  const row = await db.row<{ before: number }>(sql`
    with before as (select q.cost_pence from supplier_requests q where ${isIt} for update)
    update supplier_requests q set cost_pence = ${pence} from before
    where ${isIt} and before.cost_pence <> ${pence} returning before.cost_pence as before`);
  return row?.before;
}
