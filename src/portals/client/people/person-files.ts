// The files that a client puts with a person: listed on their page, added, downloaded and deleted there.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readConfirmations } from '../../../features/agency-workers/agency-confirmation-actions.ts';
import { confirmedText } from '../../../features/agency-workers/agency-confirmation-rules.ts';
import {
  addPersonFile,
  listPersonFiles,
  openPersonFile,
  removePersonFile,
} from '../../../features/person-files/person-file-actions.ts';
import type { PersonFileKind } from '../../../features/person-files/person-file-store.ts';
import { isRestrictedRefusal, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sentFile } from '../../shared/files/file-forms.ts';
import { fileHeaders, messagesOfFile, sizeInWords } from '../../shared/files/order-files.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { peoplePath } from './people-paths.ts';
import { personHref } from './renewal-view.ts';

const path = `${peoplePath}/:applicant_id/files`;
export const filesHref = (applicantId: string): string => `${personHref(applicantId)}/files`;

const kindTexts: Readonly<Record<PersonFileKind, string>> = {
  agency_confirmation: 'Confirmation of the agency',
  earlier_screening: 'From an earlier employer',
};

type FileRequest = FastifyRequest<{
  Params: { readonly applicant_id: string; readonly file_id?: string };
}>;

function personIn({ params }: FileRequest): string {
  if (!isUuid(params.applicant_id)) throw new Refusal('not_found');
  return params.applicant_id;
}

function fileIn({ params }: FileRequest): string {
  if (!isUuid(params.file_id)) throw new Refusal('not_found');
  return params.file_id;
}

/** What is put with a person, for who may read results or orders. @param isOwn whether the subsidiary that added them is theirs to see: files are of it */
export async function keptWith(ctx: Ctx, user: ClientUser, caller: ClientCaller, id: string, isOwn: boolean) {
  if (!mayDo(user, 'read_results') && !mayDo(user, 'order_checks')) return { agency: undefined, files: [] };
  const confirmed = (await readConfirmations(ctx, caller, [id])).get(id);
  const files = isOwn ? await listPersonFiles(ctx, caller, id) : [];
  return {
    agency: confirmed && { ...confirmed, confirms: confirmedText(confirmed) },
    files: files.map(({ id: fileId, fileName, kind, size, addedAt }) => ({
      ...{ fileName, addedAt, kind: kindTexts[kind], size: sizeInWords(size) },
      href: mayDo(user, 'read_results') ? `${filesHref(id)}/${fileId}` : undefined,
      deleteAction: mayDo(user, 'order_checks') ? `${filesHref(id)}/${fileId}/delete` : undefined,
    })),
  };
}

/** Why a file was not taken, by the code in the address of the page. */
const notices: Readonly<Record<string, string>> = {
  none: 'Choose a file',
  refused: 'The file was not taken: choose a photo, a PDF, an office document or a text file that is not too large',
  many: 'There are 20 files with this person already: delete one first',
};
export const fileNotice = (code: unknown) => {
  const text = typeof code === 'string' && Object.hasOwn(notices, code) ? notices[code] : undefined;
  return text === undefined ? undefined : { file: [text] };
};

/** The code of what is wrong with the file; undefined if it was added. */
async function add(ctx: Ctx, caller: ClientCaller, id: string, request: FileRequest): Promise<string | undefined> {
  const { fileName, content } = sentFile(request);
  if (fileName === '') return 'none';
  try {
    await addPersonFile(ctx, caller, id, { kind: 'earlier_screening', fileName, content });
    return undefined;
  } catch (error) {
    if (isRestrictedRefusal(error) || !(error instanceof Refusal)) throw error;
    if (error.reason === 'state_does_not_allow') return 'many';
    if (error.reason === 'not_found' || messagesOfFile(error, ctx, fileName) === undefined) throw error;
    return 'refused';
  }
}

export function personFilePages(pages: Pages<'client'>, ctx: Ctx): void {
  const order = { permission: 'order_checks' } as const;
  pages.post(path, order, async (request: FileRequest, reply, user) => {
    const id = personIn(request);
    // The file is read once: which data they are in is asked before.
    const caller = await inEitherEnvironment(user, async (asked) => {
      await listPersonFiles(ctx, asked, id);
      return asked;
    });
    const problem = await add(ctx, caller, id, request);
    return reply.redirect(`${personHref(id)}?${problem === undefined ? 'done=saved' : `file=${problem}`}#files`, 303);
  });
  pages.get(`${path}/:file_id`, { permission: 'read_results' }, async (request: FileRequest, reply, user) => {
    const { file, content } = await inEitherEnvironment(user, (caller) =>
      openPersonFile(ctx, caller, personIn(request), fileIn(request)),
    );
    return reply.type('application/octet-stream').headers(fileHeaders(file)).send(content);
  });
  pages.post(`${path}/:file_id/delete`, order, async (request: FileRequest, reply, user) => {
    const id = personIn(request);
    await inEitherEnvironment(user, (caller) => removePersonFile(ctx, caller, id, fileIn(request)));
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });
}
