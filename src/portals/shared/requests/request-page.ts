// One API request: what was asked, with which key, and why it was refused.
import type { Ctx } from '../../../context.ts';
import type { ApiInterface } from '../../../features/api-requests/api-request.ts';
import { type ListedApiRequest, readApiRequest } from '../../../features/api-requests/api-request-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../list-search.ts';
import { type AddRequestPage, inEitherEnvironment, type RequestPlace } from './request-place.ts';
import { requestView, wholePath } from './request-view.ts';

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
  client_gone: 'The program closed the connection before it had the whole answer.',
};

/** The page of the order that the path names, where it was found and the reader may open it. */
function orderIn({ route, ids, interface: of, status, environment }: ListedApiRequest, place: RequestPlace) {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const isFound = status > 0 && status < 400;
  const check = ids[names.indexOf('check_id')];
  if (isFound && of === 'v2' && check && place.checkHref)
    return { text: 'Open the check', href: place.checkHref(check) };
  const order = ids[names.indexOf('id')];
  if (!isFound || of !== 'v1' || !order || !route.includes('/orders/') || !place.findHref) return undefined;
  return { text: `Find order VF${order}`, href: place.findHref(order, environment) };
}

function refusalOf({ error_type: type, status, interface: of }: ListedApiRequest, errors: ApiErrors) {
  if (type === null) return undefined;
  const texts = errors[of].find((one) => one.type === type);
  return {
    type,
    isOurs: status >= 500,
    message: texts?.message,
    when: texts?.when,
    href: `${references[of]}#error-${type}`,
  };
}

export function requestPage(add: AddRequestPage, ctx: Ctx, errors: ApiErrors): void {
  add('/:request_id', { permission: 'read_api_requests' }, async (asked, _reply, place) => {
    const { request_id: id } = asked.params;
    if (!isUuid(id)) throw new Refusal('not_found');
    const request = await inEitherEnvironment(place, (reader) => readApiRequest(ctx, reader, id.toLowerCase()));
    const { environment, key_id: key } = request;
    const inEnvironment = { environment: environment === 'test' ? 'test' : undefined };
    const view = requestView(request, ctx.now(), place.path);
    return place.show('request.njk', {
      title: `${view.method} ${view.path}`,
      environment,
      back: { text: 'API requests', href: listHref(place.path, listParameters(inEnvironment)) },
      request: { ...view, whole: wholePath(request) },
      reference: references[request.interface],
      refusal: refusalOf(request, errors),
      fields: request.fields,
      notRead: request.unread,
      cut:
        request.cut_by === null
          ? undefined
          : (cutTexts[request.cut_by] ?? 'The connection ended before the whole answer was sent.'),
      firstHref: request.replay_of === null ? undefined : `${place.path}/${request.replay_of}`,
      order: orderIn(request, place),
      ofKeyHref: listHref(place.path, listParameters({ ...inEnvironment, key })),
    });
  });
}
