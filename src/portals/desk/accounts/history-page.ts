// The history of an account: what was changed in it, by whom and when.

import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { eventTypes } from '../../../features/events/event-types.ts';
import { listSetUpHistory, nameKey, type SetUpEvent } from '../../../features/events/set-up-history-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { changeText, shownChanges } from './account-history-words.ts';
import { type AccountPages, asked, renderAccountPage } from './account-request.ts';

const PER_PAGE = 50;

function toldOf({ type, resource_id, detail, order_id }: SetUpEvent, names: ReadonlyMap<string, string>) {
  const nameOf = (kind: string, id: unknown) => names.get(nameKey(kind, String(id))) ?? 'that was removed';
  return { detail, orderId: order_id, name: nameOf(eventTypes[type].resource, resource_id), nameOf };
}

export function historyPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/history', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const { account, by, path } = opened;
    const given = asked(request, 'before');
    const before = isUuid(given) ? given : undefined;
    const wanted = { types: shownChanges, before, limit: PER_PAGE };
    const { events, names, hasMore } = await listSetUpHistory(ctx, by, account.id, wanted);
    const nameOf = await readActorNames(
      ctx.db,
      account.id,
      events.map(({ actor }) => actor),
    );
    return renderAccountPage(request, reply, 'history.njk', opened, {
      title: 'History',
      section: 'History',
      changes: events.map((event) => ({
        ...changeText(event.type, toldOf(event, names)),
        at: event.occurred_at,
        by: nameOf(event.actor).name,
        key: event.key_id === null ? undefined : names.get(nameKey('api_key', event.key_id)),
      })),
      newestHref: before === undefined ? undefined : `${path}/history`,
      olderHref: hasMore ? `${path}/history?before=${events.at(-1)!.id}` : undefined,
    });
  });
}
