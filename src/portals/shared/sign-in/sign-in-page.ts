// The sign-in page of clients and screeners, signing out, and the redirect to the user's first page.
import type { FastifyInstance } from 'fastify';
import type { SignInSessions } from '../../../features/accounts/sign-in-sessions.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import { addCookieLines, type Shell, SIGN_IN_PATH } from '../shell.ts';

interface SignInModel extends PageModel {
  readonly email: string;
  readonly next: string;
  readonly signedOut: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isPath = (text: string) => /^\/(?![/\\])/.test(text);

/** The path, if it is on this site: the sign-in page redirects nowhere else. */
export function ownPath(next: string, baseUrl: string): string | undefined {
  if (!isPath(next) || !URL.canParse(next, baseUrl)) return undefined;
  const url = new URL(next, baseUrl);
  const path = `${url.pathname}${url.search}`;
  // Check again after parsing: `/.//host` becomes `//host`.
  return url.origin === new URL(baseUrl).origin && isPath(path) ? path : undefined;
}

const signInModel = (given: Partial<SignInModel>): SignInModel => ({
  title: 'Sign in',
  email: '',
  next: '',
  signedOut: false,
  ...given,
});

const wrong = ['Enter the email address and password that belong together'];

function missing(email: string, password: string) {
  return {
    ...(email === '' ? { email: ['Enter your email address'] } : {}),
    ...(password === '' ? { password: ['Enter your password'] } : {}),
  };
}

export interface SignInPagesOptions {
  readonly sessions: SignInSessions;
  readonly shell: Shell;
  readonly baseUrl: string;
}

export function signInPages(app: FastifyInstance, { sessions, shell, baseUrl }: SignInPagesOptions): void {
  app.get('/', openToAnyone, async (request, reply) => {
    const signedIn = await sessions.signedInUser(request.headers.cookie);
    return reply.redirect(signedIn === undefined ? SIGN_IN_PATH : shell.homeOf(signedIn.user), 303);
  });

  app.get<{ Querystring: Record<string, unknown> }>(SIGN_IN_PATH, openToAnyone, async (request, reply) => {
    const signedIn = await sessions.signedInUser(request.headers.cookie);
    if (signedIn !== undefined) return reply.redirect(shell.homeOf(signedIn.user), 303);
    const { next, 'signed-out': signedOut } = request.query;
    const model = signInModel({ next: text(next), signedOut: signedOut !== undefined });
    return renderPage(request, reply, 'shared/sign-in/sign-in.njk', model);
  });

  app.post<{ Body: Record<string, unknown> }>(SIGN_IN_PATH, openToAnyone, async (request, reply) => {
    const body = request.body ?? {};
    const [email, password, next] = [text(body.email), text(body.password), text(body.next)];
    const again = (errors: PageModel['errors']) =>
      renderPage(request, reply.status(422), 'shared/sign-in/sign-in.njk', signInModel({ email, next, errors }));
    const problems = missing(email.trim(), password);
    if (Object.keys(problems).length > 0) return again(problems);
    const cookieLines = await sessions.signIn({ email: email, password: password, address: request.ip });
    if (cookieLines === undefined) return again({ email: wrong });
    addCookieLines(reply, cookieLines);
    const signedIn = await sessions.signedInUser(cookieLines.map((line) => line.split(';')[0]).join('; '));
    const home = signedIn === undefined ? SIGN_IN_PATH : shell.homeOf(signedIn.user);
    return reply.redirect(ownPath(next, baseUrl) ?? home, 303);
  });

  app.post('/sign-out', openToAnyone, async (request, reply) => {
    addCookieLines(reply, await sessions.signOut(request.headers.cookie));
    return reply.redirect(`${SIGN_IN_PATH}?signed-out`, 303);
  });
}
