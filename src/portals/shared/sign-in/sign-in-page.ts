// The sign-in page of clients and screeners, signing out, and the redirect to the user's first page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { askForPasskey } from '../../../features/accounts/passkey-actions.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { isAtPart } from '../../../platform/origins.ts';
import { visitSecretOf } from '../form-tokens.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import { cookieAttributes, cookieNames } from '../portal-cookies.ts';
import { addCookieLines, SIGN_IN_PATH } from '../shell.ts';
import { goOn, type SignInPagesOptions, text, visitOf } from './sign-in-steps.ts';

interface SignInModel extends PageModel {
  readonly email: string;
  readonly next: string;
  readonly signedOut: boolean;
  readonly unknownPasskey: boolean;
  /** A second step is demanded since the user signed in. */
  readonly owesSecondStep: boolean;
}

const signInModel = (given: Partial<SignInModel>): SignInModel => ({
  title: 'Sign in',
  email: '',
  next: '',
  signedOut: false,
  unknownPasskey: false,
  owesSecondStep: false,
  scripts: ['passkeys.js'],
  ...given,
});

const wrong = ['Enter the email address and password that belong together'];

function missing(email: string, password: string) {
  return {
    ...(email === '' ? { email: ['Enter your email address'] } : {}),
    ...(password === '' ? { password: ['Enter your password'] } : {}),
  };
}

export function signInPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  const { sessions, shell } = options;
  const show = async (request: FastifyRequest, reply: FastifyReply, given: Partial<SignInModel>) =>
    renderPage(request, reply, 'shared/sign-in/sign-in.njk', {
      ...signInModel(given),
      forClients: isAtPart(options.origins, request.host, 'client'),
      challenge: await askForPasskey(ctx, visitSecretOf(request, reply)),
    });

  app.get('/', openToAnyone, async (request, reply) => {
    const signedIn = await sessions.signedInUser(request.headers.cookie);
    return reply.redirect(signedIn === undefined ? SIGN_IN_PATH : shell.homeOf(signedIn.user), 303);
  });

  app.get<{ Querystring: Record<string, unknown> }>(SIGN_IN_PATH, openToAnyone, async (request, reply) => {
    const signedIn = await sessions.signedInUser(request.headers.cookie);
    if (signedIn !== undefined) return reply.redirect(shell.homeOf(signedIn.user), 303);
    const {
      next,
      'signed-out': signedOut,
      'unknown-passkey': unknownPasskey,
      'second-step': owesSecondStep,
    } = request.query;
    return show(request, reply, {
      next: text(next),
      signedOut: signedOut !== undefined,
      unknownPasskey: unknownPasskey !== undefined,
      owesSecondStep: owesSecondStep !== undefined,
    });
  });

  app.post<{ Body: Record<string, unknown> }>(SIGN_IN_PATH, openToAnyone, async (request, reply) => {
    const body = request.body ?? {};
    const [email, password, next] = [text(body.email), text(body.password), text(body.next)];
    const again = (errors: PageModel['errors']) => show(request, reply.status(422), { email, next, errors });
    const problems = missing(email.trim(), password);
    if (Object.keys(problems).length > 0) return again(problems);
    const cookieLines = await sessions.signIn({ email, password, ...visitOf(request) });
    return cookieLines === undefined ? again({ email: wrong }) : goOn(reply, options, cookieLines, next);
  });

  app.post('/sign-out', openToAnyone, async (request, reply) => {
    addCookieLines(reply, await sessions.signOut(request.headers.cookie));
    if (request.cookies[cookieNames.queue] !== undefined) reply.clearCookie(cookieNames.queue, cookieAttributes);
    return reply.redirect(`${SIGN_IN_PATH}?signed-out`, 303);
  });
}
