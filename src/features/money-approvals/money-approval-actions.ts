// Gives a client's money away: at once, or above the operator's amount once a second person has approved it.
import { type Authority, type Ctx, inTransaction, userIdOf } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { findOwed } from '../credit-limits/credit-use-queries.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { discarding } from '../invoices/open-invoice-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { Caller } from '../payments/payment-actions.ts';
import { type MoneyAct, perform } from './money-act.ts';
import {
  countWaiting,
  decideMoneyRequest,
  findMoneyRequest,
  findMoneyRequests,
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

/**
 * Whether what the work gives away is above what one person may; the work itself is undone. Refuses as the work does.
 * @param isPaidOut as in `givenAwayBy`
 */
export async function needsSecondPerson(
  ctx: Ctx,
  caller: Caller,
  work: (tx: Ctx) => Promise<void>,
  isPaidOut = false,
): Promise<false | { readonly pence: number }> {
  demand(caller, 'manage_agreements');
  const most = ctx.settings.moneyApprovalPounds;
  if (typeof most !== 'number' || userIdOf(caller.actor) === null) return false;
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  const pence = await discarding(ctx, async (tx) => {
    // An order that is placed meanwhile would make what is given away look smaller.
    await seeOneMoment(tx.db);
    await lockAccount(tx, caller.accountId);
    return givenAwayBy(tx, caller.accountId, work, isPaidOut);
  });
  return pence > most * 100 && { pence };
}

/**
 * Does it, or keeps it for a second person where it is more than the operator's amount. Refuses as doing it does.
 * @param about what it is about, in words
 */
export async function giveAway(ctx: Ctx, caller: Caller, act: MoneyAct, about: string): Promise<'done' | 'asked'> {
  demand(caller, 'manage_agreements');
  const above = await needsSecondPerson(ctx, caller, (tx) => perform(tx, caller, act), act.kind === 'pay_back');
  if (above === false) {
    await perform(ctx, caller, act);
    return 'done';
  }
  const { accountId } = caller;
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const id = tx.newId();
    const detail = { request_id: id, kind: act.kind, amount_pence: above.pence };
    await insertMoneyRequest(tx.db, accountId, {
      ...{ id, kind: act.kind, amount_pence: above.pence, asked_by: caller.actor, asked_at: tx.now() },
      sealed_act: key.seal('money_requests.act', id, JSON.stringify({ act, about })),
    });
    await storeAccountEvent(tx, accountId, caller, {
      ...{ type: 'account.money_approval_asked', resourceId: accountId, detail },
    });
  });
  return 'asked';
}

export interface MoneyRequest extends Omit<MoneyRequestRow, 'sealed_act' | 'sealed_note'> {
  readonly act: MoneyAct;
  readonly about: string;
  readonly note: string;
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
): Promise<MoneyRequest> {
  demand(by, 'read_charges');
  const row = isUuid(id) ? await findMoneyRequest(ctx.db, accounts, id) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  return opened(ctx, row);
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
  });
  return accountId;
}
