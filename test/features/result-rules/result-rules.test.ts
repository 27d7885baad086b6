// The result rules of an account against the real database: drafts, versions with their days, and what outcomes keep of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { closeUnverified, type Screener, screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { previewRules } from '../../../src/features/lists/rule-preview-actions.ts';
import { chooseProviders } from '../../../src/features/provider-requests/choice-actions.ts';
import type { Provider } from '../../../src/features/provider-requests/provider.ts';
import { workOnRequest } from '../../../src/features/provider-requests/request-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { deleteCertificateContents } from '../../../src/features/reports/certificate-contents-actions.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import type { ResultRule } from '../../../src/features/result-rules/rule-set.ts';
import {
  changeRuleDraft,
  discardRuleDraft,
  publishRules,
  readRuleDraft,
  readRules,
  rulesAreSame,
  rulesChanged,
} from '../../../src/features/result-rules/rule-set-actions.ts';
import { verifyAllOutcomes } from '../../../src/features/results/outcome-check-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openProviders } from '../../../src/providers/built-in.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, passSeconds } = await startForms();
const opened = openProviders(ctx.settings, { allow: [], ourPorts: [] });
after(() => opened.outgoing.close());

const today = () => ukDateOf(ctx.now());

const anything: ResultRule = { condition: 'finding', limits: {}, grade: 'amber', scope: null };
const judgments: ResultRule = { condition: 'judgment', limits: { pence: 50_000, years: 6 }, grade: 'red', scope: null };

const credit = (result: Outcome['result'], amountPence: number, light?: 'Red'): Outcome => ({
  ...{ result, subResult: null, ...(light && { trafficLight: light }) },
  findings: {
    ...noFindings,
    properties: {
      records: [
        {
          ...{ kind: 'county_court_judgment', amount_pence: amountPence, dated: '2025-01-01' },
          ...{ decision: 'true_match', decision_reason: 'The address is that of the candidate.' },
        },
      ],
    },
    notes: 'A judgment is recorded.',
  },
});

async function startDesk(rules: readonly ResultRule[] = [anything, judgments]) {
  const account = await makeAccount(ctx, 'Ruled Bank');
  const { accountId } = account;
  const publish = async (published: readonly ResultRule[], from = today()) => {
    const { revision } = await readRuleDraft(ctx, 'system', accountId);
    await changeRuleDraft(ctx, 'system', accountId, { revision, rules: published });
    return publishRules(ctx, 'system', accountId, { revision: revision + 1, from });
  };
  if (rules.length > 0) await publish(rules);
  const user = async (name: string, role: DeskRole = 'screener'): Promise<Screener> => {
    const email = `${name}@${accountId}.test`;
    const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
    return { userId, accounts: [accountId], permissions: roles.desk[role] };
  };
  const tenant = account.caller('live');
  const place = async (report = 'credit'): Promise<Check> => {
    const { check } = await placeWaiting(ctx, tenant, { reports: [report] });
    return completeForm(ctx, tenant, check.id, check.order.facts);
  };
  const read = async ({ id }: Check) => (await readCheck(ctx, tenant, id)).reports[0]!;
  return { accountId, tenant, publish, user, place, read };
}

const refusedBy = (fields: Readonly<Record<string, readonly string[]>>) => (error: unknown) => {
  assert.ok(error instanceof Refusal);
  assert.deepEqual([error.reason, error.fields], ['invalid_fields', fields]);
  return true;
};

test('an outcome keeps the version and the rule that proposed it, and a later version does not change it', async () => {
  const desk = await startDesk();
  const ann = await desk.user('ann');
  const check = await desk.place();
  const { id } = check.reports[0]!;
  await screenReport(ctx, ann, id, { move: 'complete', outcome: credit('consider', 60_000, 'Red') });
  const kept = {
    ...{ version: 1, from: today(), proposes: 'red' },
    fired: [
      {
        ...{ number: 2, grade: 'red', rule: 'Judgment for debt over £500 within 6 years' },
        found: ['Judgment of £600.00 of 1 January 2025'],
      },
    ],
  };
  assert.deepEqual((await desk.read(check)).findings.result_rules, kept);
  await desk.publish([anything]);
  assert.deepEqual((await desk.read(check)).findings.result_rules, kept);
  assert.deepEqual(await verifyAllOutcomes(database, ctx.integrity), []);
});

