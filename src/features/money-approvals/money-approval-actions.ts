// Gives a client's money away: at once, or above the operator's amount once a second person has approved it.
import { type Authority, type Ctx, inTransaction, userIdOf } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { endOfUkMonth, startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { findOwed } from '../credit-limits/credit-use-queries.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { discarding } from '../invoices/open-invoice-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { Caller } from '../payments/payment-actions.ts';
import { type MoneyAct, perform } from './money-act.ts';
import { mailApprovers, mailAsker } from './money-mail-jobs.ts';
import {
  countWaiting,
  decideMoneyRequest,
  findGivenAlone,
  findMoneyRequest,
  findMoneyRequests,
  insertGivenAlone,
  insertMoneyRequest,
  type MoneyDecision,
  type MoneyRequestRow,
  seeOneMoment,
} from './money-request-store.ts';

export const longestMoneyNote = 500;
const MOST_LISTED = 100;

/** In pence, what the work gives away. @param isPaidOut money that the client had paid, which is then owed again */
async function givenAwayBy(
  tx: Ctx,
  accountId: string,
  work: (tx: Ctx) => Promise<void>,
  isPaidOut: boolean,
): Promise<number> {
  const before = await findOwed(tx.db, accountId);
  await work(tx);
  const lessOwed = before - (await findOwed(tx.db, accountId));
  return isPaidOut ? -lessOwed : lessOwed;
}

/** In pence, what a person gave away alone of the account in the UK's month of a moment. */
function givenAloneIn(db: Db, accountId: string, by: string, moment: Date): Promise<number> {
  const month = ukDateOf(moment).slice(0, 7);
  return findGivenAlone(db, accountId, by, { from: startOfUkDay(`${month}-01`), to: endOfUkMonth(month) });
}

/** In pence, what one person may give away of an account in a calendar month; undefined where nobody has to approve. */
const mostAlone = ({ settings }: Pick<Ctx, 'settings'>): number | undefined =>
  typeof settings.moneyApprovalPounds === 'number' ? settings.moneyApprovalPounds * 100 : undefined;

export interface OwnMonth {
  readonly givenPence: number;
  readonly mostPence: number;
}

/** What who asks gave away alone of the account this month, and how much they may; undefined where nobody has to approve. */
export async function readOwnMonth(
  ctx: Pick<Ctx, 'db' | 'settings' | 'now'>,
  by: Authority,
  accountId: string,
): Promise<OwnMonth | undefined> {
  demand(by, 'read_charges');
  const mostPence = mostAlone(ctx);
  return mostPence === undefined
    ? undefined
    : { givenPence: await givenAloneIn(ctx.db, accountId, by.actor, ctx.now()), mostPence };
}

/**
 * Does the work, unless who does it would have given away more of the account in this calendar month than one person may: then it
 * returns what it gives away, and nothing is done. Refuses as the work does.
 * @param isPaidOut as in `givenAwayBy`
 */
export async function giveAlone(
  ctx: Ctx,
  caller: Caller,
  work: (tx: Ctx) => Promise<void>,
  isPaidOut = false,
): Promise<'done' | { readonly pence: number }> {
  demand(caller, 'manage_agreements');
  const { accountId, actor } = caller;
  const most = mostAlone(ctx);
  if (most === undefined || userIdOf(actor) === null) {
    await work(ctx);
    return 'done';
  }
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(accountId);
  const pence = await discarding(ctx, async (tx) => {
    // An order that is placed meanwhile would make what is given away look smaller.
    await seeOneMoment(tx.db);
    await lockAccount(tx, accountId);
    return givenAwayBy(tx, accountId, work, isPaidOut);
  });
  return inTransaction(ctx, async (tx) => {
    // Two acts at the same time are judged one after the other.
    await lockAccount(tx, accountId);
    const now = tx.now();
    if (pence > 0 && (await givenAloneIn(tx.db, accountId, actor, now)) + pence > most) return { pence };
    await work(tx);
    if (pence > 0) await insertGivenAlone(tx.db, accountId, { id: tx.newId(), pence, by: actor, at: now });
    return 'done';
  });
}

/**
 * Does it, or keeps it for a second person where it is more than one person may, and mails those who may approve it. Refuses as
 * doing it does.
 * @param about what it is about, in words
 */
export async function giveAway(ctx: Ctx, caller: Caller, act: MoneyAct, about: string): Promise<'done' | 'asked'> {
  const given = await giveAlone(ctx, caller, (tx) => perform(tx, caller, act), act.kind === 'pay_back');
  if (given === 'done') return 'done';
  const { accountId } = caller;
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const id = tx.newId();
    const detail = { request_id: id, kind: act.kind, amount_pence: given.pence };
    await insertMoneyRequest(tx.db, accountId, {
      ...{ id, kind: act.kind, amount_pence: given.pence, asked_by: caller.actor, asked_at: tx.now() },
      sealed_act: key.seal('money_requests.act', id, JSON.stringify({ act, about })),
    });
    await storeAccountEvent(tx, accountId, caller, {
      ...{ type: 'account.money_approval_asked', resourceId: accountId, detail },
    });
    await mailApprovers(tx, accountId, id, caller.actor);
  });
  return 'asked';
}

