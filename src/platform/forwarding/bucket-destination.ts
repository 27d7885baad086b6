// Keeps records in an S3 bucket with object lock: one object each, whose name is the record's id, so that a list of the
// bucket has them all.
import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Credentials } from '../files/s3-file-store.ts';
import type { Destination } from './destination.ts';

export interface BucketOptions {
  readonly bucket: string;
  readonly prefix: string;
  /** Undefined: Amazon's for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly credentials: S3Credentials | undefined;
}

const SILENCE_MS = 20_000;
const DAY_MS = 86_400_000;

const clientFor = ({ endpoint, region, credentials }: BucketOptions) =>
  new S3Client({
    region,
    forcePathStyle: true,
    requestHandler: { requestTimeout: SILENCE_MS, throwOnRequestTimeout: true },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });

const folderOf = ({ prefix }: BucketOptions) => (prefix === '' ? '' : `${prefix}/`);

/** @param lockDays for which nobody, not even the owner of the bucket, can delete or replace a record */
export function bucketDestination(options: BucketOptions & { readonly lockDays: number }): Destination {
  const client = clientFor(options);
  return {
    async send(records) {
      for (const { id, at, line } of records) {
        const object = { Bucket: options.bucket, Key: `${folderOf(options)}${id}.json`, Body: `${line}\n` };
        const ObjectLockRetainUntilDate = new Date(at.getTime() + options.lockDays * DAY_MS);
        await client.send(new PutObjectCommand({ ...object, ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate }));
      }
    },
  };
}

/** The ids of all records in the order of their names, also of those that somebody has hidden by deleting them. */
export async function* readBucket(options: BucketOptions): AsyncGenerator<string> {
  const client = clientFor(options);
  const folder = folderOf(options);
  const all = { Bucket: options.bucket, Prefix: folder };
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const after = { KeyMarker: page?.NextKeyMarker, VersionIdMarker: page?.NextVersionIdMarker };
    page = await client.send(new ListObjectVersionsCommand({ ...all, ...after }));
    for (const { Key: key = '' } of page.Versions ?? []) {
      if (key.endsWith('.json')) yield key.slice(folder.length, -'.json'.length);
    }
  } while (page.IsTruncated === true);
}
