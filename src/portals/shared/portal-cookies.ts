// The names and attributes of the portals' cookies: `__Host-` ones, which no other site, subdomain or plain connection can set.
import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';

export const cookieNames = {
  /** Somebody's browser: the secret that form tokens are made with. */
  visit: '__Host-probity-visit',
  /** A signed-in client user or screener. */
  user: '__Host-probity-user',
} as const;

/** A candidate who entered the mailed code. Each form has its own: two in one browser know nothing of each other. */
export function candidateCookieName(formToken: string): string {
  return `__Host-probity-candidate-${createHash('sha256').update(formToken).digest('base64url').slice(0, 16)}`;
}

/** Lax, not strict: the link in a mail must find its reader signed in. */
export const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const satisfies CookieSerializeOptions;
