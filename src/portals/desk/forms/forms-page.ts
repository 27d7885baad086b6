// The desk's list of orders whose candidate has not submitted the form, of all accounts that the reader sees.
import type { Ctx, Environment } from '../../../context.ts';
import { formsHref, plainForms } from '../../shared/awaited-forms/awaited-forms-address.ts';
import { awaitedFormsPage } from '../../shared/awaited-forms/awaited-forms-page.ts';
import type { Pages } from '../../shared/shell.ts';

export const formsPath = '/desk/forms';

/** The list of an environment with nothing chosen. */
export const plainFormsHref = (environment: Environment): string => formsHref(formsPath, plainForms(environment));

export function formsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  awaitedFormsPage(pages, ctx, {
    path: formsPath,
    permission: 'read_reports',
    readerOf: (user) => user,
    orderHref: ({ report_id }) => `/desk/reports/${report_id}/form`,
    next: { text: 'the work queue', href: '/desk' },
    isOfAccounts: true,
  });
}
