// The regulatory references that a firm gives other firms on its people: asked for, written, approved by somebody else, given,
// and updated for six years.

import { type Caller, type Ctx, inTransaction, ownerOf, timeFor, todayFor } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NameActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { applicantKey, openFacts } from '../applicants/applicant-vault.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Answers } from '../references/answer-rules.ts';
import { type CertifyingCaller, demandRegister, readCertificatesOf, registeredPerson } from './certificate-actions.ts';
import { type ConductBreach, readBreachDays, readBreachesOf, type Window } from './conduct-breach-actions.ts';
import {
  type Asker,
  begunAnswers,
  type GivenState,
  givenState,
  readGivenAnswers,
  readRequest,
  readUpdate,
  type TypedRequest,
  type TypedUpdate,
  updatedUntil,
} from './given-reference-rules.ts';
import {
  type DecidedBreach,
  findDecidedBreaches,
  findGiven,
  findGivenDays,
  findUpdates,
  type GivenDays,
  type GivenRow,
  type GivenSearch,
  insertGiven,
  insertUpdate,
  type UpdateRow,
  updateAnswers,
  updateApproved,
  updateGivenOn,
} from './given-reference-store.ts';

interface GivenUpdate {
  readonly breachId: string;
  readonly breachVersion: number;
  readonly isOwed: boolean;
  readonly sentOn: IsoDate | null;
  /** What was sent, or why nothing is owed. */
  readonly words: string;
  readonly by: string;
  readonly recordedAt: Date;
}

export interface GivenReference {
  readonly id: string;
  readonly applicantId: string;
  readonly facts: Pick<ApplicantFacts, 'first_name' | 'last_name' | 'dob'>;
  readonly asker: Asker;
  readonly receivedOn: IsoDate;
  readonly dueOn: IsoDate;
  readonly state: GivenState;
  readonly answers: Answers | null;
  readonly written: { readonly actor: string; readonly by: string; readonly at: Date } | null;
  readonly approved: { readonly by: string; readonly at: Date } | null;
  readonly givenOn: IsoDate | null;
  readonly leftOn: IsoDate | null;
  readonly updates: readonly GivenUpdate[];
}

const askerPlace = (id: string) => `given_references.asker ${id}`;
const answersPlace = (id: string) => `given_references.answers ${id}`;
const updatePlace = (id: string) => `given_reference_updates.words ${id}`;

const openUpdate = (key: DataKey, nameOf: NameActor, one: UpdateRow): GivenUpdate => ({
  ...{ breachId: one.breach_id, breachVersion: one.breach_version, isOwed: one.is_owed, sentOn: one.sent_on },
  words: key.open<string>(updatePlace(one.id), one.sealed_words),
  ...{ by: nameOf(one.recorded_by).name, recordedAt: one.recorded_at },
});

function openRow(row: GivenRow, key: DataKey, nameOf: NameActor, updates: readonly UpdateRow[]): GivenReference {
  const { id, written_by: writer, written_at: writtenAt, approved_by: approver, approved_at: approvedAt } = row;
  return {
    ...{ id, applicantId: row.applicant_id, facts: openFacts(key, row.sealed_facts), leftOn: row.left_on },
    asker: key.open<Asker>(askerPlace(id), row.sealed_asker),
    ...{ receivedOn: row.received_on, dueOn: row.due_on, givenOn: row.given_on },
    state: givenState({ writtenAt, approvedAt, givenOn: row.given_on }),
    answers: row.sealed_answers && key.open<Answers>(answersPlace(id), row.sealed_answers),
    written: writer && writtenAt && { actor: writer, by: nameOf(writer).name, at: writtenAt },
    approved: approver && approvedAt && { by: nameOf(approver).name, at: approvedAt },
    updates: updates.filter((one) => one.reference_id === id).map((one) => openUpdate(key, nameOf, one)),
  };
}

