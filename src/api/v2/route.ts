// What an operation of interface v2 is: its place, its wire shapes and its handler, as one value.
import type { Ctx } from '../../context.ts';
import type { ApiCaller } from '../../features/accounts/authentication.ts';
import { linkHeader, type Page, readPage, readPageIfAsked, sliceOf } from '../../lib/pages.ts';
import { Problems, type RefusalReason } from '../../lib/refusal.ts';
import { readBody } from './body-reader.ts';
import type { Static, TSchema } from './schemas.ts';

export interface V2Call {
  readonly ctx: Ctx;
  readonly caller: ApiCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as it came, without its question mark. */
  readonly rawQuery: string;
  /** As parsed: read it through `argumentsOf`. */
  readonly body: unknown;
  /** Absolute, without the query: what Link headers repeat. */
  readonly url: string;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose personal data the answer holds: what is kept of it goes when they are erased. */
  readonly applicantId?: string;
}

export interface V2Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path. Parameters named `…_id` are UUIDs, those named `…_number` integers. */
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly body?: TSchema;
  readonly query?: TSchema;
  readonly status: 200 | 201 | 204;
  readonly answer?: TSchema;
  /** Another way to succeed, with the same shape. */
  readonly orElse?: { readonly status: 200; readonly when: string };
  /** A list that reads `page` and `per_page`; `whenAsked` is answered whole without them. */
  readonly pages?: 'always' | 'whenAsked';
  /** What it says no to, apart from what follows from its shape: for the OpenAPI document. */
  readonly refusals?: readonly RefusalReason[];
  /** Changes what callers are: from the next request on, each is looked up anew. */
  readonly changesCallers?: true;
  /** Only under the staging path. */
  readonly sandboxOnly?: true;
  /**
   * Asks other machines what the handler is going to ask them: a repeatable request is handled in a transaction, which
   * must not wait for anybody. What it refuses, the handler refuses too.
   */
  readonly prepare?: (call: V2Call) => Promise<unknown>;
  readonly handle: (call: V2Call) => Promise<Answer>;
}

/** The body by its schema; refuses with every problem of shape at once, before any rule is asked. */
export function argumentsOf<S extends TSchema>(call: V2Call, schema: S): Static<S> {
  const problems = new Problems();
  const given = readBody<Static<S>>(schema, call.body ?? {}, problems);
  problems.refuse('invalid_fields');
  return given;
}

export const ok = (body: unknown, applicantId?: string): Answer => ({
  status: 200,
  body,
  ...(applicantId === undefined ? {} : { applicantId }),
});
export const created = (body: unknown, applicantId?: string): Answer => ({
  status: 201,
  body,
  ...(applicantId === undefined ? {} : { applicantId }),
});
export const noContent: Answer = { status: 204 };

export function pageOf(call: V2Call): Page {
  return readPage(call.query);
}

/** A page of a list with its Link and X-Total-Count headers (interface §Limits). */
export function listed(call: V2Call, key: string, items: readonly unknown[], page: Page, total: number): Answer {
  const link = linkHeader({ url: call.url, query: call.rawQuery, ...page, total });
  return {
    status: 200,
    body: { [key]: items },
    headers: { 'x-total-count': String(total), ...(link === '' ? {} : { link }) },
  };
}

/** Lists that are answered whole unless a page is asked for (decisions, Lists). */
export function listedWhole(call: V2Call, key: string, items: readonly unknown[]): Answer {
  const page = readPageIfAsked(call.query);
  if (page === undefined) {
    return { status: 200, body: { [key]: items }, headers: { 'x-total-count': String(items.length) } };
  }
  return listed(call, key, sliceOf(items, page), page, items.length);
}
