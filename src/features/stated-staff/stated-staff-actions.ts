// Staff whom a client brings in: who were screened elsewhere, as the client states. Brought in, read, corrected, removed.

import { type Caller, type Ctx, inTransaction, type OrderScope, ownerOf, timeFor, todayFor } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Place } from '../access/place-queries.ts';
import { isInScope, scopeOf } from '../access/scope-rules.ts';
import {
  addApplicant,
  applicantProblems,
  deleteApplicant,
  hasOrders,
  holdApplicant,
  isRegistered,
  moveApplicant,
  readApplicant,
  replaceFacts,
} from '../applicants/applicant-actions.ts';
import { applicantKey, openFacts, searchKeys } from '../applicants/applicant-vault.ts';
import { addPlaceOf, type PersonPlace, passPlaces, worksElsewhere } from '../applicants/person-place-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { isSameName, jobTerms, personTerms, typedSearch } from '../applicants/search-key-rules.ts';
import { keepWorkKind, passWorkKind, readWorkKinds } from '../applicants/work-kind-actions.ts';
import { storeAccountEvent, storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import { type ApplicantFacts, noFacts } from '../facts/facts.ts';
import type { RecordKind } from './record-kind-rules.ts';
import { type StatedPerson, statedProblems } from './stated-staff-rules.ts';
import {
  deleteStated,
  findAlike,
  findStated,
  holdBringing,
  type StatedRow,
  type StatedSight,
  updateLeftAt,
  upsertStated,
} from './stated-staff-store.ts';

type StaffCaller = Caller & OrderScope;

/** Of one spreadsheet. */
export const MOST_STATED = 1000;

interface Details {
  readonly job: string;
  readonly employeeNumber: string;
  /** Who did the screening, and what is said of it besides, by kind. */
  readonly sources: Partial<Readonly<Record<RecordKind, string>>>;
  readonly details: Partial<Readonly<Record<RecordKind, string>>>;
}

const place = (applicantId: string) => `stated_people.details ${applicantId}`;

const factsOf = (
  { firstName, lastName, hasOneName, dob, email }: StatedPerson,
  before: ApplicantFacts = noFacts,
): ApplicantFacts => ({
  ...before,
  ...{ first_name: firstName, last_name: lastName, has_one_name: hasOneName || null, dob, email },
});

/** By the names of the inputs: what is wrong with the person, as an applicant, and with what is stated. */
export function judgeStated(
  ctx: Ctx,
  caller: StaffCaller,
  person: StatedPerson,
): { readonly ofPerson: FieldMessages; readonly stated: FieldMessages } {
  demand(caller, 'order_checks');
  const today = todayFor(ctx, caller);
  const { email = [], ...others } = applicantProblems(factsOf(person), today).fields;
  // Nobody has to give it.
  const ofPerson = person.email === '' ? others : { ...others, ...(email.length > 0 && { email }) };
  return { ofPerson, stated: statedProblems(person, today).fields };
}

/** The places of those of these people who stand in the record already, by the name and the date of birth. */
export async function findInRecord(
  ctx: Ctx,
  caller: StaffCaller,
  people: readonly Pick<StatedPerson, 'firstName' | 'lastName' | 'dob'>[],
): Promise<ReadonlySet<number>> {
  demand(caller, 'order_checks');
  const account = await ctx.keys.forAccount(caller.accountId);
  const keys = people.map(({ firstName, lastName, dob }) =>
    searchKeys(account, caller, [
      ...typedSearch(fullName(firstName, lastName)).person,
      ...personTerms({ ...noFacts, dob }).filter(({ field }) => field === 'born'),
    ]),
  );
  const tenant = { accountId: caller.accountId, environment: caller.environment };
  const alike = await findAlike(ctx.db, caller, keys);
  // Together: they are read with one statement. A name is also found by its beginning, as a twin's may be.
  const found = await Promise.all(alike.map(({ id }) => readApplicant(ctx, tenant, id)));
  const isNamed = ({ facts }: (typeof found)[number], { firstName, lastName }: (typeof people)[number]) =>
    ['', facts.middle_name ?? ''].some((middle) =>
      isSameName(`${facts.first_name} ${middle} ${facts.last_name}`, fullName(firstName, lastName)),
    );
  return new Set(alike.flatMap(({ place }, at) => (isNamed(found[at]!, people[place]!) ? [place] : [])));
}

async function store(tx: Ctx, caller: StaffCaller, applicantId: string, key: DataKey, person: StatedPerson) {
  const { job, employeeNumber, subsidiaryId, startsOn, reports } = person;
  const sources = Object.fromEntries(reports.map(({ kind, source }) => [kind, source]));
  const details = Object.fromEntries(reports.map(({ kind, detail }) => [kind, detail]));
  const sealed: Details = { job, employeeNumber, sources, details };
  await upsertStated(tx.db, caller, {
    ...{ applicantId, subsidiaryId, startsOn, reports },
    sealedDetails: key.seal(place(applicantId), sealed),
    jobKeys: searchKeys(await tx.keys.forAccount(caller.accountId), caller, jobTerms(null, [job])),
    statedBy: ownerOf(caller),
    statedAt: timeFor(tx, caller),
  });
}

function refuseOther(caller: StaffCaller, { subsidiaryId }: StatedPerson): void {
  if (!isInScope(caller, subsidiaryId)) throw new Refusal('not_permitted');
}

/** All, or none; the caller has judged each. Refuses with `state_does_not_allow` if one of them is in the record meanwhile. */
export async function bringIn(
  ctx: Ctx,
  caller: StaffCaller,
  people: readonly (StatedPerson & { readonly places?: readonly PersonPlace[] })[],
): Promise<void> {
  demand(caller, 'order_checks');
  for (const person of people) refuseOther(caller, person);
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdBringing(tx.db, caller);
    if ((await findInRecord(tx, caller, people)).size > 0) throw new Refusal('state_does_not_allow');
    for (const person of people) {
      const { id, key } = await addApplicant(tx, { ...caller, ...scopeOf(person.subsidiaryId) }, factsOf(person));
      await store(tx, caller, id, key, person);
      await keepWorkKind(tx, caller, id, person.workKind);
      for (const one of person.places ?? []) await addPlaceOf(tx, caller, id, one);
    }
    const detail = { people: people.length };
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.staff_brought_in',
      resourceId: caller.accountId,
      detail,
    });
  });
}

