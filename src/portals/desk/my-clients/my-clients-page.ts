// The clients of an account manager, and what of each wants somebody: the first page of that role.
import type { Ctx } from '../../../context.ts';
import type { ContractEnd } from '../../../features/accounts/contract-rules.ts';
import { type CaredClient, listCaredClients } from '../../../features/client-care/client-care-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { creditUseText } from '../../shared/charges/credit-use.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath } from '../accounts/account-request.ts';
import { orderStopPath, stopText } from '../accounts/order-stop-page.ts';

import { moneyApprovalsPath } from '../money-approvals/money-approvals-path.ts';

const myClientsPath = '/desk/my-clients';

interface Concern {
  readonly text: string;
  readonly href: string;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function contractText({ endsOn, daysLeft, noticeBy }: ContractEnd): string {
  if (daysLeft < 0) return `Contract ended on ${britishDate(endsOn)}`;
  const when = daysLeft === 0 ? 'today' : `in ${counted(daysLeft, 'day', 'days')}, on ${britishDate(endsOn)}`;
  return `Contract ends ${when}${noticeBy === undefined ? '' : `; notice by ${britishDate(noticeBy)}`}`;
}

/** What of the client wants somebody, each with the page where it is dealt with. */
function concernsOf(one: CaredClient): Concern[] {
  const account = `${accountsPath}/${one.accountId}`;
  const {
    overdueReports,
    queries,
    complaints,
    onTime,
    purchaseOrders,
    overduePence,
    contract,
    stop,
    credit,
    moneyRequests,
  } = one;
  const ofAccount = `account=${one.accountId}`;
  return [
    ...(overdueReports > 0
      ? [
          {
            text: counted(overdueReports, 'overdue report', 'overdue reports'),
            href: `/desk?view=overdue&${ofAccount}`,
          },
        ]
      : []),
    ...(queries > 0
      ? [
          {
            text: counted(queries, 'query waits for the client', 'queries wait for the client'),
            href: `/desk?${ofAccount}`,
          },
        ]
      : []),
    ...(complaints > 0
      ? [
          {
            text: counted(complaints, 'open complaint', 'open complaints'),
            href: `/desk/data-requests?${ofAccount}`,
          },
        ]
      : []),
    ...(onTime === undefined
      ? []
      : [
          {
            text: `${onTime.percent}% on time in the last 4 weeks, target ${onTime.target}%`,
            href: `${account}/turnaround`,
          },
        ]),
    ...purchaseOrders.map(({ number, percent }) => ({
      text: `Purchase order ${number} is used for ${percent}%`,
      href: `${account}/purchase-orders`,
    })),
    ...(overduePence > 0 ? [{ text: `${inPounds(overduePence)} overdue`, href: `${account}/owed` }] : []),
    ...(credit === undefined
      ? []
      : [
          {
            text: `Credit limit: ${creditUseText(credit)}${credit.isStopped ? ', new orders refused' : ''}`,
            href: `${account}/owed`,
          },
        ]),
    ...(moneyRequests > 0
      ? [
          {
            text: `${counted(moneyRequests, 'sum of money waits', 'sums of money wait')} for a second person`,
            href: moneyApprovalsPath,
          },
        ]
      : []),
    ...(contract === undefined ? [] : [{ text: contractText(contract), href: `${account}/settings#contractEnd` }]),
    ...(stop === undefined
      ? []
      : [{ text: `New orders stopped ${stopText(stop)}`, href: `${account}${orderStopPath}` }]),
  ];
}

export function myClientsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    myClientsPath,
    { permission: 'manage_accounts', menu: 'My clients', menuFor: 'look_after_clients' },
    async (request, reply, user) => {
      const clients = await listCaredClients(ctx, user);
      const rows = clients.map((one) => ({
        ...{ name: one.name, href: `${accountsPath}/${one.accountId}`, isDeputy: one.isDeputy },
        ...{ openOrders: one.openOrders, concerns: concernsOf(one) },
      }));
      return renderPage(request, reply, 'desk/my-clients/my-clients.njk', {
        title: 'My clients',
        accountsHref: accountsPath,
        rows: rows.toSorted((one, other) => other.concerns.length - one.concerns.length),
      });
    },
  );
}
