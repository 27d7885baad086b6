// Whose data somebody saw, at the desk: from the register, for the people who have to be told of a breach.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listBreaches } from '../../../features/breaches/breach-actions.ts';
import type { LookSession } from '../../../features/events/seen-people-queries.ts';
import { findUserOfLooks } from '../../../features/results/look-register-actions.ts';
import {
  exportSeenPeople,
  listSeenPeople,
  SEEN_PER_PAGE,
  type SeenPerson,
} from '../../../features/results/seen-people-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { britishDateTime, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { breachHref } from '../breaches/breach-address.ts';
import { orderHref } from '../orders/order-address.ts';
import { narrowed, registerItems, registerPath } from './register-page.ts';
import { askedOf, type RegisterQuery, readRegisterQuery } from './register-query.ts';

const seenPeoplePath = `${registerPath}/people`;
const permission = 'read_audit' as const;

type SeenRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

const columns: CsvColumns<SeenPerson> = {
  account: ({ account }) => account,
  name: ({ name }) => name,
  email: ({ email }) => email,
  telephone: ({ telephone }) => telephone,
  orders: ({ orders }) => orders.map((order) => orderNumber(order)).join(' '),
  seen: ({ what }) => what.join('; '),
  only_in_lists: ({ onlyInLists }) => (onlyInLists ? 'yes' : 'no'),
  first_at: ({ firstAt }) => firstAt.toISOString(),
  last_at: ({ lastAt }) => lastAt.toISOString(),
  applicant: ({ applicantId }) => applicantId,
};

/** Refuses with `not_found` without somebody whose looks they are. */
function readQuery({ query }: SeenRequest) {
  const wanted = readRegisterQuery(query);
  if (wanted.user === undefined) throw new Refusal('not_found');
  // Whoever was seen in whatever way: other filters of the register do not count here.
  const plain = { ...wanted, order: undefined, ground: undefined, at: undefined };
  return { wanted: plain, asked: { ...askedOf(plain), userId: wanted.user } };
}

const sessionText = ({ first_at, last_at, address, looks }: LookSession) =>
  `${britishDateTime(first_at)} to ${britishDateTime(last_at)}${address === null ? '' : `, from ${address}`}: ${looks} looks`;

const hrefOf = (path: string, query: RegisterQuery): string => listHref(path, listParameters({ ...query }));

async function modelOf(ctx: Ctx, request: SeenRequest, user: UserOf<'desk'>) {
  const { wanted, asked } = readQuery(request);
  const [person, { people, total, sessions }] = await Promise.all([
    findUserOfLooks(ctx, user, { id: asked.userId }),
    listSeenPeople(ctx, narrowed(user, wanted), asked),
  ]);
  if (person === undefined) throw new Refusal('not_found');
  const tells = mayDo(user, 'record_breaches') && asked.environment === 'live';
  const breaches = tells
    ? (await listBreaches(ctx, authorityOf(user))).filter(({ closedOn }) => closedOn === null)
    : [];
  const inAccounts = [...Map.groupBy(people, ({ account }) => account)];
  return {
    title: `Whose data ${person.name} saw`,
    ...{ query: wanted, total, shown: people.length, isCut: total > SEEN_PER_PAGE },
    accounts: inAccounts.length,
    seesAll: user.accounts === 'all',
    opened: people.filter(({ onlyInLists }) => !onlyInLists).length,
    people: people.map((one) => ({
      ...one,
      orderTexts: one.orders.map((order) => orderNumber(order)),
      href: one.checkId === null ? undefined : orderHref(one.checkId),
    })),
    sessionItems: registerItems(
      'All sessions',
      Object.fromEntries(sessions.map((one) => [one.session, sessionText(one)])),
      wanted.session,
    ),
    backHref: hrefOf(registerPath, { ...wanted, session: undefined }),
    fileHref: hrefOf(`${seenPeoplePath}/file`, wanted),
    breaches: breaches.map(({ id, name }) => ({ name, href: hrefOf(`${breachHref(id)}/tell`, wanted) })),
  };
}

export function seenPeoplePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(seenPeoplePath, { permission }, async (request: SeenRequest, reply, user) =>
    renderPage(request, reply, 'desk/looks/seen-people.njk', await modelOf(ctx, request, user)),
  );
  pages.get(`${seenPeoplePath}/file`, { permission, stepUp: 'exports' }, async (request: SeenRequest, reply, user) => {
    const { wanted, asked } = readQuery(request);
    const people = exportSeenPeople(ctx, narrowed(user, wanted), asked);
    return sendCsv(reply, `people-seen-${ukDateOf(ctx.now())}`, csvLines(columns, people));
  });
}
