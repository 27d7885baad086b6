// The page on which finance loads the file of its bank: which payments it has, whose they are and what they pay, to be ticked.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import {
  type PreviewedLine,
  previewReceipts,
  recordReceiptLines,
} from '../../../features/payments/receipt-file-actions.ts';
import {
  isSure,
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

/** What it pays, and what would be left over. */
function paysOf({ match, shares, pence }: PreviewedLine): string[] {
  const left = pence - shares.reduce((sum, share) => sum + share.pence, 0);
  return [
    ...shares.map((share) => `${inPounds(share.pence)} of ${share.number}`),
    ...(match !== undefined && left > 0 ? [`${inPounds(left)} stays unallocated`] : []),
  ];
}

function doubtOf(
  { match, shares }: PreviewedLine,
  accounts: readonly { readonly id: string; readonly name: string }[],
) {
  if (match?.otherId === undefined) return undefined;
  const nameOf = (id: string) => accounts.find((one) => one.id === id)?.name ?? '';
  return `Names ${nameOf(match.otherId)}, but ${shares[0]?.number ?? 'the invoice'} is of ${nameOf(match.accountId)}`;
}

const payments = (count: number, verb: readonly [one: string, several: string]) =>
  `${count} ${count === 1 ? `payment ${verb[0]}` : `payments ${verb[1]}`}`;

/** What was recorded, how much of it pays nothing yet, and how many lines of the file were left. */
function recordedWords({ recorded, unallocated, left }: Record<string, unknown>): string | undefined {
  const [count = -1, pence = 0, others = 0] = [recorded, unallocated, left].map(Number);
  if (![count, pence, others].every((one) => Number.isSafeInteger(one) && one >= 0)) return undefined;
  return [
    `${payments(count, ['is', 'are'])} recorded.`,
    ...(pence > 0 ? [`${inPounds(pence)} of them is unallocated.`] : []),
    ...(others > 0 ? [`${payments(others, ['was', 'were'])} left: load the file again to see which.`] : []),
  ].join(' ');
}

export function receiptFilePage(pages: Pages<'desk'>, ctx: Ctx): void {
  function showForm(request: FormRequest, reply: FastifyReply, refused?: Refused) {
    return renderPage(request, reply, 'desk/accounts/receipt-file.njk', {
      title: 'Payments from a bank file',
      back: { text: 'Unpaid invoices', href: unpaidPath },
      done: recordedWords(request.query as Record<string, unknown>),
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
      fresh: lines.filter(({ isRecorded }) => !isRecorded).length,
      recorded: lines.filter(({ isRecorded }) => isRecorded).length,
      rows: lines.map((line) => ({
        row: line.row,
        on: line.on,
        amount: inPounds(line.pence),
        reference: line.reference,
        isRecorded: line.isRecorded,
        by: line.match && byWords[line.match.by],
        doubt: doubtOf(line, accounts),
        pays: paysOf(line),
        accountItems: [
          { value: '', text: 'Whose is it?' },
          ...accounts.map(({ id, name }) => ({ value: id, text: name, selected: id === line.match?.accountId })),
        ],
        isTicked: line.match !== undefined && isSure(line.match),
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
    const { count, unallocatedPence } = await recordReceiptLines(ctx, authorityOf(user), user.accounts, chosen);
    const left = Math.max(0, Number(typed(request, 'new')) - chosen.length) || 0;
    const told = `recorded=${count}&unallocated=${unallocatedPence}&left=${left}`;
    return reply.redirect(`${receiptFilePath}?${told}`, 303);
  });
}
