// Records that somebody has left; says when who leaves, or has left, is erased by the settings of their account, and until
// when what is kept.
import { type Caller, type Ctx, inTransaction, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { addDays, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import type { Place } from '../access/place-queries.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readPerson } from '../applicants/applicant-actions.ts';
import { changePlaceEnds, removePlace } from '../applicants/person-place-actions.ts';
import { stopMonitoringOf } from '../monitoring/leaving-actions.ts';
import { changeRenewed, takeLeavingBack } from '../renewals/renewal-actions.ts';
import { changeStatedLeaving } from '../stated-staff/stated-staff-actions.ts';
import { savePlace, type TypedPlace } from '../work-places/work-place-actions.ts';
import { type ContentKind, contentKinds } from './content-kinds.ts';
import { findDueContents } from './content-queries.ts';
import { findDueForErasure, type Leaver } from './erasure-queries.ts';
import { EVER_DAYS, type OpenMatter } from './erasure-rules.ts';
import { findStatedDueAt } from './stated-erasure-queries.ts';

const MOST_CONTENTS = 500;

export interface LeaverRetention {
  /** 0 where the account erases nobody by time. */
  readonly days: number;
  /** These are the days of who was never hired. */
  readonly isNeverHired: boolean;
  /** Their days count from when they left, if that is later than the end of their last order. */
  readonly keepsStaff: boolean;
  /** Undefined while something keeps them, such as an open order, and where nobody is erased by time. */
  readonly erasedOn: IsoDate | undefined;
  /** What is open about them, and keeps them beyond that day. */
  readonly openMatters: readonly OpenMatter[];
  /** What goes earlier than the person, with its last day. */
  readonly earlier: readonly { readonly what: string; readonly on: IsoDate }[];
}

interface Leaving extends Pick<Leaver, 'leftAt' | 'endsMonitoring'> {
  /** Everywhere that the caller sees, unless it is said. */
  readonly at?: Place['at'];
}

/** As if they had left there at that time. Refuses with `not_found`. */
export async function readLeaverRetention(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { leftAt, endsMonitoring, at }: Leaving,
): Promise<LeaverRetention> {
  demand(caller, 'read_checks');
  await readPerson(ctx, caller, applicantId);
  const { accountId, environment } = caller;
  const { eraseAfterDays, neverHiredDays, keepsStaff } = await readAccountSettings(ctx, accountId);
  const window = { now: ctx.now(), withinDays: EVER_DAYS };
  const leaver = { applicantId, leftAt, endsMonitoring, place: { subsidiaryIds: caller.subsidiaryIds, at } };
  const of = async (areKept: boolean) =>
    (await findDueForErasure(ctx.db, [accountId], environment, { ...window, leaver, areKept, limit: 1 })).at(0);
  const due = (await of(false)) ?? (await of(true));
  const contents = await findDueContents(ctx.db, [accountId], environment, {
    ...window,
    applicantId,
    limit: MOST_CONTENTS,
  });
  const dueAt = due?.due_at ?? (await findStatedDueAt(ctx.db, caller, applicantId, leftAt, leaver.place));
  const lastOf = (kind: ContentKind) => contents.findLast((one) => one.kind === kind)?.due_at;
  const isNeverHired = due?.is_never_hired === true;
  return {
    days: isNeverHired ? neverHiredDays : eraseAfterDays,
    isNeverHired,
    keepsStaff,
    erasedOn: dueAt && ukDateOf(dueAt),
    openMatters: due?.open_matters ?? [],
    earlier: (Object.keys(contentKinds) as ContentKind[]).flatMap((kind) => {
      const at = lastOf(kind);
      if (at === undefined || (due !== undefined && at >= due.due_at)) return [];
      return [{ what: contentKinds[kind].what, on: ukDateOf(at) }];
    }),
  };
}

/** Sooner than this, whoever says that somebody has left is asked once more. */
const SOON_DAYS = 7;

/** The time at which somebody left, from the day that was typed. Refuses with `invalid_fields` (`left_on`) a text that is no day, or a day after today. */
function leftAtOf(ctx: Pick<Ctx, 'now'>, caller: Caller, leftOn: string): Date {
  const [day, today] = [parseDate(leftOn), todayFor(ctx, caller)];
  const problems = new Problems();
  if (day === undefined) problems.add('left_on', 'Enter the day on which they left');
  else if (day > today) problems.add('left_on', 'Enter a day until today: say it once they have left');
  problems.refuse('invalid_fields');
  return day === today ? timeFor(ctx, caller) : startOfUkDay(day!);
}

export interface RecordedLeaving {
  readonly endsMonitoring: boolean;
  /** The day, as it was typed. */
  readonly leftOn: string;
  /** Where; everywhere that the caller sees, unless it is said. */
  readonly at?: Place['at'];
  /** Whoever says it knows that the person is erased soon. */
  readonly isErasureSaid?: boolean;
}

/**
 * Somebody has left: nothing of theirs is renewed there any more, and nothing is monitored unless the client wants it to be.
 * Refuses with `not_found`, with `invalid_fields` (`left_on`), and (`erasure`) where the person is then erased within
 * SOON_DAYS and nobody said that this is meant; with `not_permitted` the end of the monitoring to who may not stop it.
 */
export const recordLeaving = (
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  leaving: RecordedLeaving,
): Promise<void> => recordLeavings(ctx, caller, [applicantId], leaving);

/** All of them, or nobody; refuses as `recordLeaving` does. */
export async function recordLeavings(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantIds: readonly string[],
  { endsMonitoring, leftOn, at, isErasureSaid = false }: RecordedLeaving,
): Promise<void> {
  demand(caller, 'order_checks');
  const leftAt = leftAtOf(ctx, caller, leftOn);
  for (const id of applicantIds) {
    const retention = await readLeaverRetention(ctx, caller, id, { leftAt, endsMonitoring, at });
    if (isErasedSoon(retention, todayFor(ctx, caller)) && !isErasureSaid)
      throw new Refusal('invalid_fields', { erasure: ['Tick that they are to be erased, or correct the day'] });
  }
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    // In one order, so that two who say it of the same people do not wait for each other.
    for (const id of applicantIds.toSorted()) {
      if (endsMonitoring) await stopMonitoringOf(tx, caller, id, at);
      const place = { subsidiaryIds: caller.subsidiaryIds, at };
      await changeRenewed(tx, caller, id, false, { leftAt, place });
      await changeStatedLeaving(tx, caller, id, { at: leftAt, place });
      await changePlaceEnds(tx, caller, id, { day: ukDateOf(leftAt), place });
    }
  });
}

