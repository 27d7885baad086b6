// Tells somebody who asked to be erased that they are, before it is done: afterwards nobody has their address.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { isOfClient, type ToldWay } from '../data-requests/data-request.ts';
import { awaitsWord } from '../data-requests/data-request-act-actions.ts';
import { tell, withRequest } from '../data-requests/data-request-actions.ts';
import { isIdentityAwaited } from '../data-requests/data-request-rules.ts';
import { addStep } from '../data-requests/data-request-step-actions.ts';
import { keptBecause, previewErasure } from './erasure-actions.ts';

/** Refuses with `invalid_fields` (`applicant`) what could not be kept: whoever cannot be erased, or has not shown who they are. */
export async function announceErasure(ctx: Ctx, caller: Caller, id: string, told: ToldWay = 'mail'): Promise<void> {
  demand(caller, 'decide_restrictions');
  await withRequest(ctx, caller, id, async (tx, held) => {
    const { row, steps, person, key } = held;
    if (row.kind !== 'erasure' || isOfClient(row) || person === undefined || key === undefined)
      throw new Refusal('state_does_not_allow');
    const refuse = (why: string) => new Refusal('invalid_fields', { applicant: [why] });
    if (isIdentityAwaited(row.received_on, steps)) throw refuse('They have not shown who they are: confirm that first');
    const { applicantId } = person.check;
    if ((await awaitsWord(tx, caller, applicantId)) !== 'not_told') throw new Refusal('state_does_not_allow');
    const { refusedFor } = await previewErasure(tx, caller, applicantId);
    if (refusedFor !== undefined && refusedFor !== 'not_told')
      throw refuse(`They cannot be erased now: ${keptBecause[refusedFor]}`);
    await addStep(tx, caller, row, key, { step: 'announced', told });
    await tell(tx, caller, held, told, { kind: 'announced' });
  });
}
