// The register of what people ask about their data (UK GDPR Art. 12 to 21): recorded, worked on and answered, and never removed.
import { type Caller, type Ctx, inTransaction, todayFor, userIdOf } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { formUri } from '../checks/check-links.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import type { DataRequestNews } from '../emails/data-request-words.ts';
import { recordLook } from '../events/look-actions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import type { RootCause } from './complaint.ts';
import {
  type DataRequest,
  type Delivery,
  deliveriesFor,
  deliverySays,
  doneSays,
  type ExtensionReason,
  extensionReasons,
  type IdentityProof,
  isByOwnUser,
  isOfClient,
  isOfCopy,
  isRefusal,
  type Outcome,
  OWN_COPY_DAYS,
  outcomesFor,
  type RequestAct,
  refusalReasons,
  type ToldWay,
} from './data-request.ts';
import { findAccountOfRequest, findAwaitsCopy } from './data-request-queries.ts';
import { isIdentityAwaited, keepsFromEnding, mayAskIdentity, mayExtend } from './data-request-rules.ts';
import { addStep, mailAsker, mailAskingClient, mailComplainant, type Person } from './data-request-step-actions.ts';
import {
  type DataRequestRow,
  findDataRequest,
  findDataRequestsOf,
  findSteps,
  isDecidedElsewhere,
  lockDataRequest,
  updateCause,
  updateOwner,
} from './data-request-store.ts';
import { dayIn, refuseText } from './data-request-text-rules.ts';
import { openRequest, sealChange } from './data-request-vault.ts';
import { mayAnswer, maySee } from './request-authority.ts';

type Kept = Person & { readonly check: Check };

const readPerson = (ctx: Ctx, caller: Caller, checkId: string): Promise<Kept> => readCheckAndKey(ctx, caller, checkId);

/** Who asks that is a user of the client; undefined if they are gone, or the desk recorded it for them. */
const clientUserOf = async (tx: Ctx, caller: Caller, row: Pick<DataRequestRow, 'way' | 'asker' | 'recorded_by'>) =>
  isByOwnUser(row)
    ? (await listUsers(tx, 'system', caller.accountId)).find(({ id }) => id === userIdOf(row.recorded_by))
    : undefined;

export interface Held {
  readonly row: DataRequestRow;
  readonly steps: DataRequest['steps'];
  /** Undefined of somebody about whom nothing is kept. */
  readonly person: Kept | undefined;
  readonly key: DataKey | undefined;
  readonly askedBy: DataRequest['askedBy'];
}

type Work = (tx: Ctx, held: Held) => Promise<void>;

/** As `withHeldRequest`, for the desk. Refuses with `not_permitted` a request that the caller may not answer. */
export function withRequest(ctx: Ctx, caller: Caller, id: string, work: Work, even?: 'closed'): Promise<void> {
  demand(caller, 'decide_restrictions', 'answer_complaints');
  const own: Work = (tx, held) => {
    if (!mayAnswer(caller, held.row)) throw new Refusal('not_permitted');
    return work(tx, held);
  };
  return withHeldRequest(ctx, caller, id, own, even);
}

/**
 * Runs `work`, whose action demands a permission, while nobody else changes the request. Refuses with `state_does_not_allow` one
 * that is closed, unless it is `even`.
 */
export async function withHeldRequest(
  ctx: Ctx,
  caller: Caller,
  id: string,
  work: Work,
  even?: 'closed',
): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const found = isUuid(id) ? await findDataRequest(tx.db, caller, id) : undefined;
    if (found === undefined) throw new Refusal('not_found');
    // First the person, as what is done elsewhere about them does.
    if (found.applicant_id !== null) await holdApplicant(tx, caller, found.applicant_id);
    const row = (await lockDataRequest(tx.db, caller, id))!;
    if (!row.is_open && even === undefined) throw new Refusal('state_does_not_allow');
    const person = row.check_id === null ? undefined : await readPerson(tx, caller, row.check_id);
    const key = person?.key;
    const { steps, askedBy } = await openRequest(tx, caller, key, row, await findSteps(tx.db, caller, [id]));
    await work(tx, { row, steps, person, key, askedBy });
  });
}

/** The program sends the mail where it has the address; else somebody has sent it, or told them in another way. */
export async function tell(
  tx: Ctx,
  caller: Caller,
  { row, person, askedBy }: Held,
  told: ToldWay,
  news: DataRequestNews,
) {
  if (told !== 'mail') return;
  const user = await clientUserOf(tx, caller, row);
  if (user !== undefined) await mailComplainant(tx, caller, user, row, news);
  if (person === undefined) return;
  await (isOfClient(row)
    ? mailAskingClient(tx, caller, person.check, row)
    : mailAsker(tx, caller, person, row, news, askedBy));
}

