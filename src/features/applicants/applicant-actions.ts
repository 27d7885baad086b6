// The actions on applicants: create, read, list, update, delete, erase.
import { type Caller, type Ctx, inTransaction, type Tenant, timeFor, todayFor } from '../../context.ts';
import { type Problems, Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { homeOf } from '../access/scope-rules.ts';
import { forgetDraftsAbout } from '../drafts/draft-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { untilMoment } from '../facts/finding.ts';
import { statedFindings } from '../facts/stated-rules.ts';
import { forgetAnswersAbout } from '../idempotency/idempotency-actions.ts';
import { attributeProblems } from '../requirements/attribute-problem-rules.ts';
import { listApplicants as listApplicantRows } from './applicant-list-queries.ts';
import {
  type ApplicantRow,
  deleteApplicantRow,
  eraseApplicantRow,
  findApplicant,
  hasChecks,
  hasEarlierCase,
  hasRegister,
  insertApplicant,
  lockApplicant,
  raiseVersion,
  seesPerson,
  updateApplicantFacts,
  updateApplicantSubsidiary,
} from './applicant-store.ts';
import { applicantKey, newApplicantKey, openFacts, sealFacts, searchKeys } from './applicant-vault.ts';
import { isRestricted } from './restriction-queries.ts';
import { personTerms, type SearchTerm } from './search-key-rules.ts';

export interface Applicant {
  readonly id: string;
  readonly createdAt: Date;
  readonly facts: ApplicantFacts;
}

/** An applicant with what placing a check needs: the key, and the version of the facts that were read. */
export interface OpenApplicant extends Applicant {
  readonly version: number;
  readonly key: DataKey;
  /** The subsidiary that added them; null for the account itself. */
  readonly subsidiaryId: string | null;
}

/**
 * Applies the rules that hold whenever facts are given; the surface has already checked types, enumerations, dates and
 * codes.
 */
export const applicantProblems = (facts: ApplicantFacts, on: string): Problems =>
  attributeProblems(untilMoment(statedFindings(facts, on), 'given'), facts);

const refuseUnfit = (facts: ApplicantFacts, on: string): void => applicantProblems(facts, on).refuse('invalid_fields');

export async function createApplicant(ctx: Ctx, caller: Caller, facts: ApplicantFacts): Promise<OpenApplicant> {
  refuseUnfit(facts, todayFor(ctx, caller));
  return addApplicant(ctx, caller, facts);
}

/** The id and the key of somebody who is about to be added, for what is encrypted before. */
export interface ComingApplicant {
  readonly id: string;
  readonly key: DataKey;
  readonly wrapped: Buffer;
  /** By which they are found besides what is known of them. */
  readonly terms?: readonly SearchTerm[];
}

export async function prepareApplicant(ctx: Ctx, tenant: Tenant): Promise<ComingApplicant> {
  const id = ctx.newId();
  return { id, ...newApplicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, id) };
}

/** As `createApplicant`, for a caller who has judged what is given by rules of its own. */
export async function addApplicant(
  ctx: Ctx,
  caller: Caller,
  facts: ApplicantFacts,
  coming?: ComingApplicant,
): Promise<OpenApplicant> {
  demand(caller, 'order_checks', 'order_for_clients');
  const account = await ctx.keys.forAccount(caller.accountId);
  const { id, key, wrapped, terms = [] } = coming ?? (await prepareApplicant(ctx, caller));
  const createdAt = timeFor(ctx, caller);
  const subsidiaryId = homeOf(caller);
  await inTransaction(ctx, async (tx) => {
    await insertApplicant(tx.db, {
      accountId: caller.accountId,
      environment: caller.environment,
      subsidiaryId,
      id,
      createdAt,
      sealedKey: wrapped,
      sealedFacts: sealFacts(key, facts),
      searchKeys: searchKeys(account, caller, [...personTerms(facts), ...terms]),
    });
    await storeEvents(tx, caller, [{ type: 'applicant.created', resourceId: id, applicantId: id }]);
  });
  return { id, createdAt, facts, key, version: 1, subsidiaryId };
}

