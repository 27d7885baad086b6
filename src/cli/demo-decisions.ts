// The decisions of the demo's clients: about minor findings, and that somebody starts work while the screening goes on. The
// serious findings wait for a decision.
import { type Caller, type Ctx, todayFor } from '../context.ts';
import { readCheck } from '../features/checks/check-actions.ts';
import { decideOnCheck } from '../features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../features/client-decisions/client-decision-rules.ts';
import { recordWorkStart } from '../features/work-starts/work-start-actions.ts';
import { usuallyCompleteBy } from '../features/work-starts/work-start-rules.ts';
import type { DemoCandidate } from './demo-candidates.ts';

export async function decideSuitable(ctx: Ctx, client: Caller, checkId: string): Promise<void> {
  const seen = seenBy(await readCheck(ctx, client, checkId));
  const given = { decision: 'suitable', reason: 'It is small, and we have talked to the candidate about it.' };
  await decideOnCheck(ctx, client, checkId, { ...given, seen });
}

/** One person does. */
export async function startConditionally(
  ctx: Ctx,
  client: Caller,
  checkId: string,
  { stage, order }: Pick<DemoCandidate, 'stage' | 'order'>,
): Promise<void> {
  if (stage !== 'in_progress' || order !== 'history') return;
  const startsOn = todayFor(ctx, client);
  await recordWorkStart(ctx, client, checkId, {
    startsOn,
    completeBy: usuallyCompleteBy(startsOn),
    risk: 'Works only beside the shift leader, has no keys, and is not alone with anybody. Supervised by the deputy manager.',
  });
}
