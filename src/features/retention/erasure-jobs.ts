// The daily job that erases the people whose time is over by the setting of their account.
import type { Caller, Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { areAccountsAsLeft } from '../accounts/user-row-actions.ts';
import { copyWaitsUntil } from '../data-requests/data-request-act-actions.ts';
import { findWithoutOrder } from './closed-account-queries.ts';
import { findEarlierDueForErasure } from './earlier-erasure-queries.ts';
import { type DuePerson, erasePerson, keptReasonOf, listDueForErasure } from './erasure-actions.ts';
import { findErasingAccounts } from './erasure-queries.ts';
import { findStatedDueForErasure } from './stated-erasure-queries.ts';

const atOnce = 100;
/** What is left over is erased on the next day. */
const batchesPerRun = 50;

/** What one run of the job did; each person stands in it once. */
interface Run {
  erased: number;
  readonly waiting: Set<string>;
  readonly failed: Set<string>;
}

type Due = Pick<DuePerson, 'account_id' | 'environment' | 'clock_offset_seconds' | 'applicant_id' | 'is_closed'>;

/** That something keeps a person is no failure: it is said once, with until when their copy waits for them. */
async function note(ctx: Ctx, run: Run, { account_id, environment, applicant_id: id }: Due, error: unknown) {
  const because = keptReasonOf(error);
  const seen = because === undefined ? run.failed : run.waiting;
  if (seen.has(id)) return;
  seen.add(id);
  if (because === undefined) return ctx.log.error('erasure failed', { resourceId: id, error });
  const until =
    because === 'copy_awaited' ? await copyWaitsUntil(ctx, { accountId: account_id, environment }, id) : undefined;
  ctx.log.info('erasure waits', { resourceId: id, reason: because, ...(until === undefined ? {} : { until }) });
}

/** In a transaction of its own: one that is not erased does not keep the others. */
async function erase(ctx: Ctx, run: Run, person: Due) {
  const { account_id: accountId, environment, clock_offset_seconds, applicant_id, is_closed: isClosed } = person;
  const caller: Caller = { accountId, environment, actor: 'system', clockOffsetSeconds: clock_offset_seconds };
  try {
    await erasePerson(ctx, caller, applicant_id, isClosed ? 'account_closed' : 'time_is_over');
    run.erased += 1;
    return true;
  } catch (error) {
    await note(ctx, run, person, error);
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
  run: Run,
  isClosed: boolean,
  find: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<WithoutOrder[]>,
): Promise<void> {
  for (let batch = 0, after: string | undefined; batch < batchesPerRun; batch += 1) {
    const people = await find({ after, limit: atOnce });
    for (const person of people) await erase(ctx, run, { ...person, clock_offset_seconds: 0, is_closed: isClosed });
    if (people.length < atOnce) break;
    after = people.at(-1)!.applicant_id;
  }
}

/** As `eraseDuePeople`, of accounts that are as we left them. */
export async function eraseDueOf(ctx: Ctx, accounts: readonly string[]): Promise<number> {
  const now = ctx.now();
  const run: Run = { erased: 0, waiting: new Set(), failed: new Set() };
  await eraseWithoutOrder(ctx, run, true, (page) => findWithoutOrder(ctx.db, accounts, now, page));
  await eraseWithoutOrder(ctx, run, false, (page) => findStatedDueForErasure(ctx.db, accounts, { now, ...page }));
  await eraseWithoutOrder(ctx, run, false, (page) => findEarlierDueForErasure(ctx.db, accounts, { now, ...page }));
  for (const environment of ['live', 'test'] as const) {
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const due = await listDueForErasure(ctx, 'system', accounts, environment, { withinDays: 0, limit: atOnce });
      let erased = 0;
      for (const person of due) if (await erase(ctx, run, person)) erased += 1;
      if (erased === 0 || due.length < atOnce) break;
    }
  }
  if (run.erased > 0) ctx.log.info('people erased', { count: run.erased });
  if (run.failed.size > 0) ctx.log.warn('people not erased', { count: run.failed.size });
  return run.erased;
}

export const erasureJobs = (ctx: Ctx): Readonly<Record<'erase_due_people', JobHandler>> => ({
  async erase_due_people() {
    await eraseDuePeople(ctx);
  },
});
