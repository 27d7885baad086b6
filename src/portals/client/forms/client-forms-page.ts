// The client's list of orders whose candidate has not submitted the form, of their subsidiaries for users who see some.
import type { Ctx, Environment } from '../../../context.ts';
import { formsHref, plainForms } from '../../shared/awaited-forms/awaited-forms-address.ts';
import { awaitedFormsPage } from '../../shared/awaited-forms/awaited-forms-page.ts';
import type { Pages } from '../../shared/shell.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

const path = '/portal/forms';

/** The list of an environment with nothing chosen. */
export const clientFormsHref = (environment: Environment): string => formsHref(path, plainForms(environment));

export function clientFormsPage(pages: Pages<'client'>, ctx: Ctx): void {
  awaitedFormsPage(pages, ctx, {
    path,
    permission: 'read_checks',
    readerOf: ({ userId, permissions, accountId, subsidiaryIds }) => ({
      ...{ userId, permissions, subsidiaryIds },
      accounts: [accountId],
    }),
    filterOf: (user, query) => subsidiaryFilter(ctx, user, query),
    orderHref: ({ check_id }) => `/portal/checks/${check_id}`,
    next: { text: 'Checks', href: '/portal' },
    isOfAccounts: false,
  });
}
