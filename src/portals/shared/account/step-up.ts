// Asks users to confirm who they are before a protected page or action, if they last did so too long ago.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { askForPasskey } from '../../../features/accounts/passkey-actions.ts';
import { listFactors } from '../../../features/accounts/second-factor-actions.ts';
import type { SignedIn, SignInSessions } from '../../../features/accounts/sign-in-sessions.ts';
import { recordSecurityEvent } from '../../../features/security-events/security-event-actions.ts';
import { routeOf } from '../../../platform/http/request-record.ts';
import type { StepUpReason } from '../../../platform/sign-in-settings.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD, visitSecretOf } from '../form-tokens.ts';
import type { KeepForm } from '../kept-form/kept-forms.ts';
import { renderPage } from '../page-renderer.ts';
import { secondFactorIn } from '../sign-in/proofs.ts';
import { type FormRequest, ORGANISATION_PATH, text, visitOf } from '../sign-in/sign-in-steps.ts';

/** `own`: what concerns the user's own sign-in, which always asks. */
export type StepUpFor = StepUpReason | 'own';

export interface StepUp {
  /** Undefined if the request may go on; otherwise the page that asks was sent. An export that goes on is recorded. */
  require(
    reason: StepUpFor,
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<FastifyReply | undefined>;
  /** Whether the form proves who the user is, which is then remembered for a while. */
  confirm(request: FormRequest, reply: FastifyReply, signedIn: Omit<SignedIn, 'cookieLines'>): Promise<boolean>;
  /** The page that asks. @param to the form goes there, with all fields that were sent already */
  ask(
    request: FormRequest,
    reply: FastifyReply,
    signedIn: Omit<SignedIn, 'cookieLines'>,
    to: { readonly action: string; readonly fields: readonly (readonly [string, string])[]; readonly isWrong: boolean },
  ): Promise<FastifyReply>;
}

export const CONFIRM_PATH = '/account/confirm';

/** The fields of the page that asks; the form behind it may have a field `code` of its own. */
const prefix = 'confirm_';
const isOurs = (name: string) => name.startsWith(prefix) || [FORM_TOKEN_FIELD, FORM_READER_FIELD].includes(name);

/** What the form sent besides our fields: sent again with the confirmation, so that nothing typed is lost. */
const sentFields = ({ body }: FormRequest): [string, string][] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    isOurs(name) ? [] : [value].flat().map((one): [string, string] => [name, text(one)]),
  );

/** @param keepForm for a form of somebody who signs in again at their organisation */
export function createStepUp(ctx: Ctx, sessions: SignInSessions, keepForm: KeepForm): StepUp {
  const { stepUpFor, stepUpMinutes } = ctx.settings;
  const isAsked = (reason: StepUpFor) => reason === 'own' || stepUpFor.includes(reason);
  const isFresh = (confirmedAt: Date) => ctx.now().getTime() - confirmedAt.getTime() < stepUpMinutes * 60_000;

  const proves = async (request: FormRequest, reply: FastifyReply, { user }: Pick<SignedIn, 'user'>) => {
    const password = text(request.body?.[`${prefix}password`]);
    if ((await listFactors(ctx, user.userId)).length === 0) {
      return password !== '' && sessions.isPassword({ email: user.email, password, ...visitOf(request) });
    }
    return (await secondFactorIn({ ctx, sessions }, user, request, reply, prefix)) !== undefined;
  };

  const whoOf = (request: FastifyRequest, { user, session }: Omit<SignedIn, 'cookieLines'>) => ({
    actor: `user:${user.userId}` as const,
    accountId: user.kind === 'client' ? user.accountId : undefined,
    sessionId: session.id,
    address: request.ip,
  });
  const recordExport = (request: FastifyRequest, signedIn: SignedIn) => {
    const detail = { route: routeOf(request) };
    return recordSecurityEvent(ctx, { type: 'records.exported', ...whoOf(request, signedIn), detail });
  };

  const stepUp: StepUp = {
    async confirm(request, reply, { user, session }) {
      const isProved = await proves(request, reply, { user });
      const type = isProved ? 'step_up.succeeded' : 'step_up.failed';
      await recordSecurityEvent(ctx, { type, ...whoOf(request, { user, session }) });
      if (isProved) await sessions.confirm(session.id);
      return isProved;
    },
    async ask(request, reply, { user, session }, { action, fields, isWrong }) {
      const isOfProvider = session.secondFactor === 'provider';
      const asked = action === CONFIRM_PATH ? fields.find(([name]) => name === 'next')?.[1] : undefined;
      const next = isOfProvider && action !== CONFIRM_PATH ? await keepForm(request) : asked;
      const hasSecondFactor = (await listFactors(ctx, user.userId)).length > 0;
      const field = hasSecondFactor ? `${prefix}code` : `${prefix}password`;
      const wrong = hasSecondFactor
        ? 'Enter the code that your app shows now, or a recovery code that you have not used'
        : 'Enter your password';
      return renderPage(request, isWrong ? reply.status(422) : reply, 'shared/account/confirm.njk', {
        title: 'Confirm that it is you',
        action,
        fields,
        prefix,
        hasSecondFactor,
        // Whoever signs in there may have no password.
        organisationHref:
          isOfProvider && next !== undefined
            ? `${ORGANISATION_PATH}?again=1&next=${encodeURIComponent(next)}`
            : undefined,
        challenge: hasSecondFactor ? await askForPasskey(ctx, visitSecretOf(request, reply)) : undefined,
        scripts: ['passkeys.js'],
        errors: isWrong ? { [field]: [wrong] } : undefined,
      });
    },
    async require(reason, request, reply, signedIn) {
      const asked = await askIfStale(reason, request, reply, signedIn);
      if (asked === undefined && reason === 'exports') await recordExport(request, signedIn);
      return asked;
    },
  };
  const askIfStale: StepUp['require'] = async (reason, plainRequest, reply, signedIn) => {
    if (!isAsked(reason) || isFresh(signedIn.session.confirmedAt)) return undefined;
    const request = plainRequest as FormRequest;
    if (request.method !== 'POST') {
      return stepUp.ask(request, reply, signedIn, {
        action: CONFIRM_PATH,
        fields: [['next', request.url]],
        isWrong: false,
      });
    }
    const isAnswer = Object.keys(request.body ?? {}).some((name) => name.startsWith(prefix));
    if (isAnswer && (await stepUp.confirm(request, reply, signedIn))) return undefined;
    return stepUp.ask(request, reply, signedIn, {
      action: request.url,
      fields: sentFields(request),
      isWrong: isAnswer,
    });
  };
  return stepUp;
}