export interface MoneyRequest extends Omit<MoneyRequestRow, 'sealed_act' | 'sealed_note'> {
  readonly act: MoneyAct;
  readonly about: string;
  readonly note: string;
}

export interface ShownMoneyRequest extends MoneyRequest {
  /** In pence, what who asked gave away alone of the account in the month in which they asked. */
  readonly alonePence: number;
}

async function opened(ctx: Pick<Ctx, 'keys'>, row: MoneyRequestRow): Promise<MoneyRequest> {
  const key = await ctx.keys.forAccount(row.account_id);
  const { sealed_act, sealed_note, ...request } = row;
  const kept = JSON.parse(key.open('money_requests.act', row.id, sealed_act).toString('utf8'));
  const note = sealed_note === null ? '' : key.open('money_requests.note', row.id, sealed_note).toString('utf8');
  return { ...request, act: kept.act, about: kept.about, note };
}

/** Those that wait, the oldest first; then the last that were decided. @param accounts those that the reader sees */
export async function listMoneyRequests(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  by: Asker,
  accounts: DeskAccounts,
): Promise<MoneyRequest[]> {
  demand(by, 'read_charges');
  return Promise.all((await findMoneyRequests(ctx.db, accounts, MOST_LISTED)).map((row) => opened(ctx, row)));
}

/** How many wait, by account. */
export async function countMoneyRequests(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
): Promise<ReadonlyMap<string, number>> {
  demand(by, 'read_charges');
  return new Map((await countWaiting(ctx.db, accounts)).map((row) => [row.account_id, row.count]));
}

/** Refuses with `not_found`. */
export async function readMoneyRequest(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  by: Asker,
  accounts: DeskAccounts,
  id: string | undefined,
): Promise<ShownMoneyRequest> {
  demand(by, 'read_charges');
  const row = isUuid(id) ? await findMoneyRequest(ctx.db, accounts, id) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  const alonePence = await givenAloneIn(ctx.db, row.account_id, row.asked_by, row.asked_at);
  return { ...(await opened(ctx, row)), alonePence };
}

/** Refuses with `invalid_fields` (amount) where it would be more than was asked for, or nothing of it is left. */
async function performAsked(tx: Ctx, asker: Caller, { act, amount_pence: asked }: MoneyRequest): Promise<void> {
  const given = await givenAwayBy(tx, asker.accountId, () => perform(tx, asker, act), act.kind === 'pay_back').catch(
    (error) => {
      if (!(error instanceof Refusal) || error.reason !== 'not_found') throw error;
      throw new Refusal('invalid_fields', { amount: ['cannot be done any more: nothing of it is left'] });
    },
  );
  if (given > asked)
    throw new Refusal('invalid_fields', {
      amount: [`would be ${inPounds(given)} now, more than the ${inPounds(asked)} that was asked for: send it back`],
    });
}

/**
 * Approves it, which does it in the name of who asked; sends it back, which needs a note; or, as who asked, withdraws it.
 * Who asked gets a mail of what another decided.
 * Refuses with `not_permitted` who decides on their own request, with `invalid_fields` (note), also where somebody decided it
 * before, with `invalid_fields` (amount) what is more now than was asked for, and as doing it does. Returns the account.
 */
export async function decideOnMoney(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  id: string | undefined,
  { decision, note }: { readonly decision: MoneyDecision; readonly note: string },
): Promise<string> {
  demand(by, 'manage_agreements');
  const { account_id: accountId } = await readMoneyRequest(ctx, by, accounts, id);
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const request = await readMoneyRequest(tx, by, [accountId], id);
    if ((decision === 'withdrawn') !== (request.asked_by === by.actor)) throw new Refusal('not_permitted');
    const problems = new Problems();
    if (decision === 'sent_back' && note === '') problems.add('note', "can't be blank");
    if (isLongerThan(note, longestMoneyNote)) problems.add('note', `must have at most ${longestMoneyNote} characters`);
    problems.refuse('invalid_fields');
    const sealedNote = key.seal('money_requests.note', request.id, note);
    const decided = { id: request.id, decision, sealedNote, by: by.actor, at: tx.now() };
    if (!(await decideMoneyRequest(tx.db, accountId, decided))) problems.add('note', 'comes too late: it is decided');
    problems.refuse('invalid_fields');
    const asker = {
      ...by,
      accountId,
      environment: 'live',
      subsidiaryIds: null,
      actor: request.asked_by as Caller['actor'],
    } as const;
    if (decision === 'approved') await performAsked(tx, asker, request);
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.money_approval_decided',
      resourceId: accountId,
      detail: { request_id: request.id, kind: request.kind, amount_pence: request.amount_pence, decision },
    });
    if (decision !== 'withdrawn') await mailAsker(tx, accountId, request.id);
  });
  return accountId;
}
