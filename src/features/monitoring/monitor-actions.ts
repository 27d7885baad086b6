// Monitors complete reports: sets the next day, records that nothing changed, opens a report that did, and stops.
import { type Caller, type Ctx, type Environment, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { addYears, daysBetween, parseDate } from '../../lib/dates.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { daysIn } from '../accounts/account-setting.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck, readCheckAndKey } from '../checks/check-actions.ts';
import {
  type LockedCheck,
  moveReport,
  reopenReport,
  withLockedApplicantAndCheck,
  withLockedCheck,
} from '../checks/check-progress-actions.ts';
import { checkSeenBy } from '../checks/restricted-check-rules.ts';
import type { Deadline, DeadlineHandler } from '../deadlines/deadline.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { afterDays, onDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { isCheckedAnew, monitorPlan, planInWords } from '../report-types/monitoring.ts';
import { readDecidedAt } from '../reports/outcome-actions.ts';
import type { Report } from '../reports/report.ts';
import { sandboxProvider } from '../reports/report.ts';
import { jobOf } from '../reports/report-actions.ts';
import type { Outcome } from '../reports/report-rules.ts';
import { isOpen } from '../reports/report-states.ts';
import { answerOf, isLimited, lacksEnd, nextCheckOn, type RecheckFinding, recheckFinding } from './monitor-rules.ts';
import {
  type FollowUpRow,
  findFollowUps,
  findMonitor,
  findRechecks,
  findReportsOnLists,
  type MonitorRow,
  stopMonitor,
  upsertMonitor,
} from './monitor-store.ts';

export const recheckJob = 'recheck_report';
export const beginMonitoringJob = 'begin_monitoring';
export const newListJob = 'recheck_on_new_list';
const kind = 'monitoring';

/** The purpose of the hash of an answer. */
const answerMac = 'monitored answer';

export const macOf = ({ integrity }: Pick<Ctx, 'integrity'>, reportId: string, outcome: Outcome): Buffer =>
  integrity.mac(answerMac, `${reportId} ${answerOf(outcome)}`);

export interface MonitoredTarget {
  readonly checkId: string;
  readonly reportId: string;
}

/** A report that is monitored and whose result stands; undefined if there is nothing to do any more. */
export async function findMonitored(
  ctx: Ctx,
  tenant: Tenant,
  { checkId, reportId }: MonitoredTarget,
): Promise<{ readonly check: Check; readonly report: Report; readonly monitor: MonitorRow } | undefined> {
  const monitor = await findMonitor(ctx.db, tenant, reportId);
  if (monitor === undefined) return undefined;
  const { check, key } = await readCheckAndKey(ctx, tenant, checkId);
  const report = check.reports.find(({ id }) => id === reportId);
  const isOver = check.status === 'withdrawn' || check.status === 'cancelled' || key === undefined;
  return report?.status !== 'complete' || isOver ? undefined : { check, report, monitor };
}

/** The next day on which it is asked again, at the time of `now`. */
async function nextCheckAt(ctx: Ctx, caller: Caller, plan: MonitorRow['monitor'], report: Report) {
  const now = timeFor(ctx, caller);
  const today = ukDateOf(now);
  const { followUpDays } = await readAccountSettings(ctx, caller.accountId);
  const day = nextCheckOn(plan, report.findings, today, daysIn(followUpDays), ctx.calendar());
  return day === undefined ? undefined : afterDays(now, daysBetween(today, day), ctx.calendar());
}

/** What a provider answered, and when it was asked. */
export interface TakenAnswer {
  readonly outcome: Outcome;
  readonly askedAt: Date;
}

/**
 * After a report is complete: remembers what its provider answered, and sets the first day. It is asked again at once
 * if that was due after the answer, while the report was open.
 */
export function beginMonitoring(
  ctx: Ctx,
  caller: Caller,
  target: MonitoredTarget,
  answered: TakenAnswer | undefined,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await findMonitored(tx, caller, target);
    if (found === undefined) return;
    const mac = answered === undefined ? null : macOf(tx, target.reportId, answered.outcome);
    await upsertMonitor(tx.db, caller, { reportId: target.reportId, answerMac: mac, followUpSince: null });
    const plan = found.monitor.monitor;
    const dueAt = await nextCheckAt(tx, caller, plan, found.report);
    if (dueAt !== undefined) await setDeadline(tx, caller, { kind, subjectId: target.reportId, ...target, dueAt });
    // Somebody must find out its last day, or what follows it.
    else if (isLimited(plan, found.report.findings)) await askPerson(tx, caller, target);
    const { recheck_since: since } = found.monitor;
    const answeredAt = answered?.askedAt ?? (await readDecidedAt(tx, caller, target.reportId));
    const isDue = since !== null && answeredAt !== undefined && answeredAt <= since;
    if (isDue) await tx.jobs.add(tx.db, recheckJob, jobOf(caller, found.report));
  });
}

