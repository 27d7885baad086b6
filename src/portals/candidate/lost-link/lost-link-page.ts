// The page on which a candidate who has lost the mail types their address or mobile number and gets fresh links: it says the same whoever they are.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reachedBy, requestLostLinks } from '../../../features/candidate-form/lost-link-actions.ts';
import { say } from '../../../messages/say.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { inAskedLanguage } from '../../shared/mailed-links/languages.ts';
import { renderPage } from '../../shared/page-renderer.ts';

const LOST_LINK_PATH = '/form';

type LostRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

export function lostLinkPage(app: FastifyInstance, ctx: Ctx): void {
  const model = () => ({
    title: say('Get the link to your background check again'),
    email: '',
    wasSent: false,
    takesNumber: ctx.texts.canSend,
  });
  const template = 'candidate/lost-link/lost-link.njk';

  async function answer(request: LostRequest, reply: FastifyReply) {
    const email = String(request.body?.email ?? '').trim();
    const typed = await reachedBy(ctx, email);
    if (typed === undefined) {
      const wanted = ctx.texts.canSend
        ? say('Enter your email address, such as name@example.com, or your mobile number, such as 07700 900 982')
        : say('Enter your email address, such as name@example.com');
      const errors = { email: [wanted] };
      return renderPage(request, reply.status(422), template, { ...model(), email, errors });
    }
    await requestLostLinks(ctx, typed, request.ip);
    return renderPage(request, reply, template, {
      ...model(),
      ...{ title: say(typed.includes('@') ? 'Look at your email' : 'Look at your phone and your email') },
      ...{ wasSent: true, isNumber: !typed.includes('@') },
    });
  }

  app.get(LOST_LINK_PATH, openToAnyone, (request: LostRequest, reply) =>
    inAskedLanguage(request, LOST_LINK_PATH, async () => renderPage(request, reply, template, model())),
  );
  app.post(LOST_LINK_PATH, openToAnyone, (request: LostRequest, reply) =>
    inAskedLanguage(request, LOST_LINK_PATH, () => answer(request, reply)),
  );
}