export interface StatedStaff extends StatedPerson {
  readonly applicantId: string;
  readonly statedAt: Date;
  /** Null while they work. */
  readonly leftAt: Date | null;
}

async function open(ctx: Ctx, scope: OrderScope, row: StatedRow): Promise<StatedStaff> {
  const { applicant_id: applicantId, reports } = row;
  const key = applicantKey(await ctx.keys.forAccount(scope.accountId), scope, applicantId, row.sealed_key);
  const facts = openFacts(key, row.sealed_facts);
  const { job, employeeNumber, sources, details } = key.open<Details>(place(applicantId), row.sealed_details);
  return {
    ...{ applicantId, job, employeeNumber, statedAt: row.stated_at, leftAt: row.left_at, startsOn: row.starts_on },
    workKind: row.work_kind,
    ...{ firstName: facts.first_name, lastName: facts.last_name, hasOneName: facts.has_one_name === true },
    ...{ dob: facts.dob, email: facts.email },
    subsidiaryId: row.subsidiary_id,
    reports: reports.map(({ kind, completed_on, expires_on, level }) => ({
      ...{ kind, completedOn: completed_on, expiresOn: expires_on, level },
      ...{ source: sources[kind] ?? '', detail: details[kind] ?? '' },
    })),
  };
}

/** Of these people those who were brought in and are not restricted, by their ids; the caller records the look. */
export async function readStated(
  ctx: Ctx,
  caller: StaffCaller,
  applicantIds: readonly string[],
  sight: StatedSight = {},
): Promise<ReadonlyMap<string, StatedStaff>> {
  demand(caller, 'read_checks', 'read_clearance', 'read_record', 'read_results', 'order_checks', 'erase_applicants');
  const rows = await findStated(ctx.db, caller, applicantIds, sight);
  return new Map(await Promise.all(rows.map(async (row) => [row.applicant_id, await open(ctx, caller, row)] as const)));
}

/** As `readStated`, for somebody who is about to order for them: the look is recorded. */
export async function listStated(
  ctx: Ctx,
  caller: StaffCaller,
  applicantIds: readonly string[],
): Promise<readonly StatedStaff[]> {
  demand(caller, 'order_checks');
  const found = await readStated(ctx, caller, applicantIds);
  recordList(ctx, caller, 'account.applicants_listed', { filter: { toOrder: true }, ids: [...found.keys()] });
  return [...found.values()];
}

export interface ShownStaff extends StatedStaff {
  /** Their name, date of birth and place are of their orders. */
  readonly isOrdered: boolean;
  readonly isStated: boolean;
}

