// Who can be given reports, and what is stored when they are: the part that claims, hand-overs, rules and buddies share.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { awayOn } from '../accounts/absence-rules.ts';
import { type DeskUserRow, listDeskUsers } from '../accounts/sign-in-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { readTakes } from '../training/training-actions.ts';
import { type Takes, typesTaken } from '../training/training-rules.ts';
import { type AssignedReport, assignReports, type QueueTaker } from './claim-store.ts';

export async function storeAssignments(
  tx: Ctx,
  by: Asker,
  type: Extract<EventName, 'report.claimed' | 'report.released' | 'report.assigned'>,
  assigned: readonly AssignedReport[],
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const tenants = Map.groupBy(assigned, ({ account_id, environment }) => `${account_id} ${environment}`);
  for (const reports of tenants.values()) {
    const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds } = reports[0]!;
    const events = reports.map((report) => ({
      type,
      resourceId: report.report_id,
      status: report.status,
      applicantId: report.applicant_id,
      checkId: report.check_id,
      reportId: report.report_id,
      detail,
    }));
    const who = by === 'system' ? { actor: by } : by;
    await storeEvents(tx, { ...who, accountId, environment, clockOffsetSeconds }, events);
  }
}

export interface Assignee extends QueueTaker {
  readonly accounts: DeskAccounts;
  readonly takes: Takes;
}

/** Somebody of the desk. */
export interface DeskPerson extends DeskUserRow {
  /** What they are given of the queue, while they may sign in. */
  readonly takes: Takes;
}

/** Everybody of the desk. */
export async function listPeople(ctx: Ctx): Promise<DeskPerson[]> {
  const users = await listDeskUsers(ctx, 'system');
  const takesOf = await readTakes(
    ctx,
    users.flatMap(({ id, disabled_at }) => (disabled_at === null ? [id] : [])),
  );
  return users.map((user) => ({ ...user, takes: takesOf(user.id) }));
}

/** Undefined for somebody who may not work on reports. */
export function assigneeOf(user: DeskPerson): Assignee | undefined {
  const permissions = roles.desk[user.role];
  if (user.disabled_at !== null || !mayDo({ permissions }, 'claim_reports')) return undefined;
  const accounts = user.all_accounts ? 'all' : user.accounts;
  const { takes } = user;
  const mayApprove = mayDo({ permissions }, 'approve_outcomes');
  return { accounts, userId: user.id, mayApprove, takes, reportTypeIds: typesTaken(takes) };
}

/** Refuses somebody who is away today, as what is wrong with the field. */
export function refuseAway(ctx: Ctx, user: DeskUserRow, field: string): void {
  if (awayOn(user, ukDateOf(ctx.now())) !== undefined)
    throw new Refusal('invalid_fields', { [field]: ['is away today'] });
}

/** Gives those of the reports to somebody that nobody has and on which they may work. Returns how many. Run it in a transaction. */
export async function giveFree(
  tx: Ctx,
  by: Asker,
  accounts: DeskAccounts,
  given: { readonly reportIds: readonly string[]; readonly to: Assignee; readonly rule: string },
): Promise<number> {
  demand(by, 'assign_reports');
  const { reportIds, to, rule } = given;
  const change = { reportIds, from: 'nobody', to } as const;
  const assigned = await assignReports(tx.db, commonAccounts(accounts, to.accounts), change);
  await storeAssignments(tx, by, 'report.assigned', assigned, { assigneeId: to.userId, rule });
  return assigned.length;
}

export function commonAccounts(one: DeskAccounts, other: DeskAccounts): DeskAccounts {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((id) => other.includes(id));
}