/** They work there, or work there again. Refuses as `takeLeavingBack` does. */
export function recordReturn(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  at?: Place['at'],
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await takeLeavingBack(tx, caller, applicantId, at);
    const place = { subsidiaryIds: caller.subsidiaryIds, at };
    await changeStatedLeaving(tx, caller, applicantId, { at: null, place });
    await changePlaceEnds(tx, caller, applicantId, { day: null, place });
  });
}

/** Somebody works at another place from now on, and has left these. Refuses as `savePlace` and `recordLeaving` do; all of it, or nothing. */
export function recordMove(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  applicantId: string,
  {
    to,
    from,
    leftOn,
  }: { readonly to: TypedPlace; readonly from: readonly NonNullable<Place['at']>[]; readonly leftOn: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await savePlace(tx, caller, applicantId, to, true);
    for (const at of from) await recordLeaving(tx, caller, applicantId, { leftOn, endsMonitoring: false, at });
  });
}

/** What is erased within SOON_DAYS if they left there then has to be meant. */
async function refuseSoon(
  tx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { leftAt, subsidiaryId }: { readonly leftAt: Date; readonly subsidiaryId: string },
): Promise<void> {
  const at = { subsidiaryId };
  const retention = await readLeaverRetention(tx, caller, applicantId, { leftAt, endsMonitoring: false, at });
  if (!isErasedSoon(retention, todayFor(tx, caller))) return;
  throw new Refusal('invalid_fields', { erasure: ['Tick that they are to be erased, or correct the day'] });
}

/** Changes a place that they have. Refuses as `savePlace`, and with `erasure` as `recordLeaving` does. */
export function changePlace(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  applicantId: string,
  typed: TypedPlace,
  isErasureSaid: boolean,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await savePlace(tx, caller, applicantId, typed, false);
    const last = parseDate(typed.endsOn);
    if (last === undefined || isErasureSaid) return;
    await refuseSoon(tx, caller, applicantId, { leftAt: startOfUkDay(last), subsidiaryId: typed.subsidiaryId });
  });
}

/** They never worked there. Refuses as `removePlace`, and with `erasure` as `recordLeaving` does. */
export function takePlaceBack(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { subsidiaryId, isErasureSaid }: { readonly subsidiaryId: string; readonly isErasureSaid: boolean },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // As if it had ended before everything else.
    if (!isErasureSaid) await refuseSoon(tx, caller, applicantId, { leftAt: new Date(0), subsidiaryId });
    await removePlace(tx, caller, applicantId, subsidiaryId);
  });
}

/** Where the account erases whether somebody has left or not, saying it changes nothing. */
const isErasedSoon = ({ keepsStaff, erasedOn }: LeaverRetention, today: IsoDate): boolean =>
  keepsStaff && erasedOn !== undefined && erasedOn <= addDays(today, SOON_DAYS);
