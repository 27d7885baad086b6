// An API request as its own page and the list show it.
import type { ListedApiRequest } from '../../../features/api-requests/api-request-actions.ts';
import { britishDateTimeToSecond } from '../page-filters.ts';
import { agoText } from '../relative-times.ts';
import type { Tag } from '../status-tags.ts';

const cutTag: Tag = { text: 'No answer', classes: 'govuk-tag--grey' };

/** An order that was validated and found wrong: the request itself succeeded. */
const isNotValid = ({ error_type: type, fields }: ListedApiRequest) => type === null && fields.length > 0;

/** Such as `422 Refused`. */
function tagOf(request: ListedApiRequest): Tag {
  const { status } = request;
  if (status === 0) return cutTag;
  if (isNotValid(request)) return { text: `${status} Not valid`, classes: 'govuk-tag--yellow' };
  if (status < 400) return { text: `${status} Succeeded`, classes: 'govuk-tag--green' };
  if (status < 500) return { text: `${status} Refused`, classes: 'govuk-tag--yellow' };
  return { text: `${status} Failed`, classes: 'govuk-tag--red' };
}

/** What stands in a path for an id that was not kept, because it cannot be one. */
const noId = '…';

const filled = (route: string, ids: ListedApiRequest['ids'], shown: (id: string) => string): string => {
  let at = 0;
  return route.replace(/:\w+/g, () => {
    const id = ids[at++] ?? null;
    return id === null ? noId : shown(id);
  });
};

/** Ids of one day begin alike. */
const endOf = (id: string) => (id.length > 12 ? `…${id.slice(-4)}` : id);

/** `/applicants/…b2c3/checks`: below the base path of the interface, with short ids. */
const shortPath = ({ route, ids }: ListedApiRequest) => filled(route.replace(/^.*?\/v[12](?=\/)/, ''), ids, endOf);

export const wholePath = ({ route, ids }: ListedApiRequest): string => filled(route, ids, (id) => id);

/** A short request to a tenth of a millisecond says no more than to a whole one. */
const durationText = (ms: number): string =>
  ms >= 10_000
    ? `${(ms / 1000).toFixed(1)} s`
    : ms >= 1
      ? `${Math.round(ms).toLocaleString('en-GB')} ms`
      : 'under 1 ms';

/** `3:05:07pm`: to compare with the log of the program. */
const clockOf = (at: Date) => (britishDateTimeToSecond(at).split(' at ')[1] ?? '').replace(/ \S+$/, '');

/** @param path the address of the list */
export function requestView(request: ListedApiRequest, now: Date, path: string) {
  return {
    id: request.id,
    href: `${path}/${request.id}`,
    method: request.method,
    path: shortPath(request),
    interface: request.interface,
    tag: tagOf(request),
    isNotValid: isNotValid(request),
    unread: request.unread,
    errorType: request.error_type,
    isReplay: request.is_replay,
    took: durationText(request.duration_ms),
    key: `${request.key_prefix}…`,
    label: request.key_label,
    user: request.user_name,
    at: request.requested_at,
    iso: request.requested_at.toISOString(),
    clock: clockOf(request.requested_at),
    ago: agoText(request.requested_at, now),
  };
}
