// The daily job that erases the people whose time is over by the setting of their account.
import type { Caller, Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { areAccountsAsLeft } from '../accounts/user-row-actions.ts';
import { findWithoutOrder } from './closed-account-queries.ts';
import { findEarlierDueForErasure } from './earlier-erasure-queries.ts';
import { type DuePerson, erasePerson, listDueForErasure } from './erasure-actions.ts';
import { findErasingAccounts, findStatedDueForErasure } from './erasure-queries.ts';

const atOnce = 100;
/** What is left over is erased on the next day. */
const batchesPerRun = 50;

/** In a transaction of its own: one that fails is logged, and does not keep the others. */
async function erase(
  ctx: Ctx,
  person: Pick<DuePerson, 'account_id' | 'environment' | 'clock_offset_seconds' | 'applicant_id' | 'is_closed'>,
) {
  const { account_id: accountId, environment, clock_offset_seconds, applicant_id, is_closed: isClosed } = person;
  const caller: Caller = { accountId, environment, actor: 'system', clockOffsetSeconds: clock_offset_seconds };
  try {
    await erasePerson(ctx, caller, applicant_id, isClosed ? 'account_closed' : 'time_is_over');
    return true;
  } catch (error) {
    ctx.log.error('erasure failed', { resourceId: applicant_id, error });
    return false;
  }
}

/** Accounts whose settings were changed behind the program erase nobody. Returns how many people were erased. */
export async function eraseDuePeople(ctx: Ctx): Promise<number> {
  const accounts: string[] = [];
  for (const id of await findErasingAccounts(ctx.db)) if (await areAccountsAsLeft(ctx, [id])) accounts.push(id);
  return eraseDueOf(ctx, accounts);
}

type WithoutOrder = Pick<DuePerson, 'account_id' | 'environment' | 'applicant_id'>;

/** People without an order, from whose end their days would count. @param find those after a person */
async function eraseWithoutOrder(
  ctx: Ctx,
  isClosed: boolean,
  find: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<WithoutOrder[]>,
): Promise<number> {
  let count = 0;
  for (let batch = 0, after: string | undefined; batch < batchesPerRun; batch += 1) {
    const people = await find({ after, limit: atOnce });
    for (const person of people)
      if (await erase(ctx, { ...person, clock_offset_seconds: 0, is_closed: isClosed })) count += 1;
    if (people.length < atOnce) break;
    after = people.at(-1)!.applicant_id;
  }
  return count;
}

/** As `eraseDuePeople`, of accounts that are as we left them. */
export async function eraseDueOf(ctx: Ctx, accounts: readonly string[]): Promise<number> {
  const now = ctx.now();
  let count = await eraseWithoutOrder(ctx, true, (page) => findWithoutOrder(ctx.db, accounts, now, page));
  count += await eraseWithoutOrder(ctx, false, (page) => findStatedDueForErasure(ctx.db, accounts, { now, ...page }));
  count += await eraseWithoutOrder(ctx, false, (page) => findEarlierDueForErasure(ctx.db, accounts, { now, ...page }));
  for (const environment of ['live', 'test'] as const) {
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const due = await listDueForErasure(ctx, 'system', accounts, environment, { withinDays: 0, limit: atOnce });
      let erased = 0;
      for (const person of due) if (await erase(ctx, person)) erased += 1;
      count += erased;
      if (erased === 0 || due.length < atOnce) break;
    }
  }
  return count;
}

export const erasureJobs = (ctx: Ctx): Readonly<Record<'erase_due_people', JobHandler>> => ({
  async erase_due_people() {
    const count = await eraseDuePeople(ctx);
    if (count > 0) ctx.log.info('people erased', { count });
  },
});