async function openGiven(ctx: Ctx, caller: Caller, search: GivenSearch): Promise<GivenReference[]> {
  const rows = await findGiven(ctx.db, caller, search);
  const updates = await findUpdates(
    ctx.db,
    caller,
    rows.map(({ id }) => id),
  );
  const account = await ctx.keys.forAccount(caller.accountId);
  const nameOf = await readActorNames(ctx.db, caller.accountId, [
    ...rows.flatMap((row) => [row.written_by ?? [], row.approved_by ?? []].flat()),
    ...updates.map((one) => one.recorded_by),
  ]);
  return rows.map((row) =>
    openRow(row, applicantKey(account, caller, row.applicant_id, row.sealed_key), nameOf, updates),
  );
}

/** Whether the firm may owe an update: the breach was recorded after what was given, while that must be updated. */
const mayOwe = (
  one: { readonly givenOn: IsoDate | null; readonly writtenAt: Date | null; readonly leftOn: IsoDate | null },
  breachRecordedAt: Date,
  today: IsoDate,
): boolean =>
  one.givenOn !== null && today <= updatedUntil(one.givenOn, one.leftOn) && breachRecordedAt > one.writtenAt!;

/** Those of the person that may be owed, and about which nobody decided. */
const undecided = (one: GivenReference, breaches: readonly ConductBreach[], today: IsoDate): ConductBreach[] =>
  breaches.filter(
    ({ id, version, recordedAt }) =>
      mayOwe({ ...one, writtenAt: one.written?.at ?? null }, recordedAt, today) &&
      !one.updates.some(({ breachId, breachVersion }) => breachId === id && breachVersion === version),
  );

export interface ListedGiven extends GivenReference {
  /** How many breaches there are of which nobody has said whether the firm must learn of them. */
  readonly undecided: number;
}

/** How many breaches are to be decided about, by the id of the reference. */
async function countUndecided(ctx: Ctx, caller: CertifyingCaller, given: readonly GivenDays[]) {
  if (!given.some(({ given_on: givenOn }) => givenOn !== null)) return new Map<string, number>();
  const breachesOf = Map.groupBy(await readBreachDays(ctx, caller), ({ applicant_id: id }) => id);
  const keyOf = ({ reference_id: id, breach_id: breachId, breach_version: version }: DecidedBreach) =>
    `${id} ${breachId} ${version}`;
  const decided = new Set((await findDecidedBreaches(ctx.db, caller)).map(keyOf));
  const today = todayFor(ctx, caller);
  return new Map(
    given.map(({ id, applicant_id, given_on: givenOn, written_at: writtenAt, left_on: leftOn }) => [
      id,
      (breachesOf.get(applicant_id) ?? []).filter(
        ({ breach_id, version, recorded_at: at }) =>
          mayOwe({ givenOn, writtenAt, leftOn }, at, today) &&
          !decided.has(keyOf({ reference_id: id, breach_id, breach_version: version })),
      ).length,
    ]),
  );
}

/** What a list of references shows: those that are not given, those that are, and those of which an update may be owed. */
export const givenShows = ['open', 'given', 'update'] as const;
export type GivenShow = (typeof givenShows)[number];

/** What is due first comes first; the look is recorded. @param show undefined for all */
export async function listGiven(
  ctx: Ctx,
  caller: CertifyingCaller,
  show: GivenShow | undefined,
  { offset, limit }: Window,
): Promise<{
  readonly given: readonly ListedGiven[];
  readonly total: number;
  readonly counts: Readonly<Record<GivenShow, number>>;
}> {
  await demandRegister(ctx, caller, 'keep_conduct');
  const all = await findGivenDays(ctx.db, caller);
  const toDecide = await countUndecided(ctx, caller, all);
  const isShown: Readonly<Record<GivenShow, (one: GivenDays) => boolean>> = {
    open: ({ given_on: givenOn }) => givenOn === null,
    given: ({ given_on: givenOn }) => givenOn !== null,
    update: ({ id }) => (toDecide.get(id) ?? 0) > 0,
  };
  const countOf = (one: GivenShow) => all.filter(isShown[one]).length;
  const found = show === undefined ? all : all.filter(isShown[show]);
  const ids = found.slice(offset, offset + limit).map(({ id }) => id);
  const given = await openGiven(ctx, caller, { ids });
  const applicantIds = [...new Set(given.map(({ applicantId }) => applicantId))];
  recordList(ctx, caller, 'account.applicants_listed', { filter: { references_given: true }, ids: applicantIds });
  return {
    given: given.map((one) => ({ ...one, undecided: toDecide.get(one.id) ?? 0 })),
    total: found.length,
    counts: { open: countOf('open'), given: countOf('given'), update: countOf('update') },
  };
}

