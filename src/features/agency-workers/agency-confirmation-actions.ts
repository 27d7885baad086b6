// What an agency confirms in writing of the people whom it supplies: recorded of one or several, read, and passed on.
import { type Caller, type Ctx, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { hasOrders, holdApplicant, readApplicant, readPerson } from '../applicants/applicant-actions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { keepWorkKind } from '../applicants/work-kind-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { addFileToPeople } from '../person-files/person-file-actions.ts';
import type { AgencyConfirmation } from './agency-confirmation-rules.ts';
import { findConfirmations, upsertConfirmation } from './agency-confirmation-store.ts';

type Details = Pick<AgencyConfirmation, 'agency' | 'confirmedBy' | 'barredList' | 'others' | 'seenBy'>;

const place = (applicantId: string) => `agency_confirmations.details ${applicantId}`;

async function store(
  tx: Ctx,
  caller: Caller,
  { id, key }: { readonly id: string; readonly key: DataKey },
  { confirmedOn, kinds, level, seenOn, agency, confirmedBy, barredList, others, seenBy }: AgencyConfirmation,
  replaces: 'older' | 'all',
): Promise<void> {
  const details: Details = { agency, confirmedBy, barredList, others, seenBy };
  const row = {
    ...{ applicant_id: id, confirmed_on: confirmedOn, kinds, level, seen_on: seenOn },
    sealed_details: key.seal(place(id), details),
    ...{ recorded_by: caller.actor, recorded_at: timeFor(tx, caller) },
  };
  await upsertConfirmation(tx.db, caller, row, replaces);
}

/** @param content is read for each of the people */
export interface Letter {
  readonly fileName: string;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/**
 * Of all of these people, or of nobody, with the letter; they work as agency workers then. The caller has judged it. Refuses
 * with `not_found`, and the letter as `addFileToPeople` does.
 */
export async function recordConfirmation(
  ctx: Ctx,
  caller: Caller,
  applicantIds: readonly string[],
  confirmation: AgencyConfirmation,
  letter?: Letter,
): Promise<void> {
  demand(caller, 'order_checks');
  await ctx.keys.forAccount(caller.accountId);
  const record = async (tx: Ctx) => {
    for (const id of applicantIds.toSorted()) {
      // Whoever is erased meanwhile keeps nothing.
      await holdApplicant(tx, caller, id);
      const { key } = await readPerson(tx, caller, id);
      if (await isRestricted(tx.db, caller, id)) throw restrictedRefusal();
      await store(tx, caller, { id, key }, confirmation, 'all');
      await keepWorkKind(tx, caller, id, 'agency');
      const detail = { agency_confirmed_on: confirmation.confirmedOn, identity_seen_on: confirmation.seenOn };
      await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: id, applicantId: id, detail }]);
    }
  };
  if (letter === undefined) await inTransaction(ctx, record);
  else await addFileToPeople(ctx, caller, applicantIds, { kind: 'agency_confirmation', ...letter }, record);
}

/** Of people whom the caller sees; the caller records the look. */
export async function readConfirmations(
  ctx: Ctx,
  caller: Caller,
  applicantIds: readonly string[],
): Promise<ReadonlyMap<string, AgencyConfirmation>> {
  demand(caller, 'read_results', 'read_record', 'order_checks', 'erase_applicants');
  return open(ctx, caller, applicantIds);
}

async function open(ctx: Ctx, tenant: Tenant, ids: readonly string[]): Promise<Map<string, AgencyConfirmation>> {
  const account = await ctx.keys.forAccount(tenant.accountId);
  const rows = await findConfirmations(ctx.db, tenant, ids);
  return new Map(
    rows.map((row) => {
      const key = applicantKey(account, tenant, row.applicant_id, row.sealed_key);
      const details = key.open<Details>(place(row.applicant_id), row.sealed_details);
      return [
        row.applicant_id,
        { ...details, confirmedOn: row.confirmed_on, kinds: row.kinds, level: row.level, seenOn: row.seen_on },
      ] as const;
    }),
  );
}

/** What was confirmed of somebody who was brought in is of who was ordered for now, unless a newer one is there. */
export async function passConfirmation(
  tx: Ctx,
  caller: Caller,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const tenant: Tenant = { accountId: caller.accountId, environment: caller.environment };
  const known = (await open(tx, tenant, [from])).get(from);
  if (known === undefined || (await hasOrders(tx, tenant, from))) return;
  await store(tx, caller, await readApplicant(tx, tenant, to), known, 'older');
}
