// Every state of a report × every move × every role of the desk, and × every other action: what the tables of states and
// permissions allow happens, and everything else is refused and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, type Ctx, inTransaction, timeFor } from '../../../src/context.ts';
import { type DeskRole, mayDo, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { keepApplication } from '../../../src/features/cases/application-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { addNote } from '../../../src/features/cases/note-actions.ts';
import {
  closeUnverified,
  correctReport,
  type Screener,
  screenReport,
  sendBack,
} from '../../../src/features/cases/screening-actions.ts';
import { permissionFor } from '../../../src/features/cases/screening-rules.ts';
import { tickTasks } from '../../../src/features/cases/task-actions.ts';
import { changeWork } from '../../../src/features/cases/work-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { allowsAction, type ReportAction } from '../../../src/features/reports/report-action-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  nextReportState,
  type ReportMove,
  type ReportState,
  reportMoveEvents,
  reportStates,
  type ScreeningMove,
} from '../../../src/features/reports/report-states.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { sendOut } from '../../../src/features/suppliers/supplier-request-actions.ts';
import { recordVerification } from '../../../src/features/verifications/verification-actions.ts';
import { addDays, dateOf } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { employed, personnel } from '../references/asked-references.ts';
import { courtResearcher } from '../suppliers/court-researcher.ts';

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
  const { check } = await placeWaiting(ctx, tenant, { facts: employed, reports: ['employment_history:uk', 'credit'] });
  await completeForm(ctx, tenant, check.id, { ...check.order.facts, ...employed });
  const reportId = check.reports[0]!.id;
  for (const move of ways[state]) await screenReport(ctx, proposer, reportId, { move, outcome });
  return { checkId: check.id, reportId };
}

class Undone extends Error {}

type Placed = Awaited<ReturnType<typeof placeIn>>;

/** What the work returns, or why it was refused; nothing stays. */
async function tryOut<Found>(work: (tx: Ctx) => Promise<Found>) {
  let found: Found | undefined;
  try {
    await inTransaction(ctx, async (tx) => {
      found = await work(tx);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    if (!(error instanceof Undone)) throw error;
  }
  return found;
}

/** What became of the report, or why the move was refused. */
function tryMove(who: Screener, { checkId, reportId }: Placed, move: ReportMove) {
  const reason = { code: 'data', text: 'The date is missing.' };
  return tryOut(async (tx) => {
    if (move === 'reopen') await correctReport(tx, who, reportId, { ...reason, code: 'our_error' });
    else if (move === 'find_change') await reopenReport(tx, tenant, { checkId, reportId }, move);
    else if (move === 'need_more') await sendBack(tx, who, reportId, reason);
    else {
      const changed = { ...outcome, findings: { ...noFindings, notes: move === 'change' ? 'Seen twice.' : '' } };
      await screenReport(tx, who, reportId, { move: move as ScreeningMove, outcome: changed });
    }
    return (await readCheck(tx, tenant, checkId)).reports.find(({ id }) => id === reportId)?.status;
  });
}

const moves = Object.keys(reportMoveEvents) as ReportMove[];
/** Monitoring alone finds a change, whoever is asked to. */
const mayMove = (who: Screener, move: ReportMove, state: ReportState) =>
  move === 'find_change' || mayDo(who, move === 'need_more' ? 'approve_outcomes' : permissionFor(move, state));

type Act = (tx: Ctx, who: Screener, placed: Placed) => Promise<unknown>;

const asking = async (tx: Ctx, who: Screener, { checkId, reportId }: Placed) => {
  const check = await readCheck(tx, tenant, checkId);
  const asker: Caller = { ...tenant, actor: `user:${who.userId}`, permissions: who.permissions };
  return { caller: asker, check, report: check.reports.find(({ id }) => id === reportId)! };
};
const dueOn = addDays(dateOf(timeFor(ctx, tenant)), 7);
const query = { addressee: 'client', kind: 'missing_information', text: 'Which branch?', dueOn } as const;
const supplierId = await keepSupplier(ctx, 'system', courtResearcher);
const unable = { reason: 'refuses', requestsSent: null, notes: '' } as const;

const acts: Readonly<Record<ReportAction, Act>> = {
  claim: (tx, who, { reportId }) => claimReport(tx, who, reportId),
  plan: (tx, who, { reportId }) =>
    changeWork(tx, who, reportId, { dueOn: '2090-01-02', priority: 1, delay: { reason: 'ours', words: '' } }),
  ask_query: (tx, who, { checkId, reportId }) =>
    sendQuery(
      tx,
      { ...tenant, actor: `user:${who.userId}`, permissions: who.permissions },
      { checkId, reportId },
      query,
    ),
  use_references: async (tx, who, placed) => requestReference(tx, await asking(tx, who, placed), personnel),
  send_out: (tx, who, { checkId, reportId }) =>
    sendOut(
      tx,
      { ...tenant, actor: `user:${who.userId}`, permissions: who.permissions },
      { checkId, reportId },
      { supplierId, seen: 0, reference: '', sentOn: dateOf(timeFor(ctx, tenant)), expectedOn: dueOn, cost: '0' },
    ),
  verify_periods: async (tx, who, placed) => {
    const day = employed.activities![1]!.start_date;
    const period = { key: 'activities-1', isGap: false, from: day, to: day, stated: { from: day, to: null } };
    const typed = { source: 'hmrc', from: day, to: day, by: '', on: day, fileTokens: [], note: 'Seen' };
    return recordVerification(tx, await asking(tx, who, placed), period, typed);
  },
  close_unverified: (tx, who, { reportId }) => closeUnverified(tx, who, reportId, unable),
  record_application: (tx, who, { reportId }) =>
    keepApplication(tx, who, reportId, { reference: '', stage: '', lookedOn: '', anyway: '' }, []),
  write_note: (tx, who, { reportId }) => addNote(tx, who, { reportId, audience: 'desk', text: 'Called the agency.' }),
  tick_task: (tx, who, { reportId }) => tickTasks(tx, who, { reportId, done: [], shown: [] }),
};

for (const state of reportStates) {
  test(`a report that is ${state} makes exactly the moves and takes exactly the actions of its tables, by those who may`, async () => {
    const placed = await placeIn(state);
    for (const role of deskRoles) {
      const who = users.get(role)!;
      for (const move of moves) {
        const next = nextReportState(state, move);
        const expected = mayMove(who, move, state) ? (next ?? 'state_does_not_allow') : 'not_permitted';
        assert.equal(await tryMove(who, placed, move), expected, `${role}: ${move}`);
      }
    }
    const administrator = users.get('administrator')!;
    for (const [action, act] of Object.entries(acts) as [ReportAction, Act][]) {
      const done = await tryOut((tx) => act(tx, administrator, placed).then(() => 'done'));
      assert.equal(done, allowsAction(state, action) ? 'done' : 'state_does_not_allow', action);
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
