// The page on which a candidate who has lost the mail types their address or mobile number and gets fresh links: it says the same whoever they are.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reachedBy, requestLostLinks } from '../../../features/candidate-form/lost-link-actions.ts';
import { say } from '../../../messages/say.ts';
import { speaking } from '../../../messages/spoken-language.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { chosenLanguage, languageOf, nameLanguages } from '../../shared/mailed-links/languages.ts';
import { renderPage } from '../../shared/page-renderer.ts';

const LOST_LINK_PATH = '/form';

type LostRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

/** Whoever comes from a page in Welsh names it in the address: nobody knows yet whose candidate they are. */
function inTheirLanguage<T>(request: LostRequest, work: () => Promise<T>): Promise<T> {
  const spoken = chosenLanguage(request);
  if (spoken !== undefined) nameLanguages(request, { spoken, base: LOST_LINK_PATH });
  return speaking(languageOf(request), work);
}

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
    inTheirLanguage(request, async () => renderPage(request, reply, template, model())),
  );
  app.post(LOST_LINK_PATH, openToAnyone, (request: LostRequest, reply) =>
    inTheirLanguage(request, () => answer(request, reply)),
  );
}
