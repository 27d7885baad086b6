// Makes a client user the caller of actions in either environment, with their subsidiary and permissions.
import type { Caller, Environment, OrderScope } from '../../context.ts';
import type { Permitted } from '../../features/access/permissions.ts';
import type { SignedInUser } from '../../features/accounts/sign-in-sessions.ts';
import { Refusal } from '../../lib/refusal.ts';

export type ClientUser = Extract<SignedInUser, { kind: 'client' }>;

export type ClientCaller = Caller & OrderScope & Permitted;

export const callerFor = (user: ClientUser, environment: Environment): ClientCaller => ({
  permissions: user.permissions,
  accountId: user.accountId,
  environment,
  subsidiaryId: user.subsidiaryId,
  actor: `user:${user.userId}`,
  clockOffsetSeconds: environment === 'test' ? user.testClockOffsetSeconds : 0,
});

/** Works in live data, and where that finds nothing in test data: an address does not name one, and an id is in one at most. */
export const inEitherEnvironment = <T>(user: ClientUser, work: (caller: ClientCaller) => Promise<T>): Promise<T> =>
  work(callerFor(user, 'live')).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return work(callerFor(user, 'test'));
    throw error;
  });
