// The type of a route in interface v2: pages, and whether the route is for the sandbox.
import { linkHeader, type Page, readPage, readPageIfAsked, sliceOf } from '../../lib/pages.ts';
import type { PathIdForm } from '../shared/path-ids.ts';
import type { Answer, ApiCall, ApiRoute } from '../shared/route.ts';

export interface V2Route extends ApiRoute {
  /** The list reads `page` and `per_page`; `whenAsked` answers the whole list without them. */
  readonly pages?: 'always' | 'whenAsked';
  /** Served under the staging path only. */
  readonly sandboxOnly?: true;
}

/** Parameters named `…_id` are UUIDs; those named `…_number` are numbers. */
export const formOfId = (_route: V2Route, name: string): PathIdForm => (name.endsWith('_id') ? 'uuid' : 'number');

export function pageOf(call: ApiCall): Page {
  return readPage(call.query);
}

/** A page of a list with its Link and X-Total-Count headers (interface §Limits). */
export function listed(call: ApiCall, key: string, items: readonly unknown[], page: Page, total: number): Answer {
  const link = linkHeader({ url: call.url, query: call.rawQuery, ...page, total });
  return {
    status: 200,
    body: { [key]: items },
    headers: { 'x-total-count': String(total), ...(link === '' ? {} : { link }) },
  };
}

/** A list that is answered whole unless the query asks for a page (decisions, Lists). */
export function listedWhole(call: ApiCall, key: string, items: readonly unknown[]): Answer {
  const page = readPageIfAsked(call.query);
  if (page === undefined) {
    return { status: 200, body: { [key]: items }, headers: { 'x-total-count': String(items.length) } };
  }
  return listed(call, key, sliceOf(items, page), page, items.length);
}
