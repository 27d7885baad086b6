// What all pages of signing in share: the browser that asks, and the redirect to what comes next.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieLines, SignInSessions, Visit } from '../../../features/accounts/sign-in-sessions.ts';
import { isAtPart, type Origins } from '../../../platform/origins.ts';
import { addCookieLines, fronts, type Shell, SIGN_IN_PATH } from '../shell.ts';

export const SECOND_FACTOR_PATH = `${SIGN_IN_PATH}/second-factor`;
export const ORGANISATION_PATH = `${SIGN_IN_PATH}/organisation`;
export const SET_UP_PATH = `${SIGN_IN_PATH}/set-up`;

export interface SignInPagesOptions {
  readonly sessions: SignInSessions;
  readonly shell: Shell;
  readonly baseUrl: string;
  readonly origins: Origins;
}

export type FormRequest = FastifyRequest<{
  Body: Record<string, unknown> | null;
  Querystring: Record<string, unknown>;
  Params: Record<string, string | undefined>;
}>;

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  cookies: request.headers.cookie,
});

const isPath = (path: string) => /^\/(?![/\\])/.test(path);

/** The path, if it is on this site: the sign-in page redirects nowhere else. */
export function ownPath(next: string, baseUrl: string): string | undefined {
  if (!isPath(next) || !URL.canParse(next, baseUrl)) return undefined;
  const url = new URL(next, baseUrl);
  const path = `${url.pathname}${url.search}`;
  // Check again after parsing: `/.//host` becomes `//host`.
  return url.origin === new URL(baseUrl).origin && isPath(path) ? path : undefined;
}

/** As `ownPath`; undefined also for the front of a portal, for which the first page of the user's menu stands. */
export function pageAskedFor(next: string, baseUrl: string): string | undefined {
  const path = ownPath(next, baseUrl);
  return path === undefined || fronts.includes(path) ? undefined : path;
}

/** The Cookie header of the browser once it has these lines. */
const cookiesOf = (lines: CookieLines) => lines.map((line) => line.split(';')[0]).join('; ');

/**
 * Redirects with the new session: to the second factor if it is owed, else to the requested or the first page. At the
 * address of the other portal the session ends, and the sign-in of their own is shown.
 */
export async function goOn(
  reply: FastifyReply,
  { sessions, shell, baseUrl, origins }: SignInPagesOptions,
  cookieLines: CookieLines,
  next: string,
): Promise<FastifyReply> {
  // A right password, passkey or link of somebody whom it does not let in.
  if (cookieLines.length === 0) return reply.redirect(`${ORGANISATION_PATH}?instead`, 303);
  addCookieLines(reply, cookieLines);
  const cookies = cookiesOf(cookieLines);
  const half = await sessions.halfSignedIn(cookies);
  if (half !== undefined) {
    const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
    return reply.redirect(`${half.hasSecondFactor ? SECOND_FACTOR_PATH : SET_UP_PATH}${query}`, 303);
  }
  const signedIn = await sessions.signedInUser(cookies);
  if (signedIn !== undefined && !isAtPart(origins, reply.request.host, signedIn.user.kind)) {
    addCookieLines(reply, await sessions.signOut(cookies));
    return reply.redirect(`${origins[`${signedIn.user.kind}Url`]}${SIGN_IN_PATH}`, 303);
  }
  const home = signedIn === undefined ? SIGN_IN_PATH : shell.homeOf(signedIn.user);
  return reply.redirect(pageAskedFor(next, baseUrl) ?? home, 303);
}
