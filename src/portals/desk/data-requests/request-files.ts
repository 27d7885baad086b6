// The files of a request about somebody's data, at the desk: listed on its page, added, downloaded and deleted there.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type OpenedRequest, openDataRequest } from '../../../features/data-requests/data-request-actions.ts';
import {
  addRequestFile,
  listRequestFiles,
  openRequestFile,
  removeRequestFile,
} from '../../../features/data-requests/request-file-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sentFile } from '../../shared/files/file-forms.ts';
import { acceptedFiles, fileHeaders, messagesOfFile, sizeInWords } from '../../shared/files/order-files.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';

const permission = 'decide_restrictions' as const;

type FileRequest = FastifyRequest<{
  Params: { id: string; file_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The model of the files on the page of the request. */
export async function filesModel(ctx: Ctx, opened: OpenedRequest) {
  const files = await listRequestFiles(ctx, opened);
  return {
    list: files.map(({ id, fileName, size, addedAt }) => ({ id, fileName, size: sizeInWords(size), addedAt })),
    ...acceptedFiles(ctx.settings),
  };
}

/** The problems of the file that was sent, by input; undefined if it was added. */
async function add(ctx: Ctx, request: FileRequest, opened: OpenedRequest): Promise<FieldMessages | undefined> {
  const { fileName, content } = sentFile(request);
  if (fileName === '') return { file: ['Choose a file'] };
  try {
    await addRequestFile(ctx, opened, { fileName, content });
    return undefined;
  } catch (error) {
    const messages =
      error instanceof Refusal && error.reason !== 'state_does_not_allow'
        ? messagesOfFile(error, ctx, fileName)
        : undefined;
    if (messages === undefined) throw error;
    return messages;
  }
}

/** @param show the page of the request again, with what is wrong with the file */
export function requestFilePages(
  pages: Pages<'desk'>,
  ctx: Ctx,
  path: string,
  show: (
    request: FileRequest,
    reply: FastifyReply,
    user: UserOf<'desk'>,
    errors: FieldMessages,
  ) => Promise<FastifyReply>,
): void {
  const hrefOf = ({ params }: FileRequest, done: string) => `${path.replace(':id', params.id)}?done=${done}`;
  const fileIn = ({ params: { file_id: id } }: FileRequest) => {
    if (!isUuid(id)) throw new Refusal('not_found');
    return id.toLowerCase();
  };

  pages.post(`${path}/files`, { permission }, async (request: FileRequest, reply, user) => {
    const errors = await add(ctx, request, await openDataRequest(ctx, user, request.params.id));
    return errors === undefined
      ? reply.redirect(hrefOf(request, 'attached'), 303)
      : show(request, reply.status(422), user, errors);
  });

  pages.get(`${path}/files/:file_id`, { permission }, async (request: FileRequest, reply, user) => {
    const opened = await openDataRequest(ctx, user, request.params.id);
    const { file, content } = await openRequestFile(ctx, opened, fileIn(request));
    return reply.type('application/octet-stream').headers(fileHeaders(file)).send(content);
  });

  pages.post(`${path}/files/:file_id/delete`, { permission }, async (request: FileRequest, reply, user) => {
    const opened = await openDataRequest(ctx, user, request.params.id);
    await removeRequestFile(ctx, opened, fileIn(request));
    return reply.redirect(hrefOf(request, 'deleted'), 303);
  });
}