export interface ShownGiven extends GivenReference {
  /** Breaches of which nobody has said whether the firm must learn of them. */
  readonly toDecide: readonly ConductBreach[];
}

/** Of a person; the caller records the look. */
export async function readGivenOf(ctx: Ctx, caller: CertifyingCaller, applicantId: string): Promise<GivenReference[]> {
  await demandRegister(ctx, caller, 'keep_conduct');
  return openGiven(ctx, caller, { applicantId });
}

/** For the copy that a person gets of their data. */
export async function readGivenForCopy(ctx: Ctx, reader: Caller, applicantId: string): Promise<GivenReference[]> {
  demand(reader, 'erase_applicants');
  return openGiven(ctx, reader, { applicantId, withRestricted: true });
}

/** The look is recorded. Refuses with `not_found`. */
export async function showGiven(ctx: Ctx, caller: CertifyingCaller, id: string): Promise<ShownGiven> {
  await demandRegister(ctx, caller, 'keep_conduct');
  const [one] = await openGiven(ctx, caller, { ids: [id] });
  if (one === undefined) throw new Refusal('not_found');
  const { applicantId } = one;
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId });
  const breaches = one.givenOn === null ? [] : await readBreachesOf(ctx, caller, applicantId);
  return { ...one, toDecide: undecided(one, breaches, todayFor(ctx, caller)) };
}

/** What the register knows, for who writes it to look through; what was written before, if anything was. */
export async function beginAnswers(ctx: Ctx, caller: CertifyingCaller, one: GivenReference, by: string) {
  await demandRegister(ctx, caller, 'keep_conduct');
  if (one.answers !== null) return one.answers;
  const { name: firm } = await readAccount(ctx, caller.accountId);
  const { firmReferenceNumber: firmNumber } = await readAccountSettings(ctx, caller.accountId);
  return begunAnswers({
    ...{ firm, firmNumber, by, receivedOn: one.receivedOn, leftOn: one.leftOn },
    certificates: await readCertificatesOf(ctx, caller, one.applicantId),
    breaches: await readBreachesOf(ctx, caller, one.applicantId),
  });
}

type Step = 'asked' | 'written' | 'approved' | 'given' | 'updated';

/** Runs `work` while the person is held, and stores that it was done. Refuses with `state_does_not_allow` if it changes nothing. */
async function step(
  ctx: Ctx,
  caller: CertifyingCaller,
  { applicantId, state, done }: { readonly applicantId: string; readonly state: string; readonly done: Step },
  work: (tx: Ctx, key: DataKey) => Promise<number>,
): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    const { key } = await registeredPerson(tx, caller, applicantId);
    if ((await work(tx, key)) === 0) throw stateRefusal(state);
    const detail = { step: done };
    await storeEvents(tx, caller, [{ type: 'applicant.reference_kept', resourceId: applicantId, applicantId, detail }]);
  });
}

/** Refuses with `not_found`, and with `invalid_fields` by the names of the inputs. Returns its id. */
export async function recordRequest(
  ctx: Ctx,
  caller: CertifyingCaller,
  applicantId: string,
  typed: TypedRequest,
): Promise<string> {
  await demandRegister(ctx, caller, 'keep_conduct');
  readRequest(typed, todayFor(ctx, caller));
  const { firm, number, address, receivedOn, dueOn } = typed;
  const id = ctx.newId();
  await step(ctx, caller, { applicantId, state: 'asked', done: 'asked' }, async (tx, key) => {
    const asker: Asker = { firm, number, address };
    const sealed = { id, applicantId, receivedOn, dueOn, sealedAsker: key.seal(askerPlace(id), asker) };
    await insertGiven(tx.db, caller, { ...sealed, recordedBy: ownerOf(caller), recordedAt: timeFor(tx, caller) });
    return 1;
  });
  return id;
}

