// The files that a client puts with a person and with none of their orders: added, read, removed, and passed on to the order of
// the same person.
import type { Readable } from 'node:stream';
import { type Actor, type Caller, type Ctx, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { refuseFullDisk } from '../../platform/files/disk-room.ts';
import { demand } from '../access/permissions.ts';
import { hasOrders, holdApplicant, readApplicant, readPerson } from '../applicants/applicant-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { threatInStored } from '../attachments/attachment-actions.ts';
import { checkedContent, refusedFile } from '../attachments/attachment-content.ts';
import { extensionOf, pageExtensions, restrictionsOf, uploadProblems } from '../attachments/attachment-rules.ts';
import { removeStored } from '../attachments/unsent-file-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordLook } from '../events/look-actions.ts';
import {
  deletePersonFile,
  findPersonFiles,
  findStoredPersonFiles,
  insertPersonFile,
  type PersonFileKind,
  type PersonFileRow,
} from './person-file-store.ts';

const MOST_FILES = 20;

interface FileFacts {
  readonly fileName: string;
  readonly sha256: string;
}

export interface PersonFile extends FileFacts {
  readonly id: string;
  readonly kind: PersonFileKind;
  readonly size: number;
  readonly addedBy: Actor;
  readonly addedAt: Date;
}

export interface NewPersonFile {
  readonly kind: PersonFileKind;
  readonly fileName: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const factsPlace = (fileId: string) => `person_files.facts ${fileId}`;

/** Refuses with `invalid_fields` (`file`) a name that no file may have. */
function refuseFileName(ctx: Pick<Ctx, 'settings' | 'newId'>, fileName: string): void {
  uploadProblems(
    { orderId: 0, fileToken: ctx.newId(), fileName, description: '' },
    restrictionsOf(ctx.settings, pageExtensions),
  ).refuse('invalid_fields');
}

interface Written {
  readonly applicantId: string;
  readonly key: DataKey;
  readonly fileId: string;
  readonly size: number;
  readonly facts: FileFacts;
}

/** Without its row the sweep removes the file. */
async function writeFile(
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
  { fileName, content }: NewPersonFile,
): Promise<Written> {
  const { key } = await readPerson(ctx, caller, applicantId);
  if (await isRestricted(ctx.db, caller, applicantId)) throw restrictedRefusal();
  if ((await findPersonFiles(ctx.db, caller, applicantId)).length >= MOST_FILES)
    throw new Refusal('state_does_not_allow');
  await refuseFullDisk(ctx.settings.dataDir, ctx.settings.diskReserveBytes, ctx.log);
  const fileId = ctx.newId();
  const restrictions = restrictionsOf(ctx.settings, pageExtensions);
  const checked = checkedContent(content, extensionOf(fileName), restrictions);
  const { size, sha256 } = await ctx.files.write(fileId, checked, key);
  if ((await threatInStored(ctx, fileId, key)) !== undefined) {
    await removeStored(ctx, [fileId]);
    throw refusedFile('was refused: a virus scanner found something harmful in it');
  }
  return { applicantId, key, fileId, size, facts: { fileName, sha256 } };
}

/** False where the form was sent twice: the same file with the same name is there already. */
async function keepFile(
  tx: Ctx,
  caller: Caller,
  { applicantId, key, fileId, size, facts }: Written,
  kind: PersonFileKind,
): Promise<boolean> {
  // Held, because the form may be sent twice at once, and the person erased meanwhile.
  await holdApplicant(tx, caller, applicantId);
  await readPerson(tx, caller, applicantId);
  const stored = (await findPersonFiles(tx.db, caller, applicantId)).map((row) => opened(key, row));
  if (stored.some((one) => one.fileName === facts.fileName && one.sha256 === facts.sha256)) return false;
  if (stored.length >= MOST_FILES) throw new Refusal('state_does_not_allow');
  await insertPersonFile(tx.db, caller, {
    ...{ applicant_id: applicantId, file_id: fileId, kind, size, sealed_facts: key.seal(factsPlace(fileId), facts) },
    verdict: tx.virusScanner === undefined ? 'not_scanned' : 'clean',
    ...{ added_by: caller.actor, added_at: timeFor(tx, caller) },
  });
  const detail = { file_added: kind };
  await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: applicantId, applicantId, detail }]);
  return true;
}

/**
 * Puts the whole file with all of these people, or with nobody. @param content is read for each of them @param beside is done in
 * the same transaction. Refuses with `not_found`, with `invalid_fields` (its name or content), `too_large`,
 * `state_does_not_allow` somebody who has too many files, or `service_unavailable` if the disk is nearly full or the virus
 * scanner does not answer.
 */
