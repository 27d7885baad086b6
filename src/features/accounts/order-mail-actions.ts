// Which mails a user of a client gets: they choose the orders, how often a summary comes, and whether the service review and the
// overdue checks do.
import type { Ctx } from '../../context.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import {
  findMailChoices,
  type MailChoices,
  type OrderMails,
  orderMailChoices,
  type SummaryChoice,
  storeMailChoices,
  summaryChoices,
} from './order-mail-queries.ts';

export { type OrderMails, orderMailChoices, type SummaryChoice, summaryChoices };

interface ClientUser extends Permitted {
  readonly accountId: string;
  readonly userId: string;
}

export function readMailChoices(ctx: Pick<Ctx, 'db'>, user: ClientUser): Promise<MailChoices> {
  demand(authorityOf(user), 'read_checks');
  return findMailChoices(ctx.db, user.accountId, user.userId);
}

/** Refuses with `invalid_fields` (orders, summary) what is none of the choices. */
export async function chooseMails(
  ctx: Pick<Ctx, 'db'>,
  user: ClientUser,
  given: {
    readonly orders: unknown;
    readonly summary: unknown;
    readonly review: boolean;
    readonly late: boolean;
  },
): Promise<void> {
  demand(authorityOf(user), 'read_checks');
  const orders = orderMailChoices.find((one) => one === given.orders);
  const summary = summaryChoices.find((one) => one === given.summary);
  if (orders === undefined || summary === undefined) {
    const errors: FieldMessages = {
      ...(orders === undefined && { orders: ['Select of which orders you get mails'] }),
      ...(summary === undefined && { summary: ['Select how often you get a summary'] }),
    };
    throw new Refusal('invalid_fields', errors);
  }
  await storeMailChoices(ctx.db, user.accountId, user.userId, {
    orders,
    summary,
    review: given.review,
    late: given.late,
  });
}
