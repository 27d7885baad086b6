// The program by which receivers of interface v1 verify notifications, as its guide shows it.
export const verifyingNotifications = `import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

function isSame(given = '', expected) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function isSigned({ headers, body }, signingSecret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false;
  const key = Buffer.from(signingSecret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(id + '.' + timestamp + '.').update(body).digest('base64');
  return signatures.split(' ').some((one) => isSame(one, 'v1,' + signed));
}

export function knowsToken({ headers }, authorisationToken) {
  return isSame(headers['x-signature'], createHash('sha1').update(authorisationToken).digest('hex'));
}
`;
