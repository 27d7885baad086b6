// Attaches files to orders, lists them and reads them; stores the file before its row, so that no row lacks its file.
import type { Readable } from 'node:stream';
import {
  type Actor,
  type Caller,
  type Ctx,
  inTransaction,
  type OrderScope,
  ownerOf,
  type Tenant,
  timeFor,
} from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { refuseFullDisk } from '../../platform/files/disk-room.ts';
import { demand } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordLook } from '../events/look-actions.ts';
import type { Attachment, AttachmentFacts, ListedAttachment } from './attachment.ts';
import { checkedContent, refusedFile, refuseLength } from './attachment-content.ts';
import {
  extensionOf,
  isPublishedFile,
  type NamedUpload,
  restrictionsOf,
  takesFiles,
  uploadProblems,
} from './attachment-rules.ts';
import {
  type AttachmentRow,
  deleteOwnAttachment,
  findAttachedFiles,
  findAttachment,
  findAttachmentsNamed,
  findAttachmentsOfCheck,
  findOrder,
  findQuarantinedFiles,
  findUploadRoom,
  insertAttachment,
  insertQuarantinedFile,
  type OrderRow,
  updateAttachmentReport,
} from './attachment-store.ts';
import { quotaRefusal } from './upload-quota-rules.ts';

export interface Upload extends NamedUpload {
  /** The size in bytes if the sender declared it: a file that is too large is then refused unread. */
  readonly length?: number | undefined;
  /** Extensions that this surface accepts besides those of the interface. */
  readonly alsoAccepts?: readonly string[];
  /** The report for which it is evidence; of the same order. */
  readonly reportId?: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
  readonly given?: AttachmentFacts['given'];
  /** What is stored in the transaction that stores the file. */
  readonly also?: (tx: Ctx, fileToken: string) => Promise<void>;
}

const factsPlace = (fileToken: string) => `attachments.facts ${fileToken}`;

async function keyOf(
  ctx: Pick<Ctx, 'keys'>,
  tenant: Tenant,
  row: Pick<OrderRow, 'applicant_id' | 'sealed_key'>,
): Promise<DataKey> {
  return applicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, row.applicant_id, row.sealed_key);
}

/** Refuses numbers outside the range of order numbers as unknown orders. */
async function orderOf(ctx: Ctx, scope: OrderScope, orderId: number): Promise<OrderRow> {
  const isPossible = Number.isSafeInteger(orderId) && orderId > 0;
  const order = isPossible ? await findOrder(ctx.db, scope, orderId) : undefined;
  if (order === undefined) throw new Refusal('not_found');
  return order;
}

const DAY_MS = 86_400_000;

/** Refuses a used token too, which saves writing the file in most cases; the unique index decides. */
async function requireRoom(
  ctx: Ctx,
  caller: Caller,
  file: { readonly checkId: string; readonly fileToken: string },
): Promise<void> {
  const since = new Date(timeFor(ctx, caller).getTime() - DAY_MS);
  const [stored] = await Promise.all([
    findUploadRoom(ctx.db, caller, { ...file, since }),
    refuseFullDisk(ctx.settings.dataDir, ctx.settings.diskReserveBytes, ctx.log),
  ]);
  if (stored.is_token_used) throw new Refusal('already_taken');
  const refusal = quotaRefusal(stored, ctx.settings, caller.actor);
  if (refusal !== undefined) throw refusal;
}

/**
 * Stores the whole file or nothing. Refuses with `invalid_fields` (names, minimum size, content), `too_large`,
 * `not_found` (the order), `state_does_not_allow` (a closed order, or one with too many files), `already_taken` (the
 * token), `rate_limited` (the account's files of a day), or `service_unavailable` if the disk is nearly full or the
 * configured virus scanner does not answer.
 */
export async function attachFile(ctx: Ctx, caller: Caller & OrderScope, upload: Upload): Promise<Attachment> {
  demand(caller, 'attach_files');
  const restrictions = restrictionsOf(ctx.settings, upload.alsoAccepts);
  uploadProblems(upload, restrictions).refuse('invalid_fields');
  if (upload.length !== undefined) refuseLength(upload.length, restrictions);
  const orderId = upload.orderId!;
  const order = await orderOf(ctx, caller, orderId);
  if (!takesFiles(order.status)) {
    throw new Refusal('state_does_not_allow', { orderId: [`is of an order that is ${order.status}`] });
  }
  // What the person themselves sends may be what shows that their data are wrong.
  if (caller.actor !== 'candidate' && (await isRestricted(ctx.db, caller, order.applicant_id)))
    throw restrictedRefusal();
  const fileToken = upload.fileToken.toLowerCase();
  await requireRoom(ctx, caller, { checkId: order.check_id, fileToken });
  const key = await keyOf(ctx, caller, order);
  const fileId = ctx.newId();
  const content = checkedContent(upload.content, extensionOf(upload.fileName), restrictions);
  const { size, md5, sha256 } = await ctx.files.write(fileId, content, key);
  const { fileName, description, given } = upload;
  const facts: AttachmentFacts = { fileName, description, md5, sha256, ...(given && { given }) };
  const createdAt = timeFor(ctx, caller);
  const { reportId = null } = upload;
  await keepRow(ctx, caller, {
    order,
    key,
    also: upload.also,
    file: {
      accountId: caller.accountId,
      environment: caller.environment,
      fileToken,
      fileId,
      checkId: order.check_id,
      size,
      sealedFacts: key.seal(factsPlace(fileToken), facts),
      uploadedBy: ownerOf(caller),
      createdAt,
      reportId,
    },
  });
  return { ...facts, fileToken, orderId, size, uploadedBy: ownerOf(caller), createdAt, reportId };
}

