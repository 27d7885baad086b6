// Issues one certificate for localhost from an authority that is limited to localhost and whose key is not kept.

import { isIPv6 } from 'node:net';
import { ukDateOf } from '../../lib/uk-times.ts';

const DAY_MS = 86_400_000;
/** Browsers refuse certificates that are valid for longer than 398 days; both ends count. */
const VALID_DAYS = 396;
const CLOCK_SKEW_MS = 3_600_000;

const NAME_CONSTRAINTS = '2.5.29.30';
const LOCAL_NAME = 'localhost';
const LOCAL_ADDRESSES = ['127.0.0.1', '::1'];

export interface IssuedCertificate {
  /** All PEM. The authority's key is already discarded. */
  readonly key: string;
  readonly certificate: string;
  readonly authority: string;
}

/** One DER value; every value here is shorter than 128 bytes, so its length is one byte. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

/** An iPAddress constraint is the address followed by a mask of the same length (RFC 5280 §4.2.1.10). */
function addressWithFullMask(address: string): Buffer {
  const bytes = isIPv6(address)
    ? Buffer.concat([Buffer.alloc(15), Buffer.from([1])])
    : Buffer.from(address.split('.').map(Number));
  return Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]);
}

/** NameConstraints ::= SEQUENCE { permittedSubtrees [0] }: the library has no builder for this extension. */
function localNamesOnly(): Buffer {
  const SEQUENCE = 0x30;
  const PERMITTED = 0xa0;
  const DNS_NAME = 0x82;
  const IP_ADDRESS = 0x87;
  const names = [
    der(DNS_NAME, Buffer.from(LOCAL_NAME)),
    ...LOCAL_ADDRESSES.map((address) => der(IP_ADDRESS, addressWithFullMask(address))),
  ];
  return der(SEQUENCE, der(PERMITTED, ...names.map((name) => der(SEQUENCE, name))));
}

/**
 * Loaded only when a certificate is issued (100 ms). Its dependency injection refuses to load without the decorator
 * metadata proposal, although nothing is injected into its classes: an empty answer while it loads is enough.
 */
async function loadX509() {
  const reflect = Reflect as { getMetadata?: unknown; getOwnMetadata?: unknown };
  if (reflect.getMetadata !== undefined) return import('@peculiar/x509');
  reflect.getMetadata = () => undefined;
  reflect.getOwnMetadata = () => undefined;
  try {
    return await import('@peculiar/x509');
  } finally {
    delete reflect.getMetadata;
    delete reflect.getOwnMetadata;
  }
}

/** @param hosts `localhost` and names below it */
export async function issueLocalCertificate(now: Date, hosts: readonly string[]): Promise<IssuedCertificate> {
  const x509 = await loadX509();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const authorityKeys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notBefore = new Date(now.getTime() - CLOCK_SKEW_MS);
  const validity = { notBefore, notAfter: new Date(notBefore.getTime() + VALID_DAYS * DAY_MS) };
  const serverOnly = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=Probity local authority ${ukDateOf(now)}`,
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      new x509.Extension(NAME_CONSTRAINTS, true, localNamesOnly()),
      serverOnly,
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: `CN=${LOCAL_NAME}`,
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      serverOnly,
      new x509.SubjectAlternativeNameExtension([
        ...hosts.map((value) => ({ type: 'dns' as const, value })),
        ...LOCAL_ADDRESSES.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    certificate: certificate.toString('pem'),
    authority: authority.toString('pem'),
  };
}
