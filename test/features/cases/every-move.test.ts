// Every state of a report × every move × every role of the desk: what the tables of states and permissions allow happens,
// and everything else is refused and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { type DeskRole, mayDo, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { correctReport, type Screener, screenReport, sendBack } from '../../../src/features/cases/screening-actions.ts';
import { permissionFor } from '../../../src/features/cases/screening-rules.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  nextReportState,
  type ReportMove,
  type ReportState,
  reportMoveEvents,
  reportStates,
  type ScreeningMove,
} from '../../../src/features/reports/report-states.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, caller } = await startForms();
const tenant = caller('live');
const deskRoles = Object.keys(roles.desk) as DeskRole[];
const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;

async function userOf(role: DeskRole, name: string = role): Promise<Screener> {
  const email = `${name.replace('_', '-')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [tenant.accountId] });
  return { userId, accounts: [tenant.accountId], permissions: roles.desk[role] };
}

const proposer = await userOf('administrator', 'proposer');
const users = new Map<DeskRole, Screener>();
for (const role of deskRoles) users.set(role, await userOf(role));

/** The moves that lead to each state from the first. */
const ways: Readonly<Record<ReportState, readonly ScreeningMove[]>> = {
  awaiting_data: [],
  paused: ['pause'],
  awaiting_approval: ['await_approval'],
  complete: ['complete'],
  cancelled: ['cancel'],
  withdrawn: ['withdraw'],
};

/** The second report keeps the check open. */
async function placeIn(state: ReportState) {
  const { check } = await placeWaiting(ctx, tenant, { reports: ['identity', 'credit'] });
  await completeForm(ctx, tenant, check.id, check.order.facts);
  const reportId = check.reports[0]!.id;
  for (const move of ways[state]) await screenReport(ctx, proposer, reportId, { move, outcome });
  return { checkId: check.id, reportId };
}

class Undone extends Error {}

/** What became of the report, or why the move was refused; nothing stays. */
async function tryMove(who: Screener, { checkId, reportId }: Awaited<ReturnType<typeof placeIn>>, move: ReportMove) {
  let found: ReportState | undefined;
  const reason = { code: 'data', text: 'The date is missing.' };
  try {
    await inTransaction(ctx, async (tx) => {
      if (move === 'reopen') await correctReport(tx, who, reportId, { ...reason, code: 'our_error' });
      else if (move === 'need_more') await sendBack(tx, who, reportId, reason);
      else {
        const changed = { ...outcome, findings: { ...noFindings, notes: move === 'change' ? 'Seen twice.' : '' } };
        await screenReport(tx, who, reportId, { move: move as ScreeningMove, outcome: changed });
      }
      found = (await readCheck(tx, tenant, checkId)).reports.find(({ id }) => id === reportId)?.status;
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    if (!(error instanceof Undone)) throw error;
  }
  return found;
}

/** Monitoring alone finds a change. */
const moves = (Object.keys(reportMoveEvents) as ReportMove[]).filter((move) => move !== 'find_change');

for (const state of reportStates) {
  test(`a report that is ${state} makes exactly the moves of its table, by those who may`, async () => {
    const placed = await placeIn(state);
    for (const role of deskRoles) {
      const who = users.get(role)!;
      for (const move of moves) {
        const permission = move === 'need_more' ? 'approve_outcomes' : permissionFor(move, state);
        const next = nextReportState(state, move);
        const expected = mayDo(who, permission) ? (next ?? 'state_does_not_allow') : 'not_permitted';
        assert.equal(await tryMove(who, placed, move), expected, `${role}: ${move}`);
      }
    }
  });
}

test('whoever proposed an outcome is refused its approval and its review, in every role', async () => {
  for (const role of deskRoles.filter((one) => mayDo({ permissions: roles.desk[one] }, 'approve_outcomes'))) {
    const placed = await placeIn('awaiting_data');
    const who = users.get(role)!;
    await screenReport(ctx, who, placed.reportId, { move: 'await_approval', outcome });
    assert.equal(await tryMove(who, placed, 'complete'), 'not_permitted', role);
    assert.equal(await tryMove(who, placed, 'need_more'), 'not_permitted', role);
    assert.equal(await tryMove(proposer, placed, 'complete'), 'complete');
  }
});
