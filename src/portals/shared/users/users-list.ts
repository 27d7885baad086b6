// The list of the users of an account, by what they see, what they may do and whether they sign in, and its file for a review of access.
import type { Ctx } from '../../../context.ts';
import type { ClientRole, Permission } from '../../../features/access/permissions.ts';
import { isInScope } from '../../../features/access/scope-rules.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import type { UserRow } from '../../../features/accounts/account-actions.ts';
import type { AbsentUser } from '../../../features/accounts/cover-queries.ts';
import { chosenOf, openSessionsOf, signUsersOut } from '../../../features/accounts/session-end-actions.ts';
import { lastSignInsOf } from '../../../features/lists/access-review-actions.ts';
import { undeliveredToUsers } from '../../../features/lists/undelivered-mail-actions.ts';
import { readAbsencesOf } from '../../../features/orders/cover-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { awayWithCover } from '../away-words.ts';
import { sendCsv } from '../files/csv-file.ts';
import { typed } from '../form-fields.ts';
import { type ListSearch, listHref, listParameters, readListSearch, sentListSearch } from '../list-search.ts';
import { notDeliveredTag } from '../mails/mail-words.ts';
import { roleTexts } from '../role-texts.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import { personStatus } from '../status-tags.ts';
import { isAccessOver } from './access-end.ts';
import { changing, type OpenedUsers, secondFactorOf, type UsersPages, usersOf } from './opened-users.ts';
import { noticeOf } from './orders-to-give.ts';
import { clientRoles } from './person-words.ts';
import { firstNamesOf, namesOf, subsidiariesOf } from './seen-subsidiaries.ts';

/** Who is shown: by default all who may sign in. */
const shownTexts = {
  invited: 'Never signed in',
  disabled: 'Disabled',
  all: 'Everybody, also disabled',
} as const;
type Shown = keyof typeof shownTexts;

