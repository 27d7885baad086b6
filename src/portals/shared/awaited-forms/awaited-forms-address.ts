// The address of the list of awaited forms: its environment, view, account and page.
import type { Environment } from '../../../context.ts';
import { type AwaitedView, awaitedViews } from '../../../features/lists/awaited-form-queries.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../list-search.ts';

export interface FormsQuery {
  readonly environment: Environment;
  readonly view: AwaitedView;
  readonly accountId: string | undefined;
  readonly subsidiary: string | undefined;
  readonly page: number;
}

/** Invalid values count as absent, so that old bookmarks still open. */
export function readFormsQuery(query: Readonly<Record<string, unknown>>): FormsQuery {
  const page = Number(query.page);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    view: awaitedViews.find((view) => view === query.view) ?? 'all',
    accountId: isUuid(query.account) ? query.account : undefined,
    subsidiary: isUuid(query.subsidiary) ? query.subsidiary : undefined,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** Leaves out what has its default. */
export const formsParameters = ({
  environment,
  view,
  accountId,
  subsidiary,
  page,
}: FormsQuery): [name: string, value: string][] =>
  listParameters({
    environment: environment === 'test' ? environment : undefined,
    view: view === 'all' ? undefined : view,
    account: accountId,
    subsidiary,
    page: page === 1 ? undefined : page,
  });

/** @param more parameters that are not part of the query, such as what the last form did */
export const formsHref = (path: string, query: FormsQuery, more: Readonly<Record<string, string>> = {}) =>
  listHref(path, [...formsParameters(query), ...Object.entries(more)]);

/** The list of an environment with nothing chosen. */
export const plainForms = (environment: Environment): FormsQuery => readFormsQuery({ environment });
