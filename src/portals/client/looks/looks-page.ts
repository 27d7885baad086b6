// Who has seen the results and data of the person of a check, for its client.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { showLooksAtPerson } from '../../../features/results/look-register-actions.ts';
import { personModel } from '../../shared/looks/person-looks.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { callerFor } from '../client-caller.ts';

type LooksRequest = FastifyRequest<{ Params: { check_id: string } }>;

export function looksPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(`${checkPath}/looks`, { permission: 'read_results' }, async (request: LooksRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const caller = callerFor(user, check.tenant.environment);
    const back = { text: `Order VF${check.orderId}`, href: `/portal/checks/${check.id}` };
    const model = personModel(check, await showLooksAtPerson(ctx, caller, check), ctx.now());
    return renderPage(request, reply, 'shared/looks/person.njk', { ...model, back });
  });
}
