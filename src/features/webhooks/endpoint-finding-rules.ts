// What the doctor finds at an endpoint, each finding with what was seen and what to do about it; pure.
import type { CertificateFacts } from '../../platform/outgoing-http/examination.ts';
import type { Examination } from '../../platform/outgoing-http/outgoing.ts';
import type { PostResult } from '../../platform/outgoing-http/post.ts';
import type { Explanation } from './attempt-explanations.ts';

export const findingSubjects = [
  'webhook',
  'deliveries',
  'address',
  'dns',
  'certificate',
  'acknowledgement',
  'redirects',
  'signature',
  'clock',
] as const;
/** From harmless to harmful. */
export const findingStatuses = ['ok', 'warning', 'problem'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

export interface Finding {
  readonly subject: (typeof findingSubjects)[number];
  readonly status: FindingStatus;
  readonly seen: string;
  /** What to do; null where all is well. */
  readonly fix: string | null;
}

export interface ExaminedEndpoint {
  readonly host: string;
  readonly enabled: boolean;
  /** Whether it wants notifications of the environment of whoever asks. */
  readonly wantsEnvironment: boolean;
  /** Failed attempts since the last acknowledged one, and until when nothing is sent for that. */
  readonly failures: number;
  readonly pausedUntil: Date | null;
  readonly examination: Examination;
  /** Of a failed call. */
  readonly explanation: (reason: string, status: number | null) => Explanation;
  /** What a receiver should have computed for the body that was sent; null where it computes none, as in interface v1. */
  readonly xSignature: string | null;
  readonly now: Date;
}

const ok = (subject: Finding['subject'], seen: string): Finding => ({ subject, status: 'ok', seen, fix: null });
const warning = (subject: Finding['subject'], seen: string, fix: string): Finding => ({
  subject,
  status: 'warning',
  seen,
  fix,
});
const problem = (subject: Finding['subject'], seen: string, fix: string): Finding => ({
  subject,
  status: 'problem',
  seen,
  fix,
});

/** In the order in which a call meets them; what a call never reaches is not spoken of. */
export function findingsOf(endpoint: ExaminedEndpoint): Finding[] {
  const { verdict, handshake, post } = endpoint.examination;
  const found = [settingsFinding(endpoint), historyFinding(endpoint)];
  if (verdict.kind === 'refused') {
    return [
      ...found,
      problem('address', `The url ${verdict.message}.`, 'Register a public https url on port 443 or 8443.'),
    ];
  }
  if (verdict.note !== undefined) {
    const { means, fix } = endpoint.explanation(verdict.note, null);
    return [...found, problem('dns', means, fix)];
  }
  found.push(...addressFindings(endpoint));
  if (handshake?.kind === 'failed') {
    const { means, fix } = endpoint.explanation(handshake.reason, null);
    return [...found, problem('certificate', means, fix)];
  }
  if (handshake !== undefined) found.push(certificateFinding(handshake.certificate, endpoint));
  return post === undefined ? found : [...found, ...answerFindings(post.result, endpoint)];
}

export const worstOf = (findings: readonly Finding[]): FindingStatus =>
  findingStatuses.findLast((status) => findings.some((finding) => finding.status === status)) ?? 'ok';

function settingsFinding({ enabled, wantsEnvironment }: ExaminedEndpoint): Finding {
  if (!enabled) return problem('webhook', 'The webhook is disabled: nothing is sent.', 'Enable it.');
  if (wantsEnvironment) return ok('webhook', 'The webhook is enabled.');
  const fix = 'Add the environment to its environments; live with a live key, or in the portal.';
  return warning('webhook', 'The webhook does not want notifications of this environment.', fix);
}

function historyFinding({ failures, pausedUntil, now }: ExaminedEndpoint): Finding {
  if (failures === 0) return ok('deliveries', 'No attempt has failed since the last one that was acknowledged.');
  const paused = pausedUntil !== null && pausedUntil > now ? ' Nothing is sent for a few minutes.' : '';
  const seen = failures === 1 ? 'The last attempt failed.' : `The last ${failures} attempts failed.${paused}`;
  const fix = 'Mend what is found below. Sending goes on by itself; what was given up can be sent again.';
  return warning('deliveries', seen, fix);
}

function addressFindings({ host, examination: { addresses, dnsMs } }: ExaminedEndpoint): Finding[] {
  // Of an address that only the operator's list opens nothing is told.
  const where = addresses.length === 0 ? 'an address that the operator allows' : addresses.slice(0, 8).join(', ');
  return [
    ok('dns', `${host} leads to ${where}, after ${Math.round(dnsMs)} ms.`),
    ok('address', 'The address and the port may be called.'),
  ];
}

const DAY = 86_400_000;
const renewWithinDays = 14;

const distrusts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
};

