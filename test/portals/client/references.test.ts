// The client's pages say how far the references of a check are: whom we ask and when, never what was said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import type { ReferenceProgress } from '../../../src/features/references/reference-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { progressText } from '../../../src/portals/client/check/client-references.ts';
import { employmentReport, personnel } from '../../features/references/asked-references.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const by = portal.caller('live');
const client = await signedInVisitor(portal, clientEmail);

async function visitorOf(role: 'requester' | 'read_only') {
  const email = `${role}@acme.test`;
  await createUser(ctx, 'system', accountId, { name: role, email, role });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const requester = await visitorOf('requester');
const reader = await visitorOf('read_only');

const at = await employmentReport(ctx, by);
const id = await requestReference(ctx, at, personnel);
const page = `/portal/checks/${at.check.id}`;

/** The section of the page, as text. */
function sectionOf(html: string): string {
  const section = /id="references">References<[\s\S]*?<\/p>/.exec(html)?.[0] ?? '';
  return section.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const looks = (type: string) =>
  ctx.db.rows(sql`select from events where check_id = ${at.check.id} and type = ${type} and actor like 'user:%'`);

test('who may read results sees of each job whom we ask and how far it is, and of a job about which nobody was asked', async () => {
  const text = sectionOf((await client.get(page)).body);
  assert.match(
    text,
    /Acme Ltd: Driver, from 1 March 2019 Asked on [^.]+\. Not opened\. Next reminder on [^.]+\. Waiting for the referee/,
  );
  assert.match(text, /Brook Bank: Driver, from 1 July 2023 Not asked yet/);
  assert.match(text, /ask the candidate for another referee, and write to the screeners/);
  assert.doesNotMatch(text, /Pat Referee|hr@acme/, 'neither the name of the referee nor their address');
  assert.equal((await looks('check.answers_read')).length, 1, 'the page shows what the candidate answered');
  const report = `${page}/reports/${at.report.id}`;
  assert.equal(sectionOf((await client.get(report)).body), text, 'the page of the report says the same');
});

test('who may not read results sees the state alone, and whoever writes no comments reads no advice to write one', async () => {
  const text = sectionOf((await requester.get(page)).body);
  assert.match(text, /Employment history, UK: reference 1 of 1 Asked on [^.]+\. Not opened\./);
  assert.match(text, /write to the screeners/);
  assert.doesNotMatch(text, /Acme|Driver|Brook|Pat Referee|hr@acme/);
  assert.doesNotMatch(sectionOf((await reader.get(page)).body), /write to the screeners/);
});

test('a request that was withdrawn is not shown, and a complete report says itself what came of its references', async () => {
  await ctx.db.run(sql`update report_references set status = 'withdrawn' where id = ${id}`);
  assert.match(sectionOf((await client.get(page)).body), /Acme Ltd: Driver, from 1 March 2019 Not asked yet/);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, by, { checkId: at.check.id, reportId: at.report.id }, { move: 'complete', outcome });
  assert.equal(sectionOf((await client.get(page)).body), '');
  assert.equal(sectionOf((await client.get(`${page}/reports/${at.report.id}`)).body), '');
});

test('the line of a reference says what happened, in the order in which it did', () => {
  const on = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`);
  const asked: ReferenceProgress = {
    ...{ reportId: '', about: undefined, status: 'requested', requestedAt: on(2), mailedAt: on(2), reminders: 0 },
    ...{
      mails: 1,
      calls: 0,
      firstCalledAt: null,
      lastCalledAt: null,
      openedAt: null,
      repliedAt: null,
      nextReminderAt: on(5),
    },
  };
  const cases: [Partial<ReferenceProgress>, string][] = [
    [{}, 'Not opened. Next reminder on 5 March 2026.'],
    [
      { mails: 2, reminders: 1, mailedAt: on(5), openedAt: on(4) },
      'Reminded once on 5 March 2026. Opened on 4 March 2026. Next reminder on 5 March 2026.',
    ],
    [
      {
        mails: 5,
        reminders: 4,
        mailedAt: on(14),
        calls: 2,
        firstCalledAt: on(3),
        lastCalledAt: on(15),
        nextReminderAt: null,
      },
      'Reminded 4 times, last on 14 March 2026. Called 2 times, last on 15 March 2026. Not opened. That was the last reminder.',
    ],
    [
      { status: 'unanswered', mails: 5, reminders: 4, mailedAt: on(14), nextReminderAt: null },
      'Reminded 4 times, last on 14 March 2026. Not opened.',
    ],
    [{ status: 'undelivered', nextReminderAt: null }, ''],
    [
      { status: 'declined', openedAt: on(3), repliedAt: on(3), nextReminderAt: null },
      'Opened on 3 March 2026. Declined on 3 March 2026.',
    ],
    [
      { status: 'answered', openedAt: on(3), repliedAt: on(6), nextReminderAt: null },
      'Opened on 3 March 2026. Answered on 6 March 2026.',
    ],
  ];
  for (const [change, expected] of cases) {
    assert.equal(progressText({ ...asked, ...change }), `Asked on 2 March 2026. ${expected}`.trim());
  }
});

test('a reference by telephone is asked on the day of the first call, and not before', () => {
  const on = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`);
  const requested: ReferenceProgress = {
    ...{ reportId: '', about: undefined, status: 'requested', requestedAt: on(2), mailedAt: null, mails: 0 },
    ...{ reminders: 0, calls: 0, firstCalledAt: null, lastCalledAt: null, openedAt: null, repliedAt: null },
    nextReminderAt: null,
  };
  const isCalled = { calls: 2, firstCalledAt: on(4), lastCalledAt: on(5) };
  const cases: [Partial<ReferenceProgress>, string][] = [
    [{}, 'Our screeners take it by telephone.'],
    [isCalled, 'Asked on 4 March 2026. Called 2 times, last on 5 March 2026. Our screeners take it by telephone.'],
    [{ status: 'answered', repliedAt: on(3) }, 'Answered on 3 March 2026.'],
    [
      { ...isCalled, mailedAt: on(6), mails: 1, nextReminderAt: on(9) },
      'Asked on 4 March 2026. Called 2 times, last on 5 March 2026. Not opened. Next reminder on 9 March 2026.',
    ],
  ];
  for (const [change, expected] of cases) assert.equal(progressText({ ...requested, ...change }), expected);
});
