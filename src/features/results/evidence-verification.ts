// Verifies an evidence bundle: the signature of its manifest, and every file against the manifest.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { openZip, type ReadZipEntry } from '../../platform/files/zip-archive.ts';
import { bundlePaths, type Manifest, type ManifestFile, unlistedPaths } from './evidence-bundle-rules.ts';

export interface BundleProblem {
  readonly kind:
    | 'not_a_bundle'
    | 'signature_wrong'
    | 'other_key'
    | 'file_missing'
    | 'file_changed'
    | 'file_not_listed'
    | 'file_twice';
  /** Null where the problem concerns no single file. */
  readonly path: string | null;
}

export interface VerifiedBundle {
  readonly problems: readonly BundleProblem[];
  /** Null if it could not be read. */
  readonly manifest: Manifest | null;
  /** SHA-256 of the bundle's own public key, in hexadecimal; null if it has none. */
  readonly fingerprint: string | null;
}

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** Those that a manifest could need: what is larger is none. */
const mostBytes = 16 * 1024 * 1024;

async function bytesOf(entry: ReadZipEntry | undefined): Promise<Buffer | undefined> {
  if (entry === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of entry.read()) {
      size += chunk.length;
      if (size > mostBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function keyIn(pem: Buffer | undefined): KeyObject | undefined {
  try {
    return pem && createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function manifestIn(bytes: Buffer): Manifest | undefined {
  try {
    const manifest = JSON.parse(bytes.toString('utf8')) as Manifest;
    return Array.isArray(manifest.files) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

async function isAsListed(entry: ReadZipEntry, { size, sha256 }: ManifestFile): Promise<boolean> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const chunk of entry.read()) {
      hash.update(chunk);
      read += chunk.length;
    }
  } catch {
    return false;
  }
  return read === size && hash.digest('hex') === sha256;
}

async function problemsOfFiles(
  entries: ReadonlyMap<string, ReadZipEntry>,
  files: readonly ManifestFile[],
): Promise<BundleProblem[]> {
  const problems: BundleProblem[] = [];
  for (const file of files) {
    const entry = entries.get(file.path);
    if (entry === undefined) problems.push({ kind: 'file_missing', path: file.path });
    else if (!(await isAsListed(entry, file))) problems.push({ kind: 'file_changed', path: file.path });
  }
  const known = new Set([...unlistedPaths, ...files.map(({ path }) => path)]);
  const others = [...entries.keys()].filter((path) => !known.has(path));
  return [...problems, ...others.map((path) => ({ kind: 'file_not_listed', path }) as const)];
}

/** Archives with two files of one name show different contents to different programs. */
function problemsOfNames(entries: readonly ReadZipEntry[]): BundleProblem[] {
  const byPath = Map.groupBy(entries, ({ path }) => path);
  return [...byPath].flatMap(([path, same]) => (same.length > 1 ? [{ kind: 'file_twice', path } as const] : []));
}

const unreadable: VerifiedBundle = {
  problems: [{ kind: 'not_a_bundle', path: null }],
  manifest: null,
  fingerprint: null,
};

/** @param trusted the operator's public keys; without one, only the key in the bundle is used, which proves no origin */
export async function verifyEvidenceBundle(file: string, trusted: readonly KeyObject[] = []): Promise<VerifiedBundle> {
  const entries = await openZip(file).catch(() => undefined);
  if (entries === undefined) return unreadable;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const part = (path: string) => bytesOf(byPath.get(path));
  const own = keyIn(await part(bundlePaths.publicKey));
  const bytes = await part(bundlePaths.manifest);
  const signature = await part(bundlePaths.signature);
  if (own === undefined || bytes === undefined || signature === undefined) return unreadable;
  const fingerprint = fingerprintOf(own);
  const key = trusted.find((one) => one.equals(own)) ?? trusted[0] ?? own;
  const isOther = key !== own && !key.equals(own);
  const problems: BundleProblem[] = isOther ? [{ kind: 'other_key', path: bundlePaths.publicKey }] : [];
  if (!verify(null, bytes, key, signature)) problems.push({ kind: 'signature_wrong', path: bundlePaths.manifest });
  const manifest = manifestIn(bytes);
  if (manifest === undefined) return { ...unreadable, fingerprint };
  problems.push(...problemsOfNames(entries), ...(await problemsOfFiles(byPath, manifest.files)));
  return { problems, manifest, fingerprint };
}
