// Of which orders a user of a client gets mails, and whether of the service review.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import {
  findOrderMails,
  findReviewChoice,
  type OrderMails,
  orderMailChoices,
  storeOrderMails,
  storeReviewChoice,
} from './order-mail-queries.ts';

export { type OrderMails, orderMailChoices };

interface ClientUser extends Permitted {
  readonly accountId: string;
  readonly userId: string;
}

export function readOrderMails(ctx: Pick<Ctx, 'db'>, user: ClientUser): Promise<OrderMails> {
  demand(authorityOf(user), 'read_checks');
  return findOrderMails(ctx.db, user.accountId, user.userId);
}

/** Refuses with `invalid_fields` (orders) what is none of the choices. */
export async function chooseOrderMails(ctx: Pick<Ctx, 'db'>, user: ClientUser, choice: unknown): Promise<void> {
  demand(authorityOf(user), 'read_checks');
  const chosen = orderMailChoices.find((one) => one === choice);
  if (chosen === undefined) throw new Refusal('invalid_fields', { orders: ['Select of which orders you get mails'] });
  await storeOrderMails(ctx.db, user.accountId, user.userId, chosen);
}

/** Whether they get a link to the service review of each month. */
export function wantsServiceReview(ctx: Pick<Ctx, 'db'>, user: ClientUser): Promise<boolean> {
  demand(authorityOf(user), 'read_checks');
  return findReviewChoice(ctx.db, user.accountId, user.userId);
}

export function chooseServiceReview(ctx: Pick<Ctx, 'db'>, user: ClientUser, isWanted: boolean): Promise<void> {
  demand(authorityOf(user), 'read_checks');
  return storeReviewChoice(ctx.db, user.accountId, user.userId, isWanted);
}
