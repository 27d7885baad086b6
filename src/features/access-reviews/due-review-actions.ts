// Says which reviews of access are due or half done, for the pages, the calendar and the mails that remind of them.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { type ReviewOf, USUAL_MONTHS } from './access-review-actions.ts';
import { findDeskReviewState, findReviewState, findReviewStates, type ReviewState } from './access-review-queries.ts';
import { reviewDueOn } from './access-review-rules.ts';

export interface ReviewDue {
  /** Null for the desk. */
  readonly of: ReviewOf;
  /** Undefined where nobody is reminded. */
  readonly dueOn: IsoDate | undefined;
  readonly lastOn: IsoDate | undefined;
  /** When the review that is open began. */
  readonly startedOn: IsoDate | undefined;
  /** It waits for somebody: one is open, or was to begin. */
  readonly waits: boolean;
}

type Reading = Pick<Ctx, 'db' | 'now' | 'settings'>;

const dayOf = (at: Date | null) => (at === null ? undefined : ukDateOf(at));

function dueOf(state: ReviewState, today: IsoDate): ReviewDue {
  const { account_id: of, months, since, last_ended_at: last, started_at: started } = state;
  const dueOn = reviewDueOn(months, ukDateOf(since));
  const isDue = dueOn !== undefined && dueOn <= today;
  return { of, dueOn, lastOn: dayOf(last), startedOn: dayOf(started), waits: started !== null || isDue };
}

/** Undefined where there is nobody to review. Refuses with `not_permitted`. */
export async function readReviewDue(ctx: Reading, by: Asker, of: ReviewOf): Promise<ReviewDue | undefined> {
  demand(by, 'manage_users', 'read_accounts', 'read_security_events');
  const state =
    of === null
      ? await findDeskReviewState(ctx.db, ctx.settings.accessReviewMonths)
      : await findReviewState(ctx.db, of, USUAL_MONTHS);
  return state && dueOf(state, ukDateOf(ctx.now()));
}

/** Of the accounts, those that wait. For the job. */
export async function findWaitingReviews(ctx: Reading): Promise<ReviewDue[]> {
  const today = ukDateOf(ctx.now());
  const states = await findReviewStates(ctx.db, USUAL_MONTHS);
  return states.map((state) => dueOf(state, today)).filter(({ waits }) => waits);
}
