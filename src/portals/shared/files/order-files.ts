// Files of an order on a page: listed, attached by a form, and downloaded so that no content runs on this site.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Caller, Ctx, OrderScope } from '../../../context.ts';
import type { Attachment } from '../../../features/attachments/attachment.ts';
import {
  attachFile,
  listAttachments,
  type MustBe,
  openAttachment,
  type Upload,
} from '../../../features/attachments/attachment-actions.ts';
import {
  extensionOf,
  interfaceExtensions,
  pageExtensions,
  type RestrictionSettings,
  restrictionsOf,
} from '../../../features/attachments/attachment-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { english, say } from '../../../messages/say.ts';
import { asAttachment, downloadName } from './download-name.ts';
import { keepSentFile, sentFile } from './file-forms.ts';

export interface OrderFile {
  readonly fileToken: string;
  readonly kind: FileKind;
  /** The name under which the file is downloaded. */
  readonly fileName: string;
  readonly description: string;
  readonly size: string;
  readonly createdAt: Date;
  readonly uploadedBy: Actor;
  readonly reportId: string | null;
  /** Who attached it, where the page says it. */
  readonly by?: string | undefined;
  /** Where its reader takes it away, for a reason. */
  readonly removeHref?: string | undefined;
}

/** The model of the template `shared/files/order-files.njk`. */
export interface OrderFiles {
  /** The path below which the files are, and to which the form is sent. */
  readonly base: string;
  readonly list: readonly OrderFile[];
  readonly accepted: string;
  readonly largest: string;
  /** What may be attached, in words. */
  readonly kinds: string;
  readonly description: string;
  readonly wasAttached: boolean;
}

/** `12 KB`, `3.4 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}

/** Which files every form of ours accepts, for its input and its hint. */
export function acceptedFiles(settings: RestrictionSettings): Pick<OrderFiles, 'accepted' | 'largest' | 'kinds'> {
  const { allowedFileTypes, maximumFileSize } = restrictionsOf(settings, pageExtensions);
  const usual = [...interfaceExtensions, ...pageExtensions];
  const others = allowedFileTypes.filter((extension) => !usual.includes(extension));
  const kinds = ['A photo', 'a PDF', 'an office document', ...others].join(', ');
  const largest = sizeInWords(maximumFileSize);
  return {
    // With the types of pictures, a phone sends a photo of another kind as one of these.
    accepted: ['image/jpeg', 'image/png', ...allowedFileTypes].join(','),
    largest,
    kinds:
      others.length === 0
        ? say('A photo, a PDF, an office document or a text file, at most {largest}', { largest })
        : english(`${kinds} or a text file, at most ${largest}`),
  };
}

export const fileOf = ({
  fileToken,
  fileName,
  description,
  size,
  createdAt,
  uploadedBy,
  reportId,
}: Attachment): OrderFile => ({
  fileToken,
  kind: kindOfFile(fileName),
  fileName: downloadName(fileName),
  description,
  size: sizeInWords(size),
  createdAt,
  uploadedBy,
  reportId,
});

export async function orderFiles(
  ctx: Ctx,
  scope: OrderScope,
  orderId: number,
  shown: {
    readonly base: string;
    readonly description?: string;
    readonly wasAttached?: boolean;
  } & Pick<MustBe, 'onlyBy' | 'isAtDesk'>,
): Promise<OrderFiles> {
  const { onlyBy, isAtDesk } = shown;
  const attachments = (await listAttachments(ctx, scope, orderId)).filter(
    ({ uploadedBy, isPublished, isRestricted }) =>
      onlyBy === undefined ? isAtDesk || (isPublished && !isRestricted) : uploadedBy === onlyBy,
  );
  return {
    base: shown.base,
    list: attachments.map(fileOf),
    ...acceptedFiles(ctx.settings),
    description: shown.description ?? '',
    wasAttached: shown.wasAttached ?? false,
  };
}

const heicHelp =
  'It must be a JPEG or PNG picture. On an iPhone choose it from your photos, not from your files, or take it here: the phone then sends a JPEG. If that fails, choose Settings, Camera, Formats, Most Compatible, and take it again, or take a screenshot of it';