interface Written {
  readonly order: OrderRow;
  readonly key: DataKey;
  readonly also: Upload['also'];
  readonly file: Omit<Parameters<typeof insertAttachment>[1], 'verdict'>;
}

/**
 * Removes the file only if certainly no row refers to it. If the outcome of the commit is unknown, the sweep decides
 * later.
 */
async function keepRow(ctx: Ctx, caller: Caller, { order, key, file, also }: Written): Promise<void> {
  const event = { resourceId: file.fileToken, applicantId: order.applicant_id, checkId: file.checkId };
  const threat = await threatInStored(ctx, file.fileId, key);
  if (threat !== undefined) {
    await inTransaction(ctx, async (tx) => {
      await insertQuarantinedFile(tx.db, { ...file, threat });
      await storeEvents(tx, caller, [{ ...event, type: 'attachment.quarantined' }]);
    });
    throw refusedFile('was refused: a virus scanner found something harmful in it');
  }
  const verdict = ctx.virusScanner === undefined ? 'not_scanned' : 'clean';
  const isStored = await inTransaction(ctx, async (tx) => {
    if (!(await insertAttachment(tx.db, { ...file, verdict }))) return false;
    await storeEvents(tx, caller, [{ ...event, type: 'attachment.uploaded', detail: { size: file.size, verdict } }]);
    await also?.(tx, file.fileToken);
    return true;
  });
  if (isStored) return;
  await ctx.files.remove(file.fileId);
  throw new Refusal('already_taken');
}

/** Scans the stored file, not the upload: a slow sender must not occupy the scanner. */
export async function threatInStored(ctx: Ctx, fileId: string, key: DataKey): Promise<string | undefined> {
  if (ctx.virusScanner === undefined) return undefined;
  try {
    return await ctx.virusScanner.threatIn(await ctx.files.read(fileId, key));
  } catch (error) {
    ctx.log.error('virus scanner gave no verdict', { error });
    await ctx.files.remove(fileId);
    throw new Refusal('service_unavailable', {}, 30);
  }
}

async function present(ctx: Ctx, tenant: Tenant, row: AttachmentRow): Promise<ListedAttachment> {
  const key = await keyOf(ctx, tenant, row);
  const facts = key.open<AttachmentFacts>(factsPlace(row.file_token), row.sealed_facts);
  return {
    ...facts,
    fileToken: row.file_token,
    orderId: row.order_id,
    size: row.size,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
    reportId: row.report_id,
    isPublished: isPublishedFile(row.report_status, row.is_given, facts),
    isRestricted: row.is_restricted,
  };
}

/** What is said of each of them, by their tokens, for the desk's register of looks alone: the client may not know all. */
export async function describeFiles(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  tenant: Tenant,
  fileTokens: readonly string[],
): Promise<ReadonlyMap<string, Pick<AttachmentFacts, 'description' | 'given'>>> {
  if (fileTokens.length === 0) return new Map();
  const rows = await findAttachmentsNamed(ctx.db, tenant, fileTokens);
  const opened = rows.map(async (row) => {
    const key = await keyOf(ctx, tenant, row);
    return [row.file_token, key.open<AttachmentFacts>(factsPlace(row.file_token), row.sealed_facts)] as const;
  });
  return new Map(await Promise.all(opened));
}

type Reader = OrderScope & Partial<Pick<Caller, 'actor'>>;

const isThere = ({ is_unsent, uploaded_by }: AttachmentRow, { actor }: Reader) => !is_unsent || uploaded_by === actor;

/** All of them, in the order of upload; what a referee has not sent is there for them alone. Refuses with `not_found`. */
export async function listAttachments(ctx: Ctx, scope: Reader, orderId: number): Promise<ListedAttachment[]> {
  const order = await orderOf(ctx, scope, orderId);
  const rows = await findAttachmentsOfCheck(ctx.db, scope, order.check_id);
  return Promise.all(rows.filter((row) => isThere(row, scope)).map((row) => present(ctx, scope, row)));
}

/** As `listAttachments`: those that the client may see. */
export const listPublishedAttachments = async (ctx: Ctx, scope: OrderScope, orderId: number) =>
  (await listAttachments(ctx, scope, orderId)).filter(({ isPublished }) => isPublished);

