// Reads from a form what proves who the user is: a passkey, a code, or their password.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type PasskeyAnswer, proveByPasskey } from '../../../features/accounts/passkey-actions.ts';
import { proveByCode } from '../../../features/accounts/second-factor-actions.ts';
import type { SecondFactor } from '../../../features/accounts/sign-in-rules.ts';
import type { SignInSessions } from '../../../features/accounts/sign-in-sessions.ts';
import { addressOf } from '../../../platform/origins.ts';
import { visitSecretOf } from '../form-tokens.ts';
import { type FormRequest, text, visitOf } from './sign-in-steps.ts';

/** @param prefix of the names of the fields, in a form that repeats those of another form */
export const passkeyIn = (
  { settings }: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  prefix = '',
): PasskeyAnswer => ({
  answer: text(request.body?.[`${prefix}passkey`]),
  sealed: text(request.body?.[`${prefix}challenge`]),
  browser: visitSecretOf(request, reply),
  origin: addressOf(settings, request.host),
});

/** The second factor that the form proves; undefined if it proves nothing. Refuses with `rate_limited`. */
export async function secondFactorIn(
  { ctx, sessions }: { readonly ctx: Ctx; readonly sessions: SignInSessions },
  user: { readonly userId: string; readonly email: string },
  request: FormRequest,
  reply: FastifyReply,
  prefix = '',
): Promise<SecondFactor | undefined> {
  const passkey = passkeyIn(ctx, request, reply, prefix);
  if (passkey.answer !== '') {
    return (await proveByPasskey(ctx, passkey, sessions.useOnce)) === user.userId ? 'passkey' : undefined;
  }
  await sessions.countCode({ email: user.email, ...visitOf(request) });
  return proveByCode(ctx, user.userId, text(request.body?.[`${prefix}code`]));
}
