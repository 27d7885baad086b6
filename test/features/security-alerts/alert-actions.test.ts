// Patterns of security events, and data changed by hand, are alerted once an hour: an alarm, a mail and an event.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Ctx } from '../../../src/context.ts';
import { createApiKey, revokeApiKey } from '../../../src/features/accounts/account-actions.ts';
import { rowCheckJobs } from '../../../src/features/accounts/row-check-jobs.ts';
import { pruneAlerts, securityAlertJobs } from '../../../src/features/security-alerts/alert-actions.ts';
import { type PatternName, patternRules } from '../../../src/features/security-alerts/pattern-rules.ts';
import {
  recordSecurityEvent,
  type SecurityEvent,
} from '../../../src/features/security-events/security-event-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startProbity } from '../../support/probity.ts';

const mails = await startMailServer();
after(() => mails.close());
const operator = 'operator@probity.test';
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_MAIL_URL: mails.url, PROBITY_ALARM_MAIL: operator },
});
const { ctx, account, database } = probity;
const { accountId, userId } = account;
const keyId = ctx.newId();
const start = Date.parse('2026-03-04T12:00:00Z');
const at = (minutes: number): Ctx => ({ ...ctx, now: () => new Date(start + minutes * 60_000) });

/** Records that many equal events. */
async function happen(on: Ctx, count: number, event: SecurityEvent): Promise<void> {
  for (let index = 0; index < count; index += 1) await recordSecurityEvent(on, event);
  await on.batches.write();
}

const detect = (on: Ctx) => securityAlertJobs(on).detect_security_patterns({});
const alertsOf = async (rule: PatternName) =>
  database.rows<{ subject: string; count: number; account_id: string | null }>(sql`
    select detail ->> 'subject' as subject, (detail ->> 'count')::integer as count, account_id from security_events
    where type = 'pattern.detected' and detail ->> 'rule' = ${rule} order by id`);

const user = `user:${userId}` as const;
/** For each rule: an event, how many of it are below the limit, the one that is missing if it is another, the subject. */
const cases: Readonly<
  Record<PatternName, { event: SecurityEvent; more?: SecurityEvent; below: number; subject: string }>
> = {
  sign_ins_of_user: {
    event: { type: 'sign_in.failed', accountId, detail: { user_id: userId, factor: 'password' } },
    below: 19,
    subject: userId,
  },
  sign_ins_of_network: {
    event: { type: 'sign_in.failed', address: '2001:db8::5' },
    below: 99,
    subject: '2001:db8::/64',
  },
  codes_of_account: { event: { type: 'code.wrong', accountId, environment: 'live' }, below: 99, subject: accountId },
  keys_of_network: { event: { type: 'key.refused', address: '192.0.2.9' }, below: 99, subject: '192.0.2.9/32' },
  refusals_of_user: { event: { type: 'permission.refused', accountId, actor: user }, below: 49, subject: userId },
  bulk_reads_of_user: {
    event: { type: 'records.read_in_bulk', accountId, actor: user, detail: { people: 500 } },
    below: 19,
    subject: userId,
  },
  bulk_read_from_new_network: {
    event: { type: 'records.read_in_bulk', accountId, keyId, detail: { people: 100 } },
    more: { type: 'key.used_from_new_network', accountId, keyId },
    below: 2,
    subject: keyId,
  },
};

test('each pattern is alerted from its limit on, once an hour for a subject', async () => {
  let minutes = 0;
  for (const [name, { event, more, below, subject }] of Object.entries(cases)) {
    const rule = name as PatternName;
    // Far enough apart that the events of one rule are too old for the next.
    minutes += 300;
    await happen(at(minutes), below, event);
    await detect(at(minutes + 1));
    assert.deepEqual(await alertsOf(rule), [], `${rule} below its limit`);
    await happen(at(minutes + 1), 1, more ?? event);
    await detect(at(minutes + 2));
    await detect(at(minutes + 3));
    const [alert, ...others] = await alertsOf(rule);
    assert.equal(alert?.subject, subject, rule);
    assert.ok(alert.count >= patternRules[rule].atLeast, rule);
    assert.deepEqual(others, [], rule);
    const again = at(minutes + 63);
    await happen(again, below, event);
    await happen(again, 1, more ?? event);
    await detect(at(minutes + 64));
    assert.equal((await alertsOf(rule)).length, 2, `${rule} an hour later`);
  }
  assert.ok(ctx.alarms.count('pattern_detected') >= 14);
});

test('events that are older than the time of the rule do not count', async () => {
  const event = { type: 'sign_in.failed', detail: { user_id: ctx.newId(), factor: 'password' } } as const;
  await happen(at(9000), 19, event);
  await happen(at(9010.5), 19, event);
  await detect(at(9011));
  assert.ok((await alertsOf('sign_ins_of_user')).every(({ subject }) => subject !== event.detail.user_id));
});

test('an alert is mailed to the operator, with a link to the events and without personal data', async () => {
  const { text, subject } = await mails.mailTo(operator, (mail) => mail.text.includes('rule keys_of_network'));
  assert.equal(subject, 'Security alert: Somebody tries API keys from one network');
  assert.match(text, /network 192\.0\.2\.9\/32/);
  assert.match(text, /\/desk\/security\?network=192\.0\.2\.9%2F32/);
});

test('a key that was changed by hand is alerted and mailed, however often it is used', async () => {
  const before = mails.mails.length;
  await database.run(
    sql`update api_keys set scopes = '{read}' where account_id = ${accountId} and environment = 'test'`,
  );
  for (let index = 0; index < 5; index += 1) {
    const { status } = await probity.fetch('/vft-staging/v2/applicants', { key: account.keys.test });
    assert.equal(status, 401);
  }
  const mail = await mails.mailTo(operator, ({ text }) => text.includes('rule row_not_ours'));
  assert.match(mail.subject, /a key, credential or grant was not written by this program/);
  const events = await database.rows(sql`
    select detail ->> 'rule' as rule from security_events where type = 'pattern.detected' and detail ->> 'rule' = 'row_not_ours'`);
  assert.equal(events.length, 1);
  assert.equal(mails.mails.slice(before).filter(({ text }) => text.includes('rule row_not_ours')).length, 1);
});

test('a revoked key whose earlier row was put back authenticates nobody, and is found without being used', async () => {
  const { id, key } = await createApiKey(ctx, 'system', accountId, { userId: account.userId, environment: 'live' });
  const { revoked_at, mac } = (await database.row<{ revoked_at: Date | null; mac: Buffer }>(
    sql`select revoked_at, mac from api_keys where id = ${id}`,
  ))!;
  await revokeApiKey(ctx, 'system', accountId, id);
  await database.run(sql`update api_keys set revoked_at = ${revoked_at}, mac = ${mac} where id = ${id}`);
  await rowCheckJobs(ctx).verify_rows({});
  const mail = await mails.mailTo(operator, ({ text }) => text.includes('rule row_put_back'));
  assert.match(mail.text, new RegExp(id));
  assert.equal((await probity.fetch('/vftapi/v2/applicants', { key })).status, 401);
  await database.run(sql`delete from api_keys where id = ${id}`);
});

test('old notes of alerts are deleted', async () => {
  assert.ok((await pruneAlerts({ ...ctx, now: () => new Date(Date.now() + 2 * 86_400_000) })) > 0);
});
