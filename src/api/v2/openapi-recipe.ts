// The program that verifies notifications of interface v2, as its guide shows it.
import { isSameFunction, isSignedFunction } from '../shared/verifying-program.ts';

export const verifyingNotifications = `import { createHmac, timingSafeEqual } from 'node:crypto';

${isSameFunction}
// The token; while a rotation overlaps, the old one too.
export function hasXSignature({ headers, body }, ...tokens) {
  const signed = (token) => createHmac('sha1', token).update(body).digest('hex');
  return tokens.some((token) => isSame(headers['x-signature'], signed(token)));
}

${isSignedFunction('token')}`;
