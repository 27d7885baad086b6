// The operator's own closing days, which count as no working days everywhere: kept here, and read by every process again and again.
import { type Actor, type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { worksForEveryClient } from '../accounts/house-standard-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { storeEntry } from '../registers/register-actions.ts';
import {
  type ClosingDays,
  calendarWith,
  readClosingDays,
  recounted,
  type TypedClosingDays,
  untilRemoval,
} from './closing-day-rules.ts';
import {
  type ClosingDayRow,
  closingDayRegister,
  type DueReport,
  findClosingDayVersions,
  findReportsDueFrom,
  lockChecksOf,
  lockClosingDays,
  updateDueDays,
} from './closing-day-store.ts';

export type { ClosingDayRow };

const closingDaysOf = (row: ClosingDayRow): ClosingDays => {
  const days = { name: row.name, from: row.from_on, to: row.to_on, jurisdictions: row.jurisdictions };
  return row.is_listed ? days : untilRemoval(days, ukDateOf(row.created_at));
};

/** The newest version of each. */
const newestOf = (versions: readonly ClosingDayRow[]): ClosingDayRow[] =>
  [...Map.groupBy(versions, ({ id }) => id).values()].map((rows) =>
    rows.reduce((one, other) => (other.version > one.version ? other : one)),
  );

/** What `Ctx` has of the calendar: read now, and again whenever `readCalendar` is called. */
export async function openCalendar(db: Db): Promise<Pick<Ctx, 'calendar' | 'readCalendar'>> {
  const read = async () => calendarWith(newestOf(await findClosingDayVersions(db)).map(closingDaysOf));
  let current = await read();
  return {
    calendar: () => current,
    async readCalendar() {
      current = await read();
    },
  };
}

/** Every version, the newest first: what was added and removed, by whom. */
export async function listClosingDayVersions(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<ClosingDayRow[]> {
  demand(by, 'read_reports', 'manage_working_days');
  return findClosingDayVersions(ctx.db);
}

/** Those that are not over, the first first. */
export async function listClosingDays(ctx: Pick<Ctx, 'db' | 'now'>, by: Asker): Promise<ClosingDayRow[]> {
  const today = ukDateOf(ctx.now());
  const newest = newestOf(await listClosingDayVersions(ctx, by));
  return newest
    .filter(({ is_listed, to_on }) => is_listed && to_on >= today)
    .toSorted((one, other) => one.from_on.localeCompare(other.from_on) || one.name.localeCompare(other.name));
}

/** They concern every client, so those who work for all of them change them. */
export async function mayChangeClosingDays(ctx: Ctx, by: Asker): Promise<boolean> {
  demand(by, 'manage_working_days');
  return worksForEveryClient(ctx, by);
}

interface Change {
  readonly days: ClosingDays;
  /** Undefined for what is added. */
  readonly removed: ClosingDayRow | undefined;
}

async function findChange(ctx: Ctx, change: TypedClosingDays | { readonly id: string }): Promise<Change> {
  const today = ukDateOf(ctx.now());
  if (!('id' in change)) {
    const { days, problems } = readClosingDays(change, today);
    problems.refuse('invalid_fields');
    return { days, removed: undefined };
  }
  const removed = (await listClosingDays(ctx, 'system')).find(({ id }) => id === change.id);
  if (removed === undefined) throw new Refusal('not_found');
  return { days: closingDaysOf(removed), removed };
}

/**
 * Whether its due date was never counted by the days: those in work when days were added had theirs left. Without it, they would
 * be due earlier than they ever were.
 */
function wasLeft(report: DueReport, removed: ClosingDayRow | undefined): boolean {
  if (removed === undefined || removed.moved_reports !== null) return false;
  return report.began_at.getTime() - report.clock_offset_seconds * 1000 < removed.created_at.getTime();
}

interface DueMove {
  readonly report: DueReport;
  readonly to: IsoDate;
}

/** The open reports that would be due on another day. */
async function movesBy(ctx: Ctx, { days, removed }: Change): Promise<DueMove[]> {
  const today = ukDateOf(ctx.now());
  const others = newestOf(await findClosingDayVersions(ctx.db)).filter(({ id }) => id !== removed?.id);
  const without = others.map(closingDaysOf);
  // The days of what is removed that are over stay closed.
  const [before, now]: [Calendar, Calendar] =
    removed === undefined
      ? [calendarWith(without), calendarWith([...without, days])]
      : [calendarWith([...without, days]), calendarWith([...without, untilRemoval(days, today)])];
  const reports = await findReportsDueFrom(ctx.db, days.from, days.jurisdictions);
  return reports.flatMap((report) => {
    if (wasLeft(report, removed)) return [];
    const { environment, jurisdiction, clock_offset_seconds: clockOffsetSeconds } = report;
    const due = {
      dueOn: report.due_on,
      beganOn: ukDateOf(report.began_at),
      today: todayFor(ctx, { environment, clockOffsetSeconds }),
    };
    const to = recounted(due, before[jurisdiction], now[jurisdiction]);
    return to === report.due_on ? [] : [{ report, to }];
  });
}

/** The due dates move with an event each, as after a wait. */
async function moveDueDates(tx: Ctx, actor: Actor, moves: readonly DueMove[], name: string): Promise<void> {
  await updateDueDays(tx.db, moves);
  const byTenant = Map.groupBy(moves, ({ report }) => `${report.account_id} ${report.environment}`);
  for (const ofTenant of byTenant.values()) {
    const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds } = ofTenant[0]!.report;
    const caller: Caller = { accountId, environment, actor, clockOffsetSeconds };
    await storeEvents(
      tx,
      caller,
      ofTenant.map(({ report, to }) => ({
        type: 'report.due_date_changed' as const,
        ...{ resourceId: report.id, reportId: report.id, checkId: report.check_id },
        ...{ applicantId: report.applicant_id, status: report.status },
        detail: { from: report.due_on, to, because: 'working_days', days: name, agreed: report.due_on_is_set },
      })),
    );
  }
}

/**
 * How many open reports would be due on another day. @param change what is typed to be added, or the id of what is to be
 * removed. Refuses with `invalid_fields` (name, from, to, part), `not_found`, and `not_permitted` who does not work for every client.
 */
export async function previewClosingDays(
  ctx: Ctx,
  by: Asker,
  change: TypedClosingDays | { readonly id: string },
): Promise<ClosingDays & { readonly moves: number }> {
  if (!(await mayChangeClosingDays(ctx, by))) throw new Refusal('not_permitted');
  const found = await findChange(ctx, change);
  return { ...found.days, moves: (await movesBy(ctx, found)).length };
}

/**
 * Adds or removes closing days, and moves the due dates of open reports, or leaves them. Returns how many moved. Refuses as
 * `previewClosingDays`.
 */
export async function changeClosingDays(
  ctx: Ctx,
  by: Asker,
  change: TypedClosingDays | { readonly id: string },
  { movesDueDates }: { readonly movesDueDates: boolean },
): Promise<number> {
  if (!(await mayChangeClosingDays(ctx, by))) throw new Refusal('not_permitted');
  const moved = await inTransaction(ctx, async (tx) => {
    await lockClosingDays(tx.db);
    const found = await findChange(tx, change);
    // Found again once nobody else moves them.
    if (movesDueDates)
      await lockChecksOf(
        tx.db,
        (await movesBy(tx, found)).map(({ report }) => report),
      );
    const moves = movesDueDates ? await movesBy(tx, found) : [];
    await moveDueDates(tx, by === 'system' ? 'system' : by.actor, moves, found.days.name);
    await storeVersion(tx, by, found, movesDueDates ? moves.length : null);
    return moves.length;
  });
  await ctx.readCalendar();
  return moved;
}

async function storeVersion(tx: Ctx, by: Asker, { days, removed }: Change, moved: number | null): Promise<void> {
  const { name, from, to, jurisdictions } = days;
  await storeEntry(tx, by, closingDayRegister, 'manage_working_days', {
    ...{ name, nameKey: name.toLowerCase(), isListed: removed === undefined, of: removed },
    values: { from_on: from, to_on: to, jurisdictions, moved_reports: moved },
  });
}
