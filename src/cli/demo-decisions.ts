// The decisions of the demo's clients: about minor findings. The serious ones wait for a decision.
import type { Caller, Ctx } from '../context.ts';
import { readCheck } from '../features/checks/check-actions.ts';
import { decideOnCheck } from '../features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../features/client-decisions/client-decision-rules.ts';

export async function decideSuitable(ctx: Ctx, client: Caller, checkId: string): Promise<void> {
  const seen = seenBy(await readCheck(ctx, client, checkId));
  const given = { decision: 'suitable', reason: 'It is small, and we have talked to the candidate about it.' };
  await decideOnCheck(ctx, client, checkId, { ...given, seen });
}
