// What each outcome of an attempt means, and what its endpoint's owner can do about it, in a sentence each.
import type { FailureReason } from '../../platform/outgoing-http/connection.ts';
import { secretUnreadable } from './webhook-secrets.ts';

export interface Explanation {
  readonly means: string;
  readonly fix: string;
}

const explained = (means: string, fix: string): Explanation => ({ means, fix });
const nothingToDo = 'Nothing needs to be done at your end.';

const failures: Readonly<Record<FailureReason | typeof secretUnreadable, Explanation>> = {
  [secretUnreadable]: explained(
    'Nothing was sent: what we sign with, the secret of this webhook or its authorisationToken, is damaged in our database.',
    'Rotate the secret, then have it sent again. Where that does not help, it is the authorisationToken: delete the webhook and register it again.',
  ),
  url_refused: explained('The url is not one that we call any more.', 'Register another one.'),
  address_refused: explained(
    'The host name leads to a private, local or reserved address, or to a port that is not open.',
    'Make it lead to a public address on port 443 or 8443.',
  ),
  dns_failed: explained('The host name has no address.', 'Correct its DNS records, or the url.'),
  dns_timed_out: explained(
    'The name servers of the host did not answer in time.',
    'Look at them, or at the delegation of the domain.',
  ),
  connect_refused: explained('Nothing listens at the address and port.', 'Start the receiver, or correct the port.'),
  connect_timed_out: explained(
    'No connection could be made in time.',
    'Look at the firewall, and at whether the receiver is up.',
  ),
  unreachable: explained('The network has no way to the address.', 'Look at its routing, or at the DNS records.'),
  tls_failed: explained(
    'The TLS handshake failed.',
    'Offer TLS 1.2 or newer, with a certificate for the host name. If the port speaks plain HTTP, register the one that speaks TLS.',
  ),
  tls_timed_out: explained(
    'The TLS handshake took too long.',
    'Look at the load of the receiver, or of what ends TLS before it.',
  ),
  proxy_failed: explained('The proxy that we send through could not be reached or gave no proper answer.', nothingToDo),
  proxy_refused: explained(
    'The proxy that we send through made no connection to the endpoint.',
    'Look at whether the receiver is up.',
  ),
  certificate_expired: explained('The certificate is expired or not yet valid.', 'Renew it.'),
  certificate_wrong_name: explained('The certificate is for another name.', 'Get one for the host of the url.'),
  certificate_untrusted: explained(
    'The certificate is self-signed, from an unknown authority, or comes without its intermediate certificates.',
    'Serve the whole chain of a public authority. A private one must be in PROBITY_WEBHOOK_CA of this installation.',
  ),
  timed_out: explained('No answer arrived within 10 seconds.', 'Acknowledge first, and work afterwards.'),
  connection_closed: explained(
    'The connection was closed before an answer came.',
    'Look at the log of the receiver, or of a proxy before it.',
  ),
  bad_answer: explained('What came back is not a proper HTTP answer.', 'Look at what speaks on that port.'),
  stopped: explained('We gave the call up because our program stopped.', nothingToDo),
};

const byStatus: readonly (readonly [fits: (status: number) => boolean, explanation: Explanation])[] = [
  [
    (status) => status >= 300 && status < 400,
    explained('The endpoint redirected, which is not followed.', 'Register the url that it leads to.'),
  ],
  [
    (status) => status === 401 || status === 403,
    explained(
      'The endpoint refused us.',
      'Let requests pass that carry a valid signature; no other credentials are sent.',
    ),
  ],
  [
    (status) => status === 404 || status === 410,
    explained('The endpoint says that nothing is there.', 'Correct the path of the url.'),
  ],
  [
    (status) => status === 429,
    explained('The endpoint had too many requests.', 'Set max_per_second, or let more pass.'),
  ],
  [(status) => status >= 500, explained('The endpoint failed.', 'Look at its log at this time.')],
];

const notAcknowledged = explained(
  'The endpoint did not acknowledge.',
  'Answer with a status from 200 to 299 once the notification is kept.',
);

/** @param reason as stored with a failed attempt @param status null where no answer came */
export function explanationOf(reason: string, status: number | null): Explanation {
  if (status !== null) return byStatus.find(([fits]) => fits(status))?.[1] ?? notAcknowledged;
  const known = (failures as Readonly<Record<string, Explanation>>)[reason];
  return known ?? explained('The attempt failed.', 'Have the endpoint examined: that says more.');
}

/** @param reason null where the attempt was acknowledged */
export function explainAttempt(reason: string | null, status: number | null): string {
  if (reason === null) return 'Acknowledged.';
  const { means, fix } = explanationOf(reason, status);
  return `${means} ${fix}`;
}
