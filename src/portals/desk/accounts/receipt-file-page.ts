// The page on which finance loads the file of its bank: which payments it has, whose they are and what they pay, to be ticked.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { previewReceipts, recordReceiptLines } from '../../../features/payments/receipt-file-actions.ts';
import {
  type MatchedBy,
  mostReceiptLines,
  readReceipts,
  receiptColumns,
  receiptSample,
} from '../../../features/payments/receipt-file-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sentTable } from '../../shared/bulk-orders/sent-table.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, type DeskUser, type FormRequest, openAccountsOf, typed } from './account-request.ts';
import { unpaidPath } from './unpaid-invoices-page.ts';

const receiptFilePath = `${accountsPath}/invoices/bank-file`;
const options = { permission: 'manage_agreements' } as const;

const byWords: Readonly<Record<MatchedBy, string>> = {
  invoice: 'Names its invoice',
  account: 'Names the account',
  amount: 'Exactly its amount',
};

const columnInput = (input: string) => `column_${input}`;
const chosenIn = (request: FormRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(receiptColumns.map(({ input }) => [input, typed(request, columnInput(input))]));

/** Where the columns have other names, somebody says which is which. */
const selectsOf = (request: FormRequest, headings: readonly string[]) =>
  receiptColumns.map(({ input, title }) => ({
    ...{ id: columnInput(input), title },
    items: [
      { value: '', text: 'As named in the file' },
      ...headings.map((heading, at) => ({
        value: String(at),
        text: heading === '' ? `Column ${at + 1}` : heading,
        selected: typed(request, columnInput(input)) === String(at),
      })),
    ],
  }));

interface Refused {
  readonly problems: readonly string[];
  readonly pasted: string;
  readonly headings?: readonly string[] | undefined;
}

const counted = (count: number) => `${count} ${count === 1 ? 'payment is' : 'payments are'} recorded.`;

export function receiptFilePage(pages: Pages<'desk'>, ctx: Ctx): void {
  function showForm(request: FormRequest, reply: FastifyReply, refused?: Refused) {
    const recorded = Number((request.query as Record<string, unknown>).recorded);
    return renderPage(request, reply, 'desk/accounts/receipt-file.njk', {
      title: 'Payments from a bank file',
      back: { text: 'Unpaid invoices', href: unpaidPath },
      done: Number.isSafeInteger(recorded) && recorded >= 0 ? counted(recorded) : undefined,
      action: receiptFilePath,
      sampleHref: `${receiptFilePath}/sample/file`,
      most: mostReceiptLines,
      errors: refused && { file: refused.problems },
      pasted: refused?.pasted,
      selects: refused?.headings && selectsOf(request, refused.headings),
    });
  }

  async function showPreview(
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    { read, pasted }: { readonly read: ReturnType<typeof readReceipts>; readonly pasted: string },
  ) {
    const accounts = await openAccountsOf(ctx, user);
    const lines = await previewReceipts(ctx, authorityOf(user), { lines: read.lines, accounts });
    return renderPage(request, reply, 'desk/accounts/receipt-preview.njk', {
      title: 'Check the payments',
      back: { text: 'Payments from a bank file', href: receiptFilePath },
      action: receiptFilePath,
      pasted,
      columns: Object.entries(chosenIn(request)).map(([input, value]) => ({ name: columnInput(input), value })),
      ignored: read.ignored,
      recorded: lines.filter(({ isRecorded }) => isRecorded).length,
      rows: lines.map((line) => ({
        row: line.row,
        on: line.on,
        amount: inPounds(line.pence),
        reference: line.reference,
        isRecorded: line.isRecorded,
        by: line.match && byWords[line.match.by],
        pays: [
          ...line.shares.map(({ number, pence }) => `${inPounds(pence)} of ${number}`),
          ...(line.match !== undefined && line.shares.length === 0 ? ['Nothing yet: it is unallocated'] : []),
        ],
        accountItems: [
          { value: '', text: 'Whose is it?' },
          ...accounts.map(({ id, name }) => ({ value: id, text: name, selected: id === line.match?.accountId })),
        ],
        isTicked: line.match !== undefined,
      })),
    });
  }

  pages.get(receiptFilePath, options, async (request: FormRequest, reply) => showForm(request, reply));
  pages.get(`${receiptFilePath}/sample/file`, options, async (_request: FormRequest, reply) =>
    sendCsv(reply, 'payments', [receiptSample()]),
  );

  pages.post(receiptFilePath, options, async (request: FormRequest, reply, user) => {
    const { table, pasted } = await sentTable(request, mostReceiptLines);
    const refuse = (problems: readonly string[], headings?: readonly string[]) =>
      showForm(request, reply.status(422), { problems, pasted, headings });
    if (typeof table === 'string') return refuse([table]);
    const read = readReceipts(table, chosenIn(request), ukDateOf(ctx.now()));
    if (read.problems.length > 0) return refuse(read.problems, table[0]);
    if (typed(request, 'step') !== 'record') return showPreview(request, reply, user, { read, pasted });
    const chosen = read.lines.flatMap((line) => {
      const accountId = typed(request, `account-${line.row}`);
      return typed(request, `tick-${line.row}`) !== '' && accountId !== '' ? [{ line, accountId }] : [];
    });
    const count = await recordReceiptLines(ctx, authorityOf(user), user.accounts, chosen);
    return reply.redirect(`${receiptFilePath}?recorded=${count}`, 303);
  });
}
