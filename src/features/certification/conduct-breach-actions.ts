// Breaches of conduct rules by staff of a regulated firm: recorded and corrected, each change kept, and read by few.

import { type Caller, type Ctx, inTransaction, ownerOf, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { applicantKey, openFacts } from '../applicants/applicant-vault.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type CertifyingCaller, demandRegister, registeredPerson } from './certificate-actions.ts';
import { type Breach, notifiedYearOf, readBreach, type TypedBreach } from './conduct-breach-rules.ts';
import {
  type BreachRow,
  type BreachSearch,
  findBreachVersions,
  findNewestBreaches,
  insertBreach,
} from './conduct-breach-store.ts';

interface Words {
  readonly found: string;
  readonly action: string;
}

export interface ConductBreach extends Breach {
  readonly id: string;
  readonly version: number;
  readonly applicantId: string;
  readonly facts: Pick<ApplicantFacts, 'first_name' | 'last_name' | 'dob'>;
  /** Who recorded this version. */
  readonly by: string;
  readonly recordedAt: Date;
}

const place = (id: string, version: number) => `conduct_breaches.words ${id} ${version}`;

/** In the order of the store: of each breach the newest version comes first. */
async function openVersions(ctx: Ctx, caller: Caller, search: BreachSearch): Promise<ConductBreach[]> {
  const rows = await findBreachVersions(ctx.db, caller, search);
  const account = await ctx.keys.forAccount(caller.accountId);
  const nameOf = await readActorNames(
    ctx.db,
    caller.accountId,
    rows.map(({ recorded_by: by }) => by),
  );
  return rows.map((row: BreachRow) => {
    const { breach_id: id, version, applicant_id: applicantId } = row;
    const key = applicantKey(account, caller, applicantId, row.sealed_key);
    return {
      ...{ id, version, applicantId, facts: openFacts(key, row.sealed_facts) },
      ...{ state: row.state, foundOn: row.found_on, rules: row.rules, discipline: row.discipline },
      ...{ disciplinedOn: row.disciplined_on, reportedOn: row.reported_on, reportedBy: row.reported_by },
      ...key.open<Words>(place(id, version), row.sealed_words),
      ...{ by: nameOf(row.recorded_by).name, recordedAt: row.recorded_at },
    };
  });
}

const newestOf = (versions: readonly ConductBreach[]): ConductBreach[] =>
  versions.filter(({ id }, at) => versions[at - 1]?.id !== id);

/** Which there are, without what was found; the caller opens what it shows. */
export const readBreachDays = async (ctx: Ctx, caller: CertifyingCaller) => {
  await demandRegister(ctx, caller, 'keep_conduct');
  return findNewestBreaches(ctx.db, caller);
};

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/**
 * As each stands now, the newest finding first; the look is recorded. @param year of the yearly notification: those with
 * disciplinary action in it; undefined for all
 */
export async function listBreaches(
  ctx: Ctx,
  caller: CertifyingCaller,
  year: number | undefined,
  { offset, limit }: Window,
): Promise<{ readonly breaches: readonly ConductBreach[]; readonly total: number }> {
  const found = (await readBreachDays(ctx, caller)).filter(
    ({ state, disciplined_on: disciplinedOn }) =>
      year === undefined || notifiedYearOf({ state, disciplinedOn }) === year,
  );
  const shown = found.slice(offset, offset + limit);
  const ids = [...new Set(shown.map(({ applicant_id: id }) => id))];
  recordList(ctx, caller, 'account.applicants_listed', { filter: { conduct: true }, ids });
  const breachIds = shown.map(({ breach_id: id }) => id);
  return { breaches: newestOf(await openVersions(ctx, caller, { breachIds })), total: found.length };
}

/** Of a person, as each stands now; the caller records the look. */
export async function readBreachesOf(ctx: Ctx, caller: CertifyingCaller, applicantId: string) {
  await demandRegister(ctx, caller, 'keep_conduct');
  return newestOf(await openVersions(ctx, caller, { applicantId }));
}

/** Every version of one, the newest first; the look is recorded. Refuses with `not_found`. */
export async function showBreach(ctx: Ctx, caller: CertifyingCaller, id: string) {
  await demandRegister(ctx, caller, 'keep_conduct');
  const [newest, ...earlier] = await openVersions(ctx, caller, { breachIds: [id] });
  if (newest === undefined) throw new Refusal('not_found');
  const { applicantId } = newest;
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId });
  return { newest, earlier };
}

/** For the copy that a person gets of their data. */
export async function readBreachesForCopy(ctx: Ctx, reader: Caller, applicantId: string) {
  demand(reader, 'erase_applicants');
  return newestOf(await openVersions(ctx, reader, { applicantId, withRestricted: true }));
}

/** @param before the id and the version that is changed; undefined for a new one */
async function keepBreach(
  ctx: Ctx,
  caller: CertifyingCaller,
  applicantId: string,
  typed: TypedBreach,
  before?: { readonly id: string; readonly version: number },
): Promise<string> {
  const { found, action, ...breach } = readBreach(typed, todayFor(ctx, caller));
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    const { key } = await registeredPerson(tx, caller, applicantId);
    const id = before?.id ?? tx.newId();
    const version = (before?.version ?? 0) + 1;
    const words: Words = { found, action };
    const stored = await insertBreach(tx.db, caller, {
      ...{ breach_id: id, version, applicant_id: applicantId, state: breach.state, found_on: breach.foundOn },
      ...{ rules: breach.rules, discipline: breach.discipline, disciplined_on: breach.disciplinedOn },
      ...{ reported_on: breach.reportedOn, reported_by: breach.reportedBy },
      sealed_words: key.seal(place(id, version), words),
      ...{ recorded_by: ownerOf(caller), recorded_at: timeFor(tx, caller) },
    });
    if (stored === 0) throw stateRefusal('changed');
    await storeEvents(tx, caller, [{ type: 'applicant.conduct_recorded', resourceId: applicantId, applicantId }]);
    return id;
  });
}

/** Refuses with `not_found`, and with `invalid_fields` by the names of the inputs. Returns its id. */
export async function recordBreach(ctx: Ctx, caller: CertifyingCaller, applicantId: string, typed: TypedBreach) {
  await demandRegister(ctx, caller, 'keep_conduct');
  return keepBreach(ctx, caller, applicantId, typed);
}

/** Also with `state_does_not_allow` if somebody changed it since the version that was read. */
export async function changeBreach(
  ctx: Ctx,
  caller: CertifyingCaller,
  { id, version }: { readonly id: string; readonly version: number },
  typed: TypedBreach,
): Promise<void> {
  const { newest } = await showBreach(ctx, caller, id);
  if (version !== newest.version) throw stateRefusal('changed');
  await keepBreach(ctx, caller, newest.applicantId, typed, { id, version });
}
