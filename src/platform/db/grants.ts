// What the program's own role may do in the database: the owner of the tables grants it, and no more, after each migration.
import { createHash } from 'node:crypto';
import pg from 'pg';

/** Append only: nothing that is stored there can be changed by the program. */
const append = 'select, insert';
const change = 'select, insert, update';
const replace = 'select, insert, delete';
const all = 'select, insert, update, delete';

/** Tables that are not listed are granted in full; a test names them, and grants that no statement needs. */
export const tableGrants: Readonly<Record<string, string>> = {
  account_keys: change,
  account_report_types: all,
  accounts: change,
  api_key_networks: append,
  api_keys: change,
  applicant_list_blocks: change,
  applicant_list_horizon: 'select, update',
  applicant_list_super_blocks: change,
  applicant_lists: change,
  applicants: all,
  attachments: all,
  charges: append,
  checks: change,
  deadlines: all,
  delivery_clock: 'select, update',
  delivery_workers: all,
  desk_user_accounts: all,
  desk_users: change,
  desk_views: all,
  drafts: all,
  ended_drafts: all,
  emails: change,
  event_links: append,
  event_seal: 'select, update',
  events: append,
  form_answers: change,
  forwarding_positions: change,
  idempotency_keys: all,
  integrity_key: change,
  job_roles: change,
  kept_forms: replace,
  link_codes: all,
  link_guesses: all,
  link_sessions: all,
  migrations: 'select',
  open_results_links: all,
  package_items: replace,
  packages: all,
  provider_choices: all,
  provider_connections: change,
  provider_exchanges: replace,
  provider_health: change,
  provider_requests: change,
  quarantined_files: replace,
  queries: change,
  query_files: append,
  report_type_group_members: replace,
  report_type_groups: all,
  report_notes: append,
  report_monitors: change,
  report_outcomes: append,
  report_reviews: append,
  report_references: change,
  report_task_ticks: append,
  report_waits: change,
  reports: change,
  results_documents: all,
  sanctions_imports: change,
  sanctions_names: replace,
  sandbox_windows: all,
  sent_forms: all,
  security_alerts: all,
  security_events: replace,
  sign_in_attempts: all,
  sign_in_credentials: all,
  sign_in_sessions: all,
  sign_in_verifications: all,
  single_sign_on: all,
  subsidiaries: append,
  users: change,
  webhook_alerts: change,
  webhook_attempts: replace,
  webhook_deliveries: all,
  webhook_health: change,
  webhooks: all,
};

/** Revokes everything first, so that a table that is listed with less than before loses the rest. */
function grantsTo(role: string): string {
  const to = pg.escapeIdentifier(role);
  const listed = Object.entries(tableGrants)
    .map(([table, granted]) => `(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(granted)})`)
    .join(', ');
  return `
    GRANT USAGE ON SCHEMA public, graphile_worker TO ${to};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to};
    -- The list of applicants reads how far their sequence is.
    GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to};
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

/** @param client a connection of the owner */
export async function grantTo(client: pg.PoolClient, role: string): Promise<void> {
  await client.query(`
    BEGIN;
    ${grantsTo(role)};
    COMMENT ON SCHEMA public IS ${pg.escapeLiteral(grantsVersion(role))};
    COMMIT`);
}