/** Until they have shown who they are, the time does not count. Refuses with `state_does_not_allow` to ask twice, or late. */
export async function askIdentity(ctx: Ctx, caller: Caller, id: string, told: ToldWay): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, held) => {
    if (!mayAskIdentity(held.row.due_on, held.steps, todayFor(tx, caller))) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, held.row, held.key, { step: 'identity_asked', told });
    await tell(tx, caller, held, told, { kind: 'identity_asked' });
  });
}

/** From that day the time counts; the client who has not heard of it is told. Refuses with `invalid_fields` (`on`) a day before the receipt or after today. */
export async function confirmIdentity(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { on, proof }: { readonly on: string; readonly proof: IdentityProof },
): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, { row, steps, person, key }) => {
    if (!isIdentityAwaited(row.received_on, steps)) throw new Refusal('state_does_not_allow');
    const problems = new Problems();
    const day = dayIn(problems, 'on', on, row.received_on, todayFor(tx, caller));
    problems.refuse('invalid_fields');
    await addStep(tx, caller, row, key, { step: 'identity_confirmed', on: day, code: proof });
    const wasInDoubt = steps[0]?.step === 'identity_asked';
    if (person !== undefined && wasInDoubt) await mailClient(tx, caller, person.check, 'data_requested');
  });
}

/** Refuses with `state_does_not_allow` once it is late or longer already, or of the client itself, and with `invalid_fields` (`words`) without a reason. */
export async function extendRequest(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { reason, words, told }: { readonly reason: ExtensionReason; readonly words: string; readonly told: ToldWay },
): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, held) => {
    refuseWords(words, 'Write for the person why it takes longer');
    if (
      isOfClient(held.row) ||
      held.row.kind === 'complaint' ||
      !mayExtend(held.row.due_on, held.steps, todayFor(tx, caller))
    )
      throw new Refusal('state_does_not_allow');
    const dueOn = await addStep(tx, caller, held.row, held.key, { step: 'extended', code: reason, told, words });
    const because = `${extensionReasons[reason].replace('The person has', 'You have')}.`;
    await tell(tx, caller, held, told, { kind: 'extended', dueOn: dueOn!, because, words });
  });
}

export interface RequestEnding {
  readonly outcome: Outcome;
  /** For the person: needed to refuse, and for what is done in part. */
  readonly words: string;
  readonly told: ToldWay;
  /** Of a copy that is made, of a candidate. */
  readonly delivery?: Delivery | undefined;
  /** Of a complaint: why there was reason for it, and what was changed. */
  readonly rootCause?: RootCause | undefined;
  readonly change?: string;
}

/** What a person hears with the reason. */
const explained: readonly Outcome[] = ['upheld', 'partly_upheld', 'not_upheld'];

/**
 * Ends it, and tells the person where they may complain. Refuses with `invalid_fields` (`words`, `outcome`) a refusal
 * without words and an end that would not be true, and with `state_does_not_allow` what the decision about a restriction ends.
 */
export async function closeRequest(ctx: Ctx, caller: Caller, id: string, ending: RequestEnding): Promise<void> {
  const { outcome, words, told } = ending;
  const isRefused = isRefusal(outcome);
  await withRequest(ctx, caller, id, async (tx, held) => {
    if (await isDecidedElsewhere(tx.db, caller, id)) throw new Refusal('state_does_not_allow');
    const { row, steps, person, key } = held;
    if (!Object.hasOwn(outcomesFor(held.row.kind), outcome))
      throw new Refusal('invalid_fields', { outcome: ['Choose how it ends'] });
    refuseWords(words, missingWords(held, outcome));
    const kept = keepsFromEnding({ kind: row.kind, receivedOn: row.received_on, steps }, person?.check, outcome);
    if (kept !== undefined) throw new Refusal('invalid_fields', { outcome: [kept] });
    refuseCause(row, ending);
    const copy = await giveCopy(tx, caller, held, ending);
    if (row.kind === 'complaint') await recordCause(tx, caller, id, ending);
    // Who answers it dealt with it, unless somebody else does.
    const by = userIdOf(caller.actor);
    if (row.owner_id === null && by !== undefined)
      await updateOwner(tx.db, caller, id, { owner: by, subject: row.subject });
    await addStep(tx, caller, row, key, { step: 'closed', code: outcome, told, words });
    const says = isRefused ? refusalReasons[outcome].says : doneSays[outcome];
    await tell(tx, caller, held, told, { kind: 'closed', says, words, isRefused, ...copy });
  });
}

