// Rows of appointments.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { QueryStatus } from '../queries/query.ts';
import type { AppointmentOutcome } from './appointment.ts';

export interface AppointmentRow {
  readonly id: string;
  readonly check_id: string;
  readonly report_id: string;
  readonly query_id: string | null;
  readonly sealed_place: Buffer;
  readonly times: readonly Date[];
  readonly at: Date | null;
  readonly outcome: AppointmentOutcome | null;
  readonly sealed_reason: Buffer | null;
  readonly ended_by: Actor | null;
  /** Of its query; null where the time was agreed before. */
  readonly query_status: QueryStatus | null;
}

const columns = sql`
  p.id, p.check_id, p.report_id, p.query_id, p.sealed_place, p.times, p.at, p.outcome, p.sealed_reason, p.ended_by,
  (select q.status from queries q where (q.account_id, q.environment, q.id) = (p.account_id, p.environment, p.query_id)) as query_status`;

const source = (tenant: Tenant): Sql => sql`
  from appointments p where p.account_id = ${tenant.accountId} and p.environment = ${tenant.environment}`;

/** Those that are offered last. */
export const findAppointments = (db: Db, tenant: Tenant, checkId: string): Promise<AppointmentRow[]> =>
  db.rows<AppointmentRow>(sql`
    select ${columns} ${source(tenant)} and p.check_id = ${checkId} order by p.at nulls last, p.id`);

export const findAppointment = (db: Db, tenant: Tenant, id: string): Promise<AppointmentRow | undefined> =>
  db.row<AppointmentRow>(sql`select ${columns} ${source(tenant)} and p.id = ${id}`);

export const findOffered = (db: Db, tenant: Tenant, queryId: string): Promise<AppointmentRow | undefined> =>
  db.row<AppointmentRow>(sql`select ${columns} ${source(tenant)} and p.query_id = ${queryId}`);

type NewAppointment = Omit<AppointmentRow, 'outcome' | 'sealed_reason' | 'ended_by' | 'query_status'>;

export async function insertAppointment(db: Db, tenant: Tenant, one: NewAppointment): Promise<void> {
  await db.run(sql`
    insert into appointments (account_id, environment, id, check_id, report_id, query_id, sealed_place, times, at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.check_id}, ${one.report_id}, ${one.query_id},
      ${one.sealed_place}, ${[...one.times]}::timestamptz[], ${one.at})`);
}

export async function bookAppointment(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update appointments set at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and at is null`);
}

export interface EndedAppointment {
  readonly id: string;
  readonly outcome: AppointmentOutcome;
  readonly sealedReason: Buffer | null;
  readonly by: Actor;
  readonly endedAt: Date;
}

export async function endAppointment(db: Db, tenant: Tenant, ended: EndedAppointment): Promise<void> {
  await db.run(sql`
    update appointments set outcome = ${ended.outcome}, sealed_reason = ${ended.sealedReason}, ended_by = ${ended.by},
      ended_at = ${ended.endedAt}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${ended.id}
      and outcome is null`);
}
