// What is done elsewhere about somebody's data, as the register has it: it opens a request, stands among its steps, or ends it.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { OtherOutcome, Outcome, RequestAct, RequestKind, RequestWay, ToldWay } from './data-request.ts';
import { addRequest, addStep, type Subject } from './data-request-step-actions.ts';
import { type DataRequestRow, findDataRequest, findOpenRequests, findSteps } from './data-request-store.ts';

/** The open request of this kind, which may have been recorded before, or a new one of today. */
export async function openByAct(
  tx: Ctx,
  caller: Caller,
  person: Subject,
  { kind, way }: { readonly kind: RequestKind; readonly way: RequestWay },
): Promise<DataRequestRow> {
  const { applicantId } = person.check;
  const find = async () => (await findOpenRequests(tx.db, caller, applicantId, [kind]))[0];
  const asked = { kind, way, receivedOn: todayFor(tx, caller), words: '' };
  // Another transaction may open one between the two.
  return (await find()) ?? (await addRequest(tx, caller, person, asked)) ?? (await find())!;
}

interface Whose {
  readonly applicantId: string;
  readonly kinds: readonly RequestKind[];
  readonly key?: DataKey | undefined;
}

/** In the requests of these kinds that are open. */
export async function noteAct(
  tx: Ctx,
  caller: Caller,
  { applicantId, kinds, key }: Whose,
  act: RequestAct,
): Promise<void> {
  for (const row of await findOpenRequests(tx.db, caller, applicantId, kinds))
    await addStep(tx, caller, row, key, { step: 'acted', code: act });
}

interface Ending {
  readonly outcome: Outcome;
  readonly told: ToldWay | null;
}

/** Those of these kinds that are open, if any. */
export async function closeByAct(
  tx: Ctx,
  caller: Caller,
  { applicantId, kinds, key }: Whose,
  { outcome, told }: Ending,
) {
  for (const row of await findOpenRequests(tx.db, caller, applicantId, kinds))
    await addStep(tx, caller, row, key, { step: 'closed', code: outcome, told });
}

/** The one that is decided elsewhere; one that is closed stays as it is. */
export async function closeDecided(
  tx: Ctx,
  caller: Caller,
  id: string,
  key: DataKey | undefined,
  { outcome, told }: Ending,
): Promise<void> {
  const row = await findDataRequest(tx.db, caller, id);
  if (row?.is_open) await addStep(tx, caller, row, key, { step: 'closed', code: outcome, told });
}

/** Recorded and ended by what somebody did themselves. */
export async function recordDone(
  tx: Ctx,
  caller: Caller,
  person: Subject,
  asked: { readonly kind: RequestKind; readonly way: RequestWay },
): Promise<void> {
  const row = await openByAct(tx, caller, person, asked);
  await addStep(tx, caller, row, person.key, { step: 'closed', code: 'done', told: 'mail' });
}

const everyKind: readonly RequestKind[] = [
  'access',
  'correction',
  'restriction',
  'portability',
  'objection',
  'withdrawal',
];

/**
 * Before the data go: that the erasure is done, and that nothing else can be. @param asked whether the person asked for
 * it, which then stands in the register even if nobody recorded it before
 */
export async function closeErased(tx: Ctx, caller: Caller, person: Subject, asked: boolean): Promise<void> {
  const { applicantId } = person.check;
  if (asked) await openByAct(tx, caller, person, { kind: 'erasure', way: 'not_recorded' });
  for (const row of await findOpenRequests(tx.db, caller, applicantId, ['erasure'])) {
    await addStep(tx, caller, row, person.key, { step: 'acted', code: 'erased' satisfies RequestAct });
    const announced = (await findSteps(tx.db, caller, [row.id])).findLast(({ step }) => step === 'announced');
    const told = announced?.told ?? null;
    await addStep(tx, caller, row, person.key, { step: 'closed', code: 'done' satisfies OtherOutcome, told });
  }
  await closeByAct(
    tx,
    caller,
    { applicantId, kinds: everyKind, key: person.key },
    { outcome: 'data_erased', told: null },
  );
}