async function open(ctx: Ctx, tenant: Tenant, row: ApplicantRow): Promise<OpenApplicant> {
  const key = applicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, row.id, row.sealed_key);
  return {
    id: row.id,
    createdAt: row.created_at,
    version: row.version,
    subsidiaryId: row.subsidiary_id,
    key,
    facts: openFacts(key, row.sealed_facts),
  };
}

export async function readApplicant(ctx: Ctx, tenant: Tenant, id: string): Promise<OpenApplicant> {
  const row = await findApplicant(ctx.db, tenant, id);
  if (row === undefined) throw new Refusal('not_found');
  return open(ctx, tenant, row);
}

/** As `readApplicant`, also of who works in a subsidiary of the caller and was added by another: for what is of the person, and of no order. */
export async function readPerson(ctx: Ctx, caller: Tenant, id: string): Promise<OpenApplicant> {
  if (!(await seesPerson(ctx.db, caller, id))) throw new Refusal('not_found');
  return readApplicant(ctx, { accountId: caller.accountId, environment: caller.environment }, id);
}

export async function listApplicants(
  ctx: Ctx,
  tenant: Tenant,
  page: { readonly page: number; readonly perPage: number },
): Promise<{ readonly total: number; readonly applicants: readonly Applicant[] }> {
  const { total, rows } = await listApplicantRows(ctx.db, tenant, page);
  return { total, applicants: await Promise.all(rows.map((row) => open(ctx, tenant, row))) };
}

/** Their names, to put them in order; those who were erased meanwhile are left out. The caller records the look. */
export async function readNames(
  ctx: Ctx,
  { accountId, environment }: Tenant,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly firstName: string; readonly lastName: string }[]> {
  const tenant = { accountId, environment };
  // Together: they are read with one statement.
  const rows = await Promise.all(ids.map((id) => findApplicant(ctx.db, tenant, id)));
  const people = await Promise.all(rows.flatMap((row) => (row === undefined ? [] : [open(ctx, tenant, row)])));
  return people.map(({ id, facts }) => ({ id, firstName: facts.first_name, lastName: facts.last_name }));
}

/** As `readApplicant`, for somebody who looks at them: the look is recorded. */
export async function showApplicant(ctx: Ctx, caller: Caller, id: string): Promise<Applicant> {
  demand(caller, 'read_checks');
  const applicant = await readApplicant(ctx, caller, id);
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: id, applicantId: id });
  return applicant;
}

/** As `readPerson`, for somebody who looks at them: the look is recorded. */
export async function showPerson(ctx: Ctx, caller: Caller, id: string): Promise<OpenApplicant> {
  demand(caller, 'read_checks');
  const person = await readPerson(ctx, caller, id);
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: id, applicantId: id });
  return person;
}

/** As `listApplicants`, for somebody who looks at them: the look is recorded. */
export async function showApplicants(
  ctx: Ctx,
  caller: Caller,
  page: { readonly page: number; readonly perPage: number },
): ReturnType<typeof listApplicants> {
  demand(caller, 'read_checks');
  const listed = await listApplicants(ctx, caller, page);
  const ids = listed.applicants.map(({ id }) => id);
  recordList(ctx, caller, 'account.applicants_listed', { filter: { ...page }, ids });
  return listed;
}

export const hasOrders = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, id: string): Promise<boolean> =>
  hasChecks(ctx.db, tenant, id, false);

export const hasOngoingCheck = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, id: string): Promise<boolean> =>
  hasChecks(ctx.db, tenant, id, true);

/** Attributes that `change` leaves out stay; lists that it names are replaced whole. The answer is a look, which is recorded. */
export async function updateApplicant(
  ctx: Ctx,
  caller: Caller,
  id: string,
  change: (facts: ApplicantFacts) => ApplicantFacts,
): Promise<Applicant> {
  demand(caller, 'order_checks');
  const updated = await inTransaction(ctx, async (tx) => {
    const row = await lockApplicant(tx.db, caller, id);
    if (row === undefined) throw new Refusal('not_found');
    if (await hasOngoingCheck(tx, caller, id)) {
      throw new Refusal('invalid_fields', { applicant: ['cannot be updated while a check is ongoing'] });
    }
    if (await isRestricted(tx.db, caller, id)) throw restrictedRefusal();
    const { key, facts: before, createdAt } = await open(tx, caller, row);
    const facts = change(before);
    refuseUnfit(facts, todayFor(tx, caller));
    await replaceFacts(tx, caller, id, key, facts);
    await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: id, applicantId: id }]);
    return { id, createdAt, facts };
  });
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: id, applicantId: id });
  return updated;
}

