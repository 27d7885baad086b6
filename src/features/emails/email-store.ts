// Rows of mails: encrypted messages with their status; a queued mail gets its job in the same statement.
import type { Environment, Tenant } from '../../context.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { attemptsAtMost } from '../../platform/jobs.ts';
import { isOfScope } from '../access/scope-queries.ts';

export interface NewEmail extends Tenant {
  readonly id: string;
  readonly applicantId: string | null;
  readonly checkId: string | null;
  readonly referenceId: string | null;
  readonly userId: string | null;
  /** The order that a mail to a user tells of. */
  readonly aboutCheckId: string | null;
  /** The invoice or credit note that it brings. */
  readonly aboutInvoiceId: string | null;
  readonly template: string;
  /** The blind key of the address: it waits for others of its kind with the same, and goes with them. Null of one that goes alone. */
  readonly joinKey: string | null;
  readonly sealedMessage: Buffer;
  readonly status: 'queued' | 'held';
  readonly createdAt: Date;
}

/** In the language that the candidate or the referee chose. The insert as a part of a larger statement; `onlyChecks` limits it to mails of those checks. */
export function insertEmailsSql(emails: readonly NewEmail[], onlyChecks?: Sql): Sql {
  return sql`
    insert into emails (account_id, environment, id, applicant_id, check_id, reference_id, user_id, about_check_id,
      about_invoice_id, template, join_key, sealed_message, status, created_at, language)
    select e.account_id, e.environment, e.id, e.applicant_id, e.check_id, e.reference_id, e.user_id, e.about_check_id,
      e.about_invoice_id, e.template, e.join_key, e.sealed_message, e.status, e.created_at,
      case when (a.settings -> 'offersWelsh')::boolean then coalesce(r.language, c.language, 'en') else 'en' end
    from unnest(
      ${emails.map((email) => email.accountId)}::uuid[], ${emails.map((email) => email.environment)}::text[],
      ${emails.map((email) => email.id)}::uuid[], ${emails.map((email) => email.applicantId)}::uuid[],
      ${emails.map((email) => email.checkId)}::uuid[], ${emails.map((email) => email.referenceId)}::uuid[],
      ${emails.map((email) => email.userId)}::uuid[], ${emails.map((email) => email.aboutCheckId)}::uuid[],
      ${emails.map((email) => email.aboutInvoiceId)}::uuid[], ${emails.map((email) => email.template)}::text[],
      ${emails.map((email) => email.joinKey)}::bigint[], ${emails.map((email) => email.sealedMessage)}::bytea[], ${emails.map((email) => email.status)}::text[],
      ${emails.map((email) => email.createdAt)}::timestamptz[]
    ) as e(account_id, environment, id, applicant_id, check_id, reference_id, user_id, about_check_id, about_invoice_id, template,
      join_key, sealed_message, status, created_at)
    join accounts a on a.id = e.account_id
    left join checks c
      on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id) and e.reference_id is null
    left join report_references r on (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.reference_id)
    ${onlyChecks === undefined ? sql`` : sql`where e.check_id in (${onlyChecks})`}
    returning account_id, environment, id, status, join_key`;
}

/**
 * Enqueues the jobs of the queued mails in `inserted`; a part of the statement that inserts them. A mail has one job. Those that
 * go with others wait two minutes for them, and their jobs run one after the other in each account.
 */
export function enqueueEmailsSql(inserted: Sql): Sql {
  return sql`
    select graphile_worker.add_job('send_email',
      payload => json_build_object('accountId', account_id, 'environment', environment, 'emailId', id),
      queue_name => case when join_key is not null then 'joined_emails ' || account_id || ' ' || environment end,
      run_at => case when join_key is not null then now() + interval '2 minutes' else now() end,
      max_attempts => ${attemptsAtMost}::integer, job_key => 'send_email ' || id)
    from ${inserted} where status = 'queued'`;
}

export async function insertEmail(db: Db, email: NewEmail): Promise<void> {
  await db.run(sql`
    with inserted as (${insertEmailsSql([email])}),
    enqueued as (${enqueueEmailsSql(sql`inserted`)})
    select count(*) from enqueued`);
}

