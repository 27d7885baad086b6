// Reads who placed a check.
import type { Ctx } from '../../context.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { findPlacer } from '../events/check-history-queries.ts';
import type { Check } from './check.ts';

/** Somebody of the client, or of the desk for the client. */
export async function readPlacer(ctx: Ctx, { tenant, id }: Pick<Check, 'tenant' | 'id'>): Promise<NamedActor> {
  const actor = await findPlacer(ctx.db, tenant, id);
  return (await readActorNames(ctx.db, tenant.accountId, [actor]))(actor);
}
