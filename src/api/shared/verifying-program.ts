// Parts of the programs that verify notifications, as the guides of both interfaces show them.

export const isSameFunction = `function isSame(given = '', expected) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
`;

/** @param secret how the guide calls the signing secret */
export const isSignedFunction = (secret: string) => `export function isSigned({ headers, body }, ${secret}) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false;
  const key = Buffer.from(${secret}.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(id + '.' + timestamp + '.').update(body).digest('base64');
  return signatures.split(' ').some((one) => isSame(one, 'v1,' + signed));
}
`;
