// The job that mails users of clients, who asked for it, how many orders wait for them and how many were completed.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { addDays, addWorkingDays, type IsoDate, mondayOf, nextWorkingDay } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { waitTitles } from '../../messages/en-waits.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { findSummaryReaders, type SummaryChoice } from '../accounts/order-mail-queries.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { COUNTED_AT_MOST, countWaiting, findWaiting, soughtWaits } from './client-waiting-actions.ts';
import type { WaitKind } from './client-waiting-queries.ts';
import { findCompletedChecks } from './completed-check-queries.ts';

/** The days that a mail of today tells of: since the mail before. */
interface Days {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

const kinds = Object.keys(waitTitles) as readonly WaitKind[];

async function countOrders(ctx: Ctx, caller: Parameters<typeof findWaiting>[1], { from, to }: Days) {
  const found = await findWaiting(ctx, caller, await soughtWaits(ctx, caller));
  const ofKinds = Map.groupBy(found, ({ waits_for }) => waits_for);
  const waiting = kinds.flatMap((kind) => {
    const ofKind = ofKinds.get(kind);
    return ofKind === undefined ? [] : [{ kind, count: countWaiting(ofKind) }];
  });
  const [since, until] = [startOfUkDay(from), startOfUkDay(addDays(to, 1))];
  const completed = await findCompletedChecks(ctx.db, caller, { since, until, limit: COUNTED_AT_MOST + 1 });
  return { waiting, completed: completed.length };
}

/** The days of each choice that is due today. */
type Due = Readonly<Partial<Record<SummaryChoice, Days>>>;

/** A user to whom there is nothing to say gets no mail. */
async function mailAccount(
  ctx: Ctx,
  accountId: string,
  chosen: Readonly<Record<string, SummaryChoice>>,
  due: Due,
): Promise<void> {
  const system: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    if (await wereUsersMailed(tx, system, 'order_summary', startOfUkDay(ukDateOf(tx.now())))) return;
    for (const user of await listUsers(tx, 'system', accountId)) {
      const permissions = roles.client[user.role];
      const days = due[chosen[user.id] ?? 'never'];
      if (days === undefined || user.disabled_at !== null || !mayDo({ permissions }, 'read_checks')) continue;
      const counts = await countOrders(tx, { ...system, permissions, subsidiaryIds: user.subsidiary_ids }, days);
      if (counts.waiting.length + counts.completed === 0) continue;
      const values = {
        ...{ name: user.name, ...days, ...counts, atMost: COUNTED_AT_MOST },
        page: `${ctx.settings.clientUrl}/portal`,
      };
      await queueEmail(tx, emailToUser(tx, system, key, 'order_summary', { user, values }));
    }
  });
}

/** Weekly ones come on Tuesday after a bank holiday on a Monday. Nothing is due on a day off. */
function dueOn(today: IsoDate, holidays: ReadonlySet<IsoDate>): Due {
  const [to, monday] = [addDays(today, -1), mondayOf(today)];
  if (nextWorkingDay(today, holidays) !== today) return {};
  return {
    daily: { from: addWorkingDays(today, -1, holidays), to },
    ...(nextWorkingDay(monday, holidays) === today && {
      weekly: { from: nextWorkingDay(addDays(monday, -7), holidays), to },
    }),
  };
}

/** If the mails of one account fail, the others are still sent. */
async function tellSummaries(ctx: Ctx): Promise<void> {
  const due = dueOn(ukDateOf(ctx.now()), ctx.calendar().england_and_wales);
  if (due.daily === undefined) return;
  for (const [accountId, chosen] of await findSummaryReaders(ctx.db)) {
    await mailAccount(ctx, accountId, chosen, due).catch((error: unknown) =>
      ctx.log.error('summary not told', { accountId, error }),
    );
  }
}

/** In the morning, before people begin to work. */
export const summaryCrontab = '50 5 * * * tell_summaries';

export const summaryJobs = (ctx: Ctx): Readonly<Record<'tell_summaries', JobHandler>> => ({
  tell_summaries: () => tellSummaries(ctx),
});
