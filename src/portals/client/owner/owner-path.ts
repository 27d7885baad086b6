// The address of the page that gives orders to a colleague.
import type { Environment } from '../../../context.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';

export const ownerPath = '/portal/owner';

export const ownerHref = (environment: Environment, checkId: string): string =>
  listHref(
    ownerPath,
    listParameters({ environment: environment === 'test' ? environment : undefined, orders: checkId }),
  );
