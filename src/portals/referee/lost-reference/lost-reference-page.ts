// The page on which a referee who has lost the mail types their address and gets fresh links: it says the same whoever they are.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { refereeAddress, requestLostReferences } from '../../../features/references/lost-reference-actions.ts';
import { say } from '../../../messages/say.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { inAskedLanguage } from '../../shared/mailed-links/languages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { PREFIX } from '../referee-request.ts';

type LostRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

const template = 'referee/lost-reference/lost-reference.njk';
const model = () => ({ title: say('Get the link to a reference again'), email: '', wasSent: false });

export function lostReferencePage(app: FastifyInstance, ctx: Ctx): void {
  async function answer(request: LostRequest, reply: FastifyReply) {
    const email = String(request.body?.email ?? '').trim();
    const address = refereeAddress(email);
    if (address === undefined) {
      const errors = { email: [say('Enter your email address, such as name@example.com')] };
      return renderPage(request, reply.status(422), template, { ...model(), email, errors });
    }
    await requestLostReferences(ctx, address, request.ip);
    return renderPage(request, reply, template, { ...model(), title: say('Look at your email'), wasSent: true });
  }

  app.get(PREFIX, openToAnyone, (request: LostRequest, reply) =>
    inAskedLanguage(request, PREFIX, async () => renderPage(request, reply, template, model())),
  );
  app.post(PREFIX, openToAnyone, (request: LostRequest, reply) =>
    inAskedLanguage(request, PREFIX, () => answer(request, reply)),
  );
}
