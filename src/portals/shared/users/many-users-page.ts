// The page that invites many users from a spreadsheet: shows what is wrong by row, then all of them, and invites all or nobody.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { inviteUsers } from '../../../features/accounts/new-account-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { readSheetRows, sheetTemplate, unreadText } from '../../../lib/sheet-rows.ts';
import { pastedRows } from '../bulk-orders/bulk-rows.ts';
import { sentTable, type WrongRow } from '../bulk-orders/sent-table.ts';
import { messagesOf } from '../field-words.ts';
import { sendCsv } from '../files/csv-file.ts';
import { typed } from '../form-fields.ts';
import { roleTexts } from '../role-texts.ts';
import { MOST_INVITED, rowsOfUsers, type UserOfRow, userColumns, userOfRow, wrongRowsOf } from './many-users.ts';
import { changing, type OpenedUsers, permission, type UsersPages } from './opened-users.ts';
import { personWords } from './person-words.ts';
import { firstNamesOf, subsidiariesOf } from './seen-subsidiaries.ts';

const shownRows = 50;

interface Shown {
  readonly errors?: FieldMessages;
  readonly pasted?: string;
  readonly unread?: readonly string[];
  readonly wrongRows?: readonly WrongRow[];
}

export function manyUsersPage(pages: UsersPages, ctx: Ctx): void {
  /** One that has ended is offered to nobody new. */
  async function offered(opened: OpenedUsers) {
    const subsidiaries = (await subsidiariesOf(ctx, opened)).filter((one) => one.ended_at === null);
    return { subsidiaries, columns: userColumns(subsidiaries.length > 0 && opened.subsidiaryIds?.length !== 1) };
  }

  async function show(opened: OpenedUsers, { errors, pasted, unread = [], wrongRows = [] }: Shown = {}) {
    return opened.show('shared/users/many-users.njk', {
      title: 'Invite many users',
      back: { text: 'All users', href: opened.path },
      path: opened.path,
      columns: (await offered(opened)).columns,
      most: MOST_INVITED,
      ...{ errors, pasted },
      unread: unreadText(unread),
      wrongRows: wrongRows.slice(0, shownRows),
      wrongCount: wrongRows.length,
    });
  }

  pages.get('/many', changing, (_request, _, opened) => show(opened));
  pages.get('/many/file', { permission }, async (_request, reply, opened) =>
    sendCsv(reply, 'users', [sheetTemplate({}, (await offered(opened)).columns)]),
  );
  pages.post('/many', changing, async (request, reply, opened) => {
    const { subsidiaries, columns } = await offered(opened);
    const { table, pasted } = await sentTable(request, MOST_INVITED);
    const refuse = (messages: readonly string[], more: Shown = {}) => {
      reply.status(422);
      return show(opened, { errors: { file: messages }, pasted, ...more });
    };
    if (typeof table === 'string') return refuse([table]);
    const { rows, unread, faults } = readSheetRows(table, MOST_INVITED, columns, rowsOfUsers);
    if (faults.length > 0) return refuse(faults, { unread });
    const users = rows.map((row) => userOfRow(row, subsidiaries, opened));
    const isReviewed = typed(request, 'do') === 'invite';
    const hasErrors = users.some(({ errors }) => Object.keys(errors).length > 0);
    const given = users.map((one) => one.given);
    const { wrong, invited } = await inviteUsers(ctx, opened.by, opened.accountId, given, hasErrors || !isReviewed);
    const found = new Map(wrong.map(({ at, fields }) => [at, messagesOf(fields, personWords)]));
    const wrongRows = wrongRowsOf(users, found, columns);
    if (wrongRows.length > 0) {
      const count = wrongRows.length === 1 ? 'One row is' : `${wrongRows.length} rows are`;
      return refuse([`${count} not right. Nobody is invited until every row is`], { wrongRows, unread });
    }
    if (isReviewed) return showInvited(reply, opened, users, invited);
    return opened.show('shared/users/many-review.njk', {
      title: given.length === 1 ? 'Invite one user?' : `Invite ${given.length} users?`,
      back: { text: 'The rows', href: `${opened.path}/many` },
      path: opened.path,
      unread: unreadText(unread),
      sheet: pastedRows([
        columns.map(({ title }) => title),
        ...rows.map((row) => columns.map(({ input }) => row.typed[input]?.[0] ?? '')),
      ]),
      hasSubsidiaries: subsidiaries.length > 0,
      users: given.map((one) => ({
        ...{ name: one.name, email: one.email, roleText: roleTexts[one.role], externalId: one.externalId },
        sees: firstNamesOf(subsidiaries, { subsidiary_ids: one.subsidiaryIds ?? null }),
      })),
    });
  });

  /** The links are shown in the answer itself, so that no address leads to them. */
  function showInvited(
    reply: FastifyReply,
    opened: OpenedUsers,
    users: readonly UserOfRow[],
    invited: readonly { readonly link: string | undefined }[],
  ) {
    const links = invited.flatMap(({ link }, at) => (link === undefined ? [] : [{ link, ...users[at]!.given }]));
    if (links.length === 0) return reply.redirect(`${opened.path}?done=invited`, 303);
    return opened.show('shared/users/many-links.njk', { title: 'Users created', path: opened.path, links });
  }
}
