// The user's own security: their sessions, second factors, recovery codes and password.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { offerPasskey } from '../../../features/accounts/passkey-actions.ts';
import {
  listFactors,
  newApp,
  recoveryCodesLeft,
  removeFactor,
} from '../../../features/accounts/second-factor-actions.ts';
import { changePassword } from '../../../features/accounts/sign-in-link-actions.ts';
import type { SignedInUser, SignInSessions } from '../../../features/accounts/sign-in-sessions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { visitSecretOf } from '../form-tokens.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import { addCookieLines, type Pages } from '../shell.ts';
import { newPasswordErrors, passwordLimits } from '../sign-in/password-page.ts';
import { addedFactor, showRecoveryCodes } from '../sign-in/second-factor-page.ts';
import { type FormRequest, ownPath, text, visitOf } from '../sign-in/sign-in-steps.ts';
import { CONFIRM_PATH, type StepUp } from './step-up.ts';

const path = '/account/security';
const permission = 'sign_in';
/** Changes of one's own sign-in ask for a fresh proof. */
const own = { permission, stepUp: 'own' } as const;

const done = {
  added: 'The new second factor works from now on.',
  removed: 'The second factor is removed.',
  password: 'Your password is changed. Your other sessions have ended.',
  ended: 'The session is ended.',
} as const;

interface SecurityPagesOptions {
  readonly ctx: Ctx;
  readonly sessions: SignInSessions;
  readonly stepUp: StepUp;
}

function factorPages(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  const back = { text: 'Back to security', href: path };
  const show = async (request: FormRequest, reply: FastifyReply, user: SignedInUser, errors?: PageModel['errors']) => {
    const sent = text(request.body?.secret);
    return renderPage(request, reply, 'shared/account/add-factor.njk', {
      title: 'Add a second factor',
      action: `${path}/add`,
      back,
      app: newApp(ctx, user, sent === '' ? undefined : sent),
      challenge: await offerPasskey(ctx, user, visitSecretOf(request, reply)),
      scripts: ['passkeys.js'],
      errors,
    });
  };
  pages.get(`${path}/add`, own, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(`${path}/add`, own, async (request: FormRequest, reply, user) => {
    const isFirst = (await listFactors(ctx, user.userId)).length === 0;
    const errors = await addedFactor(ctx, user.userId, request, reply);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    if (isFirst) return showRecoveryCodes(ctx, request, reply, user.userId, path);
    return reply.redirect(`${path}?done=added`, 303);
  });
  pages.post(`${path}/remove`, own, async (request: FormRequest, reply, user) => {
    await removeFactor(ctx, user.userId, text(request.body?.id));
    return reply.redirect(`${path}?done=removed`, 303);
  });
  pages.post(`${path}/recovery-codes`, own, (request: FormRequest, reply, user) =>
    showRecoveryCodes(ctx, request, reply, user.userId, path),
  );
}

function passwordPage(pages: Pages<'client' | 'desk'>, { ctx, sessions }: SecurityPagesOptions): void {
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    { name, email }: SignedInUser,
    errors?: PageModel['errors'],
  ) =>
    renderPage(request, reply, 'shared/sign-in/new-password.njk', {
      title: 'Change your password',
      action: `${path}/password`,
      back: { text: 'Back to security', href: path },
      name,
      email,
      errors,
      ...passwordLimits,
    });
  pages.get(`${path}/password`, own, async (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(`${path}/password`, own, async (request: FormRequest, reply, user, session) => {
    const [password, again] = [text(request.body?.password), text(request.body?.password_again)];
    if (password !== again) {
      return show(request, reply.status(422), user, { password_again: ['Type the same password twice'] });
    }
    try {
      await changePassword(ctx, user.userId, password);
    } catch (error) {
      return show(request, reply.status(422), user, newPasswordErrors(error));
    }
    // Every session has ended, this one too: its user goes on in a new one.
    addCookieLines(reply, await sessions.open(user.userId, visitOf(request), session.secondFactor ?? undefined));
    return reply.redirect(`${path}?done=password`, 303);
  });
}

function sessionPages(pages: Pages<'client' | 'desk'>, { sessions }: SecurityPagesOptions): void {
  pages.post(`${path}/end`, { permission }, async (request: FormRequest, reply, user, session) => {
    const id = text(request.body?.id);
    const ended = id === 'others' ? await sessions.endOthers(user, session.id) : await sessions.end(user, id);
    if (ended === 0 && id !== 'others') throw new Refusal('not_found');
    return reply.redirect(`${path}?done=ended`, 303);
  });
}

function confirmPage(pages: Pages<'client' | 'desk'>, { ctx, stepUp }: SecurityPagesOptions): void {
  pages.post(CONFIRM_PATH, { permission }, async (request: FormRequest, reply, user, session) => {
    const next = ownPath(text(request.body?.next), ctx.settings.baseUrl) ?? path;
    if (await stepUp.confirm(request, reply, { user, session })) return reply.redirect(next, 303);
    return stepUp.ask(
      request,
      reply,
      { user, session },
      { action: CONFIRM_PATH, fields: [['next', next]], isWrong: true },
    );
  });
}

export function securityPages(pages: Pages<'client' | 'desk'>, options: SecurityPagesOptions): void {
  const { ctx, sessions } = options;
  pages.get(path, { permission }, async (request: FormRequest, reply, user, session) => {
    const asked = text(request.query.done);
    return renderPage(request, reply, 'shared/account/security.njk', {
      title: 'Security',
      back: { text: 'Back to your account', href: '/account' },
      done: Object.hasOwn(done, asked) ? done[asked as keyof typeof done] : undefined,
      factors: await listFactors(ctx, user.userId),
      codesLeft: await recoveryCodesLeft(ctx, user.userId),
      sessions: (await sessions.list(user.userId)).map((one) => ({ ...one, isThis: one.id === session.id })),
    });
  });
  factorPages(pages, ctx);
  passwordPage(pages, options);
  sessionPages(pages, options);
  confirmPage(pages, options);
}
