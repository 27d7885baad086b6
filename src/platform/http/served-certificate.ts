// The certificate that is served: the operator's files, reloaded when they are renewed, or the local one.
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { everyOrigin, type Origins } from '../origins.ts';
import type { HttpServer } from './server.ts';
import type { ServerCertificate } from './server-certificate.ts';

interface CertificateSettings extends Origins {
  readonly trustedProxies: readonly string[];
  /** Paths of the operator's files. */
  readonly tlsCertificate: string | undefined;
  readonly tlsKey: string | undefined;
  readonly dataDir: string;
}

/** Whether clients must be told to trust the authority of the local certificate. */
export const hasOwnAuthority = ({
  trustedProxies,
  tlsCertificate,
}: Pick<CertificateSettings, 'trustedProxies' | 'tlsCertificate'>): boolean =>
  tlsCertificate === undefined && trustedProxies.length === 0;

/** Undefined behind a proxy that terminates TLS. */
export async function servedCertificate(
  settings: CertificateSettings,
  now: () => Date,
): Promise<ServerCertificate | undefined> {
  if (settings.trustedProxies.length > 0) return undefined;
  if (settings.tlsCertificate !== undefined && settings.tlsKey !== undefined) {
    const { readServerCertificate } = await import('./server-certificate.ts');
    return readServerCertificate(settings.tlsCertificate, settings.tlsKey, now());
  }
  const { ensureLocalCertificate } = await import('./local-certificate.ts');
  const hosts = [...everyOrigin(settings).keys()].map((origin) => new URL(origin).hostname);
  const local = hosts.filter((host) => host.endsWith('.localhost'));
  return ensureLocalCertificate(join(settings.dataDir, 'tls'), now(), local);
}

const lookAtCertificateEveryMs = 60_000;

/** Serves a renewed certificate without a restart. Returns a function that stops the polling. */
export async function followCertificateFiles(
  settings: CertificateSettings,
  now: () => Date,
  log: Log,
  server: Pick<HttpServer, 'useCertificate'>,
): Promise<() => void> {
  const { tlsCertificate, tlsKey } = settings;
  if (settings.trustedProxies.length > 0 || tlsCertificate === undefined || tlsKey === undefined)
    return () => undefined;
  const { followCertificate, readServerCertificate } = await import('./server-certificate.ts');
  const read = () => readServerCertificate(tlsCertificate, tlsKey, now());
  return followCertificate({
    current: await read(),
    read,
    everyMs: lookAtCertificateEveryMs,
    onChange: (certificate) => server.useCertificate(certificate),
    onProblem: (error) => log.error('renewed certificate not served', { error }),
  });
}