/** The refusal as messages beside the form's inputs, worded for the person who chose the file. */
export function messagesOfFile({ reason, fields }: Refusal, ctx: Ctx, fileName: string): FieldMessages | undefined {
  const { largest, kinds } = acceptedFiles(ctx.settings);
  const isHeic = ['.heic', '.heif'].includes(extensionOf(fileName));
  if (reason === 'too_large') return { file: [say('The file must be smaller than {largest}', { largest })] };
  // The disk is nearly full, or the scanner away: nobody can say for how long.
  if (reason === 'service_unavailable')
    return {
      file: [
        say(
          'No file can be taken for the moment. Go on without it: a form can be sent before, and the file added later',
        ),
      ],
    };
  if (reason === 'state_does_not_allow') return { file: [say('This order is closed and takes no more files')] };
  if (reason !== 'invalid_fields') return undefined;
  const file = [
    ...(fields.fileName ?? []).map((message) =>
      message.startsWith('must end')
        ? `${say('This kind of file is not accepted.')} ${isHeic ? say(heicHelp) : say('Accepted: {kinds}', { kinds: `${kinds.slice(0, 1).toLowerCase()}${kinds.slice(1)}` })}`
        : english(`The name of the file ${message}`),
    ),
    ...(fields.file ?? []).map((message) => english(`The file ${message}`)),
  ];
  return {
    ...(file.length === 0 ? {} : { file }),
    ...(fields.description === undefined
      ? {}
      : { description: fields.description.map((text) => english(`Description ${text}`)) }),
  };
}

/** Attaches the file of a form; returns the problems by input if it is refused. */
export async function attachSentFile(
  ctx: Ctx,
  caller: Caller & OrderScope,
  orderId: number,
  request: FastifyRequest,
  also: Partial<Pick<Upload, 'reportId' | 'fileToken' | 'description' | 'given' | 'also'>> = {},
): Promise<FieldMessages | undefined> {
  const { fileName, content } = sentFile(request);
  if (fileName === '') return { file: [say('Choose a file')] };
  const { description = '' } = request.body as Readonly<Record<string, string>>;
  try {
    const upload = { fileToken: ctx.newId(), description, ...also, orderId, fileName, content };
    await attachFile(ctx, caller, { ...upload, alsoAccepts: pageExtensions });
    keepSentFile(request);
    return undefined;
  } catch (error) {
    const messages = error instanceof Refusal ? messagesOfFile(error, ctx, fileName) : undefined;
    if (messages === undefined) throw error;
    return messages;
  }
}

interface WantedFile extends MustBe {
  readonly fileToken: string;
  readonly orderId: number;
}

/** Images that every browser draws; the content of an attached file is that of its extension. */
const imageTypes: Readonly<Record<string, string>> = {
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};

/** What a page can show of a file. */
export type FileKind = 'image' | 'pdf' | 'other';

function kindOfFile(fileName: string): FileKind {
  const extension = extensionOf(fileName);
  if (extension === '.pdf') return 'pdf';
  return Object.hasOwn(imageTypes, extension) ? 'image' : 'other';
}

/**
 * Sends the file as an attachment, whose content no browser shows, runs or sniffs. Refuses with `not_found`.
 */
export const sendOrderFile = (ctx: Ctx, reader: Caller & OrderScope, file: WantedFile, reply: FastifyReply) =>
  sendFile(ctx, reader, file, reply, false);

/** Sends an image for a page to show, in a sandbox of its own. Refuses other files with `not_found`. */
export const sendOrderImage = (ctx: Ctx, reader: Caller & OrderScope, file: WantedFile, reply: FastifyReply) =>
  sendFile(ctx, reader, file, reply, true);

async function sendFile(
  ctx: Ctx,
  reader: Caller & OrderScope,
  { fileToken, ...mustBe }: WantedFile,
  reply: FastifyReply,
  asImage: boolean,
): Promise<FastifyReply> {
  const { attachment, content } = await openAttachment(ctx, reader, fileToken, mustBe);
  const imageType = imageTypes[extensionOf(attachment.fileName)];
  if (asImage && imageType === undefined) {
    content.destroy();
    throw new Refusal('not_found');
  }
  return reply
    .type(asImage ? imageType! : 'application/octet-stream')
    .headers(fileHeaders(attachment, asImage))
    .send(content);
}

/** With which no browser shows, runs or sniffs a file; an image may be drawn. */
export const fileHeaders = ({ fileName, size }: Pick<Attachment, 'fileName' | 'size'>, asImage = false) => ({
  ...(asImage ? {} : { 'content-disposition': asAttachment(fileName) }),
  'content-length': String(size),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});
