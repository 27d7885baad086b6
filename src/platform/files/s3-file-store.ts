// Files in an S3 bucket: an object is there whole or not at all, so a crash leaves at most parts, which the sweep drops.

import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { DataKey } from '../encryption/account-key.ts';
import { openFile, sealFile } from './file-cipher.ts';
import { type FileContent, type FileStore, fileMissing, fileStoreAway, requireOurName } from './file-store.ts';
import { lendMemory } from './part-memory.ts';
import { failWhenFull, removeFiles, type SpooledContent, spool } from './spooled-content.ts';

export interface S3Bucket {
  /** The server's origin, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Options extends S3Bucket {
  readonly region: string;
  /** Undefined: what the machine is allowed by its role or the SDK's own files. */
  readonly credentials: S3Credentials | undefined;
  /** On the local disk: a file lies here, sealed and without a name, until all of it has come. */
  readonly folder: string;
  /** How long the bucket may be silent before it counts as away; tests wait less. */
  readonly silenceMs?: number;
}

/** A bucket may hold more than files. */
const PREFIX = 'files/';

/** S3 takes no smaller ones. */
const PART_BYTES = 5 * 2 ** 20;
/** That all files on their way to the bucket have in memory; the others wait on the disk. */
const PARTS_IN_MEMORY = 4;
/** A bucket that hangs must not keep a part's memory from the others: all tries together. */
const PART_MS = 60_000;
/** Until an answer begins, each try. */
const SILENCE_MS = 20_000;

/** S3 tells when a write began, of finished objects too, not when its last part came. Far longer than one takes. */
const SLOWEST_WRITE_MS = 24 * 3_600_000;
const isEndedBefore = (olderThan: Date, began: Date | undefined): boolean =>
  began !== undefined && began.getTime() + SLOWEST_WRITE_MS < olderThan.getTime();

const noAnswer = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** After every repetition. What the bucket forbids, or does not have, is for its operator to see. */
function isAway({
  name,
  code = '',
  $metadata,
}: Error & { code?: string; $metadata?: { httpStatusCode?: number } }): boolean {
  const status = $metadata?.httpStatusCode;
  return status === undefined ? name === 'AbortError' || name === 'TimeoutError' || noAnswer.has(code) : status >= 500;
}

export function openS3FileStore(options: S3Options): FileStore {
  const { endpoint, bucket, region, credentials, folder, silenceMs = SILENCE_MS } = options;
  // Each slow reader holds a connection: nobody else may have to wait for one. How many readers there are the server bounds.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  // Servers other than Amazon's know a bucket by the path only, and Amazon's still do.
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    requestHandler: { httpAgent: agent, httpsAgent: agent, requestTimeout: silenceMs, throwOnRequestTimeout: true },
    ...(credentials === undefined ? {} : { credentials }),
  });
  const mark = (error: Error): never => {
    throw isAway(error) ? fileStoreAway(error) : error;
  };
  client.middlewareStack.add((next) => (call) => next(call).catch(mark), { step: 'initialize' });
  const place = (name: string) => ({ Bucket: bucket, Key: `${PREFIX}${requireOurName(name)}` });

  const withPart = lendMemory(PARTS_IN_MEMORY, PART_BYTES);
  const inTime = () => ({ requestTimeout: PART_MS, abortSignal: AbortSignal.timeout(PART_MS) });

  async function putInParts(at: ReturnType<typeof place>, content: SpooledContent, memory: Buffer): Promise<void> {
    const begin = new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' });
    const upload = { ...at, UploadId: (await client.send(begin, inTime())).UploadId };
    try {
      const Parts: CompletedPart[] = [];
      for (let from = 0; from < content.size; from += PART_BYTES) {
        const part = { ...upload, PartNumber: Parts.length + 1, Body: await content.read(memory, from) };
        const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part), inTime());
        Parts.push({ PartNumber: part.PartNumber, ETag, ChecksumCRC32 });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), inTime());
    } catch (error) {
      // What cannot be dropped now, the sweep drops.
      await client.send(new AbortMultipartUploadCommand(upload), inTime()).catch(() => undefined);
      throw error;
    }
  }

  async function put(at: ReturnType<typeof place>, content: SpooledContent, memory: Buffer): Promise<void> {
    if (content.size > PART_BYTES) return putInParts(at, content, memory);
    const Body = await content.read(memory, 0);
    await client.send(new PutObjectCommand({ ...at, Body }), inTime());
  }

  async function write(name: string, content: FileContent, key: DataKey) {
    const at = place(name);
    const { sealed, stored } = sealFile(name, content, key);
    const whole = await spool(folder, sealed).catch(failWhenFull);
    try {
      await withPart((memory) => put(at, whole, memory));
    } finally {
      await whole.close();
    }
    return stored();
  }

  async function read(name: string, key: DataKey): Promise<Readable> {
    const { Body } = await client.send(new GetObjectCommand(place(name))).catch((error: Error) => {
      throw error.name === 'NoSuchKey' ? fileMissing() : error;
    });
    const sealed = Body as Readable;
    const content = Readable.from(openFile(name, sealed, key), { objectMode: false });
    return content.once('close', () => sealed.destroy());
  }

  async function remove(name: string): Promise<void> {
    await client.send(new DeleteObjectCommand(place(name)));
  }

  async function sweep(olderThan: Date): Promise<number> {
    let count = await removeFiles(folder, olderThan);
    let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {};
    for (let isTruncated = true; isTruncated; ) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: PREFIX, ...markers }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!isEndedBefore(olderThan, Initiated)) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        count += 1;
      }
      isTruncated = page.IsTruncated ?? false;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
    return count;
  }

  async function* writtenBefore(olderThan: Date): AsyncGenerator<string> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: PREFIX })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && isEndedBefore(olderThan, LastModified)) yield Key.slice(PREFIX.length);
      }
    }
  }

  return { write, read, remove, writtenBefore, sweep };
}