/** What is stated of them, nothing yet of somebody who was ordered for alone. Refuses with `not_found`. */
async function readStatable(ctx: Ctx, caller: StaffCaller, applicantId: string): Promise<ShownStaff> {
  const tenant = { accountId: caller.accountId, environment: caller.environment };
  const isOrdered = await hasOrders(ctx, tenant, applicantId);
  const one = (await readStated(ctx, caller, [applicantId])).get(applicantId);
  if (one !== undefined) return { ...one, isOrdered, isStated: true };
  const isKept = await isRestricted(ctx.db, tenant, applicantId);
  const { facts, subsidiaryId } = await readApplicant(ctx, caller, applicantId);
  const workKind = (await readWorkKinds(ctx, caller, [applicantId])).get(applicantId) ?? null;
  // What another part of the client states is not theirs to replace.
  if (!isOrdered || isKept || !isInScope(caller, subsidiaryId)) throw new Refusal('not_found');
  return {
    ...{ applicantId, job: '', employeeNumber: '', statedAt: timeFor(ctx, caller), leftAt: null, startsOn: null },
    ...{ firstName: facts.first_name, lastName: facts.last_name, hasOneName: facts.has_one_name === true },
    ...{ dob: facts.dob, email: facts.email, subsidiaryId, workKind, reports: [] },
    ...{ isOrdered, isStated: false },
  };
}

/** For somebody who looks at them: the look is recorded. Refuses with `not_found`. */
export async function showStated(ctx: Ctx, caller: StaffCaller, applicantId: string): Promise<ShownStaff> {
  demand(caller, 'order_checks');
  const one = await readStatable(ctx, caller, applicantId);
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId });
  return one;
}

/** The caller has judged it. Refuses with `not_found`. The name of somebody who was ordered for stays as they gave it, and their subsidiary that of the order. */
export async function correctStated(
  ctx: Ctx,
  caller: StaffCaller,
  applicantId: string,
  person: StatedPerson,
): Promise<void> {
  demand(caller, 'order_checks');
  refuseOther(caller, person);
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    const { isOrdered } = await readStatable(tx, caller, applicantId);
    const tenant = { accountId: caller.accountId, environment: caller.environment };
    const { key, facts, subsidiaryId } = await readApplicant(tx, tenant, applicantId);
    if (isOrdered) await store(tx, caller, applicantId, key, { ...person, subsidiaryId });
    else {
      await replaceFacts(tx, tenant, applicantId, key, factsOf(person, facts));
      await moveApplicant(tx, tenant, applicantId, person.subsidiaryId);
      await store(tx, caller, applicantId, key, person);
    }
    await keepWorkKind(tx, caller, applicantId, person.workKind);
    await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: applicantId, applicantId }]);
  });
}

/**
 * With everything about them, unless they were ordered for; those stay, without what was stated. Refuses with `not_found`, and with
 * `state_does_not_allow` somebody of whom a register is kept, or who works where the caller does not see it.
 */
export async function removeStated(ctx: Ctx, caller: StaffCaller, applicantId: string): Promise<void> {
  demand(caller, 'order_checks');
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    if (!(await readStated(tx, caller, [applicantId])).has(applicantId)) throw new Refusal('not_found');
    const tenant = { accountId: caller.accountId, environment: caller.environment };
    const isOrdered = await hasOrders(tx, tenant, applicantId);
    // Where they work besides, others keep their record.
    const isKept =
      !isOrdered && ((await isRegistered(tx, tenant, applicantId)) || (await worksElsewhere(tx, caller, applicantId)));
    if (isKept) throw new Refusal('state_does_not_allow');
    await deleteStated(tx.db, caller, applicantId);
    if (isOrdered) await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: applicantId, applicantId }]);
    else await deleteApplicant(tx, { ...caller, ...tenant, subsidiaryIds: null }, applicantId);
  });
}

/** As a part of what says it, of somebody who was brought in and not ordered for; of others it changes nothing. @param at null if they have come back */
export async function changeStatedLeaving(
  tx: Ctx,
  caller: StaffCaller,
  applicantId: string,
  { at, place }: { readonly at: Date | null; readonly place: Place },
) {
  if ((await updateLeftAt(tx.db, caller, applicantId, { at, place })) === 0) return;
  const type = at === null ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
  await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId }]);
}

/**
 * What is stated of somebody is of who was ordered for now. Changes nothing if they were removed, or ordered for, meanwhile, and of
 * whom a register is kept: it would go with them.
 */
export async function moveStated(
  tx: Ctx,
  caller: StaffCaller,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const tenant = { accountId: caller.accountId, environment: caller.environment };
  const stated = (await readStated(tx, { ...caller, subsidiaryIds: null }, [from])).get(from);
  if (stated === undefined || (await hasOrders(tx, tenant, from)) || (await isRegistered(tx, tenant, from))) return;
  const { key, subsidiaryId } = await readApplicant(tx, tenant, to);
  await store(tx, caller, to, key, { ...stated, subsidiaryId });
  await passWorkKind(tx, caller, { from, to });
  await passPlaces(tx, caller, { from, to });
  await removeStated(tx, { ...caller, subsidiaryIds: null }, from);
}
