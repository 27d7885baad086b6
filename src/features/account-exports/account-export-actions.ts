// Everything of an account as files that are made in the background: begun, listed, downloaded with a record of it, and removed.
import type { Readable } from 'node:stream';
import { type Caller, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
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
}

/** How often in a row a part is tried before the export counts as failed. */
export const MOST_TRIES = 5;

const stateOf = ({ finished_at, failed_tries }: ExportRow): AccountExport['state'] =>
  finished_at !== null ? 'ready' : failed_tries >= MOST_TRIES ? 'failed' : 'being_made';

/** Only somebody who reads the whole account's results does this. */
function demandWhole(caller: Caller): void {
  demand(caller, 'read_results');
  demand(caller, 'manage_accounts', 'change_own_settings');
  if (caller.subsidiaryId) throw new Refusal('not_permitted');
}

/** Begins one of the live orders. Refuses with `state_does_not_allow` while another one is being made. */
export async function beginExport(ctx: Ctx, caller: Caller): Promise<void> {
  demandWhole(caller);
  const { accountId } = caller;
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await findExports(tx.db, accountId)).some((one) => stateOf(one) === 'being_made'))
      throw new Refusal('state_does_not_allow');
    const id = tx.newId();
    const { wrapped } = key.wrapDataKey(sealedFor(id));
    await insertExport(tx.db, accountId, { id, begun_at: tx.now(), begun_by: caller.actor, sealed_key: wrapped });
    await storeAccountEvent(tx, accountId, caller, { type: 'account.export_begun', resourceId: accountId });
    await tx.jobs.add(tx.db, MAKE_EXPORT_PART, { accountId, id });
  });
}

/** The newest first. */
export async function listExports(ctx: Ctx, caller: Caller): Promise<AccountExport[]> {
  demandWhole(caller);
  const rows = await findExports(ctx.db, caller.accountId);
  return Promise.all(
    rows.map(async (one) => ({
      id: one.id,
      begunAt: one.begun_at,
      endsAt: new Date(one.begun_at.getTime() + EXPORT_DAYS * DAY_MS),
      state: stateOf(one),
      parts: await findParts(ctx.db, caller.accountId, one.id),
    })),
  );
}

/** Records the download before the first byte is sent. Refuses with `not_found`. */
export async function openExportPart(
  ctx: Ctx,
  caller: Caller,
  exportId: string | undefined,
  fileId: string | undefined,
): Promise<{ readonly part: ExportPart; readonly content: Readable }> {
  demandWhole(caller);
  const { accountId, environment, actor } = caller;
  const row = isUuid(exportId) ? await findExport(ctx.db, accountId, exportId) : undefined;
  const parts = row === undefined ? [] : await findParts(ctx.db, accountId, row.id);
  const part = parts.find((one) => one.file_id === fileId);
  if (row === undefined || part === undefined) throw new Refusal('not_found');
  const content = await ctx.files.read(part.file_id, await keyOfExport(ctx, accountId, row));
  const { first_order_id, last_order_id } = part;
  const detail = { first_order_id, last_order_id };
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
