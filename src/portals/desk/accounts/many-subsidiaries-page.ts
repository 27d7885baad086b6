// The page that adds many subsidiaries from a spreadsheet: shows what is wrong by row, then all of them, and adds all or none.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { createSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type Column, type RowsOf, readSheetRows, sheetTemplate, unreadText } from '../../../lib/sheet-rows.ts';
import { pastedRows } from '../../shared/bulk-orders/bulk-rows.ts';
import { sentTable, type WrongRow } from '../../shared/bulk-orders/sent-table.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { subsidiaryWords } from './subsidiaries-page.ts';

const MOST_ADDED = 500;
const shownRows = 50;
const changing = { permission: 'manage_accounts' } as const;

const columns: readonly Column[] = [
  {
    ...{ input: 'name', title: 'Name', isRequired: true, example: 'Brook Bank' },
    called: ['subsidiary', 'home', 'site', 'branch', 'location', 'service', 'school'],
  },
  {
    ...{ input: 'external_id', title: 'External id', example: 'BB-01' },
    called: ['code', 'own code', 'id', 'number', 'cost centre', 'cost center', 'reference'],
  },
];

const rowsOfSubsidiaries: RowsOf = {
  person: 'subsidiary',
  people: 'subsidiaries',
  inputs: ({ input }, text) => (text === '' ? [] : [[input, [text]]]),
};

interface Shown {
  readonly errors?: FieldMessages;
  readonly pasted?: string;
  readonly unread?: readonly string[];
  readonly wrongRows?: readonly WrongRow[];
}

export function manySubsidiariesPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    { errors, pasted, unread = [], wrongRows = [] }: Shown = {},
  ) =>
    renderAccountPage(request, reply, 'many-subsidiaries.njk', opened, {
      title: 'Add many subsidiaries',
      section: 'Subsidiaries',
      back: { text: 'Subsidiaries', href: `${opened.path}/subsidiaries` },
      action: `${opened.path}/subsidiaries/many`,
      ...{ columns, errors, pasted },
      most: MOST_ADDED,
      unread: unreadText(unread),
      wrongRows: wrongRows.slice(0, shownRows),
      wrongCount: wrongRows.length,
    });

  pages.get('/subsidiaries/many', changing, (request, reply, opened) => show(request, reply, opened));
  pages.get('/subsidiaries/many/file', changing, async (_request, reply) =>
    sendCsv(reply, 'subsidiaries', [sheetTemplate({}, columns)]),
  );
  pages.post('/subsidiaries/many', changing, async (request, reply, opened) => {
    const { table, pasted } = await sentTable(request, MOST_ADDED);
    const refuse = (messages: readonly string[], more: Shown = {}) =>
      show(request, reply.status(422), opened, { errors: { file: messages }, pasted, ...more });
    if (typeof table === 'string') return refuse([table]);
    const { rows, unread, faults } = readSheetRows(table, MOST_ADDED, columns, rowsOfSubsidiaries);
    if (faults.length > 0) return refuse(faults, { unread });
    const textOf = (at: number, input: string) => rows[at]!.typed[input]?.[0] ?? '';
    const given = rows.map((_, at) => ({ name: textOf(at, 'name'), externalId: textOf(at, 'external_id') || null }));
    const isReviewed = typed(request, 'do') === 'add';
    const wrong = await createSubsidiaries(ctx, opened.by, opened.account.id, given, !isReviewed);
    if (wrong.length > 0) {
      const wrongRows = wrong.map(({ at, fields }) => ({
        rowNumber: rows[at]!.rowNumber,
        problems: Object.entries(messagesOf(fields, subsidiaryWords)).flatMap(([input, texts]) =>
          texts.map((text) => ({ column: columns.find((one) => one.input === input)?.title ?? '', text })),
        ),
      }));
      const count = wrong.length === 1 ? 'One row is' : `${wrong.length} rows are`;
      return refuse([`${count} not right. No subsidiary is added until every row is`], { wrongRows, unread });
    }
    if (isReviewed) return reply.redirect(`${opened.path}/subsidiaries?done=added_many`, 303);
    return renderAccountPage(request, reply, 'many-subsidiaries-review.njk', opened, {
      title: given.length === 1 ? 'Add one subsidiary?' : `Add ${given.length} subsidiaries?`,
      section: 'Subsidiaries',
      back: { text: 'The rows', href: `${opened.path}/subsidiaries/many` },
      action: `${opened.path}/subsidiaries/many`,
      unread: unreadText(unread),
      sheet: pastedRows([
        columns.map(({ title }) => title),
        ...rows.map((_, at) => columns.map(({ input }) => textOf(at, input))),
      ]),
      subsidiaries: given,
    });
  });
}