/** What is asked again now; undefined if nothing is. An open report is asked again when its monitoring begins. */
export function takeRecheck(ctx: Ctx, caller: Caller, target: MonitoredTarget): ReturnType<typeof findMonitored> {
  const work = async (tx: Ctx, { check }: LockedCheck) => {
    // It is asked by the person who looks after its day (`askPerson`) once the restriction is lifted.
    if (check.isRestricted) {
      await askPerson(tx, caller, target);
      return undefined;
    }
    const report = check.reports.find(({ id }) => id === target.reportId);
    if (report !== undefined && isOpen(report.status)) {
      await upsertMonitor(tx.db, caller, { reportId: report.id, recheckSince: tx.now(), followUpSince: null });
    }
    return findMonitored(tx, caller, target);
  };
  return withLockedCheck(ctx, caller, target.checkId, work, { restrictedToo: true });
}

const about = ({ id, applicantId }: Check, report: Report) => ({
  resourceId: report.id,
  status: report.status,
  applicantId,
  checkId: id,
  reportId: report.id,
});

/** Records that the report still holds. */
export function recordNoChange(ctx: Ctx, caller: Caller, target: MonitoredTarget): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await findMonitored(tx, caller, target);
    if (found === undefined) throw new Refusal('state_does_not_allow');
    const { report, monitor } = found;
    if (found.check.isRestricted) throw restrictedRefusal();
    // Without a day nobody would look at it again: it stays among the follow-ups.
    const isUndated = lacksEnd(monitor.monitor, report.findings);
    await upsertMonitor(tx.db, caller, {
      reportId: target.reportId,
      checkedAt: timeFor(tx, caller),
      followUpSince: isUndated ? monitor.follow_up_since : null,
    });
    const event = { ...about(found.check, report), type: 'report.rechecked' as const };
    await storeEvents(tx, caller, [{ ...event, detail: { change: false } }]);
  });
}

/** Puts the report among the follow-ups of the desk. */
export async function askPerson(tx: Ctx, caller: Caller, { reportId }: MonitoredTarget): Promise<void> {
  await upsertMonitor(tx.db, caller, { reportId, followUpSince: timeFor(tx, caller) });
}

/** Opens the report again, whose earlier version stays; what a provider found awaits approval. */
export function recordChange(
  ctx: Ctx,
  caller: Caller,
  target: MonitoredTarget,
  found: { readonly actor: Caller['actor']; readonly outcome: Outcome } | undefined,
): Promise<Check> {
  return withLockedApplicantAndCheck(ctx, caller, target.checkId, async (tx) => {
    const monitored = await findMonitored(tx, caller, target);
    if (monitored === undefined) throw new Refusal('state_does_not_allow');
    const checkedAt = timeFor(tx, caller);
    const event = { ...about(monitored.check, monitored.report), type: 'report.rechecked' as const };
    // The law asks for the new check: nothing was found.
    const detail = found === undefined && isCheckedAnew(monitored.monitor.monitor) ? { anew: true } : { change: true };
    await storeEvents(tx, caller, [{ ...event, detail }]);
    await upsertMonitor(tx.db, caller, { reportId: target.reportId, checkedAt, followUpSince: null });
    await endDeadline(tx, caller, { kind, subjectId: target.reportId });
    const check = await reopenReport(tx, caller, target, 'find_change');
    if (found === undefined) return check;
    const { permissions: _, ...scope } = caller;
    const { actor, outcome } = found;
    return moveReport(tx, { ...scope, actor }, target, {
      move: 'await_approval',
      outcome,
      demands: () => ['monitoring'],
    });
  });
}

/**
 * Moves the next day on which it is looked at again. Refuses with `invalid_fields` a day that is not from tomorrow to ten
 * years from now. Refuses with `state_does_not_allow` a report that is not monitored, or is looked at with each list only.
 */
