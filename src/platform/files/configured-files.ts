// Opens the configured file store and virus scanner; modules that are not used are not loaded.
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { openLocalFileStore } from './local-file-store.ts';
import type { S3Bucket, S3Credentials } from './s3-file-store.ts';
import type { ClamdAddress, VirusScanner } from './virus-scanner.ts';

export interface FileSettings {
  readonly s3Bucket: S3Bucket | undefined;
  readonly s3Region: string;
  readonly s3Credentials: S3Credentials | undefined;
  readonly clamd: ClamdAddress | undefined;
}

/** The bucket if one is configured, otherwise the folder, which also spools files on their way to a bucket. */
export async function openFileStore(
  { s3Bucket, s3Region, s3Credentials }: FileSettings,
  folder: string,
): Promise<FileStore> {
  if (s3Bucket === undefined) return openLocalFileStore(folder);
  const { openS3FileStore } = await import('./s3-file-store.ts');
  return openS3FileStore({
    ...s3Bucket,
    region: s3Region,
    credentials: s3Credentials,
    folder: join(folder, 'incoming'),
  });
}

export async function openVirusScanner({ clamd }: FileSettings): Promise<VirusScanner | undefined> {
  if (clamd === undefined) return undefined;
  const { createVirusScanner } = await import('./virus-scanner.ts');
  return createVirusScanner(clamd);
}
