// What a candidate does on their own page about a request that they made: adds words to it, or takes it back.
import type { Caller, Ctx } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { type DataRequest, doneSays, isOfClient, type Outcome, type RequestKind } from './data-request.ts';
import { type Held, tell, withHeldRequest } from './data-request-actions.ts';
import { isMeaningAwaited } from './data-request-rules.ts';
import { addStep } from './data-request-step-actions.ts';
import { refuseText } from './data-request-text-rules.ts';

/** The others stand with a message, a restriction or the consent, which have pages of their own. */
const ownKinds: readonly RequestKind[] = ['access', 'portability', 'erasure', 'complaint'];

const MOST_ADDED = 20;

/** Whether the candidate may change it: it is open, and nobody else made it for them. */
export const mayChangeOwn = (asked: Pick<DataRequest, 'kind' | 'way' | 'isOpen' | 'askedBy'>): boolean =>
  asked.isOpen && ownKinds.includes(asked.kind) && !isOfClient(asked) && asked.askedBy === undefined;

interface OwnRequest {
  readonly id: string;
  readonly applicantId: string;
}

/** Refuses with `not_found` a request of somebody else, and with `state_does_not_allow` one that they may not change. */
async function change(
  ctx: Ctx,
  caller: Caller,
  { id, applicantId }: OwnRequest,
  work: (tx: Ctx, held: Held) => Promise<void>,
): Promise<void> {
  demand(caller, 'ask_restrictions');
  await withHeldRequest(ctx, caller, id, async (tx, held) => {
    const { row, askedBy } = held;
    if (row.applicant_id !== applicantId) throw new Refusal('not_found');
    if (!mayChangeOwn({ kind: row.kind, way: row.way, isOpen: row.is_open, askedBy }))
      throw new Refusal('state_does_not_allow');
    await work(tx, held);
  });
}

/** If they were asked what they mean, this is their answer, from which the time counts again. Refuses with `invalid_fields` (`words`). */
export async function addOwnWords(ctx: Ctx, caller: Caller, request: OwnRequest, words: string): Promise<void> {
  const problems = new Problems();
  refuseText(problems, words, 'Write what you want to add');
  problems.refuse('invalid_fields');
  await change(ctx, caller, request, async (tx, { row, steps, key }) => {
    // The form was sent twice.
    const last = steps.at(-1);
    if (last !== undefined && last.by === 'candidate' && last.words === words) return;
    if (steps.filter(({ by }) => by === 'candidate').length >= MOST_ADDED) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, row, key, { step: isMeaningAwaited(steps) ? 'clarified' : 'added', words });
  });
}

/** They get a mail that nothing more is done. */
export async function takeBackOwn(ctx: Ctx, caller: Caller, request: OwnRequest): Promise<void> {
  await change(ctx, caller, request, async (tx, held) => {
    const outcome: Outcome = 'taken_back';
    await addStep(tx, caller, held.row, held.key, { step: 'closed', code: outcome, told: 'mail' });
    await tell(tx, caller, held, 'mail', { kind: 'closed', says: doneSays[outcome], words: '', isRefused: false });
  });
}