export interface EmailRow {
  readonly account_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly applicant_id: string | null;
  readonly check_id: string | null;
  readonly reference_id: string | null;
  /** The user of the account who gets it; null of other mails. */
  readonly user_id: string | null;
  readonly template: string;
  /** It may go in one mail with others of its kind that wait for the same address. */
  readonly joins: boolean;
  /** The one of several that were sent together whose job sent them; null for one that went alone. */
  readonly sent_in: string | null;
  readonly sealed_message: Buffer;
  readonly status: 'queued' | 'sent' | 'held' | 'failed';
  readonly created_at: Date;
  readonly language: SpokenLanguage;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
  readonly attempts: number;
  readonly sealed_key: Buffer | null;
  readonly account_name: string;
  /** Of the account's settings; null where it has not set its own. */
  readonly brand_colour: string | null;
  /** Whether the account's candidates get text messages as well. */
  readonly texts_candidates: boolean;
  readonly text_queued_at: Date | null;
  readonly texted_at: Date | null;
  readonly text_failure: string | null;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly invitation_words: string | null;
  readonly mail_signature: string | null;
  readonly offers_welsh: boolean;
}

const columns = sql`
  e.account_id, e.environment, e.id, e.applicant_id, e.check_id, e.reference_id, e.user_id, e.template, e.join_key is not null as joins, e.sent_in, e.sealed_message, e.status,
  e.created_at, e.language, e.sent_at, e.failed_at, e.failure, e.attempts, p.sealed_key, a.name as account_name,
  e.text_queued_at, e.texted_at, e.text_failure, coalesce((a.settings -> 'textCandidates')::boolean, false) as texts_candidates,
  a.settings ->> 'brandColour' as brand_colour, nullif(a.settings ->> 'contactEmail', '') as contact_email,
  nullif(a.settings ->> 'contactPhone', '') as contact_phone,
  a.settings ->> 'invitationWords' as invitation_words, a.settings ->> 'mailSignature' as mail_signature,
  coalesce((a.settings -> 'offersWelsh')::boolean, false) as offers_welsh`;

const sourceOf = (emails: Sql) => sql`
  from ${emails}
  join accounts a on a.id = e.account_id
  left join applicants p on (p.account_id, p.environment, p.id) = (e.account_id, e.environment, e.applicant_id)`;

const source = sourceOf(sql`emails e`);

/** Who sees some subsidiaries only sees the mails about their checks. */
const isSeenBy = (tenant: Tenant): Sql =>
  (tenant.subsidiaryIds ?? null) === null
    ? sql``
    : sql`and exists (
        select from checks c
        where (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
          and ${isOfScope(tenant, sql`c.subsidiary_id`)})`;

export function findEmail(db: Db, tenant: Tenant, id: string): Promise<EmailRow | undefined> {
  return db.row<EmailRow>(sql`
    select ${columns} ${source}
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.id = ${id} ${isSeenBy(tenant)}`);
}

export function findNewestEmails(db: Db, tenant: Tenant, limit: number): Promise<EmailRow[]> {
  return db.rows<EmailRow>(sql`
    select ${columns} ${source}
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} ${isSeenBy(tenant)}
    order by e.created_at desc, e.id desc limit ${limit}`);
}

/** Newest first. */
export function findEmailsOfCheck(db: Db, tenant: Tenant, checkId: string): Promise<EmailRow[]> {
  return db.rows<EmailRow>(sql`
    select ${columns} ${source}
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.check_id = ${checkId}
      ${isSeenBy(tenant)}
    order by e.created_at desc, e.id desc`);
}

/** Newest first. */
export function findEmailsOfInvoice(db: Db, tenant: Tenant, invoiceId: string): Promise<EmailRow[]> {
  return db.rows<EmailRow>(sql`
    select ${columns} ${source}
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.about_invoice_id = ${invoiceId}
      ${isSeenBy(tenant)}
    order by e.created_at desc, e.id desc`);
}

/** Of the check, and to users about it, newest first. */
export function findEmailsAbout(db: Db, tenant: Tenant, checkId: string): Promise<EmailRow[]> {
  const found = (column: string) => sql`
    select e.* from emails e
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and ${rawSql(column)} = ${checkId}`;
  return db.rows<EmailRow>(sql`
    with found as (${found('e.check_id')} union all ${found('e.about_check_id')})
    select ${columns} ${sourceOf(sql`found e`)} where true ${isSeenBy(tenant)}
    order by e.created_at desc, e.id desc`);
}

