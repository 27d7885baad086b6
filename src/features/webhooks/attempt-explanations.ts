// What each outcome of an attempt means, and what its endpoint's owner can do about it, in a sentence each.
import type { FailureReason } from '../../platform/outgoing-http/connection.ts';
import { secretUnreadable } from './webhook-secrets.ts';

export interface Explanation {
  readonly means: string;
  readonly fix: string;
}

const explained = (means: string, fix: string): Explanation => ({ means, fix });
const nothingToDo = 'You need not do anything.';

const failures: Readonly<Record<FailureReason | typeof secretUnreadable, Explanation>> = {
  [secretUnreadable]: explained(
    'Nothing was sent: the secret of this webhook or its authorisationToken is damaged in our database, so we cannot sign.',
    'Rotate the secret, then resend the notification. If that does not help, the authorisationToken is damaged: delete the webhook and register it again.',
  ),
  url_refused: explained('The url is no longer accepted.', 'Register another url.'),
  address_refused: explained(
    'The host name resolves to a private, local or reserved address, or the port is not allowed.',
    'Use a host name with a public address, and port 443 or 8443.',
  ),
  dns_failed: explained('The host name has no address.', 'Correct its DNS records, or the url.'),
  dns_timed_out: explained(
    'The name servers of the host did not answer in time.',
    'Check the name servers and the delegation of the domain.',
  ),
  connect_refused: explained('Nothing listens at the address and port.', 'Start the receiver, or correct the port.'),
  connect_timed_out: explained(
    'No connection could be made in time.',
    'Check the firewall, and that the receiver is running.',
  ),
  unreachable: explained('There is no network route to the address.', 'Check its routing and the DNS records.'),
  tls_failed: explained(
    'The TLS handshake failed.',
    'Offer TLS 1.2 or newer, with a certificate for the host name. If the port serves plain HTTP, register the port that serves HTTPS.',
  ),
  tls_timed_out: explained(
    'The TLS handshake took too long.',
    'Check the load of the receiver, or of the proxy that terminates TLS for it.',
  ),
  proxy_failed: explained('Our outgoing proxy could not be reached, or gave an invalid answer.', nothingToDo),
  proxy_refused: explained(
    'Our outgoing proxy could not connect to the endpoint.',
    'Check that the receiver is running.',
  ),
  certificate_expired: explained('The certificate has expired or is not yet valid.', 'Renew it.'),
  certificate_wrong_name: explained(
    'The certificate is for another name.',
    'Use a certificate for the host of the url.',
  ),
  certificate_untrusted: explained(
    'The certificate is self-signed, from an unknown authority, or sent without its intermediate certificates.',
    'Serve the whole chain of a public authority. A private authority must be in PROBITY_WEBHOOK_CA of this installation.',
  ),
  timed_out: explained(
    'No answer arrived within 10 seconds.',
    'Acknowledge the notification first, and process it afterwards.',
  ),
  connection_closed: explained(
    'The connection was closed before an answer arrived.',
    'Check the log of the receiver, or of a proxy in front of it.',
  ),
  bad_answer: explained('The answer is not valid HTTP.', 'Check which program listens on that port.'),
  stopped: explained('Our program stopped during the call.', nothingToDo),
};

const byStatus: readonly (readonly [fits: (status: number) => boolean, explanation: Explanation])[] = [
  [
    (status) => status >= 300 && status < 400,
    explained('The endpoint redirected. We do not follow redirects.', 'Register the url that it redirects to.'),
  ],
  [
    (status) => status === 401 || status === 403,
    explained(
      'The endpoint refused the request.',
      'Accept requests with a valid signature; no other credentials are sent.',
    ),
  ],
  [
    (status) => status === 404 || status === 410,
    explained('The endpoint does not know the path.', 'Correct the path of the url.'),
  ],
  [
    (status) => status === 429,
    explained('The endpoint received too many requests.', 'Set max_per_second, or allow more requests.'),
  ],
  [(status) => status >= 500, explained('The endpoint failed.', 'Check its log for this time.')],
];

const notAcknowledged = explained(
  'The endpoint did not acknowledge.',
  'Answer with a status from 200 to 299 once the notification is stored.',
);

/** @param reason as stored with a failed attempt @param status null where no answer came */
export function explanationOf(reason: string, status: number | null): Explanation {
  if (status !== null) return byStatus.find(([fits]) => fits(status))?.[1] ?? notAcknowledged;
  const known = (failures as Readonly<Record<string, Explanation>>)[reason];
  return known ?? explained('The attempt failed.', 'Run the endpoint check: it says more.');
}

/** @param reason null where the attempt was acknowledged */
export function explainAttempt(reason: string | null, status: number | null): string {
  if (reason === null) return 'Acknowledged.';
  const { means, fix } = explanationOf(reason, status);
  return `${means} ${fix}`;
}
