// The register of looks at the desk, for those who audit: newest first, by order, and every look at one person.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { listLooks, registerCaller, showLooksAtPerson } from '../../../features/results/look-register-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { personModel } from '../../shared/looks/person-looks.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';

const path = '/desk/register';
const perPage = 50;

type RegisterRequest = FastifyRequest<{ Params: { check_id: string }; Querystring: Record<string, unknown> }>;

/** `VF123` or `123`; undefined for anything else. */
function orderIn(text: string): number | undefined {
  const digits = /^(?:VF)?(\d{1,12})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function registerPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'read_audit', menu: 'Register', byEnvironment: true } as const;
  pages.get(path, options, async (request: RegisterRequest, reply, user) => {
    const environment = request.query.environment === 'test' ? 'test' : 'live';
    const typed = String(request.query.order ?? '').trim();
    const orderId = orderIn(typed);
    const isWrong = typed !== '' && orderId === undefined;
    const before = isUuid(String(request.query.before)) ? String(request.query.before) : undefined;
    const found = isWrong ? [] : await listLooks(ctx, user, { environment, orderId, before, limit: perPage + 1 });
    const looks = found
      .slice(0, perPage)
      .map((look) => ({ ...look, href: look.checkId === null ? undefined : `${path}/${look.checkId}` }));
    const kept = new URLSearchParams({ environment, ...(typed === '' ? {} : { order: typed }) });
    const older = found.length > perPage ? `${path}?${kept}&before=${looks.at(-1)!.id}` : undefined;
    return renderPage(request, reply, 'desk/looks/register.njk', {
      title: 'Register of looks',
      environment,
      typed,
      errors: isWrong ? { order: ['Enter an order number, such as VF1042'] } : undefined,
      looks,
      isFirst: before === undefined,
      newest: `${path}?${kept}`,
      older,
    });
  });

  pages.get(`${path}/:check_id`, { permission: 'read_audit' }, async (request: RegisterRequest, reply, user) => {
    const caller = await registerCaller(ctx, user, request.params.check_id);
    const check = await showCheck(ctx, caller, request.params.check_id);
    const { environment } = check.tenant;
    const back = { text: 'Register', href: `${path}${environment === 'test' ? '?environment=test' : ''}` };
    const model = personModel(check, await showLooksAtPerson(ctx, caller, check), ctx.now());
    return renderPage(request, reply, 'shared/looks/person.njk', { ...model, back });
  });
}
