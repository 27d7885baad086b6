// Where the request of a signed-in person comes from, and who runs a command, for what their actions record.
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

const runners = new AsyncLocalStorage<string>();

/** What `work` records as the program itself names who ran the command. */
export const withCommandRunner = <T>(name: string, work: () => T): T => runners.run(name, work);

/** The detail of a record with who ran the command; as it is outside of a command, and for what somebody else did. */
export function detailOfCommand<Detail extends Readonly<Record<string, unknown>> | undefined>(
  actor: string | undefined,
  detail: Detail,
): Detail | Readonly<Record<string, unknown>> {
  const name = actor === 'system' ? runners.getStore() : undefined;
  return name === undefined ? detail : { ...detail, run_by: name };
}
