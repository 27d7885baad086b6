// The register of certified people: certificates are issued and withdrawn, and the register is read, by firms that keep it here.

import { type Caller, type Ctx, inTransaction, type OrderScope, ownerOf, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, restrictedRefusal, stateRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand, type Permission } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NameActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { holdApplicant, type OpenApplicant, readApplicant } from '../applicants/applicant-actions.ts';
import { applicantKey, openFacts } from '../applicants/applicant-vault.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import {
  type CertificateStatus,
  certificateStatus,
  isToAssess,
  readCertificate,
  readWithdrawal,
  type TypedCertificate,
} from './certificate-rules.ts';
import {
  type CertificateDays,
  type CertificateRow,
  findCertificates,
  findCertified,
  findNewestCertificates,
  insertCertificate,
  updateWithdrawn,
} from './certificate-store.ts';
import type { CertifiedFunction } from './certified-functions.ts';

export type CertifyingCaller = Caller & OrderScope;

/** Refuses with `not_permitted`, and with `not_found` in an account that does not keep the register here. */
export async function demandRegister(ctx: Ctx, caller: CertifyingCaller, permission: Permission): Promise<void> {
  demand(caller, permission);
  // The register is of the firm: of its whole account.
  if (caller.subsidiaryIds !== null) throw new Refusal('not_permitted');
  if (!(await readAccountSettings(ctx, caller.accountId)).keepsCertified) throw new Refusal('not_found');
}

/** A person of the register. Refuses with `not_found`, and somebody whose data may only be kept. */
export async function registeredPerson(
  ctx: Ctx,
  { accountId, environment }: CertifyingCaller,
  applicantId: string,
): Promise<OpenApplicant> {
  const tenant = { accountId, environment };
  const applicant = await readApplicant(ctx, tenant, applicantId);
  if (await isRestricted(ctx.db, tenant, applicantId)) throw restrictedRefusal();
  return applicant;
}

interface Words {
  readonly assessedBy: string;
  readonly lineManager: string;
  readonly note: string;
}

export interface Certificate extends Words {
  readonly id: string;
  readonly applicantId: string;
  readonly facts: Pick<ApplicantFacts, 'first_name' | 'last_name' | 'dob'>;
  readonly ofFunction: CertifiedFunction;
  readonly issuedOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly checkIds: readonly string[];
  /** Who recorded it. */
  readonly by: string;
  readonly recordedAt: Date;
  readonly withdrawal: { readonly on: IsoDate; readonly reason: string; readonly by: string } | null;
  readonly leftOn: IsoDate | null;
  /** No later one of the person and the function. */
  readonly isNewest: boolean;
  readonly status: CertificateStatus;
}

const place = (id: string) => `certificates.words ${id}`;
const withdrawalPlace = (id: string) => `certificates.withdrawal ${id}`;

interface Judged {
  readonly today: IsoDate;
  readonly noticeDays: number;
}

const judgedBy = async (ctx: Ctx, caller: Caller): Promise<Judged> => ({
  today: todayFor(ctx, caller),
  noticeDays: (await readAccountSettings(ctx, caller.accountId)).certificateNoticeDays,
});

const statusOf = ({ ends_on: endsOn, withdrawn_on: withdrawnOn, left_on: leftOn }: CertificateDays, judged: Judged) =>
  certificateStatus({ endsOn, withdrawnOn, leftOn }, judged.today, judged.noticeDays);

function openRow(row: CertificateRow, key: DataKey, judged: Judged, nameOf: NameActor): Certificate {
  const { id, applicant_id: applicantId, of_function: ofFunction } = row;
  return {
    ...{ id, applicantId, ofFunction, issuedOn: row.issued_on, endsOn: row.ends_on, checkIds: row.check_ids },
    ...key.open<Words>(place(id), row.sealed_words),
    facts: openFacts(key, row.sealed_facts),
    by: nameOf(row.issued_by).name,
    recordedAt: row.recorded_at,
    withdrawal:
      row.withdrawn_on === null
        ? null
        : {
            on: row.withdrawn_on,
            reason: key.open<string>(withdrawalPlace(id), row.sealed_withdrawal!),
            by: nameOf(row.withdrawn_by!).name,
          },
    ...{ leftOn: row.left_on, isNewest: row.is_newest, status: statusOf(row, judged) },
  };
}

async function openRows(ctx: Ctx, caller: Caller, rows: readonly CertificateRow[]): Promise<Certificate[]> {
  const account = await ctx.keys.forAccount(caller.accountId);
  const judged = await judgedBy(ctx, caller);
  const actors = rows.flatMap((row) => [row.issued_by, row.withdrawn_by ?? []].flat());
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  return rows.map((row) =>
    openRow(row, applicantKey(account, caller, row.applicant_id, row.sealed_key), judged, nameOf),
  );
}

export interface RegisterFilter {
  /** Of whom is certified, due, lapsed or withdrawn, if it is undefined: not who left. */
  readonly status?: CertificateStatus | undefined;
  readonly ofFunction?: CertifiedFunction | undefined;
}

export interface RegisterPage {
  readonly certificates: readonly Certificate[];
  /** Whom the filter finds, of all pages. */
  readonly total: number;
  /** Of the whole register, by status. */
  readonly counts: Readonly<Partial<Record<CertificateStatus, number>>>;
}