function certificateFinding(certificate: CertificateFacts, { now, explanation }: ExaminedEndpoint): Finding {
  const { distrust, validTo, issuer, protocol } = certificate;
  if (distrust !== null) {
    const { means, fix } = explanation(distrusts[distrust] ?? 'certificate_untrusted', null);
    return problem('certificate', means, fix);
  }
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY);
  const from = issuer === null ? '' : ` from ${issuer}`;
  const seen = `${protocol ?? 'TLS'}, with a trusted certificate${from} that ends in ${days} days.`;
  return days < renewWithinDays ? warning('certificate', seen, 'Renew it before it ends.') : ok('certificate', seen);
}

const SLOW_MS = 5000;

function answerFindings(result: PostResult, endpoint: ExaminedEndpoint): Finding[] {
  if (result.outcome === 'failed') {
    const { means, fix } = endpoint.explanation(result.reason, null);
    return [problem('acknowledgement', means, fix)];
  }
  const { status, timings } = result;
  const redirects = status >= 300 && status < 400;
  const ms = Math.round(timings.firstByteMs ?? timings.totalMs);
  const { means, fix } = endpoint.explanation('not_acknowledged', status);
  return [
    acknowledgementFinding(status, ms, { means, fix }),
    redirects ? problem('redirects', means, fix) : ok('redirects', 'The endpoint does not redirect.'),
    ...(endpoint.xSignature === null ? [] : [signatureFinding(result, endpoint.xSignature)]),
    clockFinding(result.date, endpoint.now),
  ];
}

function acknowledgementFinding(status: number, ms: number, { means, fix }: Explanation): Finding {
  const seen = `The endpoint answered ${status} after ${ms} ms.`;
  if (status < 200 || status > 299) return problem('acknowledgement', `${seen} ${means}`, fix);
  if (ms <= SLOW_MS) return ok('acknowledgement', seen);
  return warning(
    'acknowledgement',
    `${seen} After 10 seconds it is too late.`,
    'Acknowledge first, and work afterwards.',
  );
}

/** The receiver may tell what it computed, in a header or in its body: `X-Signature` either way (ours). */
function signatureFinding(
  { xSignature, bodyText }: Extract<PostResult, { outcome: 'answered' }>,
  expected: string,
): Finding {
  const echoed = xSignature ?? /\b[0-9a-f]{40}\b/i.exec(bodyText)?.[0];
  if (echoed === undefined) {
    return ok('signature', 'The answer does not say which signature the endpoint computed, so they were not compared.');
  }
  if (echoed.toLowerCase() === expected) return ok('signature', 'The endpoint computed the same signature.');
  const fix =
    'Compute it over the raw body, before anything parses it, with the whole text of the token as the key; until the overlap of a rotation ends, with the old one.';
  return problem('signature', 'The endpoint computed another signature.', fix);
}

/** Verifiers refuse timestamps that are five minutes away, as the Standard Webhooks libraries do. */
const refusedSkewSeconds = 300;
const largeSkewSeconds = 30;

function clockFinding(date: Date | null, now: Date): Finding {
  if (date === null) return ok('clock', 'The answer has no Date, so the clocks were not compared.');
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const apart = Math.abs(seconds);
  if (apart <= largeSkewSeconds) return ok('clock', 'The clocks agree.');
  const seen = `The clock of the endpoint is ${apart} seconds ${seconds > 0 ? 'ahead' : 'behind'}.`;
  const fix = 'Set it by NTP: verifiers refuse timestamps that are five minutes away.';
  return apart > refusedSkewSeconds ? problem('clock', seen, fix) : warning('clock', seen, fix);
}
