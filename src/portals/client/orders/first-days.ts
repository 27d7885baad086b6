// The first days of a client: what its administrators do before the first order, in place of an empty list of checks.

import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listUsers } from '../../../features/accounts/account-actions.ts';
import { readOrderable } from '../../../features/orders/order-body-actions.ts';
import { stepItem } from '../../shared/first-steps.ts';
import { setUpSteps } from '../../shared/set-up-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { mailPreviewPath } from '../mails/mail-preview-page.ts';

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

interface ListPage {
  readonly environment: Environment;
  /** Absent for who orders nothing, and while new orders are stopped. */
  readonly orderHref?: string | undefined;
  readonly isNarrowed: boolean;
  readonly isOfBulkOrder: boolean;
  readonly rows: readonly unknown[];
}

/** Undefined for others, and where the page lists checks or looks for some. */
export async function firstDaysOf(
  ctx: Ctx,
  user: ClientUser,
  { environment, orderHref, isNarrowed, isOfBulkOrder, rows }: ListPage,
) {
  const isEmpty = environment === 'live' && !isNarrowed && !isOfBulkOrder && rows.length === 0;
  if (!isEmpty || orderHref === undefined || !mayDo(user, 'manage_users')) return undefined;
  const caller = callerFor(user, 'live');
  const { packages, availableTypes, refusedUnpriced } = await readOrderable(ctx, user.accountId);
  const types = [...availableTypes.keys()].filter((id) => !refusedUnpriced.has(id));
  const users = await listUsers(ctx, caller, user.accountId);
  const canOrder = `${counted(packages.length, 'package')} and ${counted(types.length, 'report type')}`;
  const { brand, words, invoices, rules, test } = await setUpSteps(ctx, caller, user.accountId, {
    brand: '/portal/agreement#settings',
    invoices: '/portal/agreement',
    resultRules: '/portal/agreement/result-rules',
    mails: mailPreviewPath,
    orderInTest: `${orderHref}?environment=test`,
  });
  const steps = [
    {
      isDone: types.length > 0,
      doneText: 'Agreed',
      text: 'See what you may order',
      hint: types.length > 0 ? `${canOrder} are agreed.` : 'Nothing is agreed yet: ask the screening company.',
      href: '/portal/agreement',
    },
    {
      isDone: users.filter(({ disabled_at: disabledAt }) => disabledAt === null).length > 1,
      text: 'Invite your colleagues',
      hint: 'Each sees and does what their role says.',
      href: '/portal/users/new',
    },
    ...(mayDo(user, 'change_own_settings') ? [brand, words] : []),
    { ...invoices, hint: `${invoices.hint} The screening company enters it: tell them.` },
    rules,
    test,
    {
      isDone: false,
      text: 'Order the first check',
      hint: 'The candidate is invited by mail at once.',
      href: orderHref,
    },
  ];
  return { heading: 'Your first days here', steps: steps.map(stepItem) };
}
