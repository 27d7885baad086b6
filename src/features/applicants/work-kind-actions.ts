// How a person works for the client: said, read and passed on.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { holdApplicant, readPerson } from './applicant-actions.ts';
import { findWorkKinds, updateWorkKind } from './applicant-store.ts';
import { isRestricted } from './restriction-queries.ts';
import { isWorkKind, type WorkKind } from './work-kind-rules.ts';

async function store(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  change: { readonly kind: WorkKind | null; readonly isOnlyUnsaid?: boolean },
): Promise<void> {
  if ((await updateWorkKind(tx.db, caller, applicantId, change)) === 0) return;
  const detail = { work_kind: change.kind };
  await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: applicantId, applicantId, detail }]);
}

/** As a part of what places an order or brings somebody in; the caller has judged it. */
export function keepWorkKind(tx: Ctx, caller: Caller, applicantId: string, kind: WorkKind | null): Promise<void> {
  demand(caller, 'order_checks', 'order_for_clients');
  return store(tx, caller, applicantId, { kind });
}

/** Empty takes back what was said. Refuses with `not_found`, and with `invalid_fields` (`work_kind`) what is none. */
export async function sayWorkKind(ctx: Ctx, caller: Caller, applicantId: string, typed: string): Promise<void> {
  demand(caller, 'order_checks');
  const kind = typed === '' ? null : typed;
  if (kind !== null && !isWorkKind(kind))
    throw new Refusal('invalid_fields', { work_kind: ['Choose how they work for you'] });
  await readPerson(ctx, caller, applicantId);
  if (await isRestricted(ctx.db, caller, applicantId)) throw restrictedRefusal();
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    await store(tx, caller, applicantId, { kind });
  });
}

/** Of people whom the caller sees; of whom nobody said it, nothing. */
export function readWorkKinds(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  applicantIds: readonly string[],
): Promise<ReadonlyMap<string, WorkKind>> {
  demand(caller, 'read_checks', 'read_clearance', 'read_results', 'order_checks', 'erase_applicants');
  return findWorkKinds(ctx.db, caller, applicantIds);
}

/** What was said of somebody who is of another order now, unless more is known of that one. */
export async function passWorkKind(
  tx: Ctx,
  caller: Caller,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const kind = (await findWorkKinds(tx.db, caller, [from])).get(from);
  if (kind !== undefined) await store(tx, caller, to, { kind, isOnlyUnsaid: true });
}