export async function addFileToPeople(
  ctx: Ctx,
  caller: Caller,
  applicantIds: readonly string[],
  { kind, fileName, content }: Omit<NewPersonFile, 'content'> & { readonly content: () => NewPersonFile['content'] },
  beside: (tx: Ctx) => Promise<void> = async () => undefined,
): Promise<void> {
  demand(caller, 'order_checks');
  refuseFileName(ctx, fileName);
  const written: Written[] = [];
  for (const id of applicantIds.toSorted())
    written.push(await writeFile(ctx, caller, id, { kind, fileName, content: content() }));
  const spare = await inTransaction(ctx, async (tx) => {
    const spare: string[] = [];
    for (const one of written) if (!(await keepFile(tx, caller, one, kind))) spare.push(one.fileId);
    await beside(tx);
    return spare;
  });
  await removeStored(ctx, spare);
}

/** As `addFileToPeople`, with one person. */
export const addPersonFile = (
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
  { content, ...file }: NewPersonFile,
): Promise<void> => addFileToPeople(ctx, caller, [applicantId], { ...file, content: () => content });

const opened = (key: DataKey, row: PersonFileRow): PersonFile => ({
  ...key.open<FileFacts>(factsPlace(row.file_id), row.sealed_facts),
  ...{ id: row.file_id, kind: row.kind, size: row.size, addedBy: row.added_by, addedAt: row.added_at },
});

/** In the order in which they were added. Refuses with `not_found` somebody whom the caller does not see. */
export async function listPersonFiles(ctx: Ctx, caller: Caller, applicantId: string): Promise<PersonFile[]> {
  demand(caller, 'read_results', 'order_checks', 'erase_applicants');
  const { key } = await readApplicant(ctx, caller, applicantId);
  return (await findPersonFiles(ctx.db, caller, applicantId)).map((row) => opened(key, row));
}

/** For whoever has recorded the look at the person. */
export async function readPersonFile(
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
  fileId: string,
): Promise<{ readonly file: PersonFile; readonly content: Readable }> {
  demand(caller, 'read_results', 'erase_applicants');
  const { key } = await readApplicant(ctx, caller, applicantId);
  const row = (await findPersonFiles(ctx.db, caller, applicantId)).find(({ file_id }) => file_id === fileId);
  if (row === undefined) throw new Refusal('not_found');
  return { file: opened(key, row), content: await ctx.files.read(row.file_id, key) };
}

/** Records the reading. Refuses with `not_found`, and somebody whose data may only be kept. */
export async function openPersonFile(ctx: Ctx, caller: Caller, applicantId: string, fileId: string) {
  if (await isRestricted(ctx.db, caller, applicantId)) throw restrictedRefusal();
  const found = await readPersonFile(ctx, caller, applicantId, fileId);
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId });
  return found;
}

/** Refuses with `not_found`, and somebody whose data may only be kept. */
export async function removePersonFile(ctx: Ctx, caller: Caller, applicantId: string, fileId: string): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  if (await isRestricted(ctx.db, caller, applicantId)) throw restrictedRefusal();
  await inTransaction(ctx, async (tx) => {
    if (!(await deletePersonFile(tx.db, caller, applicantId, fileId))) throw new Refusal('not_found');
    const detail = { file_deleted: true };
    await storeEvents(tx, caller, [{ type: 'applicant.updated', resourceId: applicantId, applicantId, detail }]);
  });
  await removeStored(ctx, [fileId]);
}

/** The files of somebody who was brought in are of who was ordered for now; their own go with the row of the person. */
export async function passPersonFiles(
  tx: Ctx,
  caller: Caller,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const tenant: Tenant = { accountId: caller.accountId, environment: caller.environment };
  const rows = await findPersonFiles(tx.db, tenant, from);
  if (rows.length === 0 || (await hasOrders(tx, tenant, from))) return;
  const [old, next] = [await readApplicant(tx, tenant, from), await readApplicant(tx, tenant, to)];
  for (const row of rows) {
    const fileId = tx.newId();
    await tx.files.write(fileId, await tx.files.read(row.file_id, old.key), next.key);
    const facts = old.key.open<FileFacts>(factsPlace(row.file_id), row.sealed_facts);
    const sealed = next.key.seal(factsPlace(fileId), facts);
    await insertPersonFile(tx.db, tenant, { ...row, applicant_id: to, file_id: fileId, sealed_facts: sealed });
  }
}

/** For the sweep of files: which of these names belong to people. */
export const referencedPersonFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findStoredPersonFiles(ctx.db, names);
