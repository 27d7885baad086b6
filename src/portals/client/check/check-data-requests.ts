// What the candidate asks about their data, on the client's page of an order.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import {
  type DataRequest,
  isOfClient,
  outcomeText,
  requestKinds,
} from '../../../features/data-requests/data-request.ts';
import { listRequestsOf } from '../../../features/data-requests/data-request-actions.ts';
import { isIdentityAwaited } from '../../../features/data-requests/data-request-rules.ts';
import type { ClientUser } from '../client-caller.ts';

/** Behind the code that was mailed to them. */
const isOwnWithdrawal = ({ kind, way }: Pick<DataRequest, 'kind' | 'way'>): boolean =>
  kind === 'withdrawal' && way === 'own_page';

async function requestsWithRefusals(ctx: Ctx, check: Check) {
  const listed = await listRequestsOf(ctx, check, undefined);
  if (!listed.some(({ kind }) => kind === 'withdrawal')) return listed;
  return listRequestsOf(ctx, check, (await readCheckAndKey(ctx, check.tenant, check.id)).key);
}

/**
 * What the candidate asks about their data, without their words: the client, who decides about the data, must know. Which
 * part they refuse and why, they write on their own page for the client to read. Who belongs to a
 * subsidiary sees what was asked through this order; nobody sees what may be somebody else's.
 */
export const requestsIn = async (ctx: Ctx, user: ClientUser, check: Check) =>
  (await requestsWithRefusals(ctx, check))
    .filter((one) => !isOfClient(one))
    .filter(({ checkId }) => user.subsidiaryIds === null || checkId === check.id)
    .filter((one) => isOwnWithdrawal(one) || !isIdentityAwaited(one.receivedOn, one.steps))
    .map(({ kind, way, words, receivedOn, dueOn, isOpen: isAwaited, steps }) => {
      const closing = steps.findLast(({ step }) => step === 'closed');
      const text = requestKinds[kind].name;
      return {
        text,
        receivedOn,
        dueOn,
        isOpen: isAwaited,
        closedOn: closing?.on,
        outcome: closing && outcomeText(closing.code!),
        words: isOwnWithdrawal({ kind, way }) ? words : '',
      };
    });
