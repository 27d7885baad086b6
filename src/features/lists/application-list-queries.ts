// Applications that authorities work on, the oldest first; contains no personal data but sealed names.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isToCallOff } from '../reports/application-queries.ts';
import type { ApplicationStage } from '../reports/application-rules.ts';
import { type DeskReader, type DeskReport, deskReports, type SealedName } from './work-queue-queries.ts';

export interface ListedApplication extends DeskReport, SealedName {
  readonly applied_at: Date;
  readonly application_stage: ApplicationStage | null;
  readonly application_looked_on: IsoDate | null;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

function listed(db: Db, reader: DeskReader, environment: Environment, { offset, limit }: Page, isListed: Sql) {
  demand(authorityOf(reader), 'read_reports');
  const more = sql`, r.applied_at, r.application_stage, r.application_looked_on,
    c.applicant_id, c.sealed_order, p.sealed_key`;
  const source = sql`reports r
    join checks k on (k.account_id, k.environment, k.id) = (r.account_id, r.environment, r.check_id)
    join applicants p on (p.account_id, p.environment, p.id) = (k.account_id, k.environment, k.applicant_id)`;
  return db.rows<ListedApplication>(sql`
    ${deskReports(reader.accounts, source, more)} and r.environment = ${environment} and ${isListed}
    order by r.applied_at, r.id limit ${limit} offset ${offset}`);
}

/** Those that authorities work on, the oldest first. @param page of so many rows, after so many others */
export const findApplications = (
  db: Db,
  reader: DeskReader,
  environment: Environment,
  page: Page,
): Promise<ListedApplication[]> =>
  listed(
    db,
    reader,
    environment,
    page,
    sql`r.applied_at is not null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')`,
  );

/** Those whose report ended, and which nobody has withdrawn at the authority. */
export const findApplicationsToCallOff = (
  db: Db,
  reader: DeskReader,
  environment: Environment,
  page: Page,
): Promise<ListedApplication[]> => listed(db, reader, environment, page, isToCallOff);
