// A private authority and certificates of receivers, a valid one and each kind of invalid one, made at first use.
import { webcrypto } from 'node:crypto';

export type CertificateKind = 'good' | 'ends_soon' | 'expired' | 'self_signed' | 'wrong_name' | 'unknown_authority';

export interface ReceiverCertificate {
  readonly key: string;
  readonly cert: string;
  /** PEM of the authority to trust. */
  readonly ca: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 3_600_000;

/** The library requires decorator metadata at load time, but does not use it. */
async function loadX509() {
  const reflect = Reflect as { getOwnMetadata?: unknown; getMetadata?: unknown };
  reflect.getMetadata ??= () => undefined;
  reflect.getOwnMetadata ??= () => undefined;
  return import('@peculiar/x509');
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function makeAuthority() {
  const x509 = await loadX509();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test receivers',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 48 * HOUR_MS),
    notAfter: new Date(Date.now() + 100 * 24 * HOUR_MS),
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  return { keys, certificate };
}

type Authority = Awaited<ReturnType<typeof makeAuthority>>;
const authorities = new Map<string, Promise<Authority>>();
const certificates = new Map<string, Promise<ReceiverCertificate>>();

function authority(name: string): Promise<Authority> {
  const known = authorities.get(name) ?? makeAuthority();
  authorities.set(name, known);
  return known;
}

async function issue(kind: CertificateKind, names: readonly string[]): Promise<ReceiverCertificate> {
  const x509 = await loadX509();
  const trusted = await authority('trusted');
  const issuer = kind === 'unknown_authority' ? await authority('unknown') : trusted;
  const keys = await newKeys();
  const selfSigned = kind === 'self_signed';
  const endsInHours = kind === 'expired' ? -1 : kind === 'ends_soon' ? 25 * 24 : 90 * 24;
  const subjects = kind === 'wrong_name' ? ['elsewhere.example'] : names;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=receiver',
    issuer: selfSigned ? 'CN=receiver' : issuer.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: selfSigned ? keys.privateKey : issuer.keys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 72 * HOUR_MS),
    notAfter: new Date(Date.now() + endsInHours * HOUR_MS),
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        subjects.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  return {
    key: x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
    ca: trusted.certificate.toString('pem'),
  };
}

export function receiverCertificate(kind: CertificateKind, names: readonly string[]): Promise<ReceiverCertificate> {
  const key = [kind, ...names].join(' ');
  const known = certificates.get(key) ?? issue(kind, names);
  certificates.set(key, known);
  return known;
}
