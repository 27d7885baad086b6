// Attachments in interface v1: uploads as a stream of bytes, downloads as base64 in JSON (interface §Attachment upload
// request).
import { Readable } from 'node:stream';
import type { Attachment } from '../../features/attachments/attachment.ts';
import { attachFile, openAttachment, showAttachments } from '../../features/attachments/attachment-actions.ts';
import { restrictionsOf } from '../../features/attachments/attachment-rules.ts';
import { Refusal } from '../../lib/refusal.ts';
import { releasing } from '../../lib/released-bytes.ts';
import { uploadBody } from '../../platform/http/upload-body.ts';
import { type ApiCall, created, noContent, ok } from '../shared/route.ts';
import { id, integer, listOf, optional, type Static, Type, text } from '../shared/schemas.ts';
import { queryValue, type V1Route } from './route.ts';

const fileToken = id('Identifier of the file: a GUID of your choice, different for each file.');
const orderId = integer({ description: 'The order that the file belongs to.', examples: [1042] });
const fileName = text({ description: 'Name of the file with its extension.', examples: ['signed-form.jpg'] });
const description = { description: 'Description of the file.', examples: ['Signed consent form'] };
const checksum = text({
  description: 'MD5 of the stored file, in hex.',
  examples: ['9e107d9d372bb6826bd81d3542a419d6'],
});

const UploadQuery = Type.Object({ fileToken, orderId, fileName, description: optional(text(description)) });
const OrderQuery = Type.Object({ orderId });
const FileQuery = Type.Object({ fileToken });

const Uploaded = Type.Object(
  { fileToken, orderId, fileName, description: text(description), checksum },
  { title: 'AttachmentUpload', description: 'The stored file: compare the checksum with that of your file.' },
);
const infoProperties = { fileToken, fileName, fileDescription: text(description), orderId, checksum };
const Info = Type.Object(infoProperties, { title: 'AttachmentInfo', description: 'A file of an order.' });
const InfoList = Type.Array(Info, { title: 'AttachmentList', description: 'The files of an order.' });
const Download = Type.Object(
  {
    ...infoProperties,
    file: text(
      { description: 'The content of the file in base64.', examples: ['SGVsbG8='] },
      { contentEncoding: 'base64' },
    ),
  },
  { title: 'Attachment', description: 'A file with its content.' },
);
const RestrictionsReply = Type.Object(
  {
    allowedFileTypes: listOf(text({ description: 'An extension.', examples: ['.jpg'] }), {
      description: 'Allowed extensions.',
      examples: [['.jpg', '.png', '.txt']],
    }),
    maximumFileSize: integer({ description: 'Maximum size of a file in bytes.', examples: [20_971_520] }),
    minimumFileSize: integer({ description: 'Minimum size of a file in bytes.', examples: [100] }),
  },
  { title: 'AttachmentRestrictions', description: 'The restrictions on uploads.' },
);

const presentInfo = (attachment: Attachment): Static<typeof Info> => ({
  fileToken: attachment.fileToken,
  fileName: attachment.fileName,
  fileDescription: attachment.description,
  orderId: attachment.orderId,
  checksum: attachment.md5,
});

/**
 * The orderId of the query, undefined if absent. Text that cannot be an order number counts as an unknown order
 * (ours).
 */
function orderIdOf(call: ApiCall): number | undefined {
  const given = queryValue(call, 'orderId');
  if (given !== undefined && !/^\d{1,15}$/.test(given)) throw new Refusal('not_found');
  return given === undefined ? undefined : Number(given);
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Refusal('invalid_fields', { [name]: ["can't be blank"] });
  return value;
}

async function upload(call: ApiCall): Promise<Static<typeof Uploaded>> {
  const { length, content } = uploadBody(call.stream);
  const sent = {
    fileToken: queryValue(call, 'fileToken') ?? '',
    fileName: queryValue(call, 'fileName') ?? '',
    description: queryValue(call, 'description') ?? '',
  };
  const stored = await attachFile(call.ctx, call.caller, { ...sent, orderId: orderIdOf(call), length, content });
  // The reply repeats the values as sent (interface), a GUID in the sender's case.
  return { ...sent, orderId: stored.orderId, checksum: stored.md5 };
}

/** Three bytes make four letters: a remainder is carried into the next part. */
async function* inBase64(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const part of releasing(content)) {
    const known = rest.length === 0 ? part : Buffer.concat([rest, part]);
    const whole = known.length - (known.length % 3);
    yield known.toString('base64', 0, whole);
    rest = Buffer.from(known.subarray(whole));
  }
  yield rest.toString('base64');
}

/** The only answer without a serialiser: it is streamed, because the file must not be in memory as a whole. */
function downloadOf(info: Static<typeof Info>, content: Readable) {
  const head = `${JSON.stringify(info).slice(0, -1)},"file":"`;
  async function* body(): AsyncGenerator<string> {
    yield head;
    yield* inBase64(content);
    yield '"}';
  }
  const stream = Readable.from(body(), { objectMode: false });
  // A client that disconnects before the first byte would otherwise leave the file open.
  return { head, stream: stream.once('close', () => content.destroy()) };
}

const about = { tag: 'Attachments' } as const;

export const attachmentRoutes: readonly V1Route[] = [
  {
    ...about,
    method: 'POST',
    url: '/attachments',
    operationId: 'uploadAttachment',
    permission: 'attach_files',
    summary: 'Attach a file to an order',
    description:
      'The body is the bytes of the file and nothing else, whatever the content type, as `curl --data-binary @FILE` sends it. A form (`multipart/form-data`, as `curl -F` sends it) is not parsed: its envelope would be stored as part of the file, or cause a refusal; compare the `checksum` with that of your file. Read the restrictions first: a file that breaks them is refused.',
    query: UploadQuery,
    takesStream: true,
    refusals: [
      'invalid_fields',
      'not_found',
      'state_does_not_allow',
      'already_taken',
      'too_large',
      'service_unavailable',
    ],
    status: 201,
    answer: Uploaded,
    handle: async (call) => created(await upload(call)),
  },
  {
    ...about,
    method: 'GET',
    url: '/attachments/restrictions',
    operationId: 'readAttachmentRestrictions',
    permission: 'use_api',
    summary: 'Read the restrictions on uploads',
    answer: RestrictionsReply,
    handle: async ({ ctx }) => ok(restrictionsOf(ctx.settings)),
  },
  {
    ...about,
    method: 'GET',
    url: '/attachments',
    operationId: 'listAttachments',
    permission: 'read_results',
    summary: 'List the files of an order',
    query: OrderQuery,
    refusals: ['invalid_fields', 'not_found'],
    orElse: { status: 204, when: 'The order has no attachments.' },
    answer: InfoList,
    async handle(call) {
      const attachments = await showAttachments(call.ctx, call.caller, required(orderIdOf(call), 'orderId'));
      return attachments.length === 0 ? noContent : ok(attachments.map(presentInfo));
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/attachments/download',
    operationId: 'downloadAttachment',
    permission: 'read_results',
    summary: 'Read a file',
    query: FileQuery,
    refusals: ['invalid_fields', 'not_found'],
    answer: Download,
    async handle(call) {
      const token = required(queryValue(call, 'fileToken'), 'fileToken');
      const { attachment, content } = await openAttachment(call.ctx, call.caller, token);
      const { head, stream } = downloadOf(presentInfo(attachment), content);
      const length = Buffer.byteLength(head) + 4 * Math.ceil(attachment.size / 3) + '"}'.length;
      return { status: 200, body: stream, headers: { 'content-length': String(length) } };
    },
  },
];
