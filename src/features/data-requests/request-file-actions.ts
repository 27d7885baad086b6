// The files that came with a request about somebody's data, such as their letter or what shows who they are: for those who deal
// with requests alone. They go with the words of the request.
import type { Readable } from 'node:stream';
import { type Actor, type Ctx, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { refuseFullDisk } from '../../platform/files/disk-room.ts';
import { demand } from '../access/permissions.ts';
import { threatInStored } from '../attachments/attachment-actions.ts';
import { checkedContent, refusedFile } from '../attachments/attachment-content.ts';
import { extensionOf, pageExtensions, restrictionsOf, uploadProblems } from '../attachments/attachment-rules.ts';
import { removeStored } from '../attachments/unsent-file-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordLook } from '../events/look-actions.ts';
import { type OpenedRequest, withRequest } from './data-request-actions.ts';
import {
  deleteRequestFile,
  findRequestFiles,
  findStoredRequestFiles,
  insertRequestFile,
  type RequestFileRow,
} from './request-file-store.ts';

const MOST_FILES = 20;

interface FileFacts {
  readonly fileName: string;
  readonly sha256: string;
}

export interface RequestFile extends FileFacts {
  readonly id: string;
  readonly size: number;
  readonly addedBy: Actor;
  readonly addedAt: Date;
}

type Asked = Pick<OpenedRequest, 'caller' | 'key'> & {
  readonly request: Pick<OpenedRequest['request'], 'id' | 'applicantId' | 'checkId'>;
};

const factsPlace = (fileId: string) => `data_request_files.facts ${fileId}`;

/** The key of the person, or, of who is no candidate, one that goes with the row of the file. */
async function newKey(ctx: Ctx, { caller, key, request }: Asked, fileId: string) {
  if (request.applicantId !== null) {
    if (key === undefined) throw new Refusal('not_found');
    return { key, wrapped: null };
  }
  const account = await ctx.keys.forAccount(caller.accountId);
  return account.wrapDataKey(sealedId(caller.environment, fileId));
}

/** Undefined where the person was erased. */
async function keyOf(ctx: Ctx, { caller, key }: Asked, row: RequestFileRow): Promise<DataKey | undefined> {
  if (row.sealed_key === null) return key;
  const account = await ctx.keys.forAccount(caller.accountId);
  return account.unwrapDataKey(row.sealed_key, sealedId(caller.environment, row.file_id));
}

const aboutOf = ({ id, applicantId, checkId }: Asked['request']) => ({
  resourceId: id,
  ...(applicantId === null ? {} : { applicantId }),
  ...(checkId === null ? {} : { checkId }),
});

/**
 * Stores the whole file or nothing. Refuses with `invalid_fields` (its name or content), `too_large`, `state_does_not_allow` a
 * request that is answered or has too many files, or `service_unavailable` if the disk is nearly full or the virus scanner
 * does not answer.
 */
export async function addRequestFile(
  ctx: Ctx,
  asked: Asked,
  { fileName, content }: { readonly fileName: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<void> {
  const { caller, request } = asked;
  demand(caller, 'decide_restrictions');
  const restrictions = restrictionsOf(ctx.settings, pageExtensions);
  const fileId = ctx.newId();
  uploadProblems({ orderId: 0, fileToken: fileId, fileName, description: '' }, restrictions).refuse('invalid_fields');
  if ((await findRequestFiles(ctx.db, caller, request.id)).length >= MOST_FILES)
    throw new Refusal('state_does_not_allow');
  await refuseFullDisk(ctx.settings.dataDir, ctx.settings.diskReserveBytes, ctx.log);
  const { key, wrapped } = await newKey(ctx, asked, fileId);
  const checked = checkedContent(content, extensionOf(fileName), restrictions);
  const { size, sha256 } = await ctx.files.write(fileId, checked, key);
  if ((await threatInStored(ctx, fileId, key)) !== undefined) {
    await removeStored(ctx, [fileId]);
    throw refusedFile('was refused: a virus scanner found something harmful in it');
  }
  let isKnown = false;
  // Without its row the sweep removes the file.
  await withRequest(ctx, caller, request.id, async (tx) => {
    const facts: FileFacts = { fileName, sha256 };
    // The form was sent twice: the same file with the same name is there already.
    isKnown = (await listRequestFiles(tx, asked)).some((one) => one.fileName === fileName && one.sha256 === sha256);
    if (isKnown) return;
    await insertRequestFile(tx.db, caller, request.id, {
      ...{ file_id: fileId, size, sealed_key: wrapped, sealed_facts: key.seal(factsPlace(fileId), facts) },
      verdict: ctx.virusScanner === undefined ? 'not_scanned' : 'clean',
      ...{ added_by: caller.actor, added_at: timeFor(tx, caller) },
    });
    await storeEvents(tx, caller, [{ type: 'data_request.file_added', ...aboutOf(request), detail: { size } }]);
  });
  if (isKnown) await removeStored(ctx, [fileId]);
}

const opened = (key: DataKey, row: RequestFileRow): RequestFile => ({
  ...key.open<FileFacts>(factsPlace(row.file_id), row.sealed_facts),
  ...{ id: row.file_id, size: row.size, addedBy: row.added_by, addedAt: row.added_at },
});

/** In the order in which they were added. */
export async function listRequestFiles(ctx: Ctx, asked: Asked): Promise<RequestFile[]> {
  demand(asked.caller, 'decide_restrictions');
  const rows = await findRequestFiles(ctx.db, asked.caller, asked.request.id);
  const files = rows.map(async (row) => {
    const key = await keyOf(ctx, asked, row);
    return key === undefined ? [] : [opened(key, row)];
  });
  return (await Promise.all(files)).flat();
}

/** Records the reading. Refuses with `not_found`. */
export async function openRequestFile(
  ctx: Ctx,
  asked: Asked,
  fileId: string,
): Promise<{ readonly file: RequestFile; readonly content: Readable }> {
  const { caller, request } = asked;
  demand(caller, 'decide_restrictions');
  const row = (await findRequestFiles(ctx.db, caller, request.id)).find(({ file_id }) => file_id === fileId);
  const key = row && (await keyOf(ctx, asked, row));
  if (row === undefined || key === undefined) throw new Refusal('not_found');
  recordLook(ctx, caller, { type: 'data_request.read', ...aboutOf(request) });
  return { file: opened(key, row), content: await ctx.files.read(row.file_id, key) };
}

/** Such as proof of identity, once it was seen. Refuses with `not_found`. */
export async function removeRequestFile(ctx: Ctx, asked: Asked, fileId: string): Promise<void> {
  const { caller, request } = asked;
  const work = async (tx: Ctx) => {
    if (!(await deleteRequestFile(tx.db, caller, { requestId: request.id, fileId }))) throw new Refusal('not_found');
    await storeEvents(tx, caller, [{ type: 'data_request.file_deleted', ...aboutOf(request) }]);
  };
  await withRequest(ctx, caller, request.id, work, 'closed');
  await removeStored(ctx, [fileId]);
}

/** For the sweep of files: which of these names belong to requests. */
export const referencedRequestFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findStoredRequestFiles(ctx.db, names);
