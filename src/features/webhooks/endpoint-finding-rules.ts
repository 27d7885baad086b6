// The findings of an endpoint check, each with what was seen and what to do about it; pure.

import { toTimestamp } from '../../lib/dates.ts';
import type { FailureReason } from '../../platform/outgoing-http/connection.ts';
import type { CertificateFacts } from '../../platform/outgoing-http/examination.ts';
import type { Examination } from '../../platform/outgoing-http/outgoing.ts';
import type { PostResult } from '../../platform/outgoing-http/post.ts';
import type { Explanation } from './attempt-explanations.ts';
import type { NextSignature } from './webhook-secrets.ts';

export const findingSubjects = [
  'webhook',
  'deliveries',
  'address',
  'dns',
  'connection',
  'certificate',
  'acknowledgement',
  'redirects',
  'signature',
  'clock',
] as const;
/** From best to worst; `unknown` means that it could not be checked. */
export const findingStatuses = ['unknown', 'ok', 'warning', 'problem'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

export interface Finding {
  readonly subject: (typeof findingSubjects)[number];
  readonly status: FindingStatus;
  readonly seen: string;
  /** What to do; null for nothing. */
  readonly fix: string | null;
}

export interface SentSignatures {
  /** Lower-case hex. */
  readonly xSignature: string;
  /** The signatures in the header webhook-signature. */
  readonly standard: readonly string[];
  /** While a rotation overlaps, the signature by the new secret. */
  readonly next: NextSignature | null;
}

export interface ExaminedEndpoint {
  readonly url: URL;
  readonly enabled: boolean;
  /** Whether it has the caller's environment. */
  readonly wantsEnvironment: boolean;
  /** Whether the caller's environment is live, and only a test key has asked for live notifications. */
  readonly waitsForLiveKey: boolean;
  /** Failed attempts since the last acknowledged one, and until when nothing is sent for that. */
  readonly failures: number;
  readonly pausedUntil: Date | null;
  readonly examination: Examination;
  /** Explains a failed call. */
  readonly explanation: (reason: string, status: number | null) => Explanation;
  /** The signatures that were sent; null where nothing was sent, or where X-Signature is not computed, as in interface v1. */
  readonly signatures: SentSignatures | null;
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

/** In the order of a call's steps; steps that the call did not reach have no finding. */
export function findingsOf(endpoint: ExaminedEndpoint): Finding[] {
  const { verdict, handshake, post } = endpoint.examination;
  const found = [settingsFinding(endpoint), historyFinding(endpoint)];
  if (verdict.kind === 'refused') {
    return [
      ...found,
      problem('address', `The url ${verdict.message}.`, 'Register a public https url with port 443 or 8443.'),
    ];
  }
  if (verdict.note !== undefined) {
    const { means, fix } = endpoint.explanation(verdict.note, null);
    return [...found, problem('dns', means, fix)];
  }
  found.push(...addressFindings(endpoint));
  if (handshake?.kind === 'failed') {
    const { means, fix } = endpoint.explanation(handshake.reason, null);
    if (beforeTls.has(handshake.reason)) {
      return [...found, problem('connection', `${means} We tried ${placeOf(endpoint)}.`, fix)];
    }
    return [...found, connected, problem('certificate', means, fix)];
  }
  if (handshake !== undefined) found.push(connected, certificateFinding(handshake.certificate, endpoint));
  return post === undefined ? found : [...found, ...answerFindings(post.result, endpoint)];
}

/** The only finding if the test cannot be signed, because then the endpoint is not called. */
export const unsignedFinding = ({ means, fix }: Explanation): Finding => problem('signature', means, fix);

export const worstOf = (findings: readonly Finding[]): FindingStatus =>
  findingStatuses.findLast((status) => findings.some((finding) => finding.status === status)) ?? 'ok';

function settingsFinding({ enabled, wantsEnvironment, waitsForLiveKey }: ExaminedEndpoint): Finding {
  if (!enabled) return problem('webhook', 'The webhook is disabled: nothing is sent.', 'Enable it.');
  if (wantsEnvironment && waitsForLiveKey) {
    const seen = 'Only a test key has asked for live notifications, so none is sent yet.';
    return warning(
      'webhook',
      seen,
      'Update the webhook with a live key, even without a change, or save it in the portal.',
    );
  }
  if (wantsEnvironment) return ok('webhook', 'The webhook is enabled.');
  const fix = 'Add the environment to the webhook; for live use a live key or the portal.';
  return warning('webhook', 'The webhook gets no notifications of this environment.', fix);
}

function historyFinding({ failures, pausedUntil, now }: ExaminedEndpoint): Finding {
  if (failures === 0) return ok('deliveries', 'No attempt has failed since the last one that was acknowledged.');
  const paused = pausedUntil !== null && pausedUntil > now ? ' Sending is paused for a few minutes.' : '';
  const seen = failures === 1 ? 'The last attempt failed.' : `The last ${failures} attempts failed.${paused}`;
  const fix = 'Fix the problems below. Sending resumes automatically; notifications that were given up can be resent.';
  return warning('deliveries', seen, fix);
}

const listed = (addresses: readonly string[]) => addresses.slice(0, 8).join(', ');

/** Shows only the name if the address is reachable only by the operator's allow-list. */
const placeOf = ({ url, examination: { addresses } }: ExaminedEndpoint) =>
  `${listed(addresses) || url.hostname}, port ${url.port || 443}`;

function addressFindings({ url, examination: { addresses, dnsMs } }: ExaminedEndpoint): Finding[] {
  // An address that is reachable only by the operator's allow-list is not shown.
  const where = addresses.length === 0 ? 'an address that the operator allows' : listed(addresses);
  return [
    ok('dns', `${url.hostname} resolves to ${where}, in ${Math.round(dnsMs)} ms.`),
    ok('address', 'The address and the port may be called.'),
  ];
}

const connected = ok('connection', 'The endpoint accepts connections.');

const beforeTls = new Set<FailureReason>([
  'connect_refused',
  'connect_timed_out',
  'unreachable',
  'proxy_failed',
  'proxy_refused',
]);

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
  const seen = `${protocol ?? 'TLS'}, with a trusted certificate${from} that expires in ${days} days.`;
  return days < renewWithinDays ? warning('certificate', seen, 'Renew it before it expires.') : ok('certificate', seen);
}

const SLOW_MS = 5000;

type Answered = Extract<PostResult, { outcome: 'answered' }>;

function answerFindings(result: PostResult, endpoint: ExaminedEndpoint): Finding[] {
  if (result.outcome === 'failed') {
    const { means, fix } = endpoint.explanation(result.reason, null);
    return [problem('acknowledgement', means, fix)];
  }
  const { status, timings } = result;
  const ms = Math.round(timings.firstByteMs ?? timings.totalMs);
  const { means, fix } = endpoint.explanation('not_acknowledged', status);
  return [
    ...(status >= 300 && status < 400
      ? [
          problem(
            'redirects',
            `The endpoint answered ${status} after ${ms} ms. ${means}${leadsTo(result, endpoint)}`,
            fix,
          ),
        ]
      : [acknowledgementFinding(status, ms, { means, fix }), ok('redirects', 'The endpoint does not redirect.')]),
    ...(endpoint.signatures === null ? [] : [signatureFinding(result, endpoint.signatures)]),
    clockFinding(result.date, endpoint.now),
  ];
}

/** Names origin and path only: a query may hold secrets. */
function leadsTo({ location }: Answered, { url }: ExaminedEndpoint): string {
  const to = location === null ? null : URL.parse(location, url.href);
  if (to === null || !/^https?:$/.test(to.protocol)) return '';
  return ` It redirects to ${to.origin === url.origin ? to.pathname : to.origin + to.pathname}.`;
}

function acknowledgementFinding(status: number, ms: number, { means, fix }: Explanation): Finding {
  const seen = `The endpoint answered ${status} after ${ms} ms.`;
  if (status < 200 || status > 299) return problem('acknowledgement', `${seen} ${means}`, fix);
  if (ms <= SLOW_MS) return ok('acknowledgement', seen);
  return warning(
    'acknowledgement',
    `${seen} Answers after 10 seconds are too late.`,
    'Acknowledge the notification first, and process it afterwards.',
  );
}

const isXSignature = (echoed: string, { xSignature }: SentSignatures) => echoed.toLowerCase() === xSignature;
const isStandard = (echoed: string, { standard }: SentSignatures) =>
  echoed.split(' ').some((one) => standard.includes(one));

const asXSignature =
  'Compute it over the raw body, before it is parsed, with the whole text of the token as the key. During the overlap of a rotation use the old token.';
const asStandard =
  'Compute it over webhook-id, webhook-timestamp and the raw body, joined by full stops. The key is the base64-decoded part of the token after whsec_.';

/** Findings by the signature that the receiver echoes; the first that fits applies. */
const echoes: readonly (readonly [fits: (echoed: string, sent: SentSignatures) => boolean, finding: Finding])[] = [
  [isXSignature, ok('signature', 'The endpoint computed the same signature.')],
  [isStandard, ok('signature', 'The endpoint computed the same webhook-signature, by the Standard Webhooks scheme.')],
  [
    (echoed) => echoed.startsWith('v1,'),
    problem(
      'signature',
      'The endpoint computed another webhook-signature, by the Standard Webhooks scheme.',
      asStandard,
    ),
  ],
  [
    (echoed, sent) => /^sha1=/i.test(echoed) && isXSignature(echoed.slice('sha1='.length), sent),
    problem('signature', 'The endpoint computed the same signature, but with the prefix sha1=.', 'Remove the prefix.'),
  ],
  [
    (echoed, { xSignature }) => echoed === Buffer.from(xSignature, 'hex').toString('base64'),
    problem('signature', 'The endpoint computed the same signature, but in base64.', 'Use hexadecimal digits.'),
  ],
  [
    (echoed) => /^(?:sha256=)?(?:[0-9a-f]{64}|[0-9a-z+/]{43}=)$/i.test(echoed),
    problem(
      'signature',
      'The endpoint seems to have computed an HMAC-SHA256.',
      'X-Signature is an HMAC-SHA1 in hexadecimal digits: compute that, or verify webhook-signature instead.',
    ),
  ],
  [() => true, problem('signature', 'The endpoint computed another signature.', asXSignature)],
];

const computedWithNewToken = ({ from }: NextSignature) =>
  warning(
    'signature',
    `The endpoint computed the signature with the new token, which X-Signature uses from ${toTimestamp(from)} on.`,
    'Until then X-Signature uses the old token: let the receiver accept both.',
  );

const notCompared: Finding = {
  subject: 'signature',
  status: 'unknown',
  seen: 'The answer does not contain the signature that the endpoint computed, so it could not be compared.',
  fix: 'To have it compared, answer the test with a header X-Signature that contains the signature you computed.',
};

/** The receiver may echo the signature that it computed, in a header `X-Signature` or as hexadecimal digits in its body (ours). */
function signatureFinding({ xSignature, bodyText }: Answered, sent: SentSignatures): Finding {
  const echoed = xSignature ?? /\b[0-9a-f]{40}\b/i.exec(bodyText)?.[0];
  if (echoed === undefined) return notCompared;
  const { next } = sent;
  if (next !== null && echoed.toLowerCase() === next.xSignature) return computedWithNewToken(next);
  return echoes.find(([fits]) => fits(echoed, sent))![1];
}

/** Verifiers refuse timestamps that are five minutes off, as the Standard Webhooks libraries do. */
const refusedSkewSeconds = 300;
const largeSkewSeconds = 30;

function clockFinding(date: Date | null, now: Date): Finding {
  if (date === null) {
    return {
      subject: 'clock',
      status: 'unknown',
      seen: 'The answer has no Date header, so the clocks could not be compared.',
      fix: null,
    };
  }
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const apart = Math.abs(seconds);
  if (apart <= largeSkewSeconds) return ok('clock', 'The clocks agree.');
  const seen = `The clock of the endpoint is ${apart} seconds ${seconds > 0 ? 'ahead' : 'behind'}.`;
  const fix = 'Synchronise it by NTP: verifiers refuse timestamps that are five minutes off.';
  return apart > refusedSkewSeconds ? problem('clock', seen, fix) : warning('clock', seen, fix);
}
