// Where the request of a signed-in person comes from, for what their actions record about security.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestOrigin {
  /** The client's network address. */
  readonly address: string;
  readonly sessionId: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Everything that `handle` awaits has this origin. */
export const withOrigin = <T>(origin: RequestOrigin, handle: () => T): T => origins.run(origin, handle);

/** Undefined outside of a page behind sign-in: what the API and jobs know, they say themselves. */
export const requestOrigin = (): RequestOrigin | undefined => origins.getStore();
