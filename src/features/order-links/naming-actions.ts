// A candidate opens an order link and gives their name; whoever made the link is told of the first who waits.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import { networkOf } from '../accounts/sign-in-rules.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { readToken } from '../mailed-links/link-tokens.ts';
import { type LinkPerson, sealPerson } from './link-person.ts';
import { type OrderLink, openOrderLink } from './order-link-actions.ts';
import {
  findLinkContacts,
  findOrderLink,
  holdOrderLink,
  insertLinkCandidate,
  type OrderLinkRow,
} from './order-link-store.ts';

/** What whoever has the link may see of it. */
export interface OrderLinkFront {
  readonly caller: Caller & { readonly subsidiaryIds: null };
  readonly accountName: string;
  /** The account lets candidates read Welsh. */
  readonly offersWelsh: boolean;
  readonly link: OrderLink;
}

/** A whole school may share a network, and some mistype. */
const TRIES_PER_NETWORK = 600;
const DAY_MS = 24 * 3_600_000;

async function rowOf(ctx: Ctx, caller: OrderLinkFront['caller'], id: string): Promise<OrderLinkRow> {
  const row = await findOrderLink(ctx.db, caller, id);
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** Refuses a token without a valid authentication tag with `not_found`. */
export async function openNamingLink(ctx: Ctx, token: string): Promise<OrderLinkFront> {
  const { accountId, environment, subjectId: id } = await readToken(ctx, 'order', token);
  return servingAccount(accountId, async () => {
    const stranger = {
      accountId,
      environment,
      subsidiaryIds: null,
      actor: 'candidate',
      clockOffsetSeconds: 0,
    } as const;
    const row = await rowOf(ctx, stranger, id);
    const caller = { ...stranger, clockOffsetSeconds: environment === 'test' ? row.clock_offset_seconds : 0 };
    const link = openOrderLink(await ctx.keys.forAccount(accountId), caller, ctx, row);
    return { caller, accountName: row.account_name, offersWelsh: row.offers_welsh, link };
  });
}

/** To who made the link and who covers for them, or the administrators once that person is gone. */
async function tellMaker(tx: Ctx, { caller, link }: OrderLinkFront, row: OrderLinkRow): Promise<void> {
  const key = await tx.keys.forAccount(caller.accountId);
  const contacts = await findLinkContacts(tx.db, caller, row);
  const maker = contacts.filter(({ is_maker }) => is_maker);
  for (const user of maker.length > 0 ? maker : contacts) {
    const page = `${tx.settings.clientUrl}/portal/orders/new/links/${link.id}${caller.environment === 'test' ? '?environment=test' : ''}`;
    await queueEmail(tx, emailToUser(tx, caller, key, 'candidate_named', { user, values: { name: user.name, page } }));
  }
}

/** Before anything is judged, which may ask a name server for each address. Refuses with `rate_limited`. */
export async function countTry(ctx: Ctx, { link }: OrderLinkFront, address: string): Promise<void> {
  const now = ctx.now();
  const subjects = [`order link ${link.id} network ${networkOf(address)}`];
  const windowStart = new Date(now.getTime() - DAY_MS);
  const [tries = 0] = await countAttempts(ctx.db, 'link_guesses', subjects, { now, windowStart });
  if (tries > TRIES_PER_NETWORK) throw new Refusal('rate_limited', {}, DAY_MS / 1000);
}

/**
 * Keeps the person, whom the caller has judged, for the client; somebody with the same email address stays as they first gave
 * their name. Refuses with `state_does_not_allow` once the link takes nobody more.
 */
export async function giveName(ctx: Ctx, front: OrderLinkFront, person: LinkPerson): Promise<void> {
  const { caller, link } = front;
  const key = await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdOrderLink(tx.db, caller, link.id);
    const row = await rowOf(tx, caller, link.id);
    if (openOrderLink(key, caller, tx, row).standing !== 'open') throw new Refusal('state_does_not_allow');
    const id = tx.newId();
    const isNew = await insertLinkCandidate(tx.db, caller, {
      ...{ id, linkId: link.id, givenAt: timeFor(tx, caller) },
      emailMark: key.mac(
        'order_link_candidates.email',
        `${caller.environment} ${link.id} ${person.email.toLowerCase()}`,
      ),
      sealedPerson: sealPerson(key, caller, id, person),
    });
    // Whoever was told of one sees the others on the same page.
    if (isNew && row.waiting === 0) await tellMaker(tx, front, row);
  });
}
