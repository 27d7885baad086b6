// Who has access: everybody of the desk and of clients, with role, last sign-in and second factor, and how their reviews stand.

import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import {
  exportAccess,
  listAccess,
  quietDaysOf,
  type ReviewedUser,
} from '../../../features/lists/access-review-actions.ts';
import { type AccessFilter, accessFilters } from '../../../features/lists/access-review-queries.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { factorsOf } from '../../shared/access-review/access-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { personStatus } from '../../shared/status-tags.ts';
import { trailHref } from '../trail/trail-page.ts';
import { deskReviewPath } from './desk-review-path.ts';

const path = '/desk/access';
const permission = 'read_security_events' as const;
const perPage = 200;

const filterTexts = (ctx: Ctx): Readonly<Record<AccessFilter, string>> => ({
  active: 'May sign in',
  quiet: `No sign-in for ${quietDaysOf(ctx)} days`,
  no_factor: 'Without a second factor',
  disabled: 'Disabled',
});

type AccessRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

interface AccessQuery {
  readonly only: AccessFilter | undefined;
  readonly account: string | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open. */
const readQuery = ({ only, account }: Readonly<Record<string, unknown>>): AccessQuery => ({
  only: accessFilters.find((filter) => filter === only),
  account: typeof account === 'string' && isUuid(account) ? account : undefined,
});

const reviewOf = (user: UserOf<'desk'>, { only, account }: AccessQuery) => ({
  ...{ by: authorityOf(user), accounts: user.accounts, only, accountId: account },
});

const worksFor = ({ account_name, sees }: ReviewedUser): string =>
  account_name ?? `The desk, for ${sees === null ? 'all accounts' : sees.join(', ') || 'no account'}`;

const columns: CsvColumns<ReviewedUser> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  of: worksFor,
  role: ({ role }) => role,
  status: (user) => personStatus(user).text,
  created_at: ({ created_at: at }) => at.toISOString(),
  last_sign_in_at: ({ last_sign_in_at: at }) => at?.toISOString() ?? null,
  second_factors: factorsOf,
  api_keys: ({ keys }) => keys,
  disabled_at: ({ disabled_at: at }) => at?.toISOString() ?? null,
  user: ({ id }) => id,
  access_until: ({ access_until: until }) => until,
  invited_by: ({ invited_by: by }) => by,
  role_since: ({ role_since: at }) => at?.toISOString() ?? null,
  sees: ({ account_name, sees }) => (account_name === null || sees === null ? null : sees.join(', ')),
  last_used_at: ({ last_used_at: at }) => at?.toISOString() ?? null,
};

export function accessPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission, menu: 'Access', menuGroup: 'records' }, async (request: AccessRequest, reply, user) => {
    const query = readQuery(request.query);
    const page = Math.min(Math.max(Math.trunc(Number(request.query.page)) || 1, 1), 1000);
    const review = reviewOf(user, query);
    const [found, accounts, due] = await Promise.all([
      listAccess(ctx, review, { offset: (page - 1) * perPage, limit: perPage + 1 }),
      findDeskAccounts(ctx.db, user.accounts),
      query.account !== undefined || user.accounts === 'all'
        ? readReviewDue(ctx, authorityOf(user), query.account ?? null)
        : undefined,
    ]);
    const item = (chosen: string | undefined) => (value: string, text: string) => ({
      ...{ value, text, selected: value === (chosen ?? '') },
    });
    const [filter, account] = [item(query.only), item(query.account)];
    const hrefOf = (page: number) => listHref(path, listParameters({ ...query, page: page === 1 ? undefined : page }));
    return renderPage(request, reply, 'desk/access/access.njk', {
      title: 'Who has access',
      due,
      reviewHref: query.account === undefined ? deskReviewPath : `/desk/accounts/${query.account}/users/review`,
      keptDays: ctx.settings.securityEventDays,
      filters: [filter('', 'Everybody'), ...accessFilters.map((one) => filter(one, filterTexts(ctx)[one]))],
      accounts: [
        account('', 'The desk and all clients'),
        ...accounts.filter(({ is_gone: isGone }) => !isGone).map(({ id, name }) => account(id, name)),
      ],
      rows: found.slice(0, perPage).map((one) => ({
        ...one,
        of: worksFor(one),
        roleText: roleTexts[one.role],
        status: personStatus(one),
        factors: factorsOf(one),
        trailHref: mayDo(user, 'read_audit') ? trailHref(one.id) : undefined,
      })),
      fileHref: listHref(`${path}/file`, listParameters({ ...query })),
      earlier: page > 1 ? hrefOf(page - 1) : undefined,
      later: found.length > perPage ? hrefOf(page + 1) : undefined,
    });
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request: AccessRequest, reply, user) =>
    sendCsv(
      reply,
      `access-${ukDateOf(ctx.now())}`,
      csvLines(columns, exportAccess(ctx, reviewOf(user, readQuery(request.query)))),
    ),
  );
}