interface UsersQuery {
  readonly shown: Shown | undefined;
  readonly role: ClientRole | undefined;
  readonly subsidiary: string | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open. */
const readQuery = ({ shown, role, subsidiary }: Readonly<Record<string, unknown>>): UsersQuery => ({
  shown: (Object.keys(shownTexts) as Shown[]).find((one) => one === shown),
  role: clientRoles.find((one) => one === role),
  subsidiary: typeof subsidiary === 'string' && subsidiary !== '' ? subsidiary : undefined,
});

function isShown(user: UserRow, { shown, role, subsidiary }: UsersQuery, search: ListSearch | undefined): boolean {
  const isOfState =
    shown === 'all' ||
    ((shown === 'disabled') === (user.disabled_at !== null) && (shown !== 'invited' || user.is_invited));
  const isOfRole = role === undefined || user.role === role;
  const seesIt = subsidiary === undefined || isInScope({ subsidiaryIds: user.subsidiary_ids }, subsidiary);
  const text = search?.text.toLowerCase() ?? '';
  return isOfState && isOfRole && seesIt && `${user.name} ${user.email}`.toLowerCase().includes(text);
}

const select = (name: string, label: string, chosen: string | undefined, items: readonly [string, string][]) => ({
  ...{ name, label },
  items: items.map(([value, text]) => ({ value, text, selected: value === (chosen ?? '') })),
});

/** Who sees a subsidiary sees the whole account, or that one among others. */
const selectsOf = ({ shown, role, subsidiary }: UsersQuery, subsidiaries: readonly { id: string; name: string }[]) => [
  ...(subsidiaries.length === 0
    ? []
    : [
        select('subsidiary', 'Sees', subsidiary, [
          ['', 'Anything'],
          ...subsidiaries.map(({ id, name }): [string, string] => [id, name]),
        ]),
      ]),
  select('role', 'Role', role, [['', 'All'], ...clientRoles.map((one): [string, string] => [one, roleTexts[one]])]),
  select('shown', 'Status', shown, [['', 'May sign in'], ...(Object.entries(shownTexts) as [string, string][])]),
];

interface FileRow {
  readonly user: UserRow;
  readonly subsidiaries: string;
  readonly lastSignIn: Date | undefined;
}

const columns: CsvColumns<FileRow> = {
  name: ({ user }) => user.name,
  email: ({ user }) => user.email,
  role: ({ user }) => user.role,
  sees: ({ subsidiaries }) => subsidiaries,
  status: ({ user }) => personStatus(user).text,
  created_at: ({ user }) => user.created_at.toISOString(),
  last_sign_in_at: ({ lastSignIn }) => lastSignIn?.toISOString() ?? null,
  second_factor: ({ user }) => secondFactorOf(user),
  access_until: ({ user }) => user.access_until,
  disabled_at: ({ user }) => user.disabled_at?.toISOString() ?? null,
  external_id: ({ user }) => user.external_id,
  user: ({ user }) => user.id,
};

/** Of who is away today; their own page has an absence to come. */
const awayOf = (absent: AbsentUser | undefined, today: IsoDate) =>
  absent?.is_away ? { away: awayWithCover(absent, today), isCovered: absent.is_covered } : {};

/** @param reading the permission to see users @param menu the entry of the list in the menu of the portal */
export function usersListPages(pages: UsersPages, ctx: Ctx, reading: Permission, menu?: string): void {
  async function found(request: FormRequest, opened: OpenedUsers) {
    const [query, search] = [readQuery(request.query), readListSearch(request)];
    const [users, subsidiaries] = await Promise.all([usersOf(ctx, opened), subsidiariesOf(ctx, opened)]);
    return { query, search, users, subsidiaries, shown: users.filter((user) => isShown(user, query, search)) };
  }

  pages.get(
    '',
    { permission: reading, ...(menu && { menu, menuGroup: 'management' as const }) },
    async (request, _, opened) => {
      const { query, search, users, subsidiaries, shown } = await found(request, opened);
      const ids = shown.map(({ id }) => id);
      const sessions = await openSessionsOf(ctx, opened.by, ids);
      const undelivered = await undeliveredToUsers(ctx, opened.by, opened.accountId, ids);
      const absences = await readAbsencesOf(ctx, opened.by, opened.accountId);
      const today = ukDateOf(ctx.now());
      const hrefOf = (path: string) => listHref(path, listParameters({ ...query }, search));
      return opened.show('shared/users/users.njk', {
        title: 'Users',
        done: noticeOf(request),
        path: opened.path,
        awayHref: opened.awayHref,
        hasUsers: users.length > 0,
        hasSubsidiaries: subsidiaries.length > 0,
        hasOneself: users.some(({ id }) => id === opened.userId),
        review: opened.subsidiaryIds === null ? await readReviewDue(ctx, opened.by, opened.accountId) : undefined,
        disabledCount: query.shown === undefined ? users.filter((one) => one.disabled_at !== null).length : 0,
        ...{ search: { text: search?.text ?? '' }, searchAction: hrefOf(opened.path), listPath: opened.path },
        selects: selectsOf(query, subsidiaries),
        kept: search === undefined ? [] : [search.parameter],
        fileHref: hrefOf(`${opened.path}/file`),
        rows: shown.map((user) => ({
          ...user,
          status: personStatus(user),
          isOver: isAccessOver(ctx, user),
          ...awayOf(absences.get(user.id), today),
          undelivered: user.disabled_at === null && undelivered.has(user.id) ? notDeliveredTag : undefined,
          href: `${opened.path}/${user.id}`,
          roleText: roleTexts[user.role],
          secondFactor: secondFactorOf(user),
          subsidiary: firstNamesOf(subsidiaries, user),
          subsidiaries: namesOf(subsidiaries, user),
          isOneself: user.id === opened.userId,
          sessions: sessions.get(user.id) ?? 0,
        })),
      });
    },
  );
  pages.post('', { permission: reading }, async (request, reply, opened) =>
    reply.redirect(
      listHref(opened.path, listParameters({ ...readQuery(request.query) }, sentListSearch(request, reply))),
      303,
    ),
  );
  pages.get('/file', { permission: reading, stepUp: 'exports' }, async (request, reply, opened) => {
    const { subsidiaries, shown } = await found(request, opened);
    const signIns = await lastSignInsOf(ctx, opened.by, opened.accountId);
    const rows = shown.map((user) => ({
      ...{ user, subsidiaries: namesOf(subsidiaries, user), lastSignIn: signIns.get(user.id) },
    }));
    return sendCsv(reply, `users-${ukDateOf(ctx.now())}`, csvLines(columns, [rows]));
  });
  pages.post('/end-sessions', changing, async (request, reply, opened) => {
    const users = (await usersOf(ctx, opened)).map(({ id }) => id);
    await signUsersOut(ctx, opened.by, chosenOf(users, typed(request, 'user')), opened.accountId);
    return reply.redirect(`${opened.path}?done=ended`, 303);
  });
}
