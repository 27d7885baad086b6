// Files in an S3 bucket: an object exists completely or not at all, so a crash leaves at most parts, which the sweep removes.

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
  ListObjectsV2Command,
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
  /** Undefined: the credentials of the machine's role or of the SDK's own files. */
  readonly credentials: S3Credentials | undefined;
  /** A folder on the local disk where each file is spooled, encrypted and without a name, until it is complete. */
  readonly folder: string;
  /** After this silence the bucket counts as away; tests wait less. */
  readonly silenceMs?: number;
}

/** A prefix, because a bucket may contain more than our files. */
const PREFIX = 'files/';

/** The smallest part that S3 accepts. */
const PART_BYTES = 5 * 2 ** 20;
/** The memory of all files that are being sent to the bucket; other files wait on the disk. */
const PARTS_IN_MEMORY = 4;
/** For all tries of a part together, so that a bucket that hangs does not keep the memory. */
const PART_MS = 60_000;
/** For each try, until an answer begins. */
const SILENCE_MS = 20_000;

/** S3 gives the time at which a write began, also of finished objects, not when its last part arrived. Far longer than a write. */
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

/** After all retries. What the bucket forbids or does not have is an error for its operator. */
function isAway({
  name,
  code = '',
  $metadata,
}: Error & { code?: string; $metadata?: { httpStatusCode?: number } }): boolean {
  const status = $metadata?.httpStatusCode;
  return status === undefined ? name === 'AbortError' || name === 'TimeoutError' || noAnswer.has(code) : status >= 500;
}

function clientOf({ endpoint, region, credentials, silenceMs = SILENCE_MS }: Omit<S3Options, 'folder'>): S3Client {
  // Each slow reader holds a connection, and no other reader may have to wait for one. The server limits the number of readers.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  // Servers other than Amazon's accept a bucket in the path only, and Amazon's still do.
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    requestHandler: { httpAgent: agent, httpsAgent: agent, requestTimeout: silenceMs, throwOnRequestTimeout: true },
    ...(credentials === undefined ? {} : { credentials }),
  });
}

/** Lists one object at most. Rejects with the error of the bucket, or of the way to it. */
export async function lookIntoBucket(options: Omit<S3Options, 'folder'>): Promise<void> {
  const client = clientOf(options);
  try {
    await client.send(new ListObjectsV2Command({ Bucket: options.bucket, Prefix: PREFIX, MaxKeys: 1 }));
  } finally {
    client.destroy();
  }
}

export function openS3FileStore(options: S3Options): FileStore {
  const { bucket, folder } = options;
  const client = clientOf(options);
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
      // If it cannot be removed now, the sweep removes it.
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
