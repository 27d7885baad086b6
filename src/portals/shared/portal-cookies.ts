// The names and attributes of the portals' cookies: `__Host-` ones, which no other site, subdomain or plain connection can set.
import type { CookieSerializeOptions } from '@fastify/cookie';

export const cookieNames = {
  /** Somebody's browser: the secret that form tokens are made with. */
  visit: '__Host-probity-visit',
  /** A signed-in client user or screener. */
  user: '__Host-probity-user',
  /** A candidate who entered the mailed code. */
  candidate: '__Host-probity-candidate',
} as const;

/** Lax, not strict: the link in a mail must find its reader signed in. */
export const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const satisfies CookieSerializeOptions;
