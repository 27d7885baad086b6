// The address at which the desk orders for an account.
import type { Environment } from '../../../context.ts';
import { listHref } from '../../shared/list-search.ts';
import { accountsPath } from './account-request.ts';

/** Below the address of the account. */
export const newOrderPath = '/orders/new';

export const newOrderHref = (accountId: string, environment: Environment): string =>
  listHref(`${accountsPath}/${accountId}${newOrderPath}`, environment === 'test' ? [['environment', environment]] : []);
