// Knows who is signed in: sends everybody else to the sign-in page, and hands the user to the page's handler.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayDo } from '../../features/access/permissions.ts';
import type { SignedInUser, SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { Refusal } from '../../lib/refusal.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import type { PageModel } from './page-renderer.ts';
import { cookieAttributes, cookieNames } from './portal-cookies.ts';

const users = new WeakMap<FastifyRequest, SignedInUser>();

/** Cookies that a library wrote as whole lines, beside those that the page sets. */
export function addCookieLines(reply: FastifyReply, lines: readonly string[]): void {
  for (const line of lines) reply.header('set-cookie', line);
}

export const SIGN_IN_PATH = '/sign-in';

function signInPathFor(request: FastifyRequest): string {
  return request.method === 'GET' ? `${SIGN_IN_PATH}?next=${encodeURIComponent(request.url)}` : SIGN_IN_PATH;
}

/** A preHandler hook for the scope of pages behind sign-in. */
export function requireSignIn(sessions: SignInSessions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const signedIn = await sessions.signedInUser(request.headers.cookie);
    if (signedIn === undefined) {
      if (request.cookies[cookieNames.user] !== undefined) reply.clearCookie(cookieNames.user, cookieAttributes);
      return reply.redirect(signInPathFor(request), 303);
    }
    addCookieLines(reply, signedIn.cookieLines);
    users.set(request, signedIn.user);
    addLogFields(request, { userId: signedIn.user.userId });
    return undefined;
  };
}

/** Before an error page where no route ran `requireSignIn`: whoever is signed in keeps their menu. */
export function recogniseUser(sessions: SignInSessions) {
  return async (request: FastifyRequest): Promise<void> => {
    const signedIn = await sessions.signedInUser(request.headers.cookie).catch(() => undefined);
    if (signedIn !== undefined) users.set(request, signedIn.user);
  };
}

/** Undefined where nobody is, or nobody looked. */
export const knownUser = (request: FastifyRequest): SignedInUser | undefined => users.get(request);

/** Only below `requireSignIn`. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  const user = users.get(request);
  if (user === undefined) throw new Refusal('unauthenticated');
  return user;
}

type UserOf<Kind extends SignedInUser['kind']> = Extract<SignedInUser, { kind: Kind }>;

/** A page of another portal does not exist for this user. */
export function signedInUserOf<Kind extends SignedInUser['kind']>(request: FastifyRequest, kind: Kind): UserOf<Kind> {
  const user = signedInUser(request);
  if (user.kind !== kind) throw new Refusal('not_found');
  return user as UserOf<Kind>;
}

const menus = {
  desk: [
    { text: 'Work queue', href: '/desk' },
    { text: 'Inbox', href: '/inbox' },
  ],
  client: [
    { text: 'Checks', href: '/portal' },
    { text: 'Webhooks', href: '/portal/webhooks' },
    { text: 'Inbox', href: '/inbox' },
  ],
} as const;

/** A read-only user's key is told nothing of webhooks, and nor are they here (ours). */
export const seesWebhooks = (user: SignedInUser): boolean => mayDo(user, 'read_webhooks');

const menuOf = (user: SignedInUser) =>
  menus[user.kind].filter(({ href }) => href !== '/portal/webhooks' || seesWebhooks(user));

/** The part of a page's model that says where its reader is and who they are. */
export function frameFor(user: SignedInUser, active: string): Pick<PageModel, 'navigation' | 'signedInAs' | 'homeUrl'> {
  return {
    navigation: menuOf(user).map((item) => ({ ...item, active: item.href === active })),
    signedInAs: user.name,
    homeUrl: homeOf(user),
  };
}

export function homeOf(user: SignedInUser): string {
  return menus[user.kind][0].href;
}
