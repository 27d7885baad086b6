// Logs calls to referees that led to no answers, and reads them; none is ever changed.
import { type Actor, type Caller, type Ctx, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { type NewAttempt, readAttempt, type SealedAttempt, type TypedAttempt } from './attempt-rules.ts';
import { findAttempts, insertAttempt } from './attempt-store.ts';
import type { Reference } from './reference.ts';
import { storeReferenceEvent, withLockedReference } from './reference-move-actions.ts';
import { nextReferenceState } from './reference-states.ts';
import { keyOfRow } from './reference-vault.ts';

export interface Attempt extends NewAttempt {
  readonly author: Actor;
  readonly madeAt: Date;
}

const attemptPlace = (id: string) => `reference_attempts.attempt ${id}`;

/**
 * Logs a call of now; nobody is written to. Refuses with `invalid_fields` by the inputs of the form, or
 * `state_does_not_allow` where no answers can be taken by telephone any more.
 */
export async function logAttempt(ctx: Ctx, caller: Caller, id: string, typed: TypedAttempt): Promise<void> {
  demand(caller, 'ask_references');
  await withLockedReference(ctx, caller, id, async (tx, { row, key }) => {
    const isOpen = nextReferenceState(row.status, 'answer') !== undefined;
    if (!isOpen || !allowsAction(row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    const madeAt = timeFor(tx, caller);
    const { number, note, cameOf, nextOn } = readAttempt(typed, ukDateOf(madeAt));
    const attemptId = tx.newId();
    const sealedAttempt = key.seal(attemptPlace(attemptId), { number, note } satisfies SealedAttempt);
    const attempt = { id: attemptId, referenceId: id, cameOf, sealedAttempt, nextOn, author: caller.actor, madeAt };
    await insertAttempt(tx.db, caller, attempt);
    await storeReferenceEvent(tx, caller, row, { type: 'reference.called', detail: { came_of: cameOf } });
  });
}

/** The first one first. */
export async function readAttempts(ctx: Ctx, caller: Caller, { tenant, id }: Reference): Promise<Attempt[]> {
  demand(caller, 'read_reports');
  const rows = await findAttempts(ctx.db, tenant, id);
  return Promise.all(
    rows.map(async (row) => ({
      ...(await keyOfRow(ctx, tenant, row)).open<SealedAttempt>(attemptPlace(row.id), row.sealed_attempt),
      ...{ cameOf: row.came_of, nextOn: row.next_on, author: row.author, madeAt: row.made_at },
    })),
  );
}
