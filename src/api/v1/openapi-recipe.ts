// The program that verifies notifications of interface v1, as its guide shows it.
import { isSameFunction, isSignedFunction } from '../shared/verifying-program.ts';

export const verifyingNotifications = `import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

${isSameFunction}
${isSignedFunction('signingSecret')}
export function knowsToken({ headers }, authorisationToken) {
  return isSame(headers['x-signature'], createHash('sha1').update(authorisationToken).digest('hex'));
}
`;
