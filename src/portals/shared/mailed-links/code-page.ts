// The page where the holder of a mailed link enters the mailed code or asks for a new one.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  awaitsCode,
  type CodeOutcome,
  endSession,
  enterCode,
  type HeldLink,
  sendCode,
  sendFreshLink,
} from '../../../features/mailed-links/access-actions.ts';
import { CODE_DIGITS, CODE_MINUTES } from '../../../features/mailed-links/code-rules.ts';
import { ukFormat } from '../../../lib/uk-times.ts';
import { say } from '../../../messages/say.ts';
import { renderPage } from '../page-renderer.ts';
import {
  clearSessionCookie,
  type LinkModel,
  type LinkPages,
  type LinkRequest,
  sessionTokenOf,
  setSessionCookie,
} from './link-request.ts';

type Refused = Exclude<CodeOutcome, { is: 'right' }>;

function messageFor(outcome: Refused): string {
  switch (outcome.is) {
    case 'unreadable':
      return say('Enter the {digits} digits of the code', { digits: CODE_DIGITS });
    case 'expired':
      return say('This code does not work any more. Send yourself a new one');
    case 'limited':
      return say('There were too many wrong codes today. Send yourself a fresh link to go on');
    case 'used_up':
      return say('That was not the code, and it cannot be tried again. Send yourself a new one');
    case 'wrong':
      return outcome.triesLeft === 1
        ? say('That is not the code in our newest email. You can try one more time')
        : say('That is not the code in our newest email. You can try {left} more times', { left: outcome.triesLeft });
  }
}

/** For somebody of the desk, to whom no code was mailed. */
function deskMessageFor({ is }: Refused): string {
  if (is === 'unreadable') return `Enter the ${CODE_DIGITS} digits of the code`;
  if (is === 'wrong') return 'That is not the code that the desk shows';
  return 'This code does not work any more. Begin again on the page of the order';
}

const timeFormat = ukFormat({ hour: 'numeric', minute: '2-digit' });

interface Shown {
  readonly code?: string;
  readonly message?: string;
  readonly notice?: string;
  /** Codes or guesses are used up: a fresh link lifts that. */
  readonly offersLink?: boolean;
}

/** What anybody with the link may see of it. */
export interface LinkFront {
  readonly link: HeldLink;
  /** False once nothing more is asked, or the link is replaced: the first page says why. */
  readonly isOpen: boolean;
  readonly model: (title: string) => LinkModel;
}

export interface CodePageOptions {
  openFront(ctx: Ctx, request: LinkRequest): Promise<LinkFront>;
  /** Where the right code leads, relative to the link. */
  readonly home: string;
}

function show(request: LinkRequest, reply: FastifyReply, { model }: LinkFront, shown: Shown) {
  return renderPage(request, reply, 'shared/mailed-links/code.njk', {
    ...model(request.query.desk === undefined ? say('Enter the code that we sent you') : 'Enter the code of the desk'),
    minutes: CODE_MINUTES,
    offersLink: shown.offersLink === true,
    isOfDesk: request.query.desk !== undefined,
    code: shown.code ?? '',
    notice: shown.notice,
    errors: shown.message === undefined ? undefined : { code: [shown.message] },
  });
}

/** Sends a code and leads to its page. */
export async function askForCode(
  ctx: Ctx,
  request: LinkRequest,
  reply: FastifyReply,
  front: LinkFront,
  wasAsked = false,
): Promise<FastifyReply> {
  const outcome = await sendCode(ctx, front.link);
  const { base } = front.model('');
  if ('sent' in outcome) return reply.redirect(`${base}/code${wasAsked ? '?sent' : ''}`, 303);
  const again = timeFormat(outcome.notBefore);
  const message = say('We have sent you several codes already. Use the newest one, or ask for another after {time}', {
    time: again,
  });
  return show(request, reply.status(429), front, { message, offersLink: true });
}

const freshLinkSent = 'We have sent a fresh link to your email address. Open it to go on.';
const freshCodeSent = 'We have sent you a new code. Only the newest one works.';

export function codePage(pages: LinkPages, ctx: Ctx, { openFront, home }: CodePageOptions): void {
  const requireOpen = async (_ctx: Ctx, request: LinkRequest, reply: FastifyReply) => {
    const front = await openFront(ctx, request);
    if (front.isOpen) return front;
    reply.redirect(front.model('').base, 303);
    return undefined;
  };

  pages.get('/code', requireOpen, async (request, reply, front) => {
    // The code expired: the first page sends a new one. Nothing is mailed of a code of the desk, whose page stays.
    if (request.query.desk === undefined && !(await awaitsCode(ctx, front.link)))
      return reply.redirect(front.model('').base, 303);
    return show(request, reply, front, request.query.sent === undefined ? {} : { notice: say(freshCodeSent) });
  });

  pages.post('/code', requireOpen, async (request, reply, front) => {
    const code = typeof request.body?.code === 'string' ? request.body.code.trim() : '';
    const outcome = await enterCode(ctx, front.link, code, {
      ...{ address: request.ip, isAtDesk: request.query.desk !== undefined },
    });
    if (outcome.is === 'right') {
      setSessionCookie(ctx, request, reply, outcome.sessionToken);
      return reply.redirect(`${front.model('').base}${home}`, 303);
    }
    const typed = outcome.is === 'unreadable' ? { code } : {};
    const offersLink = outcome.is === 'limited';
    const message = request.query.desk === undefined ? messageFor(outcome) : deskMessageFor(outcome);
    return show(request, reply.status(422), front, { message, offersLink, ...typed });
  });

  pages.post('/code/new', requireOpen, (request, reply, front) => askForCode(ctx, request, reply, front, true));

  pages.post('/code/link', requireOpen, async (request, reply, front) => {
    await sendFreshLink(ctx, front.link, 'codes');
    return show(request, reply, front, { notice: say(freshLinkSent) });
  });

  pages.post(
    '/leave',
    (_ctx, request) => openFront(ctx, request),
    async (request, reply, { link, model }) => {
      const token = sessionTokenOf(request);
      if (token !== undefined) await endSession(ctx, link, token);
      clearSessionCookie(request, reply);
      return reply.redirect(`${model('').base}?left`, 303);
    },
  );
}
