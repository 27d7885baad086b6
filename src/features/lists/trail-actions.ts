// Everything that one user did and that was done to them, over all accounts that the reader may see: changes, looks, sign-ins, exports.
import type { Ctx } from '../../context.ts';
import { momentOfUuid } from '../../lib/uuids.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { findUserOf, type NameActor, type NamedUser, readActorNames } from '../accounts/actor-name-queries.ts';
import { eventCheck } from '../events/audit-actions.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import type { EventName } from '../events/event-types.ts';
import { namesOfSetUp } from '../events/set-up-history-actions.ts';
import {
  findTrailEvents,
  type TrailAsked,
  type TrailCursor,
  type TrailEventRow,
  type TrailPage,
} from '../events/trail-queries.ts';
import { findSecurityEvents, type ListedSecurityEvent } from './security-event-queries.ts';
import type { DeskReader } from './work-queue-queries.ts';

export type { TrailAsked, TrailCursor };

/** An event of the audit trail; a look at somebody's data is one, too. */
export interface TrailEvent extends Omit<TrailEventRow, 'event' | 'mac'> {
  readonly event: EventColumns;
  readonly nameOf: NameActor;
  /** Of what belongs to the account, by `nameKey`. */
  readonly names: ReadonlyMap<string, string>;
}

export type TrailEntry = TrailCursor &
  (
    | { readonly of: 'event'; readonly told: TrailEvent }
    | { readonly of: 'security'; readonly told: ListedSecurityEvent }
  );

const demandTrail = (reader: DeskReader) => {
  demand(authorityOf(reader), 'read_audit');
  demand(authorityOf(reader), 'read_security_events');
};

/** A user whose trail the reader may see, of their accounts or of the desk. Refuses with `not_permitted`. */
export function findUserOfTrail(ctx: Pick<Ctx, 'db'>, reader: DeskReader, id: string): Promise<NamedUser | undefined> {
  demandTrail(reader);
  return findUserOf(ctx.db, reader.accounts, { id }, { isDeskToo: true });
}

type Reading = Pick<Ctx, 'db' | 'integrity'>;

const isId = (value: unknown): value is string => typeof value === 'string';

/** The actors in an event and in its detail. */
const actorsIn = ({ event: { actor, on_behalf_of, detail } }: TrailEventRow) => {
  const { handedOverFrom, assigneeId } = (detail ?? {}) as Readonly<Record<string, unknown>>;
  return [actor, ...[on_behalf_of, handedOverFrom, assigneeId].filter(isId).map((id) => `user:${id}`)];
};

/** Leaves out events that this program did not write: the audit reports them. */
async function worded({ db, integrity }: Reading, rows: readonly TrailEventRow[]): Promise<TrailEntry[]> {
  const byAccount = Map.groupBy(rows.filter(eventCheck(integrity)), ({ event }) => event.account_id);
  const parts = await Promise.all(
    [...byAccount].map(async ([accountId, ours]) => {
      const [nameOf, names] = await Promise.all([
        readActorNames(db, accountId, ours.flatMap(actorsIn)),
        namesOfSetUp(
          { db },
          accountId,
          ours.map(({ event }) => ({
            ...event,
            type: event.type as EventName,
            detail: (event.detail ?? {}) as Readonly<Record<string, unknown>>,
          })),
        ),
      ]);
      return ours.map((row) => ({
        of: 'event' as const,
        at: momentOfUuid(row.event.id),
        id: row.event.id,
        told: { ...row, nameOf, names },
      }));
    }),
  );
  return parts.flat();
}

const newestFirst = (one: TrailCursor, other: TrailCursor) =>
  other.at.getTime() - one.at.getTime() || (one.id === other.id ? 0 : one.id > other.id ? -1 : 1);

async function readPage(ctx: Reading, reader: DeskReader, asked: TrailAsked, page: TrailPage) {
  const { after, limit } = page;
  const [rows, security] = await Promise.all([
    findTrailEvents(ctx.db, reader.accounts, asked, page),
    findSecurityEvents(ctx.db, reader.accounts, asked, {
      after: after && { occurred_at: after.at, id: after.id },
      limit,
    }),
  ]);
  const events = await worded(ctx, rows);
  const entries: TrailEntry[] = [
    ...events,
    ...security.map((told) => ({ of: 'security' as const, at: told.occurred_at, id: told.id, told })),
  ].toSorted(newestFirst);
  // What is older than the last row of a list that has more follows on a later page.
  const cursors: TrailCursor[] = [
    ...(rows.length < limit ? [] : [rows.at(-1)!.event].map(({ id }) => ({ at: momentOfUuid(id), id }))),
    ...(security.length < limit ? [] : [security.at(-1)!].map(({ occurred_at: at, id }) => ({ at, id }))),
  ];
  const [end] = cursors.toSorted(newestFirst);
  return { entries: end === undefined ? entries : entries.filter((one) => newestFirst(one, end) <= 0), next: end };
}

/** The newest first, with where the next page begins; undefined on the last. Refuses with `not_permitted`. */
export function listTrail(
  ctx: Reading,
  reader: DeskReader,
  asked: TrailAsked,
  page: TrailPage,
): Promise<{ readonly entries: readonly TrailEntry[]; readonly next: TrailCursor | undefined }> {
  demandTrail(reader);
  return readPage(ctx, reader, asked, page);
}

const exportedAtOnce = 1000;

async function* batchesOf(ctx: Reading, reader: DeskReader, asked: TrailAsked) {
  for (let after: TrailCursor | undefined; ; ) {
    const { entries, next } = await readPage(ctx, reader, asked, { after, limit: exportedAtOnce });
    if (entries.length > 0) yield entries;
    if (next === undefined) return;
    after = next;
  }
}

/** All of it in batches, so that any number takes the same memory. The page that gives it out records the export. */
export function exportTrail(
  ctx: Reading,
  reader: DeskReader,
  asked: TrailAsked,
): AsyncGenerator<readonly TrailEntry[]> {
  demandTrail(reader);
  return batchesOf(ctx, reader, asked);
}