test('an outcome that differs from the rules takes a reason, in either direction; one of no rule takes none', async () => {
  const desk = await startDesk();
  const ann = await desk.user('ann');
  const check = await desk.place();
  const { id } = check.reports[0]!;
  const milder = { move: 'complete', outcome: credit('consider', 60_000) } as const;
  const blank = refusedBy({ otherThanRules: ["can't be blank"] });
  await assert.rejects(screenReport(ctx, ann, id, milder), blank);
  await assert.rejects(screenReport(ctx, ann, id, { ...milder, otherThanRules: '  ' }), blank);
  await screenReport(ctx, ann, id, { ...milder, otherThanRules: 'It was paid last week.' });
  const { trafficLight, findings } = await desk.read(check);
  assert.deepEqual([trafficLight, findings.result_rules?.proposes], ['Amber', 'red']);
  assert.equal(findings.result_rules?.because, 'It was paid last week.');

  const small = await desk.place();
  await screenReport(ctx, ann, small.reports[0]!.id, {
    ...{ move: 'complete', outcome: credit('consider', 40_000, 'Red') },
    otherThanRules: 'Not needed',
  });
  assert.deepEqual((await desk.read(small)).findings.result_rules, {
    version: 1,
    from: today(),
    proposes: null,
    fired: [],
  });
});