/** Whether a regulated firm keeps something of them for longer than what is stated: nothing replaces the person then. */
export const isRegistered = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, id: string): Promise<boolean> =>
  hasRegister(ctx.db, tenant, id);

/** Locks the applicant: until the transaction ends, nobody else can change them or place a check on them. */
export async function holdApplicant(tx: Ctx, { accountId, environment }: Tenant, id: string): Promise<void> {
  // Also of whom a place of work alone is theirs to see.
  await lockApplicant(tx.db, { accountId, environment }, id);
}

/** Whoever read the applicant and is placing an order has to read them again: the order is judged anew. */
export async function outdateReadings(tx: Ctx, tenant: Tenant, id: string): Promise<void> {
  await raiseVersion(tx.db, tenant, id);
}

/** Stores newer facts, after an update or a submitted form, without applying rules. Needs a transaction. */
export async function replaceFacts(
  tx: Ctx,
  tenant: Tenant,
  id: string,
  key: DataKey,
  facts: ApplicantFacts,
): Promise<void> {
  const account = await tx.keys.forAccount(tenant.accountId);
  await updateApplicantFacts(tx.db, tenant, {
    id,
    sealedFacts: sealFacts(key, facts),
    searchKeys: searchKeys(account, tenant, personTerms(facts)),
  });
}

/** Who sees them afterwards is the subsidiary, or the account alone; the caller has judged it. */
export const moveApplicant = (tx: Ctx, tenant: Tenant, id: string, subsidiaryId: string | null): Promise<void> =>
  updateApplicantSubsidiary(tx.db, tenant, id, subsidiaryId);

export function deleteApplicant(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  demand(caller, 'order_checks');
  return inTransaction(ctx, async (tx) => {
    if ((await lockApplicant(tx.db, caller, id)) === undefined) throw new Refusal('not_found');
    if (await hasChecks(tx.db, caller, id, false)) {
      throw new Refusal('invalid_fields', { applicant: ['cannot be deleted: the applicant has checks'] });
    }
    if (await hasEarlierCase(tx.db, caller, id)) {
      throw new Refusal('invalid_fields', {
        applicant: ['cannot be deleted: a case of the earlier system is about them'],
      });
    }
    if (await hasRegister(tx.db, caller, id)) {
      throw new Refusal('invalid_fields', {
        applicant: ['cannot be deleted: a register that your firm must keep names them'],
      });
    }
    await deleteApplicantRow(tx.db, caller, id);
    await storeEvents(tx, caller, [{ type: 'applicant.deleted', resourceId: id, applicantId: id }]);
  });
}

/**
 * Erases the applicant permanently: destroys the key, and with it the facts, answers, findings, mails and files
 * encrypted with it. Only the existence, the times and the results of checks remain. Refused while a check is ongoing.
 * A part of `erasePerson` (`features/retention`), which first ends what would still be asked about the person.
 * @param reason a code, for the event
 */
export function eraseApplicant(ctx: Ctx, caller: Caller, id: string, reason: string): Promise<void> {
  demand(caller, 'erase_applicants');
  return inTransaction(ctx, async (tx) => {
    if ((await lockApplicant(tx.db, caller, id)) === undefined) throw new Refusal('not_found');
    if (await hasOngoingCheck(tx, caller, id)) {
      throw new Refusal('invalid_fields', { applicant: ['cannot be erased while a check is ongoing'] });
    }
    await eraseApplicantRow(tx.db, caller, id, tx.now());
    await forgetAnswersAbout(tx.db, caller, id);
    await forgetDraftsAbout(tx, caller, id);
    await storeEvents(tx, caller, [{ type: 'applicant.erased', resourceId: id, applicantId: id, detail: { reason } }]);
  });
}
