// Reads what was changed in an account, and by whom, with the names of what it is about.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { eventTypes } from './event-types.ts';
import { findSetUpEvents, findSetUpNames, type SetUpEvent, type SetUpPage } from './set-up-history-queries.ts';

export type { SetUpEvent };

/** `api_key 0195…`: ids of jobs, packages and groups are numbers, each counted apart. */
export const nameKey = (kind: string, id: string): string => `${kind} ${id}`;

/** The ids in the detail of an event, by what they are of. */
const kindsInDetail = {
  ...({ user_id: 'user', user_ids: 'user', cover_id: 'user', handedOverFrom: 'user', assigneeId: 'user' } as const),
  ...({ subsidiary_id: 'subsidiary', subsidiary_ids: 'subsidiary', key_ids: 'api_key' } as const),
};

type NamedIn = Pick<SetUpEvent, 'type' | 'resource_id' | 'key_id' | 'detail'>;

const keysOf = ({ type, resource_id, key_id, detail }: NamedIn): string[] => [
  nameKey(eventTypes[type].resource, resource_id),
  ...(key_id === null ? [] : [nameKey('api_key', key_id)]),
  ...Object.entries(kindsInDetail).flatMap(([name, kind]) =>
    [detail[name]].flat().flatMap((id) => (typeof id === 'string' ? [nameKey(kind, id)] : [])),
  ),
];

/** By `nameKey`, what events of an account name. */
export const namesOfSetUp = (
  ctx: Pick<Ctx, 'db'>,
  accountId: string,
  events: readonly NamedIn[],
): Promise<ReadonlyMap<string, string>> => findSetUpNames(ctx.db, accountId, [...new Set(events.flatMap(keysOf))]);

export interface SetUpHistory {
  readonly events: readonly SetUpEvent[];
  /** By `nameKey`; of what was removed there is none. */
  readonly names: ReadonlyMap<string, string>;
  readonly hasMore: boolean;
}

/** The newest first. */
export async function listSetUpHistory(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accountId: string,
  page: SetUpPage,
): Promise<SetUpHistory> {
  demand(by, 'read_accounts', 'read_audit', 'read_account_security_events');
  const found = await findSetUpEvents(ctx.db, accountId, { ...page, limit: page.limit + 1 });
  const events = found.slice(0, page.limit);
  const names = await namesOfSetUp(ctx, accountId, events);
  return { events, names, hasMore: found.length > page.limit };
}
