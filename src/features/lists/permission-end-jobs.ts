// The job that tells clients ahead whose permission to work, or whose licence or registration, ends, so that it is checked again before.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { type ClientContact, findClientContacts } from '../checks/client-contact-queries.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import {
  type EndKind,
  findEndingAccounts,
  findPermissionEnds,
  markNoticed,
  type PermissionEndRow,
} from './permission-end-queries.ts';
import { type NoticePeriod, noticePeriods } from './permission-end-rules.ts';

/** More are told as a number. */
const NAMED_AT_MOST = 20;

/** Who has each order, as far as they read results, or whom its mails go to; each person with theirs alone. */
async function contactsOf(tx: Ctx, caller: Caller, ends: readonly PermissionEndRow[]) {
  const told = new Map<string, { readonly user: ClientContact; readonly ends: PermissionEndRow[] }>();
  for (const end of ends)
    for (const user of await findClientContacts(tx.db, caller, { checkId: end.check_id }, 'read_results')) {
      const one = told.get(user.id) ?? { user, ends: [] };
      one.ends.push(end);
      told.set(user.id, one);
    }
  return [...told.values()];
}

const mails = {
  permission: { template: 'permissions_ending', show: 'ends' },
  licence: { template: 'licences_ending', show: 'licences' },
} as const;

async function mailAccount(
  ctx: Ctx,
  accountId: string,
  periods: readonly NoticePeriod[],
  kind: EndKind,
): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const scope = { ...caller, subsidiaryIds: null };
    const found: PermissionEndRow[] = [];
    for (const period of periods) found.push(...(await findPermissionEnds(tx.db, scope, { ...period, kind })));
    // Of who is checked again nobody is told, and so nothing is marked: it may come to nothing.
    const open = found.filter((one) => !one.is_checked_again);
    if (open.length === 0) return;
    // A job that ended half way, or did not run for days, tells each of them once.
    const ids = open.map((one) => one.report_id);
    await markNoticed(tx.db, scope, ids, ukDateOf(tx.now()));
    const soonestFirst = open.toSorted((one, other) => one.ends_on.localeCompare(other.ends_on));
    for (const { user, ends } of await contactsOf(tx, caller, soonestFirst)) {
      const values = {
        ...{ name: user.name, count: ends.length },
        ends: ends.slice(0, NAMED_AT_MOST).map((one) => ({ orderNumber: `VF${one.order_id}`, on: one.ends_on })),
        page: `${ctx.settings.clientUrl}/portal/people?show=${mails[kind].show}`,
      };
      await queueEmail(tx, emailToUser(tx, caller, key, mails[kind].template, { user, values }));
    }
  });
}

/** If the mails of one account fail, the others are still sent. */
async function tellPermissionEnds(ctx: Ctx): Promise<void> {
  const periods = noticePeriods(ukDateOf(ctx.now()), ctx.calendar().england_and_wales);
  const [first, last] = [periods.at(-1), periods.at(0)];
  if (first === undefined || last === undefined) return;
  for (const accountId of await findEndingAccounts(ctx.db, { from: first.from, until: last.until })) {
    for (const kind of ['permission', 'licence'] as const)
      await mailAccount(ctx, accountId, periods, kind).catch((error: unknown) =>
        ctx.log.error('ends of permissions not told', { accountId, error }),
      );
  }
}

/** In the morning of each day; on days without work nobody is told. */
export const permissionEndCrontab = '40 5 * * * tell_permission_ends';

export const permissionEndJobs = (ctx: Ctx): Readonly<Record<'tell_permission_ends', JobHandler>> => ({
  tell_permission_ends: () => tellPermissionEnds(ctx),
});
