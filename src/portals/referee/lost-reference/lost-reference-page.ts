// The page on which a referee who has lost the mail types their address and gets fresh links: it says the same whoever they are.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { refereeAddress, requestLostReferences } from '../../../features/references/lost-reference-actions.ts';
import { openToAnyone } from '../../../platform/http/route-access.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { PREFIX } from '../referee-request.ts';

type LostRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

const template = 'referee/lost-reference/lost-reference.njk';
const model = { title: 'Get the link to a reference again', email: '', wasSent: false };
const errors = { email: ['Enter your email address, such as name@example.com'] };

export function lostReferencePage(app: FastifyInstance, ctx: Ctx): void {
  app.get(PREFIX, openToAnyone, (request: LostRequest, reply) => renderPage(request, reply, template, model));
  app.post(PREFIX, openToAnyone, async (request: LostRequest, reply: FastifyReply) => {
    const email = String(request.body?.email ?? '').trim();
    const address = refereeAddress(email);
    if (address === undefined) return renderPage(request, reply.status(422), template, { ...model, email, errors });
    await requestLostReferences(ctx, address, request.ip);
    return renderPage(request, reply, template, { ...model, title: 'Look at your email', wasSent: true });
  });
}
