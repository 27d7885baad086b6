import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAudit } from '../../../src/features/events/audit-actions.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts, sealEverything, storeSomeEvents } from '../../support/events.ts';
import { testIntegrity } from '../../support/integrity.ts';
import { seededRandom } from '../../support/random.ts';

const { database } = await testDatabase(2);
const accounts = await makeBareAccounts(database, 1);
await storeSomeEvents(database, accounts, 3, seededRandom(1));
await sealEverything(database);

const changes = {
  events: [
    "update events set actor = 'system'",
    'update events set notifies = false where false',
    'delete from events',
    'truncate events cascade',
    `insert into events select * from events
       on conflict (account_id, environment, id) do update set actor = 'system'`,
    'merge into events e using events o on e.id = o.id when matched then delete',
    "merge into events e using events o on e.id = o.id when matched then update set actor = 'system'",
    'with gone as (delete from events returning id) select count(*) from gone',
  ],
  event_links: ['update event_links set seq = seq + 10', 'delete from event_links', 'truncate event_links'],
};

for (const [table, statements] of Object.entries(changes)) {
  for (const statement of statements) {
    test(`refuses to change ${table}: ${statement.replace(/\s+/g, ' ')}`, async () => {
      await assert.rejects(database.run(rawSql(statement)), /a row of event\w* is never changed or removed/);
    });
  }
}

test('no deletion or change elsewhere removes events', async () => {
  const cascading = await database.rows(sql`
    select conname from pg_constraint
    where contype = 'f' and conrelid in ('events'::regclass, 'event_links'::regclass)
      and not (confdeltype in ('a', 'r') and confupdtype in ('a', 'r'))`);
  assert.deepEqual(cascading, []);
  await assert.rejects(database.run(sql`delete from accounts where id = ${accounts[0]}`), { code: '23503' });
});

test('the triggers are enabled, for every change and for the owner too', async () => {
  const guards = await database.rows(sql`
    select tgrelid::regclass::text as table, tgenabled as enabled from pg_trigger
    where tgfoid = 'refuse_change'::regproc order by tgrelid::regclass::text`);
  assert.deepEqual(guards, [
    { table: 'access_review_decisions', enabled: 'O' },
    { table: 'api_requests', enabled: 'O' },
    { table: 'breach_clients_told', enabled: 'O' },
    { table: 'breach_messages', enabled: 'O' },
    { table: 'breach_notices', enabled: 'O' },
    { table: 'breach_versions', enabled: 'O' },
    { table: 'charges', enabled: 'O' },
    { table: 'client_decisions', enabled: 'O' },
    { table: 'closing_day_versions', enabled: 'O' },
    { table: 'data_request_steps', enabled: 'O' },
    { table: 'debt_notes', enabled: 'O' },
    { table: 'decision_proposals', enabled: 'O' },
    { table: 'decision_returns', enabled: 'O' },
    { table: 'desk_text_versions', enabled: 'O' },
    { table: 'error_type_versions', enabled: 'O' },
    { table: 'event_links', enabled: 'O' },
    { table: 'events', enabled: 'O' },
    { table: 'fact_corrections', enabled: 'O' },
    { table: 'hearing_answers', enabled: 'O' },
    { table: 'hearings', enabled: 'O' },
    { table: 'invoice_marks', enabled: 'O' },
    { table: 'invoices', enabled: 'O' },
    { table: 'maintenance_versions', enabled: 'O' },
    { table: 'order_changes', enabled: 'O' },
    { table: 'organisation_versions', enabled: 'O' },
    { table: 'payment_reminders', enabled: 'O' },
    { table: 'period_verifications', enabled: 'O' },
    { table: 'quality_finding_steps', enabled: 'O' },
    { table: 'quality_findings', enabled: 'O' },
    { table: 'quality_programme_versions', enabled: 'O' },
    { table: 'quality_reviews', enabled: 'O' },
    { table: 'quality_samples', enabled: 'O' },
    { table: 'receipts', enabled: 'O' },
    { table: 'receipts_taken_back', enabled: 'O' },
    { table: 'reference_attempts', enabled: 'O' },
    { table: 'reopened_charges', enabled: 'O' },
    { table: 'report_notes', enabled: 'O' },
    { table: 'report_outcomes', enabled: 'O' },
    { table: 'report_task_ticks', enabled: 'O' },
    { table: 'result_rule_sets', enabled: 'O' },
    { table: 'security_events', enabled: 'O' },
    { table: 'settlements', enabled: 'O' },
    { table: 'subprocessor_versions', enabled: 'O' },
    { table: 'supplier_earlier_answers', enabled: 'O' },
    { table: 'supplier_invoice_decisions', enabled: 'O' },
    { table: 'supplier_invoice_lines', enabled: 'O' },
    { table: 'supplier_invoice_marks', enabled: 'O' },
    { table: 'supplier_invoices', enabled: 'O' },
    { table: 'supplier_versions', enabled: 'O' },
    { table: 'work_start_risks', enabled: 'O' },
  ]);
});

test('after all these attempts the audit trail is valid', async () => {
  const { ok, events } = await verifyAudit(database, testIntegrity);
  assert.deepEqual([ok, events], [true, 3]);
});
