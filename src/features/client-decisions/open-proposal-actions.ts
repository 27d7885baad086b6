// Reads the decision of a check that somebody has proposed and nobody has confirmed or sent back.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { findProposals, type ProposalRow } from './decision-proposal-store.ts';

/** Undefined if none waits for another person. */
export const findOpenProposal = async (
  { db }: Pick<Ctx, 'db'>,
  caller: Caller,
  checkId: string,
): Promise<ProposalRow | undefined> => (await findProposals(db, caller, [checkId])).find(({ is_open }) => is_open);

export interface CurrentProposal extends Pick<ProposalRow, 'decision'> {
  readonly by: NamedActor;
  readonly isOwn: boolean;
  readonly since: Date;
}

/** What waits for another person, by check; tells of the results. */
export async function readCurrentProposals(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, CurrentProposal>> {
  demand(caller, 'read_results');
  if (checkIds.length === 0) return new Map();
  const open = (await findProposals(ctx.db, caller, checkIds)).filter(({ is_open }) => is_open);
  const actors = open.map(({ proposed_by }) => proposed_by);
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  return new Map(
    open.map(({ check_id, decision, proposed_by: by, proposed_at: since }) => [
      check_id,
      { decision, by: nameOf(by), isOwn: by === caller.actor, since },
    ]),
  );
}
