// The history of an account: what was changed in it, by whom and when, alike for the desk and for its administrators.
import type { Ctx } from '../../../context.ts';
import type { Asker } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { eventTypes } from '../../../features/events/event-types.ts';
import { listSetUpHistory, nameKey, type SetUpEvent } from '../../../features/events/set-up-history-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';
import { changeText, shownChanges } from './account-history-words.ts';

const PER_PAGE = 50;

interface HistoryOf {
  readonly by: Asker;
  readonly accountId: string;
  /** The address of the page. */
  readonly path: string;
  readonly isForClient: boolean;
  /** What the reader calls a subsidiary, as it begins a sentence. */
  readonly unit: string;
}

function toldOf(
  { type, resource_id, detail, order_id }: SetUpEvent,
  names: ReadonlyMap<string, string>,
  { isForClient, unit }: Pick<HistoryOf, 'isForClient' | 'unit'>,
) {
  const nameOf = (kind: string, id: unknown) => names.get(nameKey(kind, String(id))) ?? 'that was removed';
  return { detail, orderId: order_id, isForClient, unit, name: nameOf(eventTypes[type].resource, resource_id), nameOf };
}

/** The model of `account-history.njk`. */
export async function accountHistory(ctx: Ctx, request: FormRequest, { by, accountId, path, ...reader }: HistoryOf) {
  const { isForClient } = reader;
  const given = text(request.query.before).trim();
  const before = isUuid(given) ? given : undefined;
  const wanted = { types: shownChanges(isForClient), before, limit: PER_PAGE };
  const { events, names, hasMore } = await listSetUpHistory(ctx, by, accountId, wanted);
  const actors = events.map(({ actor }) => actor);
  const nameOf = await readActorNames(ctx.db, accountId, actors);
  const whoIs = (actor: string) => {
    const { kind, name } = nameOf(actor);
    return isForClient && kind === 'desk' ? 'The screening company' : name;
  };
  return {
    changes: events.map((event) => ({
      ...changeText(event.type, toldOf(event, names, reader)),
      at: event.occurred_at,
      by: whoIs(event.actor),
      key: event.key_id === null ? undefined : names.get(nameKey('api_key', event.key_id)),
    })),
    newestHref: before === undefined ? undefined : path,
    olderHref: hasMore ? `${path}?before=${events.at(-1)!.id}` : undefined,
  };
}
