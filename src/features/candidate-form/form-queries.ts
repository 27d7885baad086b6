// The query for everything that a request of the form needs, in one statement.
import type { Tenant } from '../../context.ts';
import { ADDED_REPORT } from '../../messages/en-queries.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { TypedFrom } from '../mailed-links/code-rules.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';

export interface FormRow {
  readonly account_name: string;
  readonly clock_offset_seconds: number;
  /** 0 if the account has set no end. */
  readonly erase_after_days: number;
  readonly never_hired_days: number;
  readonly keeps_staff: boolean;
  /** The client's own words; null where it has none. */
  readonly consent_words: string | null;
  readonly privacy_notice: string | null;
  /** Whether the account demands documents before the form is sent. */
  readonly wants_documents_first: boolean;
  readonly offers_welsh: boolean;
  readonly language: SpokenLanguage;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly status: CheckState;
  readonly activity_years: number | null;
  readonly form_completed_at: Date | null;
  readonly form_link_generation: number;
  /** The order repeats an earlier one, whose answers were copied. */
  readonly is_repeated: boolean;
  readonly sealed_order: Buffer;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
  /** null of anybody who was not. */
  readonly erased_at: Date | null;
  /** Whether the applicant asked for it. */
  readonly asked_erasure: boolean;
  /** What the candidate was asked and has not answered. */
  readonly open_queries: number;
  /** The types of the reports; until the form is submitted, of those that are not cancelled or withdrawn. */
  readonly report_type_ids: readonly number[];
  /** How each of these reports is asked again, at the same place of the list. */
  readonly monitors: readonly (MonitorPlanName | null)[];
  /** Whether each of these was added after the form was submitted, and waits until the candidate has agreed to it. */
  readonly are_added: readonly boolean[];
  /** The query that asks them to; null unless one does. */
  readonly added_query_id: string | null;
  /** When the device's session ends; null without a session that is valid for this check. */
  readonly session_expires_at: Date | null;
  /** Who of the desk types for the candidate on this device, where somebody does; all three or none. */
  readonly typed_by: string | null;
  readonly typed_from: TypedFrom | null;
  readonly typist_name: string | null;
  /** The answers, each at the same place of these lists. */
  readonly pages: readonly string[];
  readonly versions: readonly number[];
  readonly sealed_answers: readonly Buffer[];
  /** When the newest was saved; null without any. */
  readonly last_saved_at: Date | null;
}

/** Whether work on a report of a check has to wait for the candidate, who submitted the form before it was added. */
const isAdded = sql`(c.form_completed_at is not null and r.requested_at is null
  and r.status in ('awaiting_data', 'paused', 'awaiting_approval'))`;

/** @param tokenHash the hash of the device's session token; null without a cookie */
export function findForm(
  db: Db,
  tenant: Tenant,
  checkId: string,
  tokenHash: Buffer | null,
  now: Date,
): Promise<FormRow | undefined> {
  return db.row<FormRow>(sql`
    select a.name as account_name, a.test_clock_offset_seconds as clock_offset_seconds,
      coalesce((a.settings ->> 'eraseAfterDays')::integer, 0) as erase_after_days,
      coalesce((a.settings ->> 'neverHiredDays')::integer, 0) as never_hired_days,
      coalesce((a.settings -> 'keepsStaff')::boolean, false) as keeps_staff,
      a.settings ->> 'consentWords' as consent_words, a.settings ->> 'privacyNotice' as privacy_notice,
      coalesce((a.settings -> 'documentsBeforeSending')::boolean, false) as wants_documents_first,
      coalesce((a.settings -> 'offersWelsh')::boolean, false) as offers_welsh, c.language, c.order_id, c.applicant_id, c.status,
      c.activity_years, c.form_completed_at, c.form_link_generation, c.sealed_order, p.sealed_key, p.erased_at,
      p.erased_at is not null and exists (
        select from events e
        where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
          and e.check_id is null and e.type = 'applicant.erased' and e.detail->>'reason' = 'candidate_asked'
      ) as asked_erasure,
      coalesce(c.replaces_check_id, c.renews_check_id) is not null as is_repeated,
      (
        select count(*) from queries q
        where (q.account_id, q.environment, q.check_id) = (c.account_id, c.environment, c.id)
          and q.status = 'open' and q.addressee = 'candidate'
      ) as open_queries,
      (
        select q.id from queries q
        where (q.account_id, q.environment, q.check_id) = (c.account_id, c.environment, c.id)
          and q.status = 'open' and q.kind = ${ADDED_REPORT}
        order by q.asked_at, q.id limit 1
      ) as added_query_id,
      s.expires_at as session_expires_at, s.typed_by, s.typed_from, s.typist_name,
      r.*, f.*
    from checks c
    join accounts a on a.id = c.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    cross join lateral (
      select coalesce(array_agg(r.report_type_id order by r.position), '{}') as report_type_ids,
        coalesce(array_agg(${isAdded} order by r.position), '{}') as are_added,
        coalesce(array_agg(r.monitor order by r.position), '{}') as monitors
      from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        and (c.form_completed_at is not null or r.status not in ('cancelled', 'withdrawn'))
    ) r
    cross join lateral (
      select coalesce(array_agg(f.page), '{}') as pages, coalesce(array_agg(f.version), '{}') as versions,
        coalesce(array_agg(f.sealed_answer), '{}') as sealed_answers, max(f.saved_at) as last_saved_at
      from form_answers f where (f.account_id, f.environment, f.check_id) = (c.account_id, c.environment, c.id)
    ) f
    left join lateral (
      select s.expires_at, s.typed_by, s.typed_from, d.name as typist_name
      from link_sessions s left join desk_users d on d.id = s.typed_by
      where (s.account_id, s.environment, s.subject_id) = (c.account_id, c.environment, c.id)
        and s.token_hash = ${tokenHash} and s.expires_at > ${now}
    ) s on true
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
}
