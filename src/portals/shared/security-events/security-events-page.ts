// The page of security events, newest first, with the filters in its address, and the same events as a CSV file.

import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Ctx } from '../../../context.ts';
import type { SignedInUser } from '../../../features/accounts/sign-in-sessions.ts';
import {
  exportSecurityEvents,
  findUserOfEvents,
  type ListedSecurityEvent,
  listSecurityEvents,
  type SecurityEventCursor,
  type SecurityEventFilter,
  type SecurityEventScope,
} from '../../../features/lists/security-event-list-actions.ts';
import { securityEventTypes } from '../../../features/security-events/security-event-types.ts';
import { csvLines } from '../../../lib/csv.ts';
import { addDays, parseDate } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../files/csv-file.ts';
import { listHref, listParameters } from '../list-search.ts';
import { renderPage } from '../page-renderer.ts';
import { agoText } from '../relative-times.ts';
import type { Pages, UserOf } from '../shell.ts';
import { actorOf, eventColumns, sentenceOf } from './security-event-words.ts';

const PER_PAGE = 50;

export interface SecurityEventsPlace<User> {
  /** The address of the page; the file is below it. */
  readonly path: string;
  readonly permission: 'read_security_events' | 'read_account_security_events';
  readonly menuGroup: 'management' | 'records';
  scopeOf(user: User): SecurityEventScope;
  /** What every list is limited to. */
  limitOf?(user: User): Pick<SecurityEventFilter, 'subsidiaryIds'>;
  /** What the list leaves out for this reader; undefined if nothing. */
  leavesOut?(user: User): string | undefined;
  /** The accounts to choose from; empty where there is no choice. */
  accountsOf(user: User): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

interface EventsQuery {
  readonly type: string | undefined;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly network: string | undefined;
  /** UK days. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isNetwork = (text: string) => (text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text));

/** Invalid values count as absent, so that old bookmarks still open. */
export function readEventsQuery(query: Readonly<Record<string, unknown>>): EventsQuery {
  const text = (name: string, isValid: (text: string) => boolean) => {
    const value = query[name];
    return typeof value === 'string' && isValid(value.trim()) ? value.trim() : undefined;
  };
  const isDay = (value: string) => value.length === 10 && parseDate(value) !== undefined;
  return {
    type: text('type', (type) => Object.hasOwn(securityEventTypes, type)),
    account: text('account', isId),
    user: text('user', isId),
    network: text('network', isNetwork),
    from: text('from', isDay),
    until: text('until', isDay),
  };
}

/** `<milliseconds>-<id>` of the last event of the page before. */
function readCursor(value: unknown): SecurityEventCursor | undefined {
  const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(String(value)) ?? [];
  return at === undefined || !isId(id!) ? undefined : { occurred_at: new Date(Number(at)), id: id! };
}

const cursorOf = ({ occurred_at: at, id }: SecurityEventCursor) => `${at.getTime()}-${id}`;

const filterOf = ({ type, user, network, from, until }: EventsQuery): SecurityEventFilter => ({
  type,
  userId: user,
  network,
  since: from === undefined ? undefined : startOfUkDay(from),
  until: until === undefined ? undefined : startOfUkDay(addDays(until, 1)),
});

/** An account that the reader may not see finds nothing. */
function narrowed(scope: SecurityEventScope, account: string | undefined): SecurityEventScope {
  if (account === undefined) return scope;
  const { accounts } = scope;
  return { ...scope, accounts: accounts === 'all' || accounts.includes(account) ? [account] : [] };
}

function rowOf(event: ListedSecurityEvent, now: Date, hrefOfUser: (id: string) => string) {
  const [kind, id] = event.actor?.split(':') ?? [];
  return {
    at: event.occurred_at,
    iso: event.occurred_at.toISOString(),
    ago: agoText(event.occurred_at, now),
    who: actorOf(event),
    whoHref: kind === 'user' ? hrefOfUser(id!) : undefined,
    key: event.key_label,
    what: sentenceOf(event),
    account: event.account_name ?? 'The desk',
    isTest: event.environment === 'test',
    address: event.address,
  };
}

async function modelOf<User>(ctx: Ctx, place: SecurityEventsPlace<User>, user: User, request: FastifyRequest) {
  const given = request.query as Readonly<Record<string, unknown>>;
  const query = readEventsQuery(given);
  const scope = place.scopeOf(user);
  const filter = { ...filterOf(query), ...place.limitOf?.(user) };
  const page = { after: readCursor(given.after), limit: PER_PAGE + 1 };
  const [found, accounts, person] = await Promise.all([
    listSecurityEvents(ctx, narrowed(scope, query.account), filter, page),
    place.accountsOf(user),
    query.user === undefined ? undefined : findUserOfEvents(ctx, scope, { id: query.user }),
  ]);
  const shown = found.slice(0, PER_PAGE);
  const hrefOf = (changed: Partial<EventsQuery>, more: Readonly<Record<string, string | undefined>> = {}) =>
    listHref(place.path, listParameters({ ...query, ...changed, ...more }));
  const option = (selected: string | undefined) => (value: string, text: string) => ({
    value,
    text,
    selected: value === (selected ?? ''),
  });
  const [typeOption, accountOption] = [option(query.type), option(query.account)];
  return {
    title: 'Security events',
    leavesOut: place.leavesOut?.(user),
    path: place.path,
    query,
    isFiltered: Object.values(query).some((value) => value !== undefined),
    personName: query.user === undefined ? undefined : (person?.name ?? 'a user who is not known here'),
    everybodyHref: hrefOf({ user: undefined }),
    wasNotFound: given.found === 'nobody',
    types: [
      typeOption('', 'All events'),
      ...Object.entries(securityEventTypes).map(([type, { sentence }]) => typeOption(type, sentence)),
    ],
    accounts:
      accounts.length < 2
        ? []
        : [accountOption('', 'All accounts'), ...accounts.map(({ id, name }) => accountOption(id, name))],
    showsAccount: accounts.length > 0,
    rows: shown.map((event) => rowOf(event, ctx.now(), (id) => hrefOf({ user: id }))),
    fileHref: listHref(`${place.path}/file`, listParameters({ ...query })),
    newestHref: page.after === undefined ? undefined : hrefOf({}),
    olderHref: found.length > PER_PAGE ? hrefOf({}, { after: cursorOf(shown.at(-1)!) }) : undefined,
  };
}

async function fileOf<User>(ctx: Ctx, place: SecurityEventsPlace<User>, user: User, request: FastifyRequest) {
  const query = readEventsQuery(request.query as Readonly<Record<string, unknown>>);
  const scope = narrowed(place.scopeOf(user), query.account);
  const filter = { ...filterOf(query), ...place.limitOf?.(user) };
  return csvLines(eventColumns, await exportSecurityEvents(ctx, scope, filter));
}

export function securityEventsPage<Kind extends SignedInUser['kind']>(
  pages: Pages<Kind>,
  ctx: Ctx,
  place: SecurityEventsPlace<UserOf<Kind>>,
): void {
  const { path, permission, menuGroup } = place;
  pages.get(path, { permission, menu: 'Security events', menuGroup }, async (request, reply, user) =>
    renderPage(request, reply, 'shared/security-events/security-events.njk', await modelOf(ctx, place, user, request)),
  );
  // Posted, so that no email address stands in an address.
  pages.post(`${path}/user`, { permission }, async (request, reply, user) => {
    const { email } = (request.body ?? {}) as { readonly email?: unknown };
    const asked = typeof email === 'string' ? email.trim().toLowerCase() : '';
    const found = await findUserOfEvents(ctx, place.scopeOf(user), { email: asked });
    return reply.redirect(listHref(path, found === undefined ? [['found', 'nobody']] : [['user', found.id]]), 303);
  });
  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request, reply, user) =>
    sendCsv(reply, `security-events-${ukDateOf(ctx.now())}`, await fileOf(ctx, place, user, request)),
  );
}
