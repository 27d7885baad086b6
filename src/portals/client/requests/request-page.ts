// One API request: what was asked, with which key, and why it was refused.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { ApiInterface } from '../../../features/api-requests/api-request.ts';
import { type ListedApiRequest, readApiRequest } from '../../../features/api-requests/api-request-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { requestsPath, requestView, wholePath } from './request-view.ts';

/** An error as the reference of its interface explains it. */
export interface ErrorTexts {
  readonly type: string;
  readonly message: string;
  readonly when: string;
}

/** The errors of each interface. */
export type ApiErrors = Readonly<Record<ApiInterface, readonly ErrorTexts[]>>;

const references: Readonly<Record<ApiInterface, string>> = { v1: '/docs/v1', v2: '/docs' };

const cutTexts: Readonly<Record<string, string>> = {
  client_gone: 'Your program closed the connection before it had the whole answer.',
};

/** The page of the order that the path names, where it was found and the reader may open it. */
function orderIn({ route, ids, interface: of, status, environment }: ListedApiRequest, user: ClientUser) {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const isFound = status > 0 && status < 400 && mayDo(user, 'read_checks');
  const check = ids[names.indexOf('check_id')];
  if (isFound && of === 'v2' && check) return { text: 'Open the check', href: `/portal/checks/${check}` };
  const order = ids[names.indexOf('id')];
  if (!isFound || of !== 'v1' || !order || !route.includes('/orders/')) return undefined;
  const parameters = listParameters({ environment: environment === 'test' ? 'test' : undefined, order });
  return { text: `Find order VF${order}`, href: listHref('/portal', parameters) };
}

function refusalOf({ error_type: type, status, fields, interface: of }: ListedApiRequest, errors: ApiErrors) {
  if (type === null) return undefined;
  const texts = errors[of].find((one) => one.type === type);
  return {
    type,
    isOurs: status >= 500,
    message: texts?.message,
    when: texts?.when,
    href: `${references[of]}#error-${type}`,
    fields,
  };
}

type Asked = FastifyRequest<{ Params: { request_id: string } }>;

export function requestPage(pages: Pages<'client'>, ctx: Ctx, errors: ApiErrors): void {
  pages.get(`${requestsPath}/:request_id`, { permission: 'use_api' }, async (asked: Asked, reply, user) => {
    const { request_id: id } = asked.params;
    if (!isUuid(id)) throw new Refusal('not_found');
    const request = await inEitherEnvironment(user, (caller) => readApiRequest(ctx, caller, id.toLowerCase()));
    const { environment, key_id: key } = request;
    const inEnvironment = { environment: environment === 'test' ? 'test' : undefined };
    const view = requestView(request, ctx.now());
    return renderPage(asked, reply, 'client/requests/request.njk', {
      title: `${view.method} ${view.path}`,
      environment,
      back: { text: 'API requests', href: listHref(requestsPath, listParameters(inEnvironment)) },
      request: { ...view, whole: wholePath(request) },
      reference: references[request.interface],
      refusal: refusalOf(request, errors),
      cut:
        request.cut_by === null
          ? undefined
          : (cutTexts[request.cut_by] ?? 'The connection ended before the whole answer was sent.'),
      firstHref: request.replay_of === null ? undefined : `${requestsPath}/${request.replay_of}`,
      order: orderIn(request, user),
      ofKeyHref: listHref(requestsPath, listParameters({ ...inEnvironment, key })),
    });
  });
}
