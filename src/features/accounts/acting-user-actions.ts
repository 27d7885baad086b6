// Lets a key's user act as another user of the account, and for a subsidiary organisation (decisions, Account
// hierarchy; ours).
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { demand, mayDo, roles } from '../access/permissions.ts';
import { scopeOf, sharedScope } from '../access/scope-rules.ts';
import { isOver } from './access-end-rules.ts';
import { findSubsidiaryByExternalId, findUserByExternalId } from './account-store.ts';
import type { ApiCaller } from './authentication.ts';

/** External ids that the operator has set; undefined if the request names none. */
export interface ActingNames {
  readonly user: string | undefined;
  readonly subsidiary: string | undefined;
}

/**
 * Refuses with `unauthenticated` if the user is unknown or disabled, or their access has ended. Refuses with `not_permitted` if the key may not act
 * for others, if the user may not use the API, if the subsidiary is unknown, or if no subsidiary is one of the key's user, the acting user and the
 * header alike.
 */
export async function actAs(ctx: Ctx, caller: ApiCaller, { user, subsidiary }: ActingNames): Promise<ApiCaller> {
  if (user === undefined && subsidiary === undefined) return caller;
  const acting = user === undefined ? undefined : await findUserByExternalId(ctx.db, caller.accountId, user);
  const mayAct = acting !== undefined && acting.disabled_at === null && !isOver(acting, ukDateOf(ctx.now()));
  if (user !== undefined && !mayAct) {
    const unsaid = { VerifileUserId: [problemSentence('unknown_acting_user')] };
    throw new Refusal('unauthenticated', {}, undefined, unsaid);
  }
  if (acting !== undefined && acting.id !== caller.keyUserId) demand(caller, 'act_for_others');
  const permitted = acting === undefined ? caller : { permissions: roles.client[acting.role] };
  if (!mayDo(permitted, 'use_api')) throw new Refusal('not_permitted');
  const named = subsidiary === undefined ? null : await idOfSubsidiary(ctx, caller.accountId, subsidiary);
  // What they add is of the one that is named, else of the acting user's first.
  const shared = sharedScope([scopeOf(named), { subsidiaryIds: acting?.subsidiary_ids ?? null }, caller]);
  if (shared === undefined) throw new Refusal('not_permitted');
  const who = acting === undefined ? {} : { userId: acting.id, onBehalfOf: acting.id };
  // Only permissions that both users have.
  const permissions = caller.permissions.filter((one) => mayDo(permitted, one));
  return { ...caller, ...who, ...shared, permissions };
}

async function idOfSubsidiary(ctx: Ctx, accountId: string, externalId: string): Promise<string> {
  const found = await findSubsidiaryByExternalId(ctx.db, accountId, externalId);
  if (found === undefined) {
    const unsaid = { VerifileSubsidiaryOrganisationId: [problemSentence('unknown_subsidiary')] };
    throw new Refusal('not_permitted', {}, undefined, unsaid);
  }
  return found.id;
}
