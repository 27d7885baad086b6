// Everything of an account, or the evidence of some people, as files that are made in the background: begun, listed,
// downloaded with a record of it, and removed.
import type { Readable } from 'node:stream';
import { type Caller, type Ctx, inTransaction, type OrderScope, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { isWithin } from '../access/scope-rules.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { findPeopleOfRecord, type RecordWish } from '../lists/central-record-actions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  deleteExportsBegunBefore,
  deletePartsWith,
  type ExportPart,
  type ExportRow,
  findExport,
  findExportFiles,
  findExports,
  findParts,
  insertExport,
} from './account-export-store.ts';

type Reader = Caller & OrderScope & Permitted;

export const MAKE_EXPORT_PART = 'make_account_export';
export const EXPORT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The key of its files is wrapped for the export alone. */
const sealedFor = (id: string) => sealedId('live', id);

export const keyOfExport = async (ctx: Ctx, accountId: string, { id, sealed_key }: ExportRow): Promise<DataKey> =>
  (await ctx.keys.forAccount(accountId)).unwrapDataKey(sealed_key, sealedFor(id));

export interface AccountExport {
  readonly id: string;
  readonly begunAt: Date;
  readonly endsAt: Date;
  readonly state: 'being_made' | 'ready' | 'failed';
  readonly parts: readonly ExportPart[];
  /** Of people's evidence. */
  readonly people: number;
  readonly made: number;
}

/** How often in a row a part is tried before the export counts as failed. */
export const MOST_TRIES = 5;

const stateOf = ({ finished_at, failed_tries }: ExportRow): AccountExport['state'] =>
  finished_at !== null ? 'ready' : failed_tries >= MOST_TRIES ? 'failed' : 'being_made';

/** Only somebody who reads the whole account's results does this. */
function demandWhole(caller: Caller): void {
  demand(caller, 'read_results');
  demand(caller, 'read_charges');
  demand(caller, 'manage_accounts', 'change_own_settings');
  if ((caller.subsidiaryIds ?? null) !== null) throw new Refusal('not_permitted');
}

/** Of one archive of people's evidence. */
export const MOST_PEOPLE = 500;

const seesAll = (caller: Caller, { subsidiary_ids: subsidiaryIds }: ExportRow) => isWithin({ subsidiaryIds }, caller);

/** Only who began an archive of evidence opens it, and only while they still see all that they saw then. */
function demandOwn(caller: Caller, row?: ExportRow): void {
  demand(caller, 'read_results');
  if (caller.environment !== 'live') throw new Refusal('not_permitted');
  if (row === undefined) return;
  if (row.begun_by !== caller.actor || !seesAll(caller, row)) throw new Refusal('not_found');
}

const exportsOf = (ctx: Ctx, caller: Caller, isOfPeople: boolean) =>
  findExports(ctx.db, caller.accountId, isOfPeople ? caller.actor : 'everything');

/** Refuses with `state_does_not_allow` while another one is being made. */
async function begin(
  ctx: Ctx,
  caller: Caller,
  people: Pick<ExportRow, 'applicant_ids' | 'subsidiary_ids'>,
): Promise<void> {
  const { accountId } = caller;
  const isOfPeople = people.applicant_ids !== null;
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await exportsOf(tx, caller, isOfPeople)).some((one) => stateOf(one) === 'being_made'))
      throw new Refusal('state_does_not_allow');
    const id = tx.newId();
    const { wrapped } = key.wrapDataKey(sealedFor(id));
    await insertExport(tx.db, accountId, {
      id,
      begun_at: tx.now(),
      begun_by: caller.actor,
      sealed_key: wrapped,
      ...people,
    });
    const detail = isOfPeople ? { people: people.applicant_ids!.length } : {};
    await storeAccountEvent(tx, accountId, caller, { type: 'account.export_begun', resourceId: accountId, detail });
    await tx.jobs.add(tx.db, MAKE_EXPORT_PART, { accountId, id });
  });
}

