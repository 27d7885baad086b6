// The names and attributes of the portals' cookies; the prefix `__Host-` stops other sites, subdomains and plain HTTP
// from setting them.
import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';

export const cookieNames = {
  /** A visitor's browser: the secret behind form tokens. */
  visit: '__Host-probity-visit',
  /** A signed-in client user or screener. */
  user: '__Host-probity-user',
  /** The filters of the work queue that was shown last. */
  queue: '__Host-probity-queue',
  /** Set where the list of the first days is put away. */
  firstDays: '__Host-probity-first-days',
  /** Whose orders the client's first page says that they wait: `mine`, or everybody's. */
  whose: '__Host-probity-whose',
} as const;

/**
 * Somebody without an account who entered the mailed code: a candidate, a referee. Each link has a cookie of its own, so
 * that two forms in one browser stay independent.
 */
export function linkCookieName(token: string): string {
  return `__Host-probity-link-${createHash('sha256').update(token).digest('base64url').slice(0, 16)}`;
}

/** Lax, not strict: a user who follows the link in a mail must stay signed in. */
export const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const satisfies CookieSerializeOptions;