/** As `listPublishedAttachments`, for somebody who looks at them: the look is recorded. */
export async function showAttachments(ctx: Ctx, caller: Caller & OrderScope, orderId: number): Promise<Attachment[]> {
  demand(caller, 'read_results');
  const { check_id: checkId, applicant_id: applicantId } = await orderOf(ctx, caller, orderId);
  recordLook(ctx, caller, { type: 'check.answers_read', resourceId: checkId, checkId, applicantId });
  return (await listPublishedAttachments(ctx, caller, orderId)).filter(({ isRestricted }) => !isRestricted);
}

/** Says for which report of its order a file is evidence; null for the whole order. Refuses with `not_found`. */
export async function assignAttachment(
  ctx: Ctx,
  caller: Caller & OrderScope,
  file: { readonly checkId: string; readonly fileToken: string; readonly reportId: string | null },
): Promise<void> {
  demand(caller, 'attach_files');
  const { checkId, fileToken, reportId } = file;
  if (!isUuid(fileToken) || (reportId !== null && !isUuid(reportId))) throw new Refusal('not_found');
  await inTransaction(ctx, async (tx) => {
    if (!(await updateAttachmentReport(tx.db, caller, file))) throw new Refusal('not_found');
    const about = { resourceId: fileToken, checkId, ...(reportId !== null && { reportId }) };
    await storeEvents(tx, caller, [{ type: 'attachment.assigned', ...about }]);
  });
}

export interface OpenAttachment {
  readonly attachment: Attachment;
  readonly content: Readable;
}

/** What a file must be so that its reader may open it. */
export interface MustBe {
  readonly orderId?: number;
  /** Set if the reader may see only files of this actor. */
  readonly onlyBy?: Actor;
  /** It belongs to a query that the reader is asked. */
  readonly isOfQuery?: boolean;
  /** The reader works on the order: files of reports that are not complete too. */
  readonly isAtDesk?: boolean;
}

/** Records the reading before the first byte is sent. Refuses with `not_found`. */
export async function openAttachment(
  ctx: Ctx,
  reader: Caller & OrderScope,
  fileToken: string,
  mustBe: MustBe = {},
): Promise<OpenAttachment> {
  if (mustBe.onlyBy !== undefined) demand(reader, 'read_checks', 'attach_files');
  else demand(reader, mustBe.isOfQuery === true ? 'read_checks' : 'read_results');
  const row = isUuid(fileToken) ? await findAttachment(ctx.db, reader, fileToken) : undefined;
  const isOther =
    (mustBe.orderId !== undefined && row?.order_id !== mustBe.orderId) ||
    (mustBe.onlyBy !== undefined && row?.uploaded_by !== mustBe.onlyBy);
  if (row === undefined || isOther || !isThere(row, reader)) throw new Refusal('not_found');
  const attachment = await present(ctx, reader, row);
  const isOwn = mustBe.onlyBy !== undefined || mustBe.isOfQuery === true || mustBe.isAtDesk === true;
  if ((!attachment.isPublished || attachment.isRestricted) && !isOwn) throw new Refusal('not_found');
  const content = await ctx.files.read(row.file_id, await keyOf(ctx, reader, row));
  try {
    await storeEvents(ctx, reader, [
      {
        type: 'attachment.read',
        resourceId: row.file_token,
        applicantId: row.applicant_id,
        checkId: row.check_id,
        ...(row.report_id !== null && { reportId: row.report_id }),
      },
    ]);
  } catch (error) {
    content.destroy();
    throw error;
  }
  return { attachment, content };
}

/** The content for a file of ours that contains it, such as an evidence bundle: who gets that is recorded there. */
export async function readAttachmentContent(ctx: Ctx, tenant: Tenant, fileToken: string): Promise<Readable> {
  const row = await findAttachment(ctx.db, { ...tenant, subsidiaryIds: null }, fileToken);
  if (row === undefined) throw new Refusal('not_found');
  return ctx.files.read(row.file_id, await keyOf(ctx, tenant, row));
}

/**
 * Removes a file that the candidate added by mistake, while the form is open. Refuses with `not_found` files of
 * others, and all files once the form is submitted.
 */
export async function discardOwnFile(
  ctx: Ctx,
  candidate: Caller & OrderScope,
  file: { readonly orderId: number; readonly fileToken: string },
): Promise<void> {
  demand(candidate, 'attach_files');
  if (!isUuid(file.fileToken)) throw new Refusal('not_found');
  const removed = await inTransaction(ctx, async (tx) => {
    const row = await deleteOwnAttachment(tx.db, candidate, file);
    if (row === undefined) throw new Refusal('not_found');
    const event = { resourceId: row.file_token, applicantId: row.applicant_id, checkId: row.check_id };
    await storeEvents(tx, candidate, [{ ...event, type: 'attachment.discarded', detail: { size: row.size } }]);
    return row;
  });
  // If this fails, the sweep removes the file, because no row refers to it.
  await ctx.files.remove(removed.file_id).catch((error: unknown) => ctx.log.warn('file not removed yet', { error }));
}

/** For the sweep of files: which of these names belong to attachments. */
export const referencedAttachmentFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findAttachedFiles(ctx.db, names);

/** For the sweep of files: which of these names belong to files in quarantine. */
export const referencedQuarantinedFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findQuarantinedFiles(ctx.db, names);
