// What each outcome of an attempt means, and what its endpoint's owner can do: a sentence or two for people.
import type { FailureReason } from '../../platform/outgoing-http/connection.ts';

const ours = 'Nothing needs to be done at your end.';

const failures: Readonly<Record<FailureReason, string>> = {
  url_refused: 'The url is not one that we call any more. Register another one.',
  address_refused:
    'The host name led to a private, local or reserved address, or to a port that is not open. Make it lead to a public address on port 443 or 8443.',
  dns_failed: 'The host name has no address. Correct its DNS records, or the url.',
  dns_timed_out:
    'The name servers of the host did not answer in time. Look at them, or at the delegation of the domain.',
  connect_refused: 'Nothing listens at the address and port. Start the receiver, or correct the port.',
  connect_timed_out: 'No connection could be made in time. Look at the firewall, and at whether the receiver is up.',
  unreachable: 'The network has no way to the address. Look at its routing, or at the DNS records.',
  tls_failed: 'The TLS handshake failed. Offer TLS 1.2 or newer, with a certificate for the host name.',
  tls_timed_out: 'The TLS handshake took too long. Look at the load of the receiver, or of what ends TLS before it.',
  proxy_failed: `The proxy that we send through could not be reached or gave no proper answer. ${ours}`,
  proxy_refused:
    'The proxy that we send through made no connection to the endpoint. Look at whether the receiver is up.',
  certificate_expired: 'The certificate is expired or not yet valid. Renew it.',
  certificate_wrong_name: 'The certificate is for another name. Get one for the host of the url.',
  certificate_untrusted:
    'The certificate is self-signed, from an unknown authority, or comes without its intermediate certificates. Serve the whole chain of a public authority.',
  timed_out: 'No answer arrived within 10 seconds. Acknowledge first, and work afterwards.',
  connection_closed:
    'The connection was closed before an answer came. Look at the log of the receiver, or of a proxy before it.',
  bad_answer: 'What came back is not a proper HTTP answer. Look at what speaks on that port.',
  stopped: `We gave the call up because our program stopped. ${ours}`,
};

function refusedWith(status: number): string {
  if (status >= 300 && status < 400) {
    return 'The endpoint redirected, which is not followed. Register the url that it leads to.';
  }
  if (status === 401 || status === 403) {
    return 'The endpoint refused us. Let requests pass that carry a valid signature; no other credentials are sent.';
  }
  if (status === 404 || status === 410) return 'The endpoint says that nothing is there. Correct the path of the url.';
  if (status === 429) return 'The endpoint had too many requests. Set max_per_second, or let more pass.';
  if (status >= 500) return 'The endpoint failed. Look at its log at this time.';
  return 'The endpoint did not acknowledge. Answer with a status from 200 to 299 once the notification is kept.';
}

/** @param reason as stored: null where the attempt was acknowledged */
export function explainAttempt(reason: string | null, status: number | null): string {
  if (reason === null) return 'Acknowledged.';
  if (status !== null) return refusedWith(status);
  return (failures as Readonly<Record<string, string>>)[reason] ?? 'The attempt failed.';
}
