// What job roles need in the record of staff.
import { type Db, sql } from '../../platform/db/database.ts';
import type { CriminalLevel, RecordKind } from './record-kind-rules.ts';

export interface RoleNeedsRow {
  readonly job_role_id: number;
  readonly role_title: string;
  readonly kinds: readonly RecordKind[];
  readonly level: CriminalLevel | null;
}

/** Of the roles that have needs of their own; retired roles too, for those who were ordered for by them. */
export const findRoleNeeds = (db: Db, accountId: string): Promise<RoleNeedsRow[]> =>
  db.rows<RoleNeedsRow>(sql`
    select n.job_role_id, j.role_title, n.kinds, n.level
    from job_role_needs n join job_roles j on (j.account_id, j.id) = (n.account_id, n.job_role_id)
    where n.account_id = ${accountId} order by n.job_role_id`);

/** @param needs null if the role needs what everybody does */
export async function replaceRoleNeeds(
  db: Db,
  accountId: string,
  jobRoleId: number,
  needs: Pick<RoleNeedsRow, 'kinds' | 'level'> | null,
): Promise<void> {
  await db.run(sql`delete from job_role_needs where account_id = ${accountId} and job_role_id = ${jobRoleId}`);
  if (needs === null) return;
  await db.run(sql`
    insert into job_role_needs (account_id, job_role_id, kinds, level)
    values (${accountId}, ${jobRoleId}, ${needs.kinds}::text[], ${needs.level})`);
}
