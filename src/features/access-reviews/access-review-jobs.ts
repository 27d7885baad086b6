// The job that reminds administrators once a week of a review of access that is due or half done.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listAdministrators } from '../accounts/administrator-actions.ts';
import { listDeskUsers } from '../accounts/sign-in-actions.ts';
import { mailToDesk } from '../emails/desk-mails.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { findWaitingReviews, type ReviewDue, readReviewDue } from './due-review-actions.ts';

const MAIL = 'mail_desk_access_review';
const ALMOST_A_WEEK_MS = 6 * 86_400_000;

const valuesOf = ({ of, dueOn, startedOn }: ReviewDue) => ({ isOfDesk: of === null, dueOn, startedOn });

async function tellAccount(ctx: Ctx, accountId: string, due: ReviewDue): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    const since = new Date(tx.now().getTime() - ALMOST_A_WEEK_MS);
    if (await wereUsersMailed(tx, caller, 'access_review_due', since)) return;
    for (const user of await listAdministrators(tx, accountId)) {
      if (user.subsidiary_ids !== null || user.is_invited) continue;
      const page = `${ctx.settings.clientUrl}/portal/users/review`;
      const values = { ...valuesOf(due), name: user.name, page };
      await queueEmail(tx, emailToUser(tx, caller, key, 'access_review_due', { user, values }));
    }
  });
}

const deciders = async (ctx: Ctx) =>
  (await listDeskUsers(ctx, 'system')).filter(
    ({ disabled_at: disabledAt, all_accounts: seesAll, is_invited: isInvited, role }) =>
      disabledAt === null && seesAll && !isInvited && mayDo({ permissions: roles.desk[role] }, 'review_access'),
  );

/** If the mails of one account fail, the others are still sent. */
async function tellReviews(ctx: Ctx): Promise<void> {
  for (const due of await findWaitingReviews(ctx)) {
    const accountId = due.of!;
    await tellAccount(ctx, accountId, due).catch((error: unknown) =>
      ctx.log.error('review of access not told', { accountId, error }),
    );
  }
  const ofDesk = await readReviewDue(ctx, 'system', null);
  if (ofDesk?.waits !== true) return;
  await inTransaction(ctx, async (tx) => {
    for (const { id } of await deciders(tx)) await tx.jobs.add(tx.db, MAIL, { userId: id });
  });
}

async function mailDesk(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const user = (await deciders(ctx)).find(({ id }) => id === payload.userId);
  const due = await readReviewDue(ctx, 'system', null);
  if (user === undefined || due?.waits !== true || !ctx.mail.canSend) return;
  const page = `${ctx.settings.deskUrl}/desk/access/review`;
  await mailToDesk(ctx, user, 'access_review_due', { ...valuesOf(due), name: user.name, page });
}

/** On Mondays, when the week begins. */
export const accessReviewCrontab = '15 7 * * 1 tell_access_reviews';

export const accessReviewJobs = (ctx: Ctx): Readonly<Record<'tell_access_reviews' | typeof MAIL, JobHandler>> => ({
  tell_access_reviews: () => tellReviews(ctx),
  [MAIL]: (payload) => mailDesk(ctx, payload),
});