/** Begins one of the live orders. Refuses with `state_does_not_allow` while another one is being made. */
export function beginExport(ctx: Ctx, caller: Caller): Promise<void> {
  demandWhole(caller);
  return begin(ctx, caller, { applicant_ids: null, subsidiary_ids: null });
}

/**
 * Begins an archive of the evidence of those of these people who stand in the record that the caller sees. Refuses with
 * `invalid_fields` none or too many of them, and with `state_does_not_allow` while another one of the caller is being made.
 */
export async function beginEvidence(ctx: Ctx, caller: Reader, wish: RecordWish): Promise<void> {
  demandOwn(caller);
  const ids = await findPeopleOfRecord(ctx, caller, wish, MOST_PEOPLE + 1);
  const problems = new Problems();
  if (ids.length === 0) problems.add('person', 'unchosen');
  if (ids.length > MOST_PEOPLE) problems.add('person', 'many');
  problems.refuse('invalid_fields');
  await begin(ctx, caller, { applicant_ids: ids, subsidiary_ids: caller.subsidiaryIds });
}

const shownExports = (ctx: Ctx, accountId: string, rows: readonly ExportRow[]): Promise<AccountExport[]> =>
  Promise.all(
    rows.map(async (one) => ({
      ...{ people: one.applicant_ids?.length ?? 0, made: one.made },
      id: one.id,
      begunAt: one.begun_at,
      endsAt: new Date(one.begun_at.getTime() + EXPORT_DAYS * DAY_MS),
      state: stateOf(one),
      parts: await findParts(ctx.db, accountId, one.id),
    })),
  );

/** The newest first. */
export async function listExports(ctx: Ctx, caller: Caller): Promise<AccountExport[]> {
  demandWhole(caller);
  return shownExports(ctx, caller.accountId, await exportsOf(ctx, caller, false));
}

/** Those of people that the caller began, the newest first. */
export async function listEvidence(ctx: Ctx, caller: Reader): Promise<AccountExport[]> {
  demandOwn(caller);
  const rows = await exportsOf(ctx, caller, true);
  return shownExports(
    ctx,
    caller.accountId,
    rows.filter((row) => seesAll(caller, row)),
  );
}

/** Records the download before the first byte is sent. Refuses with `not_found`. */
export async function openExportPart(
  ctx: Ctx,
  caller: Caller,
  exportId: string | undefined,
  fileId: string | undefined,
): Promise<{ readonly part: ExportPart; readonly content: Readable }> {
  demand(caller, 'read_results');
  const { accountId, environment, actor } = caller;
  const row = isUuid(exportId) ? await findExport(ctx.db, accountId, exportId) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  if (row.applicant_ids === null) demandWhole(caller);
  else demandOwn(caller, row);
  const parts = await findParts(ctx.db, accountId, row.id);
  const part = parts.find((one) => one.file_id === fileId);
  if (part === undefined) throw new Refusal('not_found');
  const content = await ctx.files.read(part.file_id, await keyOfExport(ctx, accountId, row));
  const { first_order_id, last_order_id } = part;
  const people = row.applicant_ids?.length;
  const detail = people === undefined ? { first_order_id, last_order_id } : { people };
  await inTransaction(ctx, async (tx) => {
    await storeAccountEvent(tx, accountId, caller, {
      type: 'account.export_downloaded',
      resourceId: accountId,
      detail,
    });
    await recordSecurityEvent(tx, { type: 'records.exported', accountId, environment, actor, detail });
  });
  return { part, content };
}

/** Nothing that is handed out later holds somebody who is erased or restricted. */
export const forgetExportsOf = (tx: Pick<Ctx, 'db'>, tenant: Tenant, applicantId: string): Promise<void> =>
  deletePartsWith(tx.db, tenant, applicantId);

/** For the pruning job. Returns how many were deleted. */
export const pruneAccountExports = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => deleteExportsBegunBefore(ctx.db, new Date(ctx.now().getTime() - EXPORT_DAYS * DAY_MS), limit));

/** For the sweep of files: which of these names belong to exports. */
export const referencedExportFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findExportFiles(ctx.db, names);
