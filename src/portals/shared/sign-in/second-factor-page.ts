// The second step of signing in: a code or a passkey; and setting up the first second factor where one is demanded.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { addPasskey, askForPasskey, offerPasskey, proveByPasskey } from '../../../features/accounts/passkey-actions.ts';
import { addApp, makeRecoveryCodes, newApp } from '../../../features/accounts/second-factor-actions.ts';
import { deviceOf } from '../../../features/accounts/sign-in-rules.ts';
import type { HalfSignedIn } from '../../../features/accounts/sign-in-sessions.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { operatorOf } from '../about/about-pages.ts';
import { visitSecretOf } from '../form-tokens.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import { portalContext } from '../portal-context.ts';
import { addCookieLines, SIGN_IN_PATH } from '../shell.ts';
import { passkeyIn, secondFactorIn } from './proofs.ts';
import {
  type FormRequest,
  goOn,
  pageAskedFor,
  SECOND_FACTOR_PATH,
  SET_UP_PATH,
  type SignInPagesOptions,
  text,
  visitOf,
} from './sign-in-steps.ts';

const nextOf = (request: FormRequest) => text(request.body?.next) || text(request.query.next);

/** Signing in with a passkey alone, which is two factors in one. */
function passkeyPage(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  app.post(`${SIGN_IN_PATH}/passkey`, openToAnyone, async (request: FormRequest, reply) => {
    const { sessions } = options;
    const userId = await proveByPasskey(ctx, passkeyIn(ctx, request, reply), sessions.useOnce);
    if (userId === undefined) {
      await sessions.recordWrongFactor(undefined, request.ip, 'passkey');
      return reply.redirect(`${SIGN_IN_PATH}?unknown-passkey`, 303);
    }
    return goOn(reply, options, await sessions.open(userId, visitOf(request), 'passkey'), nextOf(request));
  });
}

function provingPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  const { sessions } = options;
  const show = async (request: FormRequest, reply: FastifyReply, half: HalfSignedIn, errors?: PageModel['errors']) =>
    renderPage(request, reply, 'shared/sign-in/second-factor.njk', {
      title: 'Enter your code',
      next: nextOf(request),
      challenge: await askForPasskey(ctx, visitSecretOf(request, reply)),
      isClient: half.kind === 'client',
      operator: operatorOf(portalContext(request).settings),
      scripts: ['passkeys.js'],
      errors,
    });

  app.get(SECOND_FACTOR_PATH, openToAnyone, async (request: FormRequest, reply) => {
    const half = await sessions.halfSignedIn(request.headers.cookie);
    return half?.hasSecondFactor ? show(request, reply, half) : reply.redirect(SIGN_IN_PATH, 303);
  });

  app.post(SECOND_FACTOR_PATH, openToAnyone, async (request: FormRequest, reply) => {
    const half = await sessions.halfSignedIn(request.headers.cookie);
    if (!half?.hasSecondFactor) return reply.redirect(SIGN_IN_PATH, 303);
    const proof = await secondFactorIn({ ctx, sessions }, half, request, reply);
    if (proof === undefined) {
      const factor = text(request.body?.passkey) === '' ? 'code' : 'passkey';
      await sessions.recordWrongFactor(half.userId, request.ip, factor);
      return show(request, reply.status(422), half, {
        code: ['Enter the code that your app shows now, or a recovery code that you have not used'],
      });
    }
    return goOn(reply, options, await sessions.open(half.userId, visitOf(request), proof), nextOf(request));
  });
}

/** Shows new recovery codes once, in the answer itself, so that no URL leads to them. */
export async function showRecoveryCodes(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  userId: string,
  next: string,
): Promise<FastifyReply> {
  const codes = await makeRecoveryCodes(ctx, userId);
  return renderPage(request, reply, 'shared/sign-in/recovery-codes.njk', { title: 'Your recovery codes', codes, next });
}

function setUpPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  const { sessions, baseUrl } = options;
  const show = async (request: FormRequest, reply: FastifyReply, half: HalfSignedIn, errors?: PageModel['errors']) => {
    const sent = text(request.body?.secret);
    return renderPage(request, reply, 'shared/sign-in/set-up.njk', {
      title: 'Set up your second step',
      action: SET_UP_PATH,
      next: nextOf(request),
      app: newApp(ctx, half, sent === '' ? undefined : sent),
      challenge: await offerPasskey(ctx, half, visitSecretOf(request, reply)),
      scripts: ['passkeys.js'],
      errors,
    });
  };
  /** Only before the first factor: later ones are added behind the second step. */
  const requireHalf = async (request: FormRequest) => {
    const half = await sessions.halfSignedIn(request.headers.cookie);
    return half?.hasSecondFactor ? undefined : half;
  };

  app.get(SET_UP_PATH, openToAnyone, async (request: FormRequest, reply) => {
    const half = await requireHalf(request);
    return half === undefined ? reply.redirect(SIGN_IN_PATH, 303) : show(request, reply, half);
  });

  app.post(SET_UP_PATH, openToAnyone, async (request: FormRequest, reply) => {
    const half = await requireHalf(request);
    if (half === undefined) return reply.redirect(SIGN_IN_PATH, 303);
    const errors = await addedFactor(ctx, half.userId, request, reply);
    if (errors !== undefined) return show(request, reply.status(422), half, errors);
    const proof = text(request.body?.passkey) === '' ? 'totp' : 'passkey';
    addCookieLines(reply, await sessions.open(half.userId, visitOf(request), proof));
    return showRecoveryCodes(ctx, request, reply, half.userId, pageAskedFor(nextOf(request), baseUrl) ?? '/');
  });
}

/** Adds the factor that the form carries. Returns the errors, if any. */
export async function addedFactor(
  ctx: Ctx,
  userId: string,
  request: FormRequest,
  reply: FastifyReply,
): Promise<PageModel['errors']> {
  if (text(request.body?.passkey) !== '') {
    const name = `Passkey, ${deviceOf(request.headers['user-agent'])}`;
    const isAdded = await addPasskey(ctx, userId, name, passkeyIn(ctx, request, reply));
    return isAdded ? undefined : { code: ['The passkey was not accepted. Try again, or use an app'] };
  }
  const isAdded = await addApp(ctx, userId, text(request.body?.secret), text(request.body?.code));
  return isAdded ? undefined : { code: ['Enter the six digits that your app shows now'] };
}

export function secondFactorPages(app: FastifyInstance, ctx: Ctx, options: SignInPagesOptions): void {
  passkeyPage(app, ctx, options);
  provingPages(app, ctx, options);
  setUpPages(app, ctx, options);
}
