// Keeps a complete and valid certificate for localhost in the data folder, also if several processes start at once.
import { createPrivateKey } from 'node:crypto';
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderMode } from '../data-folder.ts';
import { type IssuedCertificate, issueLocalCertificate } from './local-authority.ts';
import { certificatesOf, type ServerCertificate } from './server-certificate.ts';

const RENEW_BEFORE_MS = 30 * 86_400_000;
/** Issuing takes a fraction of a second. */
const LOCK_MS = 10_000;
const BUNDLE = 'key.pem';

export interface LocalCertificate extends ServerCertificate {
  /** The file that clients trust (`curl --cacert`, Node's `ca`). */
  readonly authorityFile: string;
}

type Usable = ServerCertificate & { readonly authority: string };

/** The key, the certificate and its authority as one text, so that one rename replaces all three. */
function bundleOf(issued: IssuedCertificate): string {
  return [issued.key, issued.certificate, issued.authority].map((pem) => `${pem.trim()}\n`).join('');
}

/** Undefined if the text is damaged, incomplete, expires soon, or is not for all of the hosts. */
function usable(bundle: string, now: Date, hosts: readonly string[]): Usable | undefined {
  try {
    const [leaf, authority] = certificatesOf(bundle);
    if (leaf === undefined || authority === undefined) return undefined;
    const key = createPrivateKey(bundle);
    const expiresAt = new Date(Math.min(Date.parse(leaf.validTo), Date.parse(authority.validTo)));
    const fits =
      leaf.checkPrivateKey(key) &&
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      hosts.every((host) => leaf.checkHost(host) !== undefined) &&
      expiresAt.getTime() - now.getTime() > RENEW_BEFORE_MS;
    if (!fits) return undefined;
    return {
      key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificate: `${leaf.toString()}${authority.toString()}`,
      authority: authority.toString(),
      expiresAt,
    };
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readUsable(folder: string, now: Date, hosts: readonly string[]): Promise<Usable | undefined> {
  const bundle = await readIfThere(join(folder, BUNDLE));
  return bundle === undefined ? undefined : usable(bundle, now, hosts);
}

/** Writes a file that is either complete or absent, whatever happens. */
async function replaceFile(folder: string, name: string, text: string, mode: number): Promise<void> {
  const draft = await mkdtemp(join(folder, '.draft-'));
  try {
    const file = await open(join(draft, name), 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(join(draft, name), join(folder, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The files for clients are derived from the bundle, so every process writes the same. */
async function publish(folder: string, name: string, text: string): Promise<void> {
  if ((await readIfThere(join(folder, name))) !== text) await replaceFile(folder, name, text, 0o644);
}

/** If several processes start at once, one issues a certificate and the others wait for it. */
async function issueOnce(folder: string, now: Date, hosts: readonly string[]): Promise<Usable> {
  const { holdBy, openProcessLock } = await import('../db/process-lock.ts');
  const lock = openProcessLock(join(folder, '.lock'));
  try {
    if (!(await holdBy(lock, 'exclusive', performance.now() + LOCK_MS))) {
      throw new Error(`another process has been issuing the certificate in ${folder} for ${LOCK_MS / 1000} seconds`);
    }
    const found = await readUsable(folder, now, hosts);
    if (found !== undefined) return found;
    await replaceFile(folder, BUNDLE, bundleOf(await issueLocalCertificate(now, hosts)), 0o600);
    const issued = await readUsable(folder, now, hosts);
    if (issued === undefined) throw new Error(`no usable certificate can be kept in ${folder}`);
    return issued;
  } finally {
    lock.close();
  }
}

/**
 * The certificate for localhost under `folder` (`key.pem`, `certificate.pem`, `authority.pem`), issued if there is
 * none, if it is damaged, or 30 days before it expires. `key.pem` also contains both certificates and decides.
 * @param names below localhost, such as `desk.localhost`, for which it must be too
 */
export async function ensureLocalCertificate(
  folder: string,
  now: Date,
  names: readonly string[] = [],
): Promise<LocalCertificate> {
  const hosts = ['localhost', ...names];
  await mkdir(folder, { recursive: true, mode: dataFolderMode });
  const { authority, ...serving } = (await readUsable(folder, now, hosts)) ?? (await issueOnce(folder, now, hosts));
  await publish(folder, 'certificate.pem', serving.certificate);
  await publish(folder, 'authority.pem', authority);
  return { ...serving, authorityFile: join(folder, 'authority.pem') };
}
