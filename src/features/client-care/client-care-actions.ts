// What an account manager looks at first: of each client that they look after, what is late, waits, runs out or is not paid.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { settingsWith } from '../accounts/account-settings.ts';
import { findLookedAfter } from '../accounts/contract-queries.ts';
import { type ContractEnd, contractEnding } from '../accounts/contract-rules.ts';
import { listCreditUse } from '../credit-limits/credit-use-actions.ts';
import type { CreditUse } from '../credit-limits/credit-use-rules.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import { countAccountWork } from '../lists/account-list-queries.ts';
import { readFigures } from '../lists/figure-actions.ts';
import { figureTimes, onTimePercent } from '../lists/figure-rules.ts';
import { type OrderStop, readOrderStops } from '../lists/order-stop-actions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { countMoneyRequests } from '../money-approvals/money-approval-actions.ts';
import { listDebts } from '../payments/debt-actions.ts';
import { daysOverdue } from '../payments/debt-rules.ts';
import { listPurchaseOrders } from '../purchase-orders/purchase-order-actions.ts';
import { isNearLimit, isValidOn, usedPercent } from '../purchase-orders/purchase-order-rules.ts';
import { countCare } from './client-care-store.ts';

export interface CaredClient {
  readonly accountId: string;
  readonly name: string;
  readonly isDeputy: boolean;
  readonly openOrders: number;
  readonly overdueReports: number;
  /** Open queries that the client has to answer. */
  readonly queries: number;
  readonly complaints: number;
  /** Of the last four weeks, if that is under the target. */
  readonly onTime: { readonly percent: number; readonly target: number } | undefined;
  /** Those that hold today and are used for 80 % or more. */
  readonly purchaseOrders: readonly { readonly number: string; readonly percent: number }[];
  /** What is left of invoices past their due date. */
  readonly overduePence: number;
  readonly contract: ContractEnd | undefined;
  readonly stop: OrderStop | undefined;
  /** Where 80 % or more of its credit limit is used. */
  readonly credit: CreditUse | undefined;
  /** What waits for a second person before its money is given away. */
  readonly moneyRequests: number;
}

const wholeAccount = (accountId: string) => ({ accountId, environment: 'live', subsidiaryIds: null }) as const;

async function ordersNearLimit(ctx: Ctx, reader: DeskReader, accountId: string, today: IsoDate) {
  const orders = await listPurchaseOrders(ctx, { ...wholeAccount(accountId), ...authorityOf(reader) });
  const near = orders.filter((one) => isNearLimit(one) && isValidOn(one, today));
  return near.map((one) => ({ number: one.number, percent: usedPercent(one) ?? 0 }));
}

/** Open ones that the reader sees, by name. */
export async function listCaredClients(ctx: Ctx, reader: DeskReader): Promise<CaredClient[]> {
  const by = authorityOf(reader);
  demand(by, 'manage_accounts');
  const seen = (id: string) => reader.accounts === 'all' || reader.accounts.includes(id);
  const accounts = (await findLookedAfter(ctx.db, reader.userId)).filter(({ id }) => seen(id));
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const today = ukDateOf(ctx.now());
  const times = figureTimes('four_weeks', today, { from: '', to: '' });
  const [care, debts, stops, credits, money, { clients: figures }] = await Promise.all([
    countCare(ctx.db, ids),
    listDebts(ctx, by, ids),
    readOrderStops(ctx, by, ids),
    listCreditUse(ctx, by, ids),
    countMoneyRequests(ctx, by, ids),
    readFigures(ctx, { ...reader, accounts: ids }, times),
  ]);
  return Promise.all(
    accounts.map(async ({ id, name, is_deputy: isDeputy, settings: stored }): Promise<CaredClient> => {
      const settings = settingsWith(stored);
      const work = await countAccountWork(ctx.db, { ...wholeAccount(id), ...by }, ctx.now());
      const counts = care.find(({ account_id }) => account_id === id)!;
      const reports = figures.find(({ accountId }) => accountId === id)?.reports;
      const percent = reports && onTimePercent(reports);
      const target = settings.onTimeTargetPercent;
      const unpaid = debts.find(({ accountId }) => accountId === id)?.unpaid ?? [];
      const overdue = unpaid.filter((invoice) => daysOverdue(invoice, today) > 0);
      return {
        ...{ accountId: id, name, isDeputy, openOrders: work.open_orders, overdueReports: work.overdue_reports },
        ...{ queries: counts.queries, complaints: counts.complaints },
        onTime: percent !== undefined && percent < target ? { percent, target } : undefined,
        purchaseOrders: await ordersNearLimit(ctx, reader, id, today),
        overduePence: overdue.reduce((sum, invoice) => sum + leftOf(invoice), 0),
        contract: contractEnding(settings, today),
        stop: stops.get(id),
        moneyRequests: money.get(id) ?? 0,
        credit: credits.find(({ accountId, standing }) => accountId === id && standing !== 'within'),
      };
    }),
  );
}
