// Whose API requests the pages are about, alike for the client and for the desk.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authority, Environment, OrderScope } from '../../../context.ts';
import type { ListedApiRequest } from '../../../features/api-requests/api-request-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';

export type RequestOfPage = FastifyRequest<{
  Params: { account_id?: string; request_id?: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

type Reader = Authority & OrderScope;

export interface RequestPlace {
  readonly readerFor: (environment: Environment) => Reader;
  /** The address of the list. */
  readonly path: string;
  /** Where somebody makes a key; undefined for those who make none. */
  readonly newKeyHref: string | undefined;
  /** Undefined for those who may not open it. */
  readonly checkHref: ((checkId: string) => string) | undefined;
  /** @param orderNumber as in `VF44`, without the letters */
  readonly findHref: ((orderNumber: string, environment: Environment) => string) | undefined;
  /** Shows a page in the frame of its portal. @param template in this folder */
  readonly show: (template: string, page: PageModel & Readonly<Record<string, unknown>>) => FastifyReply;
}

/** Registers a page below the address of the list. */
export type AddRequestPage = (
  path: string,
  options: PageOptions,
  handle: (request: RequestOfPage, reply: FastifyReply, place: RequestPlace) => Promise<unknown>,
) => void;

/** Looks in live data, and where that finds nothing in test data: an id is in one at most. */
export const inEitherEnvironment = (
  { readerFor }: RequestPlace,
  read: (reader: Reader) => Promise<ListedApiRequest>,
): Promise<ListedApiRequest> =>
  read(readerFor('live')).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return read(readerFor('test'));
    throw error;
  });
