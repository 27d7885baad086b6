// The desk's list of orders whose candidate has not submitted the form, of all accounts that the reader sees.
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type FormsQuery, formsHref, plainForms } from '../../shared/awaited-forms/awaited-forms-address.ts';
import { awaitedFormsPage } from '../../shared/awaited-forms/awaited-forms-page.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { accountsPath } from '../accounts/account-request.ts';
import { newOrderHref } from '../accounts/new-order-address.ts';
import { shownStop } from '../accounts/shown-stop.ts';

export const formsPath = '/desk/forms';

/** The list of an environment with nothing chosen. */
export const plainFormsHref = (environment: Environment): string => formsHref(formsPath, plainForms(environment));

/** To the page on which an order is placed for the chosen account, or accepted again; without one, to the accounts. */
async function orderLink(ctx: Ctx, user: UserOf<'desk'>, { accountId, environment }: FormsQuery) {
  if (!mayDo(user, 'order_for_clients')) return undefined;
  if (accountId === undefined) return { text: 'Choose the account to order for', href: accountsPath };
  const stop = await shownStop(ctx, user, accountId, environment);
  if (stop !== undefined)
    return { text: 'Accept new orders again', href: stop.href, note: `New orders are stopped ${stop.text}.` };
  return { text: 'Order a check', href: newOrderHref(accountId, environment) };
}

export function formsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  awaitedFormsPage(pages, ctx, {
    path: formsPath,
    permission: 'read_reports',
    readerOf: (user) => user,
    orderHref: ({ report_id }) => `/desk/reports/${report_id}/form`,
    next: { text: 'the work queue', href: '/desk' },
    isOfAccounts: true,
    orderLink: (user, query) => orderLink(ctx, user, query),
  });
}
