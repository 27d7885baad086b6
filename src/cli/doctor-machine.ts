// Checks of `probity doctor` for this machine: the data folder, its disk and the certificate.
import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Settings } from '../config.ts';
import { calledOf, expiringThings } from '../features/emails/expiry-mail-words.ts';
import { findExpiries } from '../features/housekeeping/expiry-actions.ts';
import { daysLeft, warnedDaysBefore } from '../features/housekeeping/expiry-rules.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { now } from '../main.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import type { Db } from '../platform/db/database.ts';
import { freeBytesOf } from '../platform/files/disk-room.ts';
import { readServerCertificate } from '../platform/http/server-certificate.ts';
import { everyOrigin } from '../platform/origins.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

export function checkFolder({ dataDir }: Settings): Finding {
  const folder = nearest(dataDir);
  const paused = findPausedSending(dataDir);
  if (paused !== undefined) return warning(`Sending is paused. To resume, remove ${paused} and start again.`);
  if (isWritable(folder)) return ok(folder === dataDir ? `${dataDir} is writable` : `${dataDir} will be made`);
  return failed(`${folder} is not writable. Give this user the folder, or set PROBITY_DATA_DIR to one it owns.`);
}

const megabytesIn = (bytes: number) => `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-GB')} MB`;

/** The database needs this much even where the reserve is set lower. */
const leastBytes = 200 * 1024 ** 2;

export async function checkDisk({ dataDir, diskReserveBytes }: Settings): Promise<Finding> {
  const folder = nearest(dataDir);
  const free = await freeBytesOf(folder);
  const found = `${megabytesIn(free)} free on the disk of ${folder}`;
  const reserve = `${megabytesIn(diskReserveBytes)} (PROBITY_DISK_RESERVE_BYTES)`;
  if (free < Math.max(diskReserveBytes, leastBytes))
    return failed(`${found}: no file is accepted below ${reserve}. Free some.`);
  return free < 2 * diskReserveBytes
    ? warning(`${found}, and no file is accepted below ${reserve}. Free some.`)
    : ok(found);
}

/** A monitor that looks at the exit code alone must hear of it in time. */
const FAILED_DAYS_BEFORE = 7;

/** All but the certificate of the pages, which has a line of its own; undefined if there is nothing of the kind. */
export async function checkEnds(db: Db, settings: Settings): Promise<Finding | undefined> {
  const found = (await findExpiries({ db, settings, now })).filter(({ what }) => what !== 'certificate');
  if (found.length === 0) return undefined;
  const today = ukDateOf(now());
  const texts = found.map((end) => {
    const days = daysLeft(end.at, today);
    const isSoon = days < warnedDaysBefore(end.what);
    const advice = isSoon ? ` (${days} days). ${expiringThings[end.what].do}` : '';
    return { isSoon, text: `${calledOf(end)} until ${ukDateOf(end.at)}${advice}` };
  });
  const message = texts.map(({ text }) => text).join('; ');
  return texts.some(({ isSoon }) => isSoon) ? warning(message) : ok(message);
}

/** The first address of ours whose host the certificate is not for, with the setting that names it. */
function uncovered(settings: Settings, isFor: (host: string) => boolean) {
  const [found] = [...everyOrigin(settings)].filter(([origin]) => !isFor(new URL(origin).hostname));
  return found && { hostname: new URL(found[0]).hostname, setting: `PROBITY_${found[1][0]!.toUpperCase()}_URL` };
}

export async function checkCertificate(settings: Settings): Promise<Finding> {
  const { tlsCertificate, tlsKey, trustedProxies } = settings;
  if (trustedProxies.length > 0) return ok('a proxy terminates TLS');
  if (tlsCertificate === undefined || tlsKey === undefined) {
    const other = uncovered(settings, (host) => /(?:^|\.)localhost$/.test(host));
    if (other === undefined) return ok('a local one, for localhost only');
    return failed(
      `${other.setting} names ${other.hostname}, but the certificate is for localhost. Set PROBITY_TLS_CERTIFICATE.`,
    );
  }
  const { expiresAt } = await readServerCertificate(tlsCertificate, tlsKey, now());
  const days = Math.floor((expiresAt.getTime() - now().getTime()) / 86_400_000);
  const found = `valid until ${expiresAt.toISOString()}`;
  const certificate = new X509Certificate(readFileSync(tlsCertificate));
  const other = uncovered(settings, (host) => certificate.checkHost(host) !== undefined);
  if (other !== undefined) {
    return failed(`The certificate is not for ${other.hostname}, the host of ${other.setting}. Use one that is.`);
  }
  if (days < FAILED_DAYS_BEFORE) return failed(`${found}: ${days} days. Renew it now; no restart is needed.`);
  return days < warnedDaysBefore('certificate')
    ? warning(`${found}: ${days} days. Renew it; the program reads the new file without a restart.`)
    : ok(found);
}
