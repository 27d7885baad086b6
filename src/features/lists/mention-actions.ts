// Finds what is held on somebody who is no candidate: as a referee who was asked, and in what candidates stated.
import type { Ctx, Environment } from '../../context.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openOrder } from '../checks/check-actions.ts';
import type { Referee } from '../references/claim-rules.ts';
import { openRequest } from '../references/reference-vault.ts';
import {
  findOrdersToSearch,
  findReferencesToSearch,
  type OrderToSearch,
  type ReferenceToSearch,
} from './mention-queries.ts';
import { isMeant, isSearchable, meantIn, type Sought } from './mention-rules.ts';
import type { DeskReader } from './work-queue-queries.ts';

const atOnce = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

export interface Mention {
  readonly accountName: string;
  readonly orderId: number;
  readonly checkId: string;
  readonly orderedAt: Date;
  /** Those that were asked of them. */
  readonly references: readonly {
    readonly referee: Referee;
    readonly requestedAt: Date;
    readonly mailedAt: Date | null;
    readonly repliedAt: Date | null;
  }[];
  /** What the candidate stated, with the list in which it stands. */
  readonly stated: readonly { readonly list: string; readonly value: string }[];
}

async function mentionIn(
  ctx: Ctx,
  order: OrderToSearch,
  references: readonly ReferenceToSearch[],
  sought: Sought,
): Promise<Mention | undefined> {
  const account = await ctx.keys.forAccount(order.accountId);
  const key = applicantKey(account, order, order.applicantId, order.sealedKey);
  const asked = references.flatMap((row) => {
    const { referee } = openRequest(key, row);
    if (!isMeant(referee.email, sought) && !isMeant(referee.name, sought)) return [];
    return [{ referee, requestedAt: row.requested_at, mailedAt: row.mailed_at, repliedAt: row.replied_at }];
  });
  const stated = meantIn(openOrder(key, order.checkId, order.sealedOrder).facts, sought);
  if (asked.length === 0 && stated.length === 0) return undefined;
  const { accountName, orderId, checkId, createdAt: orderedAt } = order;
  return { accountName, orderId, checkId, orderedAt, references: asked, stated };
}

/**
 * Reads every order of the reader's accounts: such requests are rare, and an index of the people whom candidates name would
 * be more data about them. The caller records the look.
 */
export async function findMentions(
  ctx: Ctx,
  reader: DeskReader,
  environment: Environment,
  sought: Sought,
): Promise<Mention[]> {
  demand(authorityOf(reader), 'decide_restrictions');
  if (!isSearchable(sought)) return [];
  const found: Mention[] = [];
  for (let after = FIRST; ; ) {
    const orders = await findOrdersToSearch(ctx.db, reader.accounts, environment, { after, limit: atOnce });
    const ids = orders.map(({ checkId }) => checkId);
    const references = await findReferencesToSearch(ctx.db, reader.accounts, environment, ids);
    for (const order of orders) {
      const ofOrder = references.filter(({ check_id }) => check_id === order.checkId);
      const mention = await mentionIn(ctx, order, ofOrder, sought);
      if (mention !== undefined) found.push(mention);
    }
    if (orders.length < atOnce) return found;
    after = orders.at(-1)!.checkId;
  }
}
