// What is done elsewhere about somebody's data, as the register has it: it opens a request, stands among its steps, or ends it.
import { type Caller, type Ctx, type Tenant, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readCheck } from '../checks/check-actions.ts';
import {
  isOfClient,
  type OtherOutcome,
  type Outcome,
  type RequestAct,
  type RequestKind,
  type RequestWay,
  type recordedProofs,
  type ToldWay,
} from './data-request.ts';
import { withRequest } from './data-request-actions.ts';
import { findWordOfErasure } from './data-request-queries.ts';
import { isIdentityAwaited, ownCopyUntil } from './data-request-rules.ts';
import { addRequest, addStep, mailAskingClient, type Subject } from './data-request-step-actions.ts';
import {
  type DataRequestRow,
  findDataRequest,
  findDataRequestsOf,
  findOpenRequests,
  findSteps,
  lockDataRequest,
} from './data-request-store.ts';

/**
 * The open request of this kind, which may have been recorded before, or a new one, of today if nothing else is said. Who asks on their own page
 * has entered the code that we mailed.
 */
export async function openByAct(
  tx: Ctx,
  caller: Caller,
  person: Subject,
  {
    kind,
    way,
    receivedOn = todayFor(tx, caller),
  }: { readonly kind: RequestKind; readonly way: RequestWay; readonly receivedOn?: IsoDate | undefined },
): Promise<DataRequestRow> {
  const { applicantId } = person.check;
  const find = async () => (await findOpenRequests(tx.db, caller, applicantId, [kind])).find((row) => !isOfClient(row));
  const asked = { kind, way, receivedOn, words: '' };
  const before = await find();
  if (before !== undefined) return before;
  const added = await addRequest(tx, caller, person, asked);
  // Another transaction may open one between the two.
  if (added === undefined) return (await find())!;
  if (way === 'own_page') await addStep(tx, caller, added, person.key, ownPageShows);
  return added;
}

const ownPageShows = { step: 'identity_confirmed', code: 'mailed_code' satisfies keyof typeof recordedProofs } as const;

/** Who asked to be erased is told before, and the mail has left; undefined where nothing of it is to be awaited. */
export async function awaitsWord(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  applicantId: string,
): Promise<'not_told' | 'mail_waits' | undefined> {
  const word = await findWordOfErasure(ctx.db, caller, applicantId);
  if (word?.is_told === false) return 'not_told';
  return word?.is_mail_waiting === true ? 'mail_waits' : undefined;
}

interface Whose {
  readonly applicantId: string;
  readonly kinds: readonly RequestKind[];
  readonly key?: DataKey | undefined;
  /** Of this check only. */
  readonly checkId?: string;
}

/** In the requests of these kinds that are open. */
export async function noteAct(
  tx: Ctx,
  caller: Caller,
  { applicantId, kinds, key, checkId }: Whose,
  act: RequestAct,
): Promise<void> {
  for (const row of await findOpenRequests(tx.db, caller, applicantId, kinds))
    if (checkId === undefined || row.check_id === checkId)
      await addStep(tx, caller, row, key, { step: 'acted', code: act });
}

interface Ending {
  readonly outcome: Outcome;
  readonly told: ToldWay | null;
}

/** Those of these kinds that are open and came on their own page: what a letter asks for, somebody at the desk answers. */
export async function closeByAct(
  tx: Ctx,
  caller: Caller,
  { applicantId, kinds, key }: Whose,
  { outcome, told }: Ending,
) {
  for (const row of await findOpenRequests(tx.db, caller, applicantId, kinds))
    if (row.way === 'own_page') await addStep(tx, caller, row, key, { step: 'closed', code: outcome, told });
}

/** That who is no candidate got their copy. Refuses with `state_does_not_allow` before they have shown who they are, and of a request that is closed. */
export async function noteCopyForOther(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, { row, steps, key }) => {
    if (isIdentityAwaited(row.received_on, steps)) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, row, key, { step: 'acted', code: 'copied' satisfies RequestAct });
  });
}

/** Records, once, that the recipients of the data were told of an erasure, a correction or a restriction (Art. 19). */
export async function noteRecipientsTold(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  const code = 'recipients_told' satisfies RequestAct;
  await withRequest(
    ctx,
    caller,
    id,
    async (tx, { row, steps, key }) => {
      if (steps.some((one) => one.code === code)) throw new Refusal('state_does_not_allow');
      await addStep(tx, caller, row, key, { step: 'acted', code });
    },
    'closed',
  );
}

/** Once, that the person has taken the copy, also of a request that is closed. */
export async function noteFetched(tx: Ctx, caller: Caller, id: string, key: DataKey): Promise<void> {
  const row = await lockDataRequest(tx.db, caller, id);
  const code = 'fetched' satisfies RequestAct;
  if (row === undefined || (await findSteps(tx.db, caller, [id])).some((one) => one.code === code)) return;
  await addStep(tx, caller, row, key, { step: 'acted', code });
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

/**
 * The withdrawal of consent to a check on their own page is recorded and ended at once. What they wrote about it before
 * stays open, and has it among its steps if it is about this check. @param words which part they refuse and why; empty for all of it
 */
export async function recordWithdrawal(tx: Ctx, caller: Caller, { check, key }: Subject, words = ''): Promise<void> {
  const { applicantId, id: checkId } = check;
  await noteAct(tx, caller, { applicantId, kinds: ['withdrawal'], key, checkId }, 'consent_withdrawn');
  const asked = { kind: 'withdrawal', way: 'own_page', receivedOn: todayFor(tx, caller), words } as const;
  const row = (await addRequest(tx, caller, { check, key }, { ...asked, isOpen: false }))!;
  await addStep(tx, caller, row, key, { step: 'closed', code: 'done' satisfies OtherOutcome, told: 'mail' });
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
    const isAskedByClient = isOfClient(row);
    const told = isAskedByClient ? 'mail' : (announced?.told ?? null);
    await addStep(tx, caller, row, person.key, { step: 'closed', code: 'done' satisfies OtherOutcome, told });
    if (isAskedByClient) await mailAskingClient(tx, caller, await readCheck(tx, caller, row.check_id!), row);
  }
  const gone = { step: 'closed', code: 'data_erased' satisfies OtherOutcome } as const;
  for (const row of await findOpenRequests(tx.db, caller, applicantId, everyKind))
    await addStep(tx, caller, row, person.key, gone);
}

/** The last day on which a copy waits on their own page for them to take it; undefined where none does. */
export async function copyWaitsUntil(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  applicantId: string,
): Promise<IsoDate | undefined> {
  const ids = (await findDataRequestsOf(ctx.db, tenant, applicantId)).map(({ id }) => id);
  const byRequest = Map.groupBy(await findSteps(ctx.db, tenant, ids), (step) => step.request_id);
  const days = [...byRequest.values()].flatMap((steps) =>
    steps.some(({ code }) => code === ('fetched' satisfies RequestAct))
      ? []
      : (ownCopyUntil(steps.map(({ code, on_day: on }) => ({ code, on }))) ?? []),
  );
  return days.toSorted().at(-1);
}