/**
 * Takes an approval back. Refuses with `not_found`, with `invalid_fields` by the names of the inputs, and with
 * `state_does_not_allow` one that was given, or written since it was read. @param writtenAt of what was read; empty where
 * nobody had written it. @param typedOf the fields of a section as they were typed
 */
export async function writeAnswers(
  ctx: Ctx,
  caller: CertifyingCaller,
  { id, writtenAt }: { readonly id: string; readonly writtenAt: string },
  typedOf: Parameters<typeof readGivenAnswers>[0],
): Promise<void> {
  const { applicantId, state, written } = await showGiven(ctx, caller, id);
  if ((written?.at.toISOString() ?? '') !== writtenAt) throw stateRefusal(state);
  const { answers, problems } = readGivenAnswers(typedOf, todayFor(ctx, caller));
  problems.refuse('invalid_fields');
  await step(ctx, caller, { applicantId, state, done: 'written' }, (tx, key) => {
    const sealedAnswers = key.seal(answersPlace(id), answers);
    const readAt = written?.at ?? null;
    return updateAnswers(tx.db, caller, { id, sealedAnswers, by: ownerOf(caller), at: timeFor(tx, caller), readAt });
  });
}

/** By another user than who wrote it. Refuses with `not_found`, and with `state_does_not_allow` what was changed since. */
export async function approveGiven(ctx: Ctx, caller: CertifyingCaller, id: string, writtenAt: string): Promise<void> {
  const { applicantId, state, written } = await showGiven(ctx, caller, id);
  if (written === null || written.at.toISOString() !== writtenAt) throw stateRefusal(state);
  if (written.actor === ownerOf(caller)) throw new Refusal('not_permitted');
  await step(ctx, caller, { applicantId, state, done: 'approved' }, (tx) =>
    updateApproved(tx.db, caller, { id, by: ownerOf(caller), at: timeFor(tx, caller), writtenAt: written.at }),
  );
}

/** Refuses with `not_found`, with `invalid_fields` (`given_on`), and with `state_does_not_allow` what is not approved. */
export async function recordGiven(ctx: Ctx, caller: CertifyingCaller, id: string, on: string): Promise<void> {
  const { applicantId, state, receivedOn } = await showGiven(ctx, caller, id);
  const day = parseDate(on);
  if (day === undefined || day < receivedOn || day > todayFor(ctx, caller))
    throw new Refusal('invalid_fields', { given_on: ['Enter the day on which it was given, until today'] });
  await step(ctx, caller, { applicantId, state, done: 'given' }, (tx) => updateGivenOn(tx.db, caller, { id, on: day }));
}

/** Refuses with `not_found`, with `invalid_fields` by the names of the inputs, and with `state_does_not_allow` what is decided. */
export async function decideUpdate(
  ctx: Ctx,
  caller: CertifyingCaller,
  { id, breachId }: { readonly id: string; readonly breachId: string },
  typed: TypedUpdate,
): Promise<void> {
  const { applicantId, givenOn, toDecide, state } = await showGiven(ctx, caller, id);
  const breach = toDecide.find((one) => one.id === breachId);
  if (breach === undefined || givenOn === null) throw stateRefusal(state);
  const { isOwed, sentOn } = readUpdate(typed, givenOn, todayFor(ctx, caller));
  await step(ctx, caller, { applicantId, state, done: 'updated' }, (tx, key) => {
    const updateId = tx.newId();
    return insertUpdate(tx.db, caller, {
      ...{ id: updateId, reference_id: id, breach_id: breachId, breach_version: breach.version },
      ...{ is_owed: isOwed, sent_on: sentOn, sealed_words: key.seal(updatePlace(updateId), typed.words) },
      ...{ recorded_by: ownerOf(caller), recorded_at: timeFor(tx, caller) },
    });
  });
}
