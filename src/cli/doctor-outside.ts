// Checks of `probity doctor` for what the program calls: the mail server, name servers, the proxy, the virus scanner, the bucket.
import { Readable } from 'node:stream';
import type { Settings } from '../config.ts';
import { mailOptions, now, outgoingOptions } from '../main.ts';
import { createEmailDomains } from '../platform/email-domains.ts';
import type { S3Bucket } from '../platform/files/s3-file-store.ts';
import { type ClamdAddress, createVirusScanner } from '../platform/files/virus-scanner.ts';
import { createMail } from '../platform/mail.ts';
import { createOutgoing } from '../platform/outgoing-http/outgoing.ts';
import type { OutgoingProxy } from '../platform/outgoing-http/outgoing-proxy.ts';
import { isDemoPlace } from './demo-place.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export async function checkMail(settings: Settings): Promise<Finding> {
  if (settings.mailUrl === undefined) {
    if (isDemoPlace(settings))
      return warning(
        'No server is set: a demo shows its mails in the inbox, and `serve --no-demo` does not start. Set PROBITY_MAIL_URL.',
      );
    return failed('No server is set. Set PROBITY_MAIL_URL: without it the program does not start.');
  }
  const mail = createMail(mailOptions(settings));
  const { host } = new URL(settings.mailUrl);
  try {
    await mail.check();
    return ok(`${host} accepts the sign-in`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const refusal = code === 'EAUTH' ? 'does not accept the sign-in' : 'cannot be reached';
    if (code === 'ETLS') {
      return failed(
        `${host} offers no encryption that can be verified (${message}): no mail would be sent. Let it offer STARTTLS with a valid certificate, or set PROBITY_MAIL_STARTTLS=optional.`,
      );
    }
    return failed(`${host} ${refusal} (${code ?? message}). Check PROBITY_MAIL_URL.`);
  } finally {
    mail.close();
  }
}

export async function checkNames({ emailDomainCheck, dnsServers }: Settings): Promise<Finding> {
  if (emailDomainCheck === 'off') return ok('not asked');
  const servers = dnsServers.length === 0 ? {} : { servers: dnsServers };
  const registration = await createEmailDomains({ now, ...servers }).registrationOf('somebody@example.com');
  if (registration === 'registered') return ok('domains can be looked up');
  return warning(
    'No name server says whether a domain is registered: email addresses are accepted unchecked. Set PROBITY_DNS_SERVERS.',
  );
}

export async function checkProxy(settings: Settings, { host, port }: OutgoingProxy): Promise<Finding> {
  const outgoing = createOutgoing(outgoingOptions(settings));
  try {
    if (await outgoing.reachesProxy()) return ok(`${host}:${port} takes connections`);
    return failed(`${host}:${port} cannot be reached: no webhook would be sent. Check PROBITY_OUTGOING_PROXY.`);
  } finally {
    outgoing.close();
  }
}

/** Scans an empty file. */
export async function checkScanner(clamd: ClamdAddress): Promise<Finding> {
  const scanner = createVirusScanner(clamd, { idleMs: 10_000 });
  try {
    await scanner.threatIn(Readable.from([]));
    return ok('clamd scans files');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(
      `clamd does not answer (${code ?? message}): no file would be accepted. Start it, or check PROBITY_CLAMD.`,
    );
  }
}

/** What a bucket's refusal means for its operator; S3 servers other than Amazon's answer some of these only. */
const bucketRefusals: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not exist. Make it, or check PROBITY_S3_URL',
  PermanentRedirect: 'is in another region. Check PROBITY_S3_URL and PROBITY_S3_REGION',
  AuthorizationHeaderMalformed: 'is in another region. Check PROBITY_S3_REGION',
  InvalidAccessKeyId: 'does not know this access key. Check PROBITY_S3_CREDENTIALS',
  SignatureDoesNotMatch: 'refuses this secret. Check PROBITY_S3_CREDENTIALS',
  RequestTimeTooSkewed: "is sure that this machine's clock is wrong. Synchronise it with a time server",
  AccessDenied: 'may not be listed. Check PROBITY_S3_CREDENTIALS, and s3:ListBucket of its user (docs/setting-up.md)',
  CredentialsProviderError: 'cannot be asked: this machine has no role. Set PROBITY_S3_CREDENTIALS',
};

export async function checkBucket(settings: Settings, place: S3Bucket): Promise<Finding> {
  const { s3Region: region, s3Credentials: credentials } = settings;
  const { lookIntoBucket } = await import('../platform/files/s3-file-store.ts');
  try {
    await lookIntoBucket({ ...place, region, credentials, silenceMs: 5000 });
    return ok(`${place.bucket} at ${place.endpoint} can be listed`);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const known = bucketRefusals[name];
    if (known !== undefined) return failed(`The bucket ${place.bucket} ${known}.`);
    return failed(
      `The bucket ${place.bucket} at ${place.endpoint} cannot be reached (${code ?? name}): no file could be read or stored. Check PROBITY_S3_URL.`,
    );
  }
}
