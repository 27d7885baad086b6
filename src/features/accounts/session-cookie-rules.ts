// Reads the session's token from the cookie that the library of sign-in signs; pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Undefined without the cookie, and if the library did not sign it. @param cookies the request's Cookie header */
export function sessionTokenOf(
  cookies: string | undefined,
  { cookieName, secret }: { readonly cookieName: string; readonly secret: string },
): string | undefined {
  const named = `${cookieName}=`;
  const sent = (cookies ?? '').split(';').map((cookie) => cookie.trimStart());
  const value = sent.find((cookie) => cookie.startsWith(named))?.slice(named.length) ?? '';
  const [token = ''] = value.split('.');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const [given, signed] = [Buffer.from(value), Buffer.from(`${token}.${encodeURIComponent(signature)}`)];
  return given.length === signed.length && timingSafeEqual(given, signed) ? token : undefined;
}
