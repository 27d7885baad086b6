// The program by which receivers of interface v2 verify notifications, as its guide shows it.
import { isSameFunction, isSignedFunction } from '../shared/verifying-program.ts';

export const verifyingNotifications = `import { createHmac, timingSafeEqual } from 'node:crypto';

${isSameFunction}
export function hasXSignature({ headers, body }, token) {
  return isSame(headers['x-signature'], createHmac('sha1', token).update(body).digest('hex'));
}

${isSignedFunction('token')}`;
