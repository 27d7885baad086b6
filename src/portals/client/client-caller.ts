// Makes a client user the caller of actions in either environment, with their subsidiaries and permissions.
import type { Caller, Environment, OrderScope } from '../../context.ts';
import type { Permitted } from '../../features/access/permissions.ts';
import type { SignedInUser } from '../../features/accounts/sign-in-sessions.ts';
import type { BulkCaller } from '../../features/orders/bulk-order-actions.ts';
import { Refusal } from '../../lib/refusal.ts';
import { environmentOf, type OpenedOrder, type Orderer, type OrderRequest } from '../shared/orders/order-submission.ts';

export type ClientUser = Extract<SignedInUser, { kind: 'client' }>;

export type ClientCaller = Caller & OrderScope & Permitted;

export const callerFor = (user: ClientUser, environment: Environment): ClientCaller => ({
  permissions: user.permissions,
  accountId: user.accountId,
  environment,
  subsidiaryIds: user.subsidiaryIds,
  actor: `user:${user.userId}`,
  clockOffsetSeconds: environment === 'test' ? user.testClockOffsetSeconds : 0,
});

/** A user of the client orders for their own account. */
export const clientOrderer = (request: OrderRequest, user: ClientUser): Orderer => ({
  caller: callerFor(user, environmentOf(request)),
  userId: user.userId,
  units: user.units,
  people: [],
});

/** Who orders from a spreadsheet on a page of the client, for every subsidiary that they see. */
export const bulkCallerOf = ({ orderer }: OpenedOrder): BulkCaller => ({ ...orderer.caller, userId: orderer.userId! });

/** Works in live data, and where that finds nothing in test data: an address does not name one, and an id is in one at most. */
export const inEitherEnvironment = <T>(user: ClientUser, work: (caller: ClientCaller) => Promise<T>): Promise<T> =>
  work(callerFor(user, 'live')).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return work(callerFor(user, 'test'));
    throw error;
  });