/** Records how the copy reaches them. Refuses with `invalid_fields` (`delivery`). Returns what the mail says of it; undefined of anything but a copy. */
async function giveCopy(tx: Ctx, caller: Caller, held: Held, { outcome, delivery }: RequestEnding) {
  const { row, person, key, askedBy } = held;
  const isGiven = isOfCopy(row) && (outcome === 'done' || outcome === 'partly_done');
  if (!isGiven || person === undefined) return undefined;
  if (delivery === undefined || key === undefined || !deliveriesFor(askedBy).includes(delivery))
    throw new Refusal('invalid_fields', { delivery: ['Choose how they get the copy'] });
  await addStep(tx, caller, row, key, { step: 'acted', code: `given_${delivery}` satisfies RequestAct });
  const { tenant, id: checkId, formLinkGeneration: generation } = person.check;
  const page = delivery === 'own_page' ? `${await formUri(tx, { ...tenant, checkId, generation })}/rights` : undefined;
  return { copy: deliverySays[delivery], page };
}

/** What is said where the answer has to be explained, and is not; undefined where it need not be. */
function missingWords({ row, person }: Held, outcome: Outcome): string | undefined {
  if (outcome === 'partly_done') return 'Write what was left out, and why';
  if (isRefusal(outcome) || explained.includes(outcome)) return 'Write why';
  return person === undefined && outcome === 'done' && !isOfCopy(row) ? 'Write what was done' : undefined;
}

function refuseWords(words: string, missing: string | undefined): void {
  const problems = new Problems();
  refuseText(problems, words, missing);
  problems.refuse('invalid_fields');
}

function refuseCause({ kind }: DataRequestRow, { outcome, rootCause, change = '' }: RequestEnding): void {
  const problems = new Problems();
  const isLookedInto = outcome !== 'taken_back' && !isRefusal(outcome);
  if (kind === 'complaint' && isLookedInto && rootCause === undefined)
    problems.add('root_cause', 'Choose the root cause');
  refuseText(problems, change, undefined, 'change');
  problems.refuse('invalid_fields');
}

async function recordCause(tx: Ctx, caller: Caller, id: string, { rootCause, change = '' }: RequestEnding) {
  const sealedChange = await sealChange(tx, caller, id, change);
  await updateCause(tx.db, caller, id, { rootCause: rootCause ?? null, sealedChange });
}

/** Of the person of a check, the newest first. @param key of the applicant; undefined if it was destroyed */
export async function listRequestsOf(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  { tenant, applicantId }: Pick<Check, 'tenant' | 'applicantId'>,
  key: DataKey | undefined,
): Promise<DataRequest[]> {
  const rows = await findDataRequestsOf(ctx.db, tenant, applicantId);
  const steps = await findSteps(
    ctx.db,
    tenant,
    rows.map(({ id }) => id),
  );
  const stepsOf = (id: string) => steps.filter((one) => one.request_id === id);
  return Promise.all(rows.map((row) => openRequest(ctx, tenant, key, row, stepsOf(row.id))));
}

export interface OpenedRequest {
  readonly request: DataRequest;
  readonly accountName: string;
  readonly caller: Caller;
  /** Undefined of somebody about whom nothing is kept. */
  readonly check: Check | undefined;
  readonly key: DataKey | undefined;
  /** The decision about a restriction ends it. */
  readonly isDecidedElsewhere: boolean;
}

/** After recording the look at the person, or at what somebody wrote about whom nothing is kept. Refuses with `not_found` a request that the reader may not see. */
export async function openDataRequest(ctx: Ctx, reader: DeskReader, id: string): Promise<OpenedRequest> {
  demand(authorityOf(reader), 'read_erasures', 'read_complaints');
  const found = isUuid(id) ? await findAccountOfRequest(ctx.db, reader.accounts, id) : undefined;
  if (found === undefined) throw new Refusal('not_found');
  const { accountId, environment, account_name: accountName, clock_offset_seconds: clockOffsetSeconds } = found;
  const caller: Caller = { accountId, environment, clockOffsetSeconds, ...authorityOf(reader) };
  const row = (await findDataRequest(ctx.db, caller, id))!;
  if (!maySee(caller, row)) throw new Refusal('not_found');
  const { check, key } = row.check_id === null ? {} : await readCheckAndKey(ctx, caller, row.check_id);
  if (check !== undefined) {
    const { applicantId, id: checkId } = check;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
  } else recordLook(ctx, caller, { type: 'data_request.read', resourceId: id });
  return {
    request: await openRequest(ctx, caller, key, row, await findSteps(ctx.db, caller, [id])),
    ...{ accountName, caller, check, key },
    isDecidedElsewhere: await isDecidedElsewhere(ctx.db, caller, id),
  };
}

/** While they wait for a copy, or have not taken it from their own page, nobody erases them: that would keep it from them. */
export const awaitsCopy = (ctx: Pick<Ctx, 'db' | 'now'>, caller: Caller, applicantId: string): Promise<boolean> =>
  findAwaitsCopy(ctx.db, caller, applicantId, { today: todayFor(ctx, caller), ownCopyDays: OWN_COPY_DAYS });
