// What the program's own role may do in the database: the owner of the tables grants it, and no more, after each migration.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Db, sql } from './database.ts';

/** Append only: nothing that is stored there can be changed by the program. */
const append = 'select, insert';
const change = 'select, insert, update';
const replace = 'select, insert, delete';
const all = 'select, insert, update, delete';

/** Tables that are not listed are granted in full; a test names them, and grants that no statement needs. */
export const tableGrants: Readonly<Record<string, string>> = {
  access_review_decisions: append,
  access_reviews: `${append}, update (ended_at, ended_by)`,
  account_export_parts: replace,
  account_exports: all,
  account_keys: change,
  account_logos: all,
  account_report_types: all,
  accounts: change,
  agency_confirmations: all,
  api_key_networks: append,
  api_keys: change,
  api_requests: replace,
  applicant_list_blocks: change,
  applicant_list_horizon: 'select, update',
  applicant_list_super_blocks: change,
  applicant_lists: change,
  applicants: all,
  appointments: change,
  assignment_rules: all,
  attachments: all,
  bulk_order_rows: all,
  bulk_orders: all,
  candidate_messages: change,
  certificates: `${append}, update (withdrawn_on, sealed_withdrawal, withdrawn_by, withdrawn_at), delete`,
  charge_disputes: `${append}, update (outcome, sealed_answer, answered_by, answered_at)`,
  charges: `${append}, update (invoice_id)`,
  check_comments: change,
  checks: change,
  client_decisions: `${append}, update (sealed_reason, sealed_told, sealed_assessment)`,
  conduct_breaches: replace,
  closing_day_versions: append,
  data_request_files: replace,
  data_request_steps: append,
  data_requests: `${append}, update (due_on, reminded_on, is_open, sealed_words, subject, sealed_asker, owner_id,
    root_cause, sealed_change)`,
  deadlines: all,
  debt_notes: append,
  decision_follow_ups: `${append}, update (outcome, sealed_note, closed_by, closed_at)`,
  decision_proposals: `${append}, update (sealed_reason, sealed_told, sealed_assessment)`,
  decision_returns: `${append}, update (sealed_reason)`,
  delivery_clock: 'select, update',
  delivery_workers: all,
  desk_languages: replace,
  desk_mails: replace,
  desk_teams: all,
  desk_text_versions: append,
  desk_trainings: `${append}, update (mac)`,
  desk_user_accounts: all,
  desk_users: change,
  desk_views: all,
  drafts: all,
  earlier_cases: replace,
  ended_drafts: all,
  emails: change,
  error_type_versions: append,
  event_links: append,
  event_seal: 'select, update',
  events: append,
  form_answers: change,
  money_given_alone: append,
  money_requests: `${append}, update (decision, sealed_note, decided_by, decided_at)`,
  order_changes: append,
  fact_corrections: append,
  forwarding_positions: change,
  given_reference_updates: append,
  given_references: `${append}, update (sealed_answers, written_by, written_at, approved_by, approved_at, given_on), delete`,
  hearing_answers: `${append}, update (sealed_text)`,
  hearings: `${append}, update (sealed_words)`,
  idempotency_keys: all,
  integrity_key: change,
  invoice_marks: append,
  invoice_numbers: 'select, update',
  invoices: append,
  job_role_needs: replace,
  job_roles: change,
  kept_forms: replace,
  link_codes: all,
  link_guesses: all,
  link_sessions: all,
  maintenance_versions: append,
  migrations: 'select',
  open_results_links: all,
  order_link_candidates: all,
  order_links: change,
  order_mails: change,
  organisation_versions: append,
  outgoing_certificates: all,
  package_items: replace,
  packages: all,
  payment_reminders: append,
  period_verifications: append,
  person_files: replace,
  person_places: all,
  purchase_orders: change,
  provider_choices: all,
  provider_connections: change,
  provider_costs: append,
  provider_exchanges: replace,
  provider_health: change,
  provider_requests: change,
  quarantined_files: replace,
  quality_finding_steps: append,
  quality_findings: append,
  quality_programme_versions: append,
  quality_reviews: append,
  quality_samples: append,
  queries: change,
  quotes: all,
  query_files: append,
  receipts: append,
  receipts_taken_back: append,
  reference_attempts: append,
  reference_uses: change,
  reopened_charges: append,
  renewal_plans: replace,
  report_type_group_members: replace,
  report_type_groups: all,
  report_notes: append,
  report_monitors: change,
  report_outcomes: `${append}, update (sealed_findings, mac)`,
  report_reviews: append,
  report_references: change,
  report_task_ticks: append,
  report_waits: change,
  reports: change,
  restrictions: change,
  result_rule_drafts: all,
  result_rule_sets: append,
  results_documents: all,
  sanctions_imports: change,
  sanctions_names: replace,
  sandbox_windows: all,
  sent_forms: all,
  security_alerts: all,
  security_events: replace,
  settlements: append,
  sign_in_attempts: all,
  sign_in_credentials: all,
  sign_in_mails: change,
  sign_in_sessions: all,
  sign_in_verifications: all,
  single_sign_on: all,
  single_sign_on_domains: replace,
  stated_people: all,
  stated_reports: replace,
  subsidiaries: change,
  subprocessor_versions: append,
  supplier_earlier_answers: append,
  supplier_invoice_decisions: append,
  supplier_invoice_lines: append,
  supplier_invoice_marks: append,
  supplier_invoices: append,
  supplier_requests: change,
  breach_clients_told: append,
  breach_messages: append,
  breach_notices: append,
  breach_versions: append,
  supplier_versions: append,
  users: change,
  webhook_alerts: change,
  webhook_attempts: replace,
  webhook_deliveries: all,
  webhook_health: change,
  webhooks: all,
  work_start_risks: append,
  work_starts: all,
};

