// The files of a check on the client's page: who attached each, and how whoever attached one by mistake takes it away.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import type { Check } from '../../../features/checks/check.ts';
import { commentAsClient } from '../../../features/comments/comment-actions.ts';
import {
  fileDeletionReasons,
  type OwnDeletionReason,
  ownDeletionReasons,
} from '../../../features/retention/content-kinds.ts';
import { deleteOwnFile, isWorkedWith } from '../../../features/retention/file-deletion-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { attachSentFile, type OrderFile, orderFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ClientUser } from '../client-caller.ts';
import { callerOf } from './check-facts.ts';
import { checkPath, requestedCheck } from './requested-check.ts';

type FileRequest = FastifyRequest<{
  Params: { check_id: string; file_token?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const pageOf = ({ id }: Check) => `/portal/checks/${id}`;

/** For users who may not read results: files of others may reveal them. */
const ownFilesOnly = (user: ClientUser): { readonly onlyBy?: Actor } =>
  mayDo(user, 'read_results') ? {} : { onlyBy: `user:${user.userId}` };

const isOwn = (user: ClientUser, { uploadedBy }: Pick<OrderFile, 'uploadedBy'>) =>
  mayDo(user, 'attach_files') && uploadedBy === `user:${user.userId}`;

/** Clients are not told the names of screeners. */
async function namesIn(ctx: Ctx, check: Check, files: readonly OrderFile[]) {
  const nameOf = await readActorNames(
    ctx.db,
    check.tenant.accountId,
    files.map(({ uploadedBy }) => uploadedBy),
  );
  return ({ uploadedBy }: OrderFile) => {
    const { kind, name } = nameOf(uploadedBy);
    if (kind === 'client') return uploadedBy.startsWith('user:') ? name : 'your program';
    return kind === 'candidate' ? 'the candidate' : kind === 'referee' ? 'a referee' : 'the screeners';
  };
}

export async function filesIn(ctx: Ctx, user: ClientUser, check: Check, { query, body }: FileRequest) {
  const files = await orderFiles(ctx, callerOf(user, check), check.orderId, {
    base: `${pageOf(check)}/files`,
    description: String(body?.description ?? ''),
    wasAttached: query.attached === '1',
    ...ownFilesOnly(user),
  });
  const byOf = await namesIn(ctx, check, files.list);
  return {
    ...files,
    wasRemoved: query.done === 'file_removed',
    list: files.list.map((file) => ({
      ...file,
      by: byOf(file),
      removeHref: isOwn(user, file) ? `${files.base}/${file.fileToken}/remove` : undefined,
    })),
  };
}

/** Undefined where nothing can be attached. */
export const filesFormOf = (user: ClientUser, check: Check) =>
  mayDo(user, 'attach_files') && takesFiles(check.status) && !check.isRestricted
    ? { label: 'Attach a file', button: 'Attach file' }
    : undefined;

const isReason = (text: unknown): text is OwnDeletionReason => ownDeletionReasons.some((one) => one === text);

export function checkFilePages(
  pages: Pages<'client'>,
  ctx: Ctx,
  show: (
    request: FileRequest,
    reply: FastifyReply,
    shown: { readonly user: ClientUser; readonly check: Check; readonly errors: FieldMessages },
  ) => Promise<unknown>,
): void {
  pages.post(`${checkPath}/files`, { permission: 'attach_files' }, async (request: FileRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const errors = await attachSentFile(ctx, callerOf(user, check), check.orderId, request);
    if (errors !== undefined) return show(request, reply.status(422), { user, check, errors });
    return reply.redirect(`${pageOf(check)}?attached=1`, 303);
  });

  pages.get(
    `${checkPath}/files/:file_token`,
    { permission: 'read_checks' },
    async (request: FileRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      const file = { orderId: check.orderId, fileToken: request.params.file_token!, ...ownFilesOnly(user) };
      return sendOrderFile(ctx, callerOf(user, check), file, reply);
    },
  );

  const opened = async (request: FileRequest, user: ClientUser) => {
    const check = await requestedCheck(ctx, user, request);
    const token = request.params.file_token!.toLowerCase();
    const files = await listAttachments(ctx, callerOf(user, check), check.orderId);
    const file = files.find((one) => one.fileToken === token && isOwn(user, one));
    if (file === undefined) throw new Refusal('not_found');
    return { check, file, isAsked: isWorkedWith(check, file) };
  };

  async function askWhy(request: FileRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
    const { check, file, isAsked } = await opened(request, user);
    const { first_name, last_name } = check.order.facts;
    if (errors !== undefined) reply.status(422);
    return renderPage(request, reply, 'client/check/remove-file.njk', {
      title: isAsked ? 'Ask the screeners to delete this file?' : 'Remove this file?',
      environment: check.tenant.environment,
      back: { text: `Order VF${check.orderId}`, href: `${pageOf(check)}#files` },
      action: `${pageOf(check)}/files/${file.fileToken}/remove`,
      candidateName: fullName(first_name, last_name),
      fileName: file.fileName,
      isAsked,
      mayAsk: mayDo(user, 'answer_queries'),
      reasons: ownDeletionReasons.map((value) => ({
        ...{ value, text: fileDeletionReasons[value] },
        checked: request.body?.reason === value,
      })),
      errors,
    });
  }

  const path = `${checkPath}/files/:file_token/remove`;
  pages.get(path, { permission: 'attach_files' }, (request: FileRequest, reply, user) => askWhy(request, reply, user));

  pages.post(path, { permission: 'attach_files' }, async (request: FileRequest, reply, user) => {
    const { check, file, isAsked } = await opened(request, user);
    const reason = request.body?.reason;
    if (!isReason(reason)) return askWhy(request, reply, user, { reason: ['Choose why'] });
    const caller = callerOf(user, check);
    if (isAsked) {
      const text = `Please delete the file “${file.fileName}”: ${fileDeletionReasons[reason]}`;
      await commentAsClient(ctx, caller, check.id, text);
      return reply.redirect(`${pageOf(check)}?done=commented#comments`, 303);
    }
    try {
      await deleteOwnFile(ctx, caller, { checkId: check.id, fileToken: file.fileToken, reason });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It was worked with meanwhile: the page asks what the desk is to be asked.
      if (error.reason === 'state_does_not_allow') return askWhy(request, reply, user, {});
      if (error.fields.file === undefined) throw error;
      return askWhy(request, reply, user, { reason: ['The file must be kept for now. Ask the screeners why'] });
    }
    return reply.redirect(`${pageOf(check)}?done=file_removed#files`, 303);
  });
}
