// The pages on which the desk places an order for a client who asked for it by telephone or mail.
import type { Ctx } from '../../../context.ts';
import { mayDo, roles } from '../../../features/access/permissions.ts';
import { listUsers } from '../../../features/accounts/account-actions.ts';
import { answerOrderForm, type OrderSite, showOrderForm } from '../../shared/orders/order-pages.ts';
import { type AskingPerson, environmentOf, type OrderRequest } from '../../shared/orders/order-submission.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { orderHref } from '../orders/order-address.ts';
import type { AccountPages, FormRequest, OpenedAccount } from './account-request.ts';
import { newOrderPath } from './new-order-address.ts';
import { shownStop } from './shown-stop.ts';

/** The users of the client who could have ordered it themselves. */
async function askingPeople(ctx: Ctx, { account, by }: OpenedAccount): Promise<AskingPerson[]> {
  const users = await listUsers(ctx, by, account.id);
  return users
    .filter((user) => user.disabled_at === null && mayDo({ permissions: roles.client[user.role] }, 'order_checks'))
    .map(({ id, name, subsidiary_ids: subsidiaryIds }) => ({ id, name, subsidiaryIds }));
}

async function siteFor(ctx: Ctx, request: OrderRequest, opened: OpenedAccount): Promise<OrderSite> {
  const { account, by, path: accountPath } = opened;
  const environment = environmentOf(request);
  const clockOffsetSeconds = environment === 'test' ? account.test_clock_offset_seconds : 0;
  return {
    caller: { ...by, accountId: account.id, environment, subsidiaryIds: null, clockOffsetSeconds },
    userId: null,
    people: await askingPeople(ctx, opened),
    path: `${accountPath}${newOrderPath}`,
    accountName: account.name,
    stop: await shownStop(ctx, opened.user, account.id, environment),
    back: { text: account.name, href: accountPath },
    orderHref,
    placedHref: ({ reports: [first] }) => `${pageOf({ reportId: first!.id, isRequested: false })}?done=ordered`,
  };
}

export function newOrderPage(pages: AccountPages, ctx: Ctx): void {
  const options = { permission: 'order_for_clients' } as const;
  const requestOf = (request: FormRequest) => request as unknown as OrderRequest;
  pages.get(newOrderPath, options, async (request, reply, opened) =>
    showOrderForm(ctx, requestOf(request), reply, await siteFor(ctx, requestOf(request), opened)),
  );
  pages.post(newOrderPath, options, async (request, reply, opened) =>
    answerOrderForm(ctx, requestOf(request), reply, await siteFor(ctx, requestOf(request), opened)),
  );
}
