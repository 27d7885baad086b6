// Asking for a link after forgetting the password, and the page behind a mailed link, which sets a password.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  openSignInLink,
  requestPasswordLink,
  setPasswordByLink,
} from '../../../features/accounts/sign-in-link-actions.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../features/accounts/sign-in-rules.ts';
import { demandsProvider } from '../../../features/accounts/single-sign-on-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import { SIGN_IN_PATH } from '../shell.ts';
import { type FormRequest, goOn, ORGANISATION_PATH, type SignInPagesOptions, text, visitOf } from './sign-in-steps.ts';

const titles = { invitation: 'Choose your password', forgotten_password: 'Set a new password' } as const;

/** The errors of the two inputs of a new password; `password` is what the rules refused. */
export function newPasswordErrors(error: unknown): PageModel['errors'] {
  if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
  return { password: (error.fields.password ?? []).map((message) => `The password ${message}`) };
}

export const passwordLimits = { least: PASSWORD_MIN, most: PASSWORD_MAX };

function forgottenPages(app: FastifyInstance, ctx: Ctx, { sessions }: SignInPagesOptions): void {
  const path = `${SIGN_IN_PATH}/forgotten`;
  const template = 'shared/sign-in/forgotten.njk';
  const model = { title: 'Forgotten password', email: '', canSend: ctx.mail.canSend };

  app.get(path, openToAnyone, async (request, reply) => renderPage(request, reply, template, model));

  app.post(path, openToAnyone, async (request: FormRequest, reply) => {
    const email = text(request.body?.email).trim();
    if (email === '') {
      const errors = { email: ['Enter your email address'] };
      return renderPage(request, reply.status(422), template, { ...model, errors });
    }
    await sessions.countAttempt({ email, ...visitOf(request) });
    await requestPasswordLink(ctx, email, request.ip);
    return renderPage(request, reply, 'shared/sign-in/link-sent.njk', { title: 'Check your email' });
  });
}

export function passwordPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  forgottenPages(app, ctx, options);
  const path = `${SIGN_IN_PATH}/link/:token`;
  const template = 'shared/sign-in/new-password.njk';

  const page = async (request: FormRequest, errors?: PageModel['errors']) => {
    const open = await openSignInLink(ctx, request.params.token ?? '');
    if (open === undefined) return undefined;
    const { name, email } = open.user;
    return { title: titles[open.purpose], action: request.url, name, email, errors, ...passwordLimits };
  };

  app.get(path, openToAnyone, async (request: FormRequest, reply) => {
    const open = await openSignInLink(ctx, request.params.token ?? '');
    if (open !== undefined && (await demandsProvider(ctx, open.user)))
      return reply.redirect(`${ORGANISATION_PATH}?instead`, 303);
    const model = await page(request);
    if (model !== undefined) return renderPage(request, reply, template, model);
    return renderPage(request, reply.status(404), 'shared/sign-in/dead-link.njk', { title: 'This link does not work' });
  });

  app.post(path, openToAnyone, async (request: FormRequest, reply) => {
    const [password, again] = [text(request.body?.password), text(request.body?.password_again)];
    const show = async (errors: PageModel['errors']) => {
      const model = await page(request, errors);
      if (model === undefined) throw new Refusal('not_found');
      return renderPage(request, reply.status(422), template, model);
    };
    if (password !== again) return show({ password_again: ['Type the same password twice'] });
    try {
      const userId = await setPasswordByLink(ctx, request.params.token ?? '', password, request.ip);
      return await goOn(reply, options, await options.sessions.open(userId, visitOf(request)), '');
    } catch (error) {
      return show(newPasswordErrors(error));
    }
  });
}