test('an approver sees what the rules said when the outcome was proposed, also where they changed since', async () => {
  const desk = await startDesk();
  await changeAccountSettings(ctx, 'system', desk.accountId, { approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const { id } = check.reports[0]!;
  const proposed = { move: 'complete', outcome: credit('consider', 60_000) } as const;
  await screenReport(ctx, ann, id, { ...proposed, otherThanRules: 'Paid.' });
  await desk.publish([{ ...judgments, grade: 'green' }]);
  await screenReport(ctx, ben, id, proposed);
  const { status, findings } = await desk.read(check);
  assert.deepEqual([status, findings.result_rules?.version, findings.result_rules?.because], ['complete', 1, 'Paid.']);
});

test('an outcome that was proposed before there were rules is approved without them', async () => {
  const desk = await startDesk([]);
  await changeAccountSettings(ctx, 'system', desk.accountId, { approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const { id } = check.reports[0]!;
  const proposed = { move: 'complete', outcome: credit('consider', 60_000) } as const;
  await screenReport(ctx, ann, id, proposed);
  await desk.publish([judgments]);
  await screenReport(ctx, ben, id, proposed);
  const { status, findings } = await desk.read(check);
  assert.deepEqual([status, findings.result_rules], ['complete', undefined]);
});

test('what nobody could confirm stays Unidentified, and says so to a rule that proposes Red', async () => {
  const desk = await startDesk([{ condition: 'unable', limits: {}, grade: 'red', scope: null }]);
  const ann = await desk.user('ann');
  const check = await desk.place('education:uk');
  const unverified = { reason: 'records_gone', requestsSent: null, notes: 'The college burned down.' } as const;
  await closeUnverified(ctx, ann, check.reports[0]!.id, unverified);
  const { result, findings } = await desk.read(check);
  assert.equal(result, 'unidentified');
  assert.equal(findings.result_rules?.because, 'Unable to verify: The records no longer exist');
});

/** A provider that answers with a judgment, and the account's choice of it. */
async function startProvider(accountId: string, typeId: number, result: 'clear' | 'consider' = 'clear') {
  const type = reportTypeById(typeId)!;
  const { findings } = credit(result, 90_000);
  const answer: Outcome = { result, subResult: null, findings: { ...findings, notes: '' } };
  const provider: Provider = {
    ...{ name: 'debt_house', label: 'Debt house' },
    capabilities: { calls: 'with_key', results: [result], types: [type.name], facts: [] },
    limits: { timeoutMs: 1000, answersWithinHours: 1, costPence: 0 },
    request: async () => ({ kind: 'accepted', reference: 'DH-1' }),
    poll: async () => ({ kind: 'result', reference: 'DH-1', outcome: answer }),
  };
  const given = { type, providers: [provider.name], personReleases: 'not_clear' as const };
  await chooseProviders(ctx, 'system', accountId, given, new Map([[provider.name, provider.capabilities]]));
  const supply = { ...opened, builtIn: new Map([[provider.name, provider]]) };
  return async ({ id: checkId, reports }: Check) => {
    const target = { accountId, environment: 'live' as const, checkId, reportId: reports[0]!.id };
    for (let step = 0; step < 3; step += 1) {
      await workOnRequest(ctx, supply, target);
      passSeconds(3000);
    }
    return answer;
  };
}

test('an answer of a provider that the rules judge otherwise waits for a person, who says why it stays', async () => {
  const desk = await startDesk([judgments]);
  const ben = await desk.user('ben', 'reviewer');
  const check = await desk.place();
  const { id, reportTypeId } = check.reports[0]!;
  const outcome = await (await startProvider(desk.accountId, reportTypeId))(check);
  const waiting = await desk.read(check);
  assert.deepEqual(
    [waiting.status, waiting.approvalReasons],
    ['awaiting_approval', ['provider_answer', 'result_rules']],
  );
  assert.equal(waiting.findings.result_rules?.proposes, 'red');
  await assert.rejects(
    screenReport(ctx, ben, id, { move: 'complete', outcome }),
    refusedBy({ otherThanRules: ["can't be blank"] }),
  );
  await screenReport(ctx, ben, id, { move: 'complete', outcome, otherThanRules: 'It is satisfied.' });
  const { status, trafficLight, findings } = await desk.read(check);
  assert.deepEqual([status, trafficLight, findings.result_rules?.because], ['complete', 'Green', 'It is satisfied.']);
});

test('one reviewer suffices for an answer of a provider also where they must say why it stays', async () => {
  const desk = await startDesk([judgments]);
  await changeAccountSettings(ctx, 'system', desk.accountId, { approveAdverse: true });
  const ben = await desk.user('ben', 'reviewer');
  const check = await desk.place();
  const { id, reportTypeId } = check.reports[0]!;
  const outcome = await (await startProvider(desk.accountId, reportTypeId, 'consider'))(check);
  await screenReport(ctx, ben, id, { move: 'complete', outcome, otherThanRules: 'Amber is enough.' });
  const { status, trafficLight, findings } = await desk.read(check);
  assert.deepEqual([status, trafficLight, findings.result_rules?.because], ['complete', 'Amber', 'Amber is enough.']);
  const decided = await database.rows<{ decision: string; ground: string }>(sql`
    select r.decision, v.ground from report_reviews r join report_outcomes v on v.report_id = r.report_id and v.version = 2
    where r.report_id = ${id}`);
  assert.deepEqual(decided, [{ decision: 'approved', ground: 'examination' }]);
});

test('an answer of a provider with which the rules agree is complete at once', async () => {
  const desk = await startDesk([{ ...judgments, limits: { pence: 100_000 } }]);
  const check = await desk.place();
  await (await startProvider(desk.accountId, check.reports[0]!.reportTypeId))(check);
  const { status, findings } = await desk.read(check);
  assert.deepEqual([status, findings.result_rules?.proposes], ['complete', null]);
});

test('of the contents of a certificate that were deleted no rule stays, only that rules proposed a light', async () => {
  const desk = await startDesk([{ condition: 'record', limits: {}, grade: 'red', scope: null }]);
  const ann = await desk.user('ann');
  const check = await desk.place('criminal_history:basic');
  const { id: reportId } = check.reports[0]!;
  const breakdown = { convictions_and_cautions: { result: 'see_certificate' } };
  const outcome: Outcome = {
    result: 'consider',
    subResult: null,
    findings: { ...noFindings, breakdown, notes: 'See it.' },
  };
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome, otherThanRules: 'The client knows of it.' });
  const { key } = await readCheckAndKey(ctx, desk.tenant, check.id);
  await deleteCertificateContents(ctx, desk.tenant, { reportId, key: key!, notes: 'Deleted.', at: ctx.now() });
  assert.deepEqual((await desk.read(check)).findings.result_rules, {
    ...{ version: 1, from: today(), proposes: 'red' },
    fired: [],
  });
});

test('rules are applied from their day on, and of two of one day the later version', async () => {
  const desk = await startDesk([judgments]);
  const tomorrow = addDays(today(), 1);
  await desk.publish([anything], tomorrow);
  await desk.publish([anything, judgments], tomorrow);
  const before = await readRules(ctx, 'system', desk.accountId);
  assert.deepEqual([before.current?.version, before.coming.map(({ version }) => version)], [1, [3]]);
  assert.deepEqual(
    before.sets.map(({ version }) => version),
    [3, 2, 1],
  );
  passSeconds(86_400);
  assert.equal((await readRules(ctx, 'system', desk.accountId)).current?.version, 3);
});

test('of two who prepare rules at once one is told, and nothing is published twice, or for a day that is over', async () => {
  const { accountId, publish } = await startDesk([judgments]);
  const draft = await readRuleDraft(ctx, 'system', accountId);
  assert.deepEqual([draft.revision, draft.rules], [0, [judgments]]);
  await changeRuleDraft(ctx, 'system', accountId, { revision: 0, rules: [anything] });
  const meanwhile = refusedBy({ rules: [rulesChanged] });
  await assert.rejects(changeRuleDraft(ctx, 'system', accountId, { revision: 0, rules: [] }), meanwhile);
  await assert.rejects(publishRules(ctx, 'system', accountId, { revision: 7, from: today() }), meanwhile);
  await assert.rejects(discardRuleDraft(ctx, 'system', accountId, 7), meanwhile);
  const past = { revision: 1, from: addDays(today(), -1) };
  await assert.rejects(
    publishRules(ctx, 'system', accountId, past),
    refusedBy({ from: ['is over: choose today or a later day'] }),
  );
  await discardRuleDraft(ctx, 'system', accountId, 1);
  await assert.rejects(publish([judgments]), refusedBy({ rules: [rulesAreSame] }));
});

test('no rule is published that proposes Green for what cannot be Clear', async () => {
  const { publish } = await startDesk([]);
  const barred: ResultRule = { condition: 'barred_list', limits: {}, grade: 'green', scope: null };
  const why = 'Rule 2 cannot propose Green: a report in which this is found cannot be Clear';
  await assert.rejects(publish([judgments, barred]), refusedBy({ rules: [why] }));
});

test('no reason is asked for where the findings do not go with the Green that the rules propose', async () => {
  const desk = await startDesk([{ condition: 'judgment', limits: {}, grade: 'green', scope: null }]);
  const ann = await desk.user('ann');
  const check = await desk.place();
  const given = credit('consider', 60_000);
  const outcome = { ...given, findings: { ...given.findings, breakdown: { ccj: { result: 'unsatisfied' } } } };
  await screenReport(ctx, ann, check.reports[0]!.id, { move: 'complete', outcome });
  const { trafficLight, findings } = await desk.read(check);
  assert.deepEqual([trafficLight, findings.result_rules?.proposes], ['Amber', 'green']);
});

test('before they are published rules are tried on the complete live reports, and only numbers come of it', async () => {
  const desk = await startDesk([]);
  const ann = await desk.user('ann');
  for (const amount of [60_000, 40_000]) {
    const check = await desk.place();
    await screenReport(ctx, ann, check.reports[0]!.id, { move: 'complete', outcome: credit('consider', amount) });
  }
  const preview = await previewRules(ctx, 'system', desk.accountId, [judgments, anything]);
  assert.deepEqual([preview.judged, preview.unnamed, preview.byRule], [2, 1, [1, 0]]);
  assert.deepEqual(preview.rows[1], { given: 'amber', proposed: { green: 0, amber: 0, red: 1 } });
});

test('a screener reads no rules and prepares none', async () => {
  const { accountId } = await startDesk();
  const by = { actor: `user:${ctx.newId()}`, permissions: roles.desk.screener } as const;
  await assert.rejects(readRules(ctx, by, accountId), { reason: 'not_permitted' });
  await assert.rejects(changeRuleDraft(ctx, by, accountId, { revision: 0, rules: [] }), { reason: 'not_permitted' });
});
