// Rows of answers, one per saved page; a save names the version that it replaces.
import type { Tenant } from '../../context.ts';
import { ADDED_REPORT, OWN_CERTIFICATE } from '../../messages/en-queries.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { TypedFrom, Typist } from '../mailed-links/code-rules.ts';

/** The name under which is kept what the candidate says of their documents. */
export const DOCUMENTS_PAGE = 'documents';

export interface AnswerRow {
  readonly page: string;
  readonly version: number;
  readonly sealed_answer: Buffer;
  readonly saved_at: Date;
  /** Who of the desk typed it for the candidate, and from what; both null where the candidate did. */
  readonly typed_by: string | null;
  readonly typed_from: TypedFrom | null;
}

export function findAnswers(db: Db, tenant: Tenant, checkId: string): Promise<AnswerRow[]> {
  return db.rows<AnswerRow>(sql`
    select page, version, sealed_answer, saved_at, typed_by, typed_from from form_answers
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
}

/** Those that are in force, the oldest first: of the form, and of each later one whose query is answered. */
export function findConsents(db: Db, tenant: Tenant, checkId: string): Promise<AnswerRow[]> {
  return db.rows<AnswerRow>(sql`
    select f.page, f.version, f.sealed_answer, f.saved_at, f.typed_by, f.typed_from from form_answers f
    where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment} and f.check_id = ${checkId}
      and (f.page = 'consent' or exists (
        select from queries q
        where (q.account_id, q.environment, q.check_id) = (f.account_id, f.environment, f.check_id)
          and q.status = 'answered' and f.page = 'consent-' || q.id))
    order by f.saved_at, f.page`);
}

/**
 * Whether the answer was saved: false if the form is closed, but for what is said of a certificate that is awaited, or if the stored version is not the one that the device
 * has seen. @param seenVersion 0 for a page without a saved answer
 */
export async function upsertAnswer(
  db: Db,
  tenant: Tenant,
  answer: {
    readonly checkId: string;
    readonly page: string;
    readonly seenVersion: number;
    readonly sealedAnswer: Buffer;
    readonly savedAt: Date;
    readonly typist?: Typist | undefined;
  },
): Promise<boolean> {
  // Waits for the lock of a submission in progress.
  const count = await db.run(sql`
    with open_form as (
      select account_id, environment, id from checks
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${answer.checkId}
        and (status = 'awaiting_applicant' or exists (
          select from queries q
          where (q.account_id, q.environment, q.check_id) = (checks.account_id, checks.environment, checks.id)
            and q.status = 'open'
            and (q.kind = ${ADDED_REPORT} or (q.kind = ${OWN_CERTIFICATE} and ${answer.page} = ${DOCUMENTS_PAGE}))
        ))
      for share
    )
    insert into form_answers as f (account_id, environment, check_id, page, sealed_answer, saved_at, typed_by, typed_from)
    select account_id, environment, id, ${answer.page}, ${answer.sealedAnswer}, ${answer.savedAt},
      ${answer.typist?.userId ?? null}::uuid, ${answer.typist?.from ?? null} from open_form
    on conflict (account_id, environment, check_id, page) do update
      set sealed_answer = excluded.sealed_answer, saved_at = excluded.saved_at, version = f.version + 1,
        typed_by = excluded.typed_by, typed_from = excluded.typed_from
      where f.version = ${answer.seenVersion}`);
  return count === 1;
}
