// The history of an account: what was changed in it, by whom and when, alike for the desk and for its administrators.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Asker } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { eventTypes } from '../../../features/events/event-types.ts';
import { listSetUpHistory, nameKey, type SetUpEvent } from '../../../features/events/set-up-history-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { addDays, parseDate } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { readDetail, readsAmounts } from '../amounts-in-history.ts';
import { ranByCommand } from '../command-runner.ts';
import { sendCsv } from '../files/csv-file.ts';
import { listHref, listParameters } from '../list-search.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';
import { changeText, shownChanges } from './account-history-words.ts';
import { amountOfChange } from './account-money-words.ts';
import { type HistoryKind, historyKinds, kindOfChange } from './history-kinds.ts';

const PER_PAGE = 50;
const PER_READ = 500;

interface HistoryOf {
  readonly by: Asker;
  readonly accountId: string;
  /** The address of the page. */
  readonly path: string;
  readonly isForClient: boolean;
  /** What the reader calls a subsidiary, as it begins a sentence. */
  readonly unit: string;
}

interface HistoryQuery {
  readonly kind: HistoryKind | undefined;
  /** UK days, both included. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** Invalid values count as absent. */
function readHistoryQuery({ query }: FormRequest): HistoryQuery {
  const day = (name: string) => parseDate(text(query[name]).trim());
  const kind = text(query.kind);
  return {
    kind: Object.hasOwn(historyKinds, kind) ? (kind as HistoryKind) : undefined,
    from: day('from'),
    until: day('until'),
  };
}

function toldOf(
  { type, resource_id, detail, order_id, credited_pence }: SetUpEvent,
  names: ReadonlyMap<string, string>,
  { by, isForClient, unit }: Pick<HistoryOf, 'by' | 'isForClient' | 'unit'>,
) {
  const nameOf = (kind: string, id: unknown) => names.get(nameKey(kind, String(id))) ?? 'that was removed';
  const about = { name: nameOf(eventTypes[type].resource, resource_id), nameOf };
  const seesAmounts = readsAmounts(by);
  const creditedPence = seesAmounts ? credited_pence : null;
  return {
    detail: readDetail(seesAmounts, type, detail),
    orderId: order_id,
    creditedPence,
    isForClient,
    unit,
    ...about,
  };
}

async function readChanges(
  ctx: Ctx,
  { accountId, ...reader }: HistoryOf,
  { kind, from, until }: HistoryQuery,
  page: { readonly before: string | undefined; readonly limit: number },
) {
  const { by, isForClient } = reader;
  const { events, names, hasMore } = await listSetUpHistory(ctx, by, accountId, {
    types: shownChanges(isForClient).filter((type) => kind === undefined || kindOfChange(type) === kind),
    withStops: kind === 'stops',
    from: from === undefined ? undefined : startOfUkDay(from),
    until: until === undefined ? undefined : startOfUkDay(addDays(until, 1)),
    ...page,
  });
  const nameOf = await readActorNames(
    ctx.db,
    accountId,
    events.map(({ actor }) => actor),
  );
  const whoIs = ({ actor, detail }: (typeof events)[number]) => {
    const { kind: of, name } = nameOf(actor);
    const runner = isForClient ? undefined : ranByCommand(actor, detail);
    if (runner !== undefined) return runner;
    return isForClient && of === 'desk' ? 'The screening company' : name;
  };
  const changes = events.map((event) => ({
    ...changeText(event.type, toldOf(event, names, reader)),
    kind: historyKinds[kindOfChange(event.type)],
    pence: readsAmounts(by) ? amountOfChange(event) : undefined,
    at: event.occurred_at,
    by: whoIs(event),
    key: event.key_id === null ? undefined : names.get(nameKey('api_key', event.key_id)),
  }));
  return { changes, oldestId: events.at(-1)?.id, hasMore };
}

/** The model of `account-history.njk`. */
export async function accountHistory(ctx: Ctx, request: FormRequest, of: HistoryOf) {
  const given = text(request.query.before).trim();
  const before = isUuid(given) ? given : undefined;
  const query = readHistoryQuery(request);
  const { changes, oldestId, hasMore } = await readChanges(ctx, of, query, { before, limit: PER_PAGE });
  const hrefOf = (path: string, more = {}) => listHref(path, listParameters({ ...query, ...more }));
  return {
    changes: changes.map((change) => ({
      ...change,
      amount: change.pence === undefined ? '' : inPounds(change.pence),
    })),
    hasAmounts: changes.some(({ pence }) => pence !== undefined),
    historyPath: of.path,
    query,
    isNarrowed: Object.values(query).some((value) => value !== undefined),
    kindItems: [
      { value: '', text: 'Everything' },
      ...Object.entries(historyKinds).map(([value, label]) => ({ value, text: label, selected: value === query.kind })),
    ],
    fileHref: hrefOf(`${of.path}/file`),
    newestHref: before === undefined ? undefined : hrefOf(of.path),
    olderHref: hasMore ? hrefOf(of.path, { before: oldestId }) : undefined,
  };
}

type Change = Awaited<ReturnType<typeof readChanges>>['changes'][number];

const columns: CsvColumns<Change> = {
  at: ({ at }) => at.toISOString(),
  by: (change) => change.by,
  key: ({ key }) => key ?? '',
  kind: ({ kind }) => kind,
  what: ({ title }) => title,
  details: ({ lines }) => lines.join('; '),
  amount_gbp: ({ pence }) => (pence === undefined ? '' : amountText(pence)),
};

async function* allChanges(ctx: Ctx, of: HistoryOf, query: HistoryQuery) {
  let before: string | undefined;
  do {
    const { changes, oldestId, hasMore } = await readChanges(ctx, of, query, { before, limit: PER_READ });
    yield changes;
    before = hasMore ? oldestId : undefined;
  } while (before !== undefined);
}

/** What the page shows with the same filter, from all its pages. */
export const sendAccountHistory = (ctx: Ctx, request: FormRequest, reply: FastifyReply, of: HistoryOf) =>
  sendCsv(reply, `history-${ukDateOf(ctx.now())}`, csvLines(columns, allChanges(ctx, of, readHistoryQuery(request))));