/** The newest certificate of each person and function; what ends first comes first. The look is recorded. */
export async function listCertified(
  ctx: Ctx,
  caller: CertifyingCaller,
  { status, ofFunction }: RegisterFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RegisterPage> {
  await demandRegister(ctx, caller, 'keep_certificates');
  const judged = await judgedBy(ctx, caller);
  const newest = await findNewestCertificates(ctx.db, caller);
  const counts: Partial<Record<CertificateStatus, number>> = {};
  for (const row of newest) counts[statusOf(row, judged)] = (counts[statusOf(row, judged)] ?? 0) + 1;
  const found = newest
    .filter((row) => {
      const found = statusOf(row, judged);
      return status === undefined ? found !== 'left' : found === status;
    })
    .filter((row) => ofFunction === undefined || row.of_function === ofFunction);
  const shown = found.slice(offset, offset + limit);
  const ids = shown.map(({ id }) => id);
  const applicantIds = [...new Set(shown.map(({ applicant_id: id }) => id))];
  recordList(ctx, caller, 'account.applicants_listed', { filter: { certified: true }, ids: applicantIds });
  const opened = await openRows(ctx, caller, await findCertificates(ctx.db, caller, { applicantIds, ids }));
  const byId = new Map(opened.map((one) => [one.id, one]));
  return { certificates: ids.flatMap((id) => byId.get(id) ?? []), total: found.length, counts };
}

/** Whom the firm must assess again, for the mail about them: due, and lapsed. */
export async function countToAssess(
  ctx: Ctx,
  caller: Caller,
): Promise<{ readonly due: number; readonly lapsed: number }> {
  demand(caller, 'keep_certificates');
  const judged = await judgedBy(ctx, caller);
  const rows = await findNewestCertificates(ctx.db, caller);
  const open = rows.map((row) => statusOf(row, judged)).filter(isToAssess);
  const due = open.filter((status) => status === 'due').length;
  return { due, lapsed: open.length - due };
}

/** All of a person, the newest first; the caller records the look. */
export async function readCertificatesOf(
  ctx: Ctx,
  caller: CertifyingCaller,
  applicantId: string,
): Promise<Certificate[]> {
  await demandRegister(ctx, caller, 'keep_certificates');
  return openRows(ctx, caller, await findCertificates(ctx.db, caller, { applicantIds: [applicantId] }));
}

/** For the copy that a person gets of their data. */
export async function readCertificatesForCopy(ctx: Ctx, reader: Caller, applicantId: string): Promise<Certificate[]> {
  demand(reader, 'erase_applicants');
  return openRows(
    ctx,
    reader,
    await findCertificates(ctx.db, reader, { applicantIds: [applicantId], withRestricted: true }),
  );
}

/** One of somebody who is not restricted; the look is recorded. Refuses with `not_found`. */
export async function showCertificate(ctx: Ctx, caller: CertifyingCaller, id: string): Promise<Certificate> {
  await demandRegister(ctx, caller, 'keep_certificates');
  const applicantId = await findCertified(ctx.db, caller, id);
  if (applicantId === undefined) throw new Refusal('not_found');
  const [row] = await findCertificates(ctx.db, caller, { applicantIds: [applicantId], ids: [id] });
  if (row === undefined) throw new Refusal('not_found');
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId });
  return (await openRows(ctx, caller, [row]))[0]!;
}

/**
 * Refuses with `not_found`, and with `invalid_fields` by the names of the inputs. @param ofPerson the ids of their orders
 * Returns its id.
 */
export async function issueCertificate(
  ctx: Ctx,
  caller: CertifyingCaller,
  applicantId: string,
  typed: TypedCertificate,
  ofPerson: readonly string[],
): Promise<string> {
  await demandRegister(ctx, caller, 'keep_certificates');
  const { assessedBy, lineManager, note, ...one } = readCertificate(typed, todayFor(ctx, caller), ofPerson);
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    const { key } = await registeredPerson(tx, caller, applicantId);
    const id = tx.newId();
    const words: Words = { assessedBy, lineManager, note };
    await insertCertificate(tx.db, caller, {
      ...one,
      ...{ id, applicantId, sealedWords: key.seal(place(id), words) },
      ...{ issuedBy: ownerOf(caller), recordedAt: timeFor(tx, caller) },
    });
    await storeEvents(tx, caller, [{ type: 'applicant.certified', resourceId: applicantId, applicantId }]);
    return id;
  });
}

/** Refuses with `not_found`, `invalid_fields` by the names of the inputs, and `state_does_not_allow` one that was withdrawn. */
export async function withdrawCertificate(
  ctx: Ctx,
  caller: CertifyingCaller,
  id: string,
  typed: { readonly on: string; readonly reason: string },
): Promise<void> {
  const { applicantId, issuedOn } = await showCertificate(ctx, caller, id);
  readWithdrawal(typed, issuedOn, todayFor(ctx, caller));
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    const { key } = await registeredPerson(tx, caller, applicantId);
    const sealedReason = key.seal(withdrawalPlace(id), typed.reason);
    const by = { by: ownerOf(caller), at: timeFor(tx, caller) };
    if ((await updateWithdrawn(tx.db, caller, { id, on: typed.on, sealedReason, ...by })) === 0)
      throw stateRefusal('withdrawn');
    const event = { type: 'applicant.certificate_withdrawn', resourceId: applicantId, applicantId } as const;
    await storeEvents(tx, caller, [event]);
  });
}
