// Work that is out with suppliers, and what was sent to one of them, of the accounts that somebody at the desk sees.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { SupplierRequestStatus } from '../suppliers/supplier-request.ts';
import {
  type DeskReader,
  deskReports,
  isInFilter,
  isQueued,
  type QueuedReport,
  type QueueFilter,
  queueOrders,
  type SealedName,
  within,
} from './work-queue-queries.ts';

export interface SentOutRow extends SealedName {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly id: string;
  readonly report_id: string;
  readonly report_type_id: number;
  /** As ordered. */
  readonly options: readonly OrderedOption[] | null;
  readonly activity_years: number | null;
  readonly check_id: string;
  readonly order_id: number;
  readonly supplier_id: string;
  readonly supplier_name: string;
  readonly status: SupplierRequestStatus;
  readonly report_status: ReportState;
  readonly sealed_reference: Buffer;
  /** What came, or why it was cancelled. */
  readonly sealed_words: Buffer | null;
  readonly cost_pence: number;
  readonly sent_on: IsoDate;
  readonly promised_on: IsoDate;
  readonly expected_on: IsoDate;
  readonly received_on: IsoDate | null;
  /** When the newest answer came; null while the first one stands. */
  readonly corrected_on: IsoDate | null;
  readonly chases: number;
  readonly assignee_name: string | null;
  /** Their data are only kept: nobody sends them or records an answer. */
  readonly is_restricted: boolean;
  /** By the clock of its data. */
  readonly is_overdue: boolean;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

/** The UK day of the data; `a` is the account. */
const todayOf = (environment: Environment, now: Date): Sql =>
  environment === 'live'
    ? sql`${ukDateOf(now)}::date`
    : sql`((${now}::timestamptz + a.test_clock_offset_seconds * interval '1 second') at time zone 'Europe/London')::date`;

const isToCallOff = sql`q.status = 'to_call_off' and p.sealed_key is not null`;

const requests = (reader: DeskReader, environment: Environment, now: Date): Sql => sql`
  select q.account_id, a.name as account_name, q.environment, q.id, q.report_id, r.report_type_id, r.options, c.activity_years, q.check_id, c.order_id,
    q.supplier_id, v.name as supplier_name, q.status, r.status as report_status, q.sealed_reference, q.sealed_words, q.cost_pence, q.sent_on, q.promised_on,
    q.expected_on, q.received_on, q.corrected_on, q.chases, u.name as assignee_name,
    q.status = 'sent' and q.expected_on < ${todayOf(environment, now)} as is_overdue,
    ${isCheckRestricted} as is_restricted, c.applicant_id, c.sealed_order,
    p.sealed_key,
    case q.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
  from supplier_requests q
  join supplier_versions v on (v.id, v.version) = (q.supplier_id, q.supplier_version)
  join reports r on (r.account_id, r.environment, r.id) = (q.account_id, q.environment, q.report_id)
  join checks c on (c.account_id, c.environment, c.id) = (q.account_id, q.environment, q.check_id)
  join accounts a on a.id = q.account_id
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
  left join desk_users u on u.id = r.assignee_id
  where ${within(reader.accounts, 'q.account_id')} and q.environment = ${environment}`;

/** `to_call_off`: the report ended, and the supplier must be told. */
export type SentOutView = 'outstanding' | 'overdue' | 'to_call_off';

export interface SentOutFilter {
  readonly environment: Environment;
  readonly now: Date;
  readonly supplierId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Of what was sent out at once. */
  readonly batchId?: string | undefined;
  readonly reportTypeIds?: readonly number[] | undefined;
  /** Sent that many days ago, or before. */
  readonly outForDays?: number | undefined;
  readonly view: SentOutView;
}

const isNarrowed = (
  environment: Environment,
  { now, reportTypeIds, outForDays }: Pick<SentOutFilter, 'now' | 'reportTypeIds' | 'outForDays'>,
): Sql => sql`true
  ${reportTypeIds === undefined ? sql`` : sql`and r.report_type_id = any (${reportTypeIds}::integer[])`}
  ${outForDays === undefined ? sql`` : sql`and q.sent_on <= ${todayOf(environment, now)} - ${outForDays}::integer`}`;

/** By the day on which it is expected. Nobody can call off what was asked about an erased person: its number is gone. */
export function findSentOut(
  db: Db,
  reader: DeskReader,
  filter: SentOutFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SentOutRow[]> {
  demand(authorityOf(reader), 'send_out');
  const { environment, now, supplierId, accountId, batchId, view } = filter;
  return db.rows<SentOutRow>(sql`
    ${requests(reader, environment, now)} and ${isNarrowed(environment, filter)}
      and ${view === 'to_call_off' ? isToCallOff : sql`q.status = 'sent'`}
      ${supplierId === undefined ? sql`` : sql`and q.supplier_id = ${supplierId}`}
      ${accountId === undefined ? sql`` : sql`and q.account_id = ${accountId}`}
      ${batchId === undefined ? sql`` : sql`and q.batch_id = ${batchId}`}
      ${view === 'overdue' ? sql`and q.expected_on < ${todayOf(environment, now)}` : sql``}
    order by q.expected_on, q.id offset ${offset} limit ${rawSql(String(limit))}`);
}

/** Open work that waits for nobody, and of which neither a request nor an application was sent out, or each was cancelled. */
const isToSend = (reader: DeskReader, filter: ToSendFilter): Sql => sql`
  ${within(reader.accounts, 'r.account_id')} and r.environment = ${filter.environment} and ${isQueued}
  and ${isInFilter({ ...filter, waiting: 'nobody' })} and r.applied_at is null and not exists (
    select from supplier_requests q
    where (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id) and q.status <> 'cancelled')`;

type ToSendFilter = Pick<QueueFilter, 'environment' | 'accountIds' | 'reportTypeIds'>;

/** How many reports of each type are to be sent out, by the ids of the types. */
export async function countToSend(
  db: Db,
  reader: DeskReader,
  environment: Environment,
): Promise<ReadonlyMap<number, number>> {
  demand(authorityOf(reader), 'send_out');
  const rows = await db.rows<{ report_type_id: number; count: number }>(sql`
    select r.report_type_id, count(*)::integer as count from reports r
    where ${isToSend(reader, { environment })} group by r.report_type_id`);
  return new Map(rows.map(({ report_type_id, count }) => [report_type_id, count]));
}

/** Those that are to be sent out, the first in the queue first. */
export function findToSend(db: Db, reader: DeskReader, filter: ToSendFilter, limit: number): Promise<ToSendRow[]> {
  demand(authorityOf(reader), 'send_out');
  const columns = sql`, c.applicant_id, c.sealed_order, (
    select p.sealed_key from applicants p
    where (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)) as sealed_key`;
  return db.rows<ToSendRow>(sql`
    ${deskReports(reader.accounts, sql`reports r`, columns)} and ${isToSend(reader, filter)}
    order by ${queueOrders.due} limit ${rawSql(String(limit))}`);
}

export interface ToSendRow extends QueuedReport, SealedName {}

/** Those among these requests that the reader may see, whatever became of them. */
export function findRequestsOf(
  db: Db,
  reader: DeskReader,
  { environment, now, ids }: Pick<SentOutFilter, 'environment' | 'now'> & { readonly ids: readonly string[] },
): Promise<SentOutRow[]> {
  demand(authorityOf(reader), 'send_out');
  return db.rows<SentOutRow>(sql`
    ${requests(reader, environment, now)} and q.id = any (${ids}::uuid[])`);
}

/** Corrected answers that came after the result of their report, and of which nobody said yet that the result stays. */
export function findCorrectedAfterResult(
  db: Db,
  reader: DeskReader,
  { environment, now }: Pick<SentOutFilter, 'environment' | 'now'>,
): Promise<SentOutRow[]> {
  demand(authorityOf(reader), 'send_out');
  return db.rows<SentOutRow>(sql`
    ${requests(reader, environment, now)} and q.corrected_at is not null and r.status = 'complete'
      and r.source_answered_at is not null
    order by q.corrected_at, q.id limit 200`);
}

/** What is out with one supplier for one account, by report type. */
export interface SentOutGroup {
  readonly account_id: string;
  readonly account_name: string;
  readonly supplier_id: string;
  readonly report_type_id: number;
  readonly outstanding: number;
  readonly overdue: number;
  readonly to_call_off: number;
}

export function countSentOut(
  db: Db,
  reader: DeskReader,
  filter: Pick<SentOutFilter, 'environment' | 'now' | 'batchId' | 'outForDays'>,
): Promise<SentOutGroup[]> {
  demand(authorityOf(reader), 'send_out');
  const { environment, now, batchId } = filter;
  return db.rows<SentOutGroup>(sql`
    select q.account_id, a.name as account_name, q.supplier_id, r.report_type_id,
      (count(*) filter (where q.status = 'sent'))::integer as outstanding,
      (count(*) filter (where q.status = 'sent' and q.expected_on < ${todayOf(environment, now)}))::integer as overdue,
      (count(*) filter (where ${isToCallOff}))::integer as to_call_off
    from supplier_requests q join accounts a on a.id = q.account_id
    join reports r on (r.account_id, r.environment, r.id) = (q.account_id, q.environment, q.report_id)
    join checks c on (c.account_id, c.environment, c.id) = (q.account_id, q.environment, q.check_id)
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    where ${within(reader.accounts, 'q.account_id')} and q.environment = ${environment}
      ${batchId === undefined ? sql`` : sql`and q.batch_id = ${batchId}`}
      and q.status in ('sent', 'to_call_off') and ${isNarrowed(environment, { now, outForDays: filter.outForDays })}
    group by q.account_id, a.name, q.supplier_id, r.report_type_id`);
}

/** Everything that was sent to one supplier in these days, for its invoice: the oldest first. */
export function findSentTo(
  db: Db,
  reader: DeskReader,
  {
    supplierId,
    from,
    to,
    now,
  }: { readonly supplierId: string; readonly from: IsoDate; readonly to: IsoDate; readonly now: Date },
): Promise<SentOutRow[]> {
  demand(authorityOf(reader), 'read_suppliers');
  return db.rows<SentOutRow>(sql`
    ${requests(reader, 'live', now)} and q.supplier_id = ${supplierId} and q.sent_on between ${from} and ${to}
    order by q.sent_on, q.id`);
}

/** Work that a supplier may charge, without the name of the candidate. */
export interface InvoicedRow extends Omit<SealedName, 'sealed_order'> {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly id: string;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly check_id: string;
  readonly order_id: number;
  readonly supplier_id: string;
  readonly status: SupplierRequestStatus;
  readonly sealed_reference: Buffer;
  readonly cost_pence: number;
  readonly sent_on: IsoDate;
  readonly clock_offset_seconds: number;
}

/** Of one supplier, live: those with these ids, or sent in these days, the oldest first. */
export function findInvoicedRequests(
  db: Db,
  reader: DeskReader,
  supplierId: string,
  wanted: { readonly ids: readonly string[] } | { readonly from: IsoDate; readonly to: IsoDate },
): Promise<InvoicedRow[]> {
  demand(authorityOf(reader), 'check_supplier_invoices');
  const isWanted =
    'ids' in wanted ? sql`q.id = any (${wanted.ids}::uuid[])` : sql`q.sent_on between ${wanted.from} and ${wanted.to}`;
  return db.rows<InvoicedRow>(sql`
    select q.account_id, a.name as account_name, q.environment, q.id, q.report_id, r.report_type_id, q.check_id, c.order_id,
      q.supplier_id, q.status, q.sealed_reference, q.cost_pence, q.sent_on, c.applicant_id, p.sealed_key,
      0 as clock_offset_seconds
    from supplier_requests q
    join reports r on (r.account_id, r.environment, r.id) = (q.account_id, q.environment, q.report_id)
    join checks c on (c.account_id, c.environment, c.id) = (q.account_id, q.environment, q.check_id)
    join accounts a on a.id = q.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    where ${within(reader.accounts, 'q.account_id')} and q.environment = 'live' and q.supplier_id = ${supplierId}
      and ${isWanted}
    order by q.sent_on, q.id`);
}

/** Whether the supplier worked for an account that the reader does not see: parts of its invoices would be unknown to them. */
export async function isSentByOthers(db: Db, reader: DeskReader, supplierId: string): Promise<boolean> {
  demand(authorityOf(reader), 'check_supplier_invoices');
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from supplier_requests q
      where q.supplier_id = ${supplierId} and q.environment = 'live' and not ${within(reader.accounts, 'q.account_id')}
    ) as found`);
  return row!.found;
}
