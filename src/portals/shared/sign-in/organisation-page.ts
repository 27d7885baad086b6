// Signing in at the account's own OpenID provider.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { recordFailedSignIn } from '../../../features/accounts/sign-in-security-events.ts';
import {
  beginSingleSignOn,
  finishSingleSignOn,
  type ProviderRefusal,
  SINGLE_SIGN_ON_CALLBACK,
} from '../../../features/accounts/single-sign-on-actions.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { visitSecretOf } from '../form-tokens.ts';
import { renderPage } from '../page-renderer.ts';
import { SINGLE_SIGN_ON_PAGE } from '../single-sign-on/single-sign-on-page.ts';
import { type FormRequest, goOn, ORGANISATION_PATH, type SignInPagesOptions, text, visitOf } from './sign-in-steps.ts';

const path = ORGANISATION_PATH;

const notConfirmed =
  'Your organisation did not confirm a user who was invited here. Try again, or ask your administrator';
const refusedWords: Partial<Record<ProviderRefusal, string>> = {
  auth_time:
    'Your organisation did not say when you signed in there, so that it does not confirm that it is you. Trying again does not help: ask your administrator to open Single sign-on and try it, which says what is missing',
  stale: 'Your organisation did not confirm that you signed in there just now. Try again, or ask your administrator',
};

/** Whether they prove again who they are. */
const isAgain = ({ body, query }: FormRequest) => text(body?.again ?? query.again) !== '';

export function organisationPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  const { sessions } = options;
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    model: {
      readonly email?: string;
      readonly provider?: string;
      readonly host?: string;
      readonly error?: string;
      readonly isInstead?: boolean;
    },
  ) =>
    renderPage(request, reply, 'shared/sign-in/organisation.njk', {
      title: 'Sign in with your organisation',
      email: '',
      next: text(request.body?.next) || text(request.query.next),
      again: isAgain(request),
      ...model,
      errors: model.error === undefined ? undefined : { email: [model.error] },
    });

  app.get(path, openToAnyone, async (request: FormRequest, reply) =>
    show(request, reply, { isInstead: request.query.instead !== undefined }),
  );

  // A link leads on, because our policy lets no form lead to another site.
  app.post(path, openToAnyone, async (request: FormRequest, reply) => {
    const email = text(request.body?.email).trim();
    const again = (error: string) => show(request, reply.status(422), { email, error });
    if (email === '') return again('Enter your email address');
    await sessions.countAttempt({ email, ...visitOf(request) });
    const browser = visitSecretOf(request, reply);
    const leaving = { email, browser, next: text(request.body?.next), isFresh: isAgain(request) };
    const provider = await beginSingleSignOn(ctx, leaving);
    if (provider === undefined) return again('Your organisation has no sign-in of its own here: use your password');
    return show(request, reply, { email, provider: provider.href, host: provider.host });
  });

  app.get(SINGLE_SIGN_ON_CALLBACK, openToAnyone, async (request: FormRequest, reply) => {
    const url = new URL(request.url, ctx.settings.clientUrl);
    const found = await finishSingleSignOn(ctx, url, visitSecretOf(request, reply), sessions.useOnce);
    if (found.isTrial) {
      const result = 'refused' in found ? `refused=${found.refused}` : 'done=tried';
      return reply.redirect(`${SINGLE_SIGN_ON_PAGE}?${result}`, 303);
    }
    if ('refused' in found) {
      await recordFailedSignIn(ctx, undefined, request.ip, 'provider');
      return show(request, reply.status(422), {
        error: refusedWords[found.refused] ?? notConfirmed,
      });
    }
    return goOn(
      reply,
      options,
      await sessions.open(found.userId, visitOf(request), 'provider', found.provedAt),
      found.next,
    );
  });
}