/** The role of statements that serve one account. It may do what the program may, with the rows of that account. */
export const accountRole = 'probity_account';

/** A draft belongs to who types it, who may be of no account. Every statement names the author, and the fields are sealed. */
const withoutPolicies = ['drafts'];

/**
 * A select of the setting is evaluated once a statement, not once a row. Without the setting it is an error. No index can answer
 * array_position, on purpose: of `= ANY` the planner expects ten accounts and leaves the indexes that each statement is made for.
 */
const isServed = (account: string) =>
  `array_position((SELECT string_to_array(current_setting('probity.accounts'), ',')::uuid[]), ${account}) IS NOT NULL`;

/**
 * Policies on every table that names an account, or a user of one: the program's own role passes, the role of accounts meets only
 * rows of the accounts in the setting. Tables that have them are left alone, because a policy is made under a lock that waits for
 * every reader; so a policy that changes takes another name.
 */
const policiesFor = (role: string) => `
    DO $$
    DECLARE
      found record;
      program text := left(${pg.escapeLiteral(`every_account_for_${role}`)}, 63);
    BEGIN
      FOR found IN
        SELECT c.oid, c.oid::regclass AS relation, CASE
          WHEN c.relname = 'accounts' THEN ${pg.escapeLiteral(isServed('id'))}
          WHEN 'account_id' = ANY (columns.names) THEN ${pg.escapeLiteral(isServed('account_id'))}
          -- Policies limit the users that this select finds.
          ELSE 'EXISTS (SELECT FROM users u WHERE u.id = user_id)' END AS condition
        FROM pg_class c CROSS JOIN LATERAL (
          SELECT array_agg(a.attname::text) AS names FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
        ) columns
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND (c.relname = 'accounts' OR columns.names && ARRAY['account_id', 'user_id'])
          AND c.relname <> ALL (ARRAY[${withoutPolicies.map(pg.escapeLiteral).join(', ')}])
      LOOP
        IF NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = found.oid AND p.polname = program) THEN
          EXECUTE format('CREATE POLICY %I ON %s TO %I USING (true) WITH CHECK (true)',
            program, found.relation, ${pg.escapeLiteral(role)});
        END IF;
        IF NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = found.oid AND p.polname = 'served_accounts') THEN
          EXECUTE format('CREATE POLICY served_accounts ON %s TO ${accountRole} USING (%s) WITH CHECK (%2$s)',
            found.relation, found.condition);
          EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', found.relation);
        END IF;
      END LOOP;
    END
    $$`;