export function setNextCheck(ctx: Ctx, caller: Caller, target: MonitoredTarget, day: string): Promise<void> {
  demand(caller, 'record_outcomes');
  return withLockedCheck(ctx, caller, target.checkId, async (tx) => {
    const found = await findMonitored(tx, caller, target);
    if (found === undefined || monitorPlan(found.monitor.monitor).eachList) throw new Refusal('state_does_not_allow');
    const now = timeFor(tx, caller);
    const today = ukDateOf(now);
    if (parseDate(day) !== day || day <= today || day > addYears(today, 10))
      throw new Refusal('invalid_fields', { next_on: ['Enter a date from tomorrow to ten years from now'] });
    await upsertMonitor(tx.db, caller, { reportId: target.reportId, followUpSince: null });
    await setDeadline(tx, caller, { kind, subjectId: target.reportId, ...target, dueAt: onDay(now, day) });
    const event = { ...about(found.check, found.report), type: 'report.monitoring_moved' as const };
    await storeEvents(tx, caller, [{ ...event, detail: { to: day } }]);
  });
}

/** Ends the monitoring; repeating it changes nothing. Refuses with `not_found`. */
export function stopMonitoring(ctx: Ctx, caller: Caller, target: MonitoredTarget): Promise<Check> {
  demand(caller, 'stop_monitoring');
  return withLockedCheck(
    ctx,
    caller,
    target.checkId,
    async (tx, { check }) => {
      const report = check.reports.find(({ id }) => id === target.reportId);
      if (report === undefined) throw new Refusal('not_found');
      if (report.monitor === null) return checkSeenBy(caller, check);
      await stopMonitor(tx.db, caller, report.id);
      await endDeadline(tx, caller, { kind, subjectId: report.id });
      await storeEvents(tx, caller, [{ ...about(check, report), type: 'report.monitoring_stopped' }]);
      return checkSeenBy(caller, await readCheck(tx, caller, target.checkId));
    },
    { restrictedToo: true },
  );
}

/** In the transaction that imports a list: everybody who is monitored on each list is asked about after its commit. */
export const announceNewList = (tx: Pick<Ctx, 'db' | 'jobs'>): Promise<void> => tx.jobs.add(tx.db, newListJob, {});

/** Asks about everybody again whose report is monitored on each new list. */
export async function recheckOnNewList(ctx: Pick<Ctx, 'db' | 'jobs'>): Promise<void> {
  const reports = await findReportsOnLists(ctx.db);
  const payloads = reports.map((report) => jobOf(report, { id: report.reportId, checkId: report.checkId }));
  await ctx.jobs.addEach(ctx.db, recheckJob, payloads);
}

async function whenDue(tx: Ctx, caller: Caller, { checkId, subjectId: reportId }: Deadline): Promise<Date | undefined> {
  const target = { checkId, reportId };
  const found = await findMonitored(tx, caller, target);
  if (found === undefined) return undefined;
  const { report, monitor } = found;
  // Test data is not run against real sources: it never changes by itself.
  if (report.provider === sandboxProvider) await recordNoChange(tx, caller, target);
  else if (monitor.answer_mac === null) await askPerson(tx, caller, target);
  else await tx.jobs.add(tx.db, recheckJob, jobOf(caller, report));
  return nextCheckAt(tx, caller, monitor.monitor, report);
}

export const monitoringDeadline: DeadlineHandler = { kind, label: 'The report is checked again.', whenDue };

export interface Monitoring {
  /** When it is asked again. */
  readonly words: string;
  readonly checkedAt: Date | null;
  readonly followUpSince: Date | null;
  /** Newest first. */
  readonly rechecks: readonly { readonly at: Date; readonly found: RecheckFinding }[];
}

/** Undefined if the report is not monitored. */
export async function readMonitoring(
  ctx: Ctx,
  tenant: Tenant,
  { checkId, reportId }: MonitoredTarget,
): Promise<Monitoring | undefined> {
  const monitor = await findMonitor(ctx.db, tenant, reportId);
  if (monitor === undefined) return undefined;
  const rechecks = await findRechecks(ctx.db, tenant, checkId, reportId);
  const { followUpDays } = await readAccountSettings(ctx, tenant.accountId);
  return {
    words: planInWords(monitor.monitor, daysIn(followUpDays)),
    checkedAt: monitor.checked_at,
    followUpSince: monitor.follow_up_since,
    rechecks: rechecks.map(({ occurred_at, ...detail }) => ({ at: occurred_at, found: recheckFinding(detail) })),
  };
}

/** What waits for a person of the desk. */
export function listFollowUps(
  ctx: Ctx,
  reader: DeskReader,
  environment: Environment,
  limit: number,
): Promise<FollowUpRow[]> {
  demand(authorityOf(reader), 'read_reports');
  return findFollowUps(ctx.db, reader.accounts, environment, limit);
}
