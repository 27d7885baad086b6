// A served database with a folder or a bucket for uploads, and a comparison of its content with the acknowledged
// uploads.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../../src/config.ts';
import type { Ctx } from '../../../src/context.ts';
import { openAttachment } from '../../../src/features/attachments/attachment-actions.ts';
import { housekeepingJobs } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { openProbity } from '../../../src/main.ts';
import { serve } from '../../../src/main-serving.ts';
import { type Database, sql } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount, type TestAccount } from '../../support/accounts.ts';
import { openTestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { copyPreparedCertificate } from '../../support/prepared-certificate.ts';
import { urlOf } from '../../support/probity.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import type { StoreKind } from './steps.ts';

export interface Place {
  readonly ctx: Ctx;
  readonly database: Database;
  readonly account: TestAccount;
  readonly orderId: number;
  readonly checkId: string;
  readonly url: string;
  readonly ca: string;
  /** For another process on the same database and folder. */
  readonly settings: Readonly<Record<string, string>>;
  /** Incomplete files in the store. */
  unfinished(): string[];
  close(): Promise<void>;
}

export const bucketSettings = ({ endpoint, bucket, credentials }: S3Server) => ({
  PROBITY_S3_URL: `${endpoint}/${bucket}`,
  PROBITY_S3_CREDENTIALS: `${credentials.accessKeyId}:${credentials.secretAccessKey}`,
});

export async function openPlace(kind: StoreKind = 'folder'): Promise<Place> {
  const s3 = kind === 'bucket' ? await startS3Server() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-uploads-'));
  await copyPreparedCertificate(dataDir);
  const { connection, drop } = await openTestDatabase(2);
  const [port, httpPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const given = {
    PROBITY_DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    PROBITY_PORT: String(port),
    PROBITY_HTTP_PORT: String(httpPort),
    PROBITY_METRICS_PORT: String(metricsPort),
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_LOG_LEVEL: 'silent',
    ...(s3 && bucketSettings(s3)),
  };
  const { settings, problems } = readSettings(given);
  if (settings === undefined) throw new Error(problems.join('; '));
  const opened = await openProbity(settings, createLog('silent'));
  const running = await serve(opened);
  const account = await makeAccount(opened.ctx);
  const { check } = await placeWaiting(opened.ctx, account.caller('live'));
  return {
    ctx: opened.ctx,
    database: opened.database,
    account,
    orderId: check.orderId,
    checkId: check.id,
    url: `https://localhost:${port}`,
    ca: readFileSync(join(dataDir, 'tls', 'authority.pem'), 'utf8'),
    settings: given,
    unfinished: () => [...readdirSync(join(dataDir, 'files', 'incoming')), ...(s3?.unfinished.keys() ?? [])],
    async close() {
      await running.stop();
      await opened.close();
      await drop();
      await s3?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** After this time every store knows that nobody is writing the file any more. */
const twoDaysMs = 2 * 24 * 3_600_000;

/** Runs the job with a clock that is two days ahead. */
export function sweepLater({ ctx }: Place): Promise<void> {
  return housekeepingJobs({ ...ctx, now: () => new Date(Date.now() + twoDaysMs) }).sweep_files({});
}

/** The hashes of the file that is read back; undefined if it cannot be decrypted. */
async function hashesOf(place: Place, fileToken: string): Promise<{ read: string; kept: string } | undefined> {
  const { attachment, content } = await openAttachment(place.ctx, place.account.caller('live'), fileToken);
  const md5 = createHash('md5');
  try {
    for await (const part of content) md5.update(part as Buffer);
  } catch {
    return undefined;
  }
  return { read: md5.digest('hex'), kept: attachment.md5 };
}

export interface UploadComparison {
  readonly files: number;
  /** Acknowledged files that are missing. */
  readonly lost: readonly string[];
  readonly otherHashes: readonly string[];
  readonly rowsWithoutFile: readonly string[];
  readonly filesWithoutRow: readonly string[];
}

/** @param acknowledged the answered MD5 by token */
export async function compareUploads(
  place: Place,
  acknowledged: ReadonlyMap<string, string>,
): Promise<UploadComparison> {
  const { ctx, database, account } = place;
  const rows = await database.rows<{ file_token: string; file_id: string }>(sql`
    select file_token, file_id from attachments where account_id = ${account.accountId}`);
  const stored = new Set<string>();
  for await (const name of ctx.files.writtenBefore(new Date(Date.now() + twoDaysMs))) stored.add(name);
  const named = new Set(rows.map((row) => row.file_id));
  const tokens = rows.filter((row) => stored.has(row.file_id)).map((row) => row.file_token);
  const otherHashes: string[] = [];
  for (const token of tokens) {
    const found = await hashesOf(place, token);
    const isSame = found !== undefined && found.read === found.kept;
    if (!isSame || found.read !== (acknowledged.get(token) ?? found.read)) otherHashes.push(token);
  }
  const there = new Set(tokens);
  return {
    files: tokens.length,
    lost: [...acknowledged.keys()].filter((token) => !there.has(token)),
    otherHashes,
    rowsWithoutFile: rows.filter((row) => !stored.has(row.file_id)).map((row) => row.file_token),
    filesWithoutRow: [...[...stored].filter((name) => !named.has(name)), ...place.unfinished()],
  };
}