function grantsTo(role: string): string {
  return `
    ${rightsOf(role)};
    ${rightsOf(accountRole)};
    ${policiesFor(role)}`;
}

/** Revokes everything first, so that a table that is listed with less than before loses the rest. */
function rightsOf(role: string): string {
  const to = pg.escapeIdentifier(role);
  const listed = Object.entries(tableGrants)
    .map(([table, granted]) => `(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(granted)})`)
    .join(', ');
  return `
    GRANT USAGE ON SCHEMA public, graphile_worker TO ${to};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to};
    -- The list of applicants reads how far their sequence is.
    GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to};
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${to};
    GRANT ${all} ON ALL TABLES IN SCHEMA graphile_worker TO ${to};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${to};
    DO $$
    DECLARE
      found record;
    BEGIN
      FOR found IN
        SELECT c.oid::regclass AS relation,
          CASE WHEN c.relkind = 'v' THEN 'select' ELSE coalesce(listed.granted, '${all}') END AS granted
        FROM pg_class c LEFT JOIN (VALUES ${listed}) listed (name, granted) ON listed.name = c.relname
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      LOOP
        EXECUTE format('GRANT %s ON %s TO %I', found.granted, found.relation, ${pg.escapeLiteral(role)});
      END LOOP;
      -- The job library closes its tables to everybody but their owner.
      FOR found IN
        SELECT c.oid::regclass AS relation FROM pg_class c
        WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relrowsecurity
          AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
      LOOP
        EXECUTE format('CREATE POLICY jobs_of_the_program ON %s USING (true) WITH CHECK (true)', found.relation);
      END LOOP;
    END
    $$`;
}

/** Stored as the comment of the schema, so that a start sees in its first select whether anything is to be granted. */
export function grantsVersion(role: string): string {
  return `granted to ${role}: ${createHash('sha256').update(grantsTo(role)).digest('hex')}`;
}

interface RoleForAccounts {
  readonly name: string;
  /** Policies limit the rows of this role; the owner of the tables passes them. */
  readonly isLimited: boolean;
  readonly mayServe: boolean;
}

async function findRoleForAccounts(db: Db): Promise<RoleForAccounts> {
  const row = await db.row<RoleForAccounts>(sql`
    select current_user as name, row_security_active('accounts') as "isLimited",
      coalesce(pg_has_role(current_user, to_regrole(${accountRole})::oid, 'SET'), false) as "mayServe"`);
  return row!;
}

const lacksAccountRole = (role: string) => {
  const name = pg.escapeIdentifier(role);
  return `${name} cannot take on the role ${accountRole}, which keeps accounts apart. Run as the administrator of the database server: CREATE ROLE ${accountRole}; GRANT ${accountRole} TO ${name} WITH INHERIT FALSE, SET TRUE;`;
};

/**
 * Whether requests can run as the role of accounts. False for the owner of the tables, whom no policy limits. Throws what to do
 * if the role is missing.
 */
export async function keepsAccountsApart(db: Db): Promise<boolean> {
  const { name, isLimited, mayServe } = await findRoleForAccounts(db);
  if (isLimited && !mayServe) throw new Error(lacksAccountRole(name));
  return isLimited;
}

async function refuseWithoutAccountRole(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `SELECT pg_has_role($1, to_regrole($2)::oid, 'SET') AS may`,
    [role, accountRole],
  );
  if (rows[0]?.may !== true) throw new Error(lacksAccountRole(role));
}

/** @param client a connection of the owner */
export async function grantTo(client: pg.PoolClient, role: string): Promise<void> {
  await refuseWithoutAccountRole(client, role);
  await client.query(`
    BEGIN;
    ${grantsTo(role)};
    COMMENT ON SCHEMA public IS ${pg.escapeLiteral(grantsVersion(role))};
    COMMIT`);
}
