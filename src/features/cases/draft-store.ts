// Rows of drafts: what a screener typed in a form of a report and has not sent.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface DraftKey {
  readonly reportId: string;
  readonly userId: string;
  readonly form: string;
}

export interface DraftRow {
  readonly sealed_fields: Buffer;
  readonly saved_at: Date;
}

const isDraft = (tenant: Tenant, { reportId, userId, form }: DraftKey) => sql`
  account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    and user_id = ${userId} and form = ${form}`;

export function findDraft(db: Db, tenant: Tenant, key: DraftKey): Promise<DraftRow | undefined> {
  return db.row<DraftRow>(sql`select sealed_fields, saved_at from report_drafts where ${isDraft(tenant, key)}`);
}

export async function upsertDraft(
  db: Db,
  tenant: Tenant,
  draft: DraftKey & { readonly sealedFields: Buffer; readonly savedAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into report_drafts (account_id, environment, report_id, user_id, form, sealed_fields, saved_at)
    values (${tenant.accountId}, ${tenant.environment}, ${draft.reportId}, ${draft.userId}, ${draft.form},
      ${draft.sealedFields}, ${draft.savedAt})
    on conflict (account_id, environment, report_id, user_id, form) do update
      set sealed_fields = excluded.sealed_fields, saved_at = excluded.saved_at`);
}

export async function deleteDraft(db: Db, tenant: Tenant, key: DraftKey): Promise<void> {
  await db.run(sql`delete from report_drafts where ${isDraft(tenant, key)}`);
}
