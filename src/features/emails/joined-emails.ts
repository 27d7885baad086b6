// Requests for references that wait to be sent to the same address: they go in one mail, so that a personnel department gets one.
import type { Ctx, Tenant } from '../../context.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { type Message, messageIn } from './email-message.ts';
import { type EmailRow, findWaitingToJoin, hasSentRequest, holdWaitingRequests } from './email-store.ts';
import { renderJoinedRequests } from './email-templates.ts';
import type { Letter, Sender } from './letter.ts';

/** More go in the next mail. */
const MOST_IN_ONE = 50;

export interface Joined {
  readonly rows: readonly EmailRow[];
  readonly letter: Letter;
}

type Request = Message<'reference_request'>;

const addressOf = ({ to }: Pick<Request, 'to'>) => to.address.trim().toLowerCase();

/**
 * The mails that go with this one, the earliest first, and what they say together; undefined where it goes alone. Their jobs
 * run one after the other, so that no other job sends one of them meanwhile.
 */
export async function joinedWith(
  ctx: Ctx,
  tenant: Tenant,
  row: EmailRow,
  { account, sender }: { readonly account: AccountKey; readonly sender: Sender },
): Promise<Joined | undefined> {
  const own = row.joins && row.status === 'queued' ? messageIn(row, account) : undefined;
  if (own === undefined) return undefined;
  const others = (await findWaitingToJoin(ctx.db, tenant, row.id, MOST_IN_ONE))
    // One mail has one link to a reference.
    .filter(({ reference_id: referenceId }) => referenceId !== row.reference_id)
    .flatMap((one) => {
      const message = messageIn(one, account);
      return message !== undefined && addressOf(message) === addressOf(own) ? [{ one, message }] : [];
    })
    .slice(0, MOST_IN_ONE - 1);
  if (others.length === 0) return undefined;
  const messages = [own, ...others.map(({ message }) => message)] as readonly Request[];
  return {
    rows: others.map(({ one }) => one),
    letter: renderJoinedRequests(
      messages.map(({ values }) => values),
      sender,
      [row, ...others.map(({ one }) => one)].every(({ language }) => language === 'cy') ? 'cy' : 'en',
    ),
  };
}

/**
 * Sends none of the requests to a referee that still wait to go with others: the reference is not needed, or another referee is
 * asked. Returns whether the referee knows of no request because of that.
 */
export async function callBackRequests(tx: Pick<Ctx, 'db'>, tenant: Tenant, referenceId: string): Promise<boolean> {
  return (await holdWaitingRequests(tx.db, tenant, referenceId)) && !(await hasSentRequest(tx.db, tenant, referenceId));
}
