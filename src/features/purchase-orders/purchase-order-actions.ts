// The purchase orders that a client agreed to, and the orders that have none where one is demanded.
import { type Authority, type Ctx, inTransaction, type OrderScope, type Tenant } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { askerMay, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { movePurchaseOrder, purchaseOrderKey } from '../checks/purchase-order-key-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { PurchaseOrder, PurchaseOrderTerms } from './purchase-order-rules.ts';
import {
  findOrdersWithout,
  findPurchaseOrders,
  type OrderWithoutNumber,
  storePurchaseOrder,
} from './purchase-order-store.ts';

export type { OrderWithoutNumber };

const LONGEST_NUMBER = 50;
const LONGEST_NAME = 100;
const MOST_LISTED = 500;

/** Of the account as a whole where no subsidiaries are named. */
type Reader = Tenant & Authority & Partial<Pick<OrderScope, 'subsidiaryIds'>>;

const monthOf = (ctx: Pick<Ctx, 'now'>): string => ukDateOf(ctx.now()).slice(0, 7);

/** Whoever sees some subsidiaries alone reads nothing of what the orders of others cost. */
async function findSeenBy(ctx: Pick<Ctx, 'db' | 'now'>, caller: Reader): Promise<PurchaseOrder[]> {
  const found = await findPurchaseOrders(ctx.db, caller.accountId, monthOf(ctx));
  const seesUse = (caller.subsidiaryIds ?? null) === null && askerMay(caller, 'read_charges');
  return seesUse ? found : found.map((one) => ({ ...one, limit_pence: null, used_pence: null, month_pence: null }));
}

/** What a new order is judged by, for whoever may order. */
export async function readPurchaseOrderTerms(
  ctx: Pick<Ctx, 'db' | 'now'>,
  caller: Reader,
): Promise<PurchaseOrderTerms> {
  demand(caller, 'order_checks', 'order_for_clients', 'amend_orders', 'order_again', 'manage_accounts');
  const { accountId } = caller;
  const { purchaseOrderRequired } = await readAccountSettings(ctx, accountId);
  return { isRequired: purchaseOrderRequired, agreed: await findSeenBy(ctx, caller) };
}

/** By number. */
export function listPurchaseOrders(
  ctx: Pick<Ctx, 'db' | 'now'>,
  caller: OrderScope & Authority,
): Promise<PurchaseOrder[]> {
  demand(caller, 'read_charges');
  return findSeenBy(ctx, caller);
}

/** Where the account demands one: those on no invoice yet that have none, the oldest first. */
export async function listOrdersWithout(
  ctx: Pick<Ctx, 'db'>,
  caller: OrderScope & Authority,
): Promise<OrderWithoutNumber[]> {
  demand(caller, 'read_charges');
  const { purchaseOrderRequired } = await readAccountSettings(ctx, caller.accountId);
  return purchaseOrderRequired ? findOrdersWithout(ctx.db, caller, MOST_LISTED) : [];
}

/** As it was typed; NaN for a limit that is no amount. */
export interface TypedPurchaseOrder {
  readonly number: string;
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly limitPence: number | undefined;
}

function dayOf(problems: Problems, field: 'from' | 'until', text: string): IsoDate | null {
  const day = parseDate(text);
  if (text !== '' && day === undefined) problems.add(field, 'must be a date');
  return day ?? null;
}

/**
 * Adds one, or changes one: if its number is corrected, its orders so far go by the new one, and what is used stays. Refuses with `not_found`, and with `invalid_fields` (number, name, from, until, limit).
 */
export async function keepPurchaseOrder(
  ctx: Ctx,
  by: Authority,
  accountId: string,
  id: string | undefined,
  typed: TypedPurchaseOrder,
): Promise<void> {
  demand(by, 'manage_agreements');
  const problems = new Problems();
  const tenant = { accountId, environment: 'live' } as const;
  const key = await purchaseOrderKey(ctx, tenant, typed.number);
  if (key === null) problems.add('number', "can't be blank");
  if (isLongerThan(typed.number, LONGEST_NUMBER))
    problems.add('number', `must have at most ${LONGEST_NUMBER} characters`);
  if (isLongerThan(typed.name, LONGEST_NAME)) problems.add('name', `must have at most ${LONGEST_NAME} characters`);
  const [from, until] = [dayOf(problems, 'from', typed.from), dayOf(problems, 'until', typed.until)];
  if (from !== null && until !== null && until < from) problems.add('until', 'must not be before the first day');
  const { limitPence } = typed;
  if (limitPence !== undefined && !(limitPence > 0)) problems.add('limit', 'must be in pounds, such as 5000.00');
  problems.refuse('invalid_fields');
  await inTransaction(ctx, async (tx) => {
    // Of two that add the same number at once, the second hears so.
    await lockAccount(tx, accountId);
    const before = (await findPurchaseOrders(tx.db, accountId, monthOf(tx))).find((one) => one.id === id);
    if (id !== undefined && before === undefined) throw new Refusal('not_found');
    const isKept = await storePurchaseOrder(tx.db, accountId, {
      ...{ id: id ?? tx.newId(), number: typed.number, key: key!, name: typed.name },
      ...{ valid_from: from, valid_until: until, limit_pence: limitPence ?? null, at: tx.now() },
    });
    if (!isKept) problems.add('number', 'is agreed already');
    problems.refuse('invalid_fields');
    const former = await purchaseOrderKey(tx, tenant, before?.number);
    const isRenumbered = former !== null && former !== key;
    if (isRenumbered) await movePurchaseOrder(tx, tenant, { from: former, to: key! });
    const kept = { from, until, limit_pence: limitPence ?? null };
    const detail = { is_new: id === undefined, ...kept, ...(isRenumbered && { is_renumbered: true }) };
    await storeAccountEvent(tx, accountId, by, { type: 'account.purchase_order_kept', resourceId: accountId, detail });
  });
}
