// Files of an order on a page: listed, attached by a form, and downloaded so that no content runs on this site.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Caller, Ctx, OrderScope } from '../../../context.ts';
import { attachFile, listAttachments, openAttachment } from '../../../features/attachments/attachment-actions.ts';
import { type Restrictions, restrictionsOf } from '../../../features/attachments/attachment-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { asAttachment, downloadName } from './download-name.ts';
import { sentFile } from './file-forms.ts';

export interface OrderFile {
  readonly fileToken: string;
  /** The name under which the file is downloaded. */
  readonly fileName: string;
  readonly description: string;
  readonly size: string;
  readonly createdAt: Date;
}

/** The model of the template `shared/files/order-files.njk`. */
export interface OrderFiles {
  /** The path below which the files are, and to which the form is sent. */
  readonly base: string;
  readonly list: readonly OrderFile[];
  readonly accepted: string;
  readonly largest: string;
  readonly description: string;
  readonly wasAttached: boolean;
}

/** `12 KB`, `3.4 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}

const acceptedIn = ({ allowedFileTypes }: Restrictions) => allowedFileTypes.join(',');

export async function orderFiles(
  ctx: Ctx,
  scope: OrderScope,
  orderId: number,
  shown: {
    readonly base: string;
    readonly description?: string;
    readonly wasAttached?: boolean;
    /** Set if the reader may see only files of this actor. */
    readonly onlyBy?: Actor;
  },
): Promise<OrderFiles> {
  const restrictions = restrictionsOf(ctx.settings);
  const attachments = (await listAttachments(ctx, scope, orderId)).filter(
    ({ uploadedBy }) => shown.onlyBy === undefined || uploadedBy === shown.onlyBy,
  );
  return {
    base: shown.base,
    list: attachments.map(({ fileToken, fileName, description, size, createdAt }) => ({
      fileToken,
      fileName: downloadName(fileName),
      description,
      size: sizeInWords(size),
      createdAt,
    })),
    accepted: acceptedIn(restrictions),
    largest: sizeInWords(restrictions.maximumFileSize),
    description: shown.description ?? '',
    wasAttached: shown.wasAttached ?? false,
  };
}

/** The refusal as messages beside the form's inputs, worded for the person who chose the file. */
function inWords({ reason, fields }: Refusal, ctx: Ctx): FieldMessages | undefined {
  const { maximumFileSize } = restrictionsOf(ctx.settings);
  if (reason === 'too_large') return { file: [`The file must be smaller than ${sizeInWords(maximumFileSize)}`] };
  if (reason === 'state_does_not_allow') return { file: ['This order is closed and takes no more files'] };
  if (reason !== 'invalid_fields') return undefined;
  const file = [
    ...(fields.fileName ?? []).map((message) =>
      message.startsWith('must end')
        ? 'This kind of file is not accepted: choose one that ends as listed here'
        : `The name of the file ${message}`,
    ),
    ...(fields.file ?? []).map((message) => `The file ${message}`),
  ];
  return {
    ...(file.length === 0 ? {} : { file }),
    ...(fields.description === undefined
      ? {}
      : { description: fields.description.map((text) => `Description ${text}`) }),
  };
}

/** Attaches the file of a form; returns the problems by input if it is refused. */
export async function attachSentFile(
  ctx: Ctx,
  caller: Caller & OrderScope,
  orderId: number,
  request: FastifyRequest,
): Promise<FieldMessages | undefined> {
  const { fileName, content } = sentFile(request);
  if (fileName === '') return { file: ['Choose a file'] };
  const { description = '' } = request.body as Readonly<Record<string, string>>;
  try {
    await attachFile(ctx, caller, { fileToken: ctx.newId(), orderId, fileName, description, content });
    return undefined;
  } catch (error) {
    const messages = error instanceof Refusal ? inWords(error, ctx) : undefined;
    if (messages === undefined) throw error;
    return messages;
  }
}

/** Sends the file as an attachment, whose content no browser shows, runs or sniffs. Refuses with `not_found`. */
export async function sendOrderFile(
  ctx: Ctx,
  reader: Caller & OrderScope,
  { fileToken, ...mustBe }: { readonly fileToken: string; readonly orderId: number; readonly onlyBy?: Actor },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { attachment, content } = await openAttachment(ctx, reader, fileToken, mustBe);
  return reply
    .type('application/octet-stream')
    .headers({
      'content-disposition': asAttachment(attachment.fileName),
      'content-length': String(attachment.size),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(content);
}
