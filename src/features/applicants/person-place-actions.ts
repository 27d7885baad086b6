// Where a person works besides the subsidiaries of their orders: added, changed, ended, removed and read.
import { type Caller, type Ctx, inTransaction, type OrderScope, ownerOf, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Place } from '../access/place-queries.ts';
import { isInScope } from '../access/scope-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { holdApplicant, readApplicant, readPerson } from './applicant-actions.ts';
import { applicantKey, openFacts, searchKeys } from './applicant-vault.ts';
import { deletePlace, findPlaces, hasOtherPlaces, updatePlaceEnds, upsertPlace } from './person-place-store.ts';
import { isRestricted } from './restriction-queries.ts';
import { jobTerms } from './search-key-rules.ts';

type PlaceCaller = Caller & OrderScope;

export interface PersonPlace {
  readonly subsidiaryId: string;
  /** Empty if it is not said. */
  readonly job: string;
  readonly startsOn: IsoDate | null;
  /** Null while they work there. */
  readonly endsOn: IsoDate | null;
}

/** With who they are, as what is known of them says. */
export interface PlacedPerson extends PersonPlace {
  readonly applicantId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: IsoDate;
}

const sealedAt = (subsidiaryId: string) => `person_places.job ${subsidiaryId}`;

/** Of these people, in the subsidiaries that the caller sees; nothing of restricted people. The caller records the look. */
export async function readPlaces(
  ctx: Ctx,
  caller: PlaceCaller,
  applicantIds: readonly string[],
  withRestricted = false,
): Promise<ReadonlyMap<string, readonly PlacedPerson[]>> {
  demand(caller, 'read_checks', 'read_clearance', 'read_record', 'read_results', 'order_checks', 'erase_applicants');
  const rows = await findPlaces(ctx.db, caller, applicantIds, withRestricted);
  const account = await ctx.keys.forAccount(caller.accountId);
  const places = rows.map((row): PlacedPerson => {
    const key = applicantKey(account, caller, row.applicant_id, row.sealed_key);
    const { first_name: firstName, last_name: lastName, dob } = openFacts(key, row.sealed_facts);
    return {
      ...{ applicantId: row.applicant_id, firstName, lastName, dob, subsidiaryId: row.subsidiary_id },
      ...{ startsOn: row.starts_on, endsOn: row.ends_on },
      job: key.open<string>(sealedAt(row.subsidiary_id), row.sealed_job),
    };
  });
  return Map.groupBy(places, ({ applicantId }) => applicantId);
}

/** Whether they also work, or worked, where the caller does not see it. */
export function worksElsewhere(ctx: Pick<Ctx, 'db'>, caller: PlaceCaller, applicantId: string): Promise<boolean> {
  demand(caller, 'read_checks', 'order_checks');
  return hasOtherPlaces(ctx.db, caller, applicantId);
}

async function store(tx: Ctx, caller: Caller, id: string, key: DataKey, one: PersonPlace): Promise<void> {
  const { subsidiaryId, job, startsOn, endsOn } = one;
  await upsertPlace(tx.db, caller, {
    ...{ applicantId: id, subsidiaryId, startsOn, endsOn, sealedJob: key.seal(sealedAt(subsidiaryId), job) },
    jobKeys: searchKeys(await tx.keys.forAccount(caller.accountId), caller, jobTerms(null, [job])),
    statedBy: ownerOf(caller),
    statedAt: timeFor(tx, caller),
  });
}

const changed = (applicantId: string, subsidiaryId: string) => ({
  ...{ type: 'applicant.place_changed' as const, resourceId: applicantId, applicantId },
  detail: { subsidiary_id: subsidiaryId },
});

/** As a part of what brings somebody in, whom the caller sees; the caller has judged the place. */
export async function addPlaceOf(tx: Ctx, caller: PlaceCaller, applicantId: string, one: PersonPlace): Promise<void> {
  demand(caller, 'order_checks');
  if (!isInScope(caller, one.subsidiaryId)) throw new Refusal('not_permitted');
  const { key } = await readPerson(tx, caller, applicantId);
  if (await isRestricted(tx.db, caller, applicantId)) throw restrictedRefusal();
  await store(tx, caller, applicantId, key, one);
  await storeEvents(tx, caller, [changed(applicantId, one.subsidiaryId)]);
}

/** They never worked there. Refuses with `not_found`. */
export async function removePlace(
  ctx: Ctx,
  caller: PlaceCaller,
  applicantId: string,
  subsidiaryId: string,
): Promise<void> {
  demand(caller, 'order_checks');
  if (!isInScope(caller, subsidiaryId)) throw new Refusal('not_found');
  await readPerson(ctx, caller, applicantId);
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    if (await isRestricted(tx.db, caller, applicantId)) throw restrictedRefusal();
    if ((await deletePlace(tx.db, caller, applicantId, subsidiaryId)) === 0) throw new Refusal('not_found');
    await storeEvents(tx, caller, [changed(applicantId, subsidiaryId)]);
  });
}

/** As a part of what records that somebody left, or came back. @param day null if they work there again */
export async function changePlaceEnds(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  ends: { readonly day: IsoDate | null; readonly place: Place },
): Promise<void> {
  if ((await updatePlaceEnds(tx.db, caller, applicantId, ends)) === 0) return;
  const type = ends.day === null ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
  const detail = ends.place.at === undefined ? {} : { detail: { subsidiary_id: ends.place.at.subsidiaryId } };
  await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId, ...detail }]);
}

/** Where somebody works who is of another order now. */
export async function passPlaces(
  tx: Ctx,
  caller: Caller,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const whole = { ...caller, subsidiaryIds: null };
  const { key } = await readApplicant(tx, { accountId: caller.accountId, environment: caller.environment }, to);
  for (const one of (await readPlaces(tx, whole, [from])).get(from) ?? []) await store(tx, caller, to, key, one);
}