/** Those that may go with the mail, the earliest first: of each reference the newest. */
export function findWaitingToJoin(db: Db, tenant: Tenant, id: string, limit: number): Promise<EmailRow[]> {
  return db.rows<EmailRow>(sql`
    select ${columns} ${source}
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment}
      and e.status = 'queued' and e.id <> ${id} and e.join_key = (
        select own.join_key from emails own
        where own.account_id = ${tenant.accountId} and own.environment = ${tenant.environment} and own.id = ${id}) 
      and not exists (
        select from emails later
        where (later.account_id, later.environment, later.reference_id) = (e.account_id, e.environment, e.reference_id)
          and later.status = 'queued' and later.join_key = e.join_key and (later.created_at, later.id) > (e.created_at, e.id))
    order by e.created_at, e.id limit ${limit}`);
}

/** When the check's newest mail of the template was written that did not fail. */
export async function findLastEmailAt(
  db: Db,
  tenant: Tenant,
  checkId: string,
  template: string,
): Promise<Date | undefined> {
  const row = await db.row<{ last: Date | null }>(sql`
    select max(created_at) as last from emails
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and template = ${template} and status <> 'failed'`);
  return row?.last ?? undefined;
}

/** Whether a mail that is about no check was written since then. */
export async function hasAccountEmailSince(db: Db, tenant: Tenant, template: string, since: Date): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from emails
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and created_at > ${since}
        and template = ${template} and check_id is null
    ) as found`);
  return row!.found;
}

/** @param since the time itself counts */
export async function hasReferenceEmailSince(
  db: Db,
  tenant: Tenant,
  { referenceId, template, since }: { readonly referenceId: string; readonly template: string; readonly since: Date },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from emails
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and reference_id = ${referenceId}
        and template = ${template} and created_at >= ${since}
    ) as found`);
  return row!.found;
}

/** Returns the status that the mail has then; undefined for one that was erased meanwhile. */
export async function recordEmailAttempt(
  db: Db,
  tenant: Tenant,
  attempt: {
    readonly id: string;
    readonly at: Date;
    /** null if it was sent. */
    readonly failure: string | null;
    /** Whether no other attempt follows. */
    readonly isFinal: boolean;
    /** As `sent_in`. */
    readonly sentIn: string | null;
  },
): Promise<EmailRow['status'] | undefined> {
  const { id, at, failure, isFinal, sentIn } = attempt;
  const row = await db.row<Pick<EmailRow, 'status'>>(sql`
    update emails set attempts = attempts + 1, failure = ${failure}, sent_in = ${sentIn},
      sent_at = case when ${failure}::text is null then ${at}::timestamptz end,
      failed_at = case when ${failure}::text is not null then ${at}::timestamptz end,
      status = case
        when ${failure}::text is null then 'sent'
        when ${isFinal} or attempts + 1 >= ${attemptsAtMost}::integer then 'failed'
        else status
      end,
      join_key = case
        when ${failure}::text is null or ${isFinal} or attempts + 1 >= ${attemptsAtMost}::integer then null
        else join_key
      end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
    returning status`);
  return row?.status;
}

/** Sends a failed mail again, with all its attempts anew. Returns whether there was one. */
export async function requeueEmail(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row<{ requeued: number }>(sql`
    with requeued as (
      update emails set status = 'queued', attempts = 0
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and status = 'failed'
      returning account_id, environment, id, status, join_key
    ), enqueued as (${enqueueEmailsSql(sql`requeued`)})
    select count(*)::integer as requeued from enqueued`);
  return row!.requeued > 0;
}

/** Marks a mail as shown in the inbox page instead of sent. */
export async function holdEmail(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    update emails set status = 'held', join_key = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** The requests to a referee that wait to go with others and that nobody has tried to send. Returns whether there was one. */
export async function holdWaitingRequests(db: Db, tenant: Tenant, referenceId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    update emails set status = 'held', join_key = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and reference_id = ${referenceId}
      and join_key is not null and status = 'queued' and attempts = 0
    returning id`);
  return rows.length > 0;
}

export async function hasSentRequest(db: Db, tenant: Tenant, referenceId: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from emails
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and reference_id = ${referenceId}
        and template = 'reference_request' and status = 'sent'
    ) as found`);
  return row!.found;
}

/** Those to the candidate of a check that wait. */
export function findQueuedToCandidate(
  db: Db,
  tenant: Tenant,
  checkId: string,
): Promise<Pick<EmailRow, 'id' | 'sealed_message'>[]> {
  return db.rows(sql`
    select id, sealed_message from emails
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and applicant_id is not null and reference_id is null and status = 'queued'
    for update`);
}

export async function replaceMessage(db: Db, tenant: Tenant, id: string, sealedMessage: Buffer): Promise<void> {
  await db.run(sql`
    update emails set sealed_message = ${sealedMessage}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}
