// The application for a certificate that an authority issues: when it was made, its number and how far it is.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { ApplicationStage } from './application-rules.ts';
import { openReportStates } from './report-states.ts';

export interface ApplicationRow {
  /** null if nobody recorded it. */
  readonly applied_at: Date | null;
  readonly sealed_application: Buffer | null;
  readonly application_stage: ApplicationStage | null;
  readonly application_looked_on: IsoDate | null;
}

export function findApplication(db: Db, tenant: Tenant, reportId: string): Promise<ApplicationRow | undefined> {
  return db.row<ApplicationRow>(sql`
    select applied_at, sealed_application, application_stage, application_looked_on from reports
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}

/** Of the report `r`: it ended while an authority works on its application, which nobody has withdrawn there. */
export const isToCallOff = sql`
  r.applied_at is not null and r.status in ('withdrawn', 'cancelled') and r.application_called_off_at is null`;

/** The supplier withdraws what it sent to the authority. False if there is nothing to call off any more. */
export async function markCalledOff(db: Db, tenant: Tenant, reportId: string, at: Date): Promise<boolean> {
  const changed = await db.run(sql`
    update reports r set application_called_off_at = ${at}
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}
      and ${isToCallOff}`);
  return changed > 0;
}

/** False if the report is over. */
export async function updateApplication(
  db: Db,
  tenant: Tenant,
  reportId: string,
  change: {
    readonly sealedReference: Buffer | null;
    readonly stage: ApplicationStage | null;
    readonly lookedOn: IsoDate | null;
  },
): Promise<boolean> {
  const changed = await db.run(sql`
    update reports set sealed_application = ${change.sealedReference}, application_stage = ${change.stage},
      application_looked_on = ${change.lookedOn}::date
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
      and status = any (${openReportStates}::text[])`);
  return changed > 0;
}
