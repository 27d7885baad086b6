// Makes a client user the caller of actions in either environment, with their subsidiary and permissions.
import type { Caller, Environment, OrderScope } from '../../context.ts';
import type { Permitted } from '../../features/access/permissions.ts';
import type { SignedInUser } from '../../features/accounts/sign-in-sessions.ts';

export type ClientUser = Extract<SignedInUser, { kind: 'client' }>;

export const callerFor = (user: ClientUser, environment: Environment): Caller & OrderScope & Permitted => ({
  permissions: user.permissions,
  accountId: user.accountId,
  environment,
  subsidiaryId: user.subsidiaryId,
  actor: `user:${user.userId}`,
  clockOffsetSeconds: environment === 'test' ? user.testClockOffsetSeconds : 0,
});
