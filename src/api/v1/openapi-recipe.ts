// The program by which receivers of interface v1 verify notifications, as its guide shows it.
import { isSameFunction, isSignedFunction } from '../shared/verifying-program.ts';

export const verifyingNotifications = `import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

${isSameFunction}
${isSignedFunction('signingSecret')}
export function knowsToken({ headers }, authorisationToken) {
  return isSame(headers['x-signature'], createHash('sha1').update(authorisationToken).digest('hex'));
}
`;
