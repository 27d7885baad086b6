// The certificate of the HTTPS listener: read from files, validated before use, and reloaded when the files change.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface ServerCertificate {
  /** PEM: the leaf first, then its chain. */
  readonly certificate: string;
  /** PEM, not encrypted. */
  readonly key: string;
  readonly expiresAt: Date;
}

const BEGIN = '-----BEGIN CERTIFICATE-----';

/** The certificates of a PEM text in their order; throws if one cannot be parsed. */
export function certificatesOf(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(BEGIN);
  return blocks.map((block) => new X509Certificate(`${BEGIN}${block}`));
}

function parsed<T>(what: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${what} in ${file} cannot be read: ${(error as Error).message}`);
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Throws a message for the operator if the files cannot be used: unreadable, not a pair, expired or not yet valid. */
export async function readServerCertificate(
  certificateFile: string,
  keyFile: string,
  now: Date,
): Promise<ServerCertificate> {
  const [certificate, key] = await Promise.all([read(certificateFile), read(keyFile)]);
  const [leaf] = parsed('the certificate', certificateFile, () => certificatesOf(certificate));
  if (leaf === undefined) throw new Error(`there is no certificate in ${certificateFile}`);
  const privateKey = parsed('the private key', keyFile, () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new Error(`the private key in ${keyFile} does not belong to the certificate in ${certificateFile}`);
  }
  const expiresAt = new Date(leaf.validTo);
  if (expiresAt <= now) throw new Error(`the certificate in ${certificateFile} expired on ${expiresAt.toISOString()}`);
  const validFrom = new Date(leaf.validFrom);
  if (validFrom > now) {
    throw new Error(`the certificate in ${certificateFile} is not valid before ${validFrom.toISOString()}`);
  }
  return { certificate, key, expiresAt };
}

export interface CertificateFollower {
  /** The certificate that is served now. */
  readonly current: ServerCertificate;
  readonly read: () => Promise<ServerCertificate>;
  readonly everyMs: number;
  readonly onChange: (certificate: ServerCertificate) => void;
  /** Called once for each distinct problem; the present certificate stays in use. */
  readonly onProblem: (error: Error) => void;
}

/**
 * Polls instead of watching: watches miss replaced symbolic links and network file systems, and a renewal writes two
 * files one after the other. Returns a function that stops it.
 */
export function followCertificate(follower: CertificateFollower): () => void {
  let { current } = follower;
  let lastProblem = '';
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    try {
      const next = await follower.read();
      lastProblem = '';
      if (next.certificate === current.certificate && next.key === current.key) return;
      current = next;
      follower.onChange(next);
    } catch (error) {
      const problem = error as Error;
      if (problem.message !== lastProblem) follower.onProblem(problem);
      lastProblem = problem.message;
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), follower.everyMs).unref();
  return () => clearInterval(timer);
}
