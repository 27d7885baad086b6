// Of which orders a user of a client gets mails.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { findOrderMails, type OrderMails, orderMailChoices, storeOrderMails } from './order-mail-queries.ts';

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
