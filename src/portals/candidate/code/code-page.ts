// The page where the candidate enters the mailed code or asks for a new one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  awaitsCode,
  type CodeOutcome,
  enterCode,
  leaveForm,
  sendCode,
  sendFreshLink,
} from '../../../features/candidate-form/form-access-actions.ts';
import { CODE_DIGITS, CODE_MINUTES } from '../../../features/candidate-form/form-code-rules.ts';
import { tidy } from '../../../features/candidate-form/form-page-rules.ts';
import type { FormFront } from '../../../features/candidate-form/open-form.ts';
import { ukFormat } from '../../../lib/uk-times.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  clearSessionCookie,
  type FormPages,
  type FormRequest,
  formBase,
  formModel,
  openFront,
  sessionTokenOf,
  setSessionCookie,
} from '../candidate-form-request.ts';

type Refused = Exclude<CodeOutcome, { is: 'right' }>;

function messageFor(outcome: Refused): string {
  switch (outcome.is) {
    case 'unreadable':
      return `Enter the ${CODE_DIGITS} numbers of the code`;
    case 'expired':
      return 'This code does not work any more. Send yourself a new one';
    case 'limited':
      return 'There were too many wrong codes today. Send yourself a fresh link to go on';
    case 'used_up':
      return 'That was not the code, and it cannot be tried again. Send yourself a new one';
    case 'wrong': {
      const left = outcome.triesLeft === 1 ? 'one more time' : `${outcome.triesLeft} more times`;
      return `That is not the code in our newest email. You can try ${left}`;
    }
  }
}

const timeFormat = ukFormat({ hour: 'numeric', minute: '2-digit' });

interface Shown {
  readonly code?: string;
  readonly message?: string;
  readonly notice?: string;
  /** Codes or guesses are used up: a fresh link lifts that. */
  readonly offersLink?: boolean;
}

function show(request: FormRequest, reply: FastifyReply, front: FormFront, shown: Shown) {
  return renderPage(request, reply, 'candidate/code/code.njk', {
    ...formModel(request, front, 'Enter the code that we sent you'),
    minutes: CODE_MINUTES,
    offersLink: shown.offersLink === true,
    code: shown.code ?? '',
    notice: shown.notice,
    errors: shown.message === undefined ? undefined : { code: [shown.message] },
  });
}

/** Undefined if the form is closed: the first page says why. */
async function requireOpen(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<FormFront | undefined> {
  const front = await openFront(ctx, request);
  if (front.status === 'awaiting_applicant' && !front.isReplaced) return front;
  reply.redirect(formBase(request), 303);
  return undefined;
}

/** @param notBefore when the candidate may ask for the next code */
export function showTooManyCodes(request: FormRequest, reply: FastifyReply, front: FormFront, notBefore: Date) {
  const again = timeFormat(notBefore);
  const message = `We have sent you several codes already. Use the newest one, or ask for another after ${again}`;
  return show(request, reply.status(429), front, { message, offersLink: true });
}

const freshLinkSent = 'We have sent a fresh link to your email address. Open it to go on.';
const freshCodeSent = 'We have sent you a new code. Only the newest one works.';

export function codePage(pages: FormPages, ctx: Ctx): void {
  pages.get('/code', requireOpen, async (request, reply, front) => {
    // The code expired: the first page sends a new one.
    if (!(await awaitsCode(ctx, front))) return reply.redirect(formBase(request), 303);
    return show(request, reply, front, request.query.sent === undefined ? {} : { notice: freshCodeSent });
  });

  pages.post('/code', requireOpen, async (request, reply, front) => {
    const code = tidy(request.body?.code);
    const outcome = await enterCode(ctx, front, code, request.ip);
    if (outcome.is === 'right') {
      setSessionCookie(ctx, request, reply, outcome.sessionToken);
      return reply.redirect(`${formBase(request)}/tasks`, 303);
    }
    const typed = outcome.is === 'unreadable' ? { code } : {};
    const offersLink = outcome.is === 'limited';
    return show(request, reply.status(422), front, { message: messageFor(outcome), offersLink, ...typed });
  });

  pages.post('/code/new', requireOpen, async (request, reply, front) => {
    const outcome = await sendCode(ctx, front);
    if ('sent' in outcome) return reply.redirect(`${formBase(request)}/code?sent`, 303);
    return showTooManyCodes(request, reply, front, outcome.notBefore);
  });

  pages.post('/code/link', requireOpen, async (request, reply, front) => {
    await sendFreshLink(ctx, front);
    return show(request, reply, front, { notice: freshLinkSent });
  });

  pages.post('/leave', openFront, async (request, reply, front) => {
    const token = sessionTokenOf(request);
    if (token !== undefined) await leaveForm(ctx, front, token);
    clearSessionCookie(request, reply);
    return reply.redirect(`${formBase(request)}?left`, 303);
  });
}
