// The register of looks at the desk, for those who audit: newest first, with filters, as a file, and every look at one person.

import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import {
  countLooksByAccount,
  exportLooks,
  findUserOfLooks,
  listLooks,
  registerCaller,
  showLooksAtPerson,
} from '../../../features/results/look-register-actions.ts';
import { groundWords, linesOf } from '../../../features/results/look-register-rules.ts';
import { csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { personModel } from '../../shared/looks/person-looks.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { askedOf, isWrongOrder, type RegisterQuery, readRegisterQuery } from './register-query.ts';
import { lookColumns } from './register-words.ts';

export const registerPath = '/desk/register';
const path = registerPath;
const perPage = 100;
const permission = 'read_audit' as const;

type RegisterRequest = FastifyRequest<{ Params: { check_id: string }; Querystring: Record<string, unknown> }>;

const kinds = { person: 'One person', list: 'A list' } as const;

/** An account that the reader may not see finds nothing. */
export function narrowed(user: UserOf<'desk'>, { account }: RegisterQuery): UserOf<'desk'> {
  if (account === undefined) return user;
  return { ...user, accounts: user.accounts === 'all' || user.accounts.includes(account) ? [account] : [] };
}

/** The first says that nothing is filtered. */
export const registerItems = (all: string, texts: Readonly<Record<string, string>>, chosen: string | undefined) =>
  [['', all] as const, ...Object.entries(texts)].map(([value, text]) => ({
    value,
    text,
    selected: value === (chosen ?? ''),
  }));

async function modelOf(ctx: Ctx, request: RegisterRequest, user: UserOf<'desk'>) {
  const query = readRegisterQuery(request.query);
  const before = isUuid(String(request.query.before)) ? String(request.query.before) : undefined;
  const isWrong = isWrongOrder(query);
  const reader = narrowed(user, query);
  const asked = askedOf(query);
  const [found, accounts, person, byAccount] = await Promise.all([
    isWrong ? [] : listLooks(ctx, reader, { ...asked, before, limit: perPage + 1 }),
    findDeskAccounts(ctx.db, user.accounts),
    query.user === undefined ? undefined : findUserOfLooks(ctx, user, { id: query.user }),
    query.user === undefined || isWrong ? [] : countLooksByAccount(ctx, reader, asked),
  ]);
  const hrefOf = (changed: Partial<RegisterQuery>, more: Readonly<Record<string, string | undefined>> = {}) =>
    listHref(path, listParameters({ ...query, ...changed, ...more }));
  const { environment, order, ...filters } = query;
  return {
    title: 'Register of looks',
    environment,
    query,
    errors: isWrong ? { order: ['Enter an order number, such as VF1042'] } : undefined,
    accountItems: registerItems(
      'All accounts',
      Object.fromEntries(accounts.map(({ id, name }) => [id, name])),
      query.account,
    ),
    groundItems: registerItems('All grounds', groundWords, query.ground),
    kindItems: registerItems('Everything', kinds, query.at),
    isFiltered: order !== undefined || Object.values(filters).some((value) => value !== undefined),
    plainHref: listHref(path, listParameters({ environment })),
    wasNotFound: request.query.found === 'nobody',
    personName: query.user === undefined ? undefined : (person?.name ?? 'a user who is not known here'),
    everybodyHref: hrefOf({ user: undefined }),
    peopleHref: query.user === undefined ? undefined : listHref(`${path}/people`, listParameters({ ...query })),
    byAccount,
    looks: linesOf(found.slice(0, perPage)).map((look) => ({
      ...look,
      href: look.checkId === null ? undefined : `${path}/${look.checkId}`,
      whoHref: look.userId === undefined ? undefined : hrefOf({ user: look.userId }),
    })),
    fileHref: listHref(`${path}/file`, listParameters({ ...query })),
    newest: before === undefined ? undefined : hrefOf({}),
    older: found.length > perPage ? hrefOf({}, { before: found[perPage - 1]!.id }) : undefined,
  };
}

export function registerPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission, menu: 'Register', menuGroup: 'records', byEnvironment: true } as const;
  pages.get(path, options, async (request: RegisterRequest, reply, user) =>
    renderPage(request, reply, 'desk/looks/register.njk', await modelOf(ctx, request, user)),
  );

  // Posted, so that no email address stands in an address.
  pages.post(`${path}/user`, { permission }, async (request, reply, user) => {
    const { email, ...filters } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const asked = typeof email === 'string' ? email.trim().toLowerCase() : '';
    const found = await findUserOfLooks(ctx, user, { email: asked });
    const more = found === undefined ? { found: 'nobody' } : { user: found.id };
    return reply.redirect(listHref(path, listParameters({ ...readRegisterQuery(filters), ...more })), 303);
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request: RegisterRequest, reply, user) => {
    const query = readRegisterQuery(request.query);
    if (isWrongOrder(query)) return reply.redirect(listHref(path, listParameters({ ...query })), 303);
    const looks = exportLooks(ctx, narrowed(user, query), askedOf(query));
    return sendCsv(reply, `looks-${ukDateOf(ctx.now())}`, csvLines(lookColumns, looks));
  });

  pages.get(`${path}/:check_id`, { permission }, async (request: RegisterRequest, reply, user) => {
    const caller = await registerCaller(ctx, user, request.params.check_id);
    const check = await showCheck(ctx, caller, request.params.check_id);
    const { environment } = check.tenant;
    const back = { text: 'Register', href: `${path}${environment === 'test' ? '?environment=test' : ''}` };
    const model = personModel(check, await showLooksAtPerson(ctx, caller, check, true), ctx.now());
    const fileHref = listHref(`${path}/file`, listParameters({ environment, order: model.order }));
    return renderPage(request, reply, 'shared/looks/person.njk', { ...model, back, fileHref });
  });
}
