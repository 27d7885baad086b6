// Records how somebody made sure who the referee is.
import type { Caller, Ctx } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { type Authentication, isAuthentication } from './mailbox-rules.ts';
import { type LockedReference, storeReferenceEvent, withLockedReference } from './reference-move-actions.ts';
import { updateReference } from './reference-store.ts';
import { sealReply } from './reference-vault.ts';

/** How the referee was authenticated, as chosen. */
export interface GivenAuthentication {
  readonly step: unknown;
  /** Such as the number that was called. */
  readonly by: string;
}

/** The step that was chosen; refuses with `invalid_fields`, with the other problems of the form. */
export function stepOf({ step, by }: GivenAuthentication, problems = new Problems()): Authentication {
  if (!isAuthentication(step)) problems.add('step', 'Select how you made sure who answers');
  if (by.length > 500) problems.add('by', 'Must be 500 characters or fewer');
  problems.refuse('invalid_fields');
  return step as Authentication;
}

/** Stores the step of a locked reference. */
export async function authenticate(
  tx: Ctx,
  caller: Caller,
  { row, reference, key }: LockedReference,
  { step, by }: { readonly step: Authentication; readonly by: string },
): Promise<void> {
  const sealedAnswers = sealReply(key, row.id, { ...reference.reply, authenticatedBy: by });
  await updateReference(tx.db, caller, row.id, { authentication: step, sealedAnswers });
  await storeReferenceEvent(tx, caller, row, { type: 'reference.authenticated', detail: { step } });
}

/**
 * Records how the referee was authenticated. Refuses with `invalid_fields`, or `state_does_not_allow` if the report is
 * closed.
 */
export async function authenticateReferee(
  ctx: Ctx,
  caller: Caller,
  id: string,
  given: GivenAuthentication,
): Promise<void> {
  demand(caller, 'ask_references');
  const step = stepOf(given);
  await withLockedReference(ctx, caller, id, async (tx, locked) => {
    if (!allowsAction(locked.row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    await authenticate(tx, caller, locked, { step, by: given.by });
  });
}
