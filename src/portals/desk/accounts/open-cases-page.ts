// Bringing cases that are open in another system into an account: a file is judged, confirmed on a page of its own, and placed by a job.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  type BulkRow,
  listBulkOrders,
  mostCandidates,
  uploadBulkOrder,
} from '../../../features/orders/bulk-order-actions.ts';
import { judgeLines, linesIn } from '../../../features/orders/open-case-line-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { readSheetRows, sheetTemplate, unreadText } from '../../../lib/sheet-rows.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { judgeOpenRows, openCaseColumns, openCases } from '../../shared/bulk-orders/open-case-rows.ts';
import { answerBulkOrder, type BulkSite, showBulkOrder, stageOf } from '../../shared/bulk-orders/placed-bulk-order.ts';
import { LARGEST_FILE_BYTES, pastedIn, sentTable, type WrongRow } from '../../shared/bulk-orders/sent-table.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { askedOrder, type OpenedOrder, type OrderRequest, openOrder } from '../../shared/orders/order-submission.ts';
import { orderListPath } from '../order-list/order-list-query.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { counted } from './overview-page.ts';

const path = '/open-cases';
const shownRows = 50;
const permission = 'manage_accounts' as const;

const siteFor = ({ account, by, path: accountPath }: OpenedAccount): BulkSite => ({
  caller: { ...by, accountId: account.id, environment: 'live', subsidiaryIds: null, clockOffsetSeconds: 0 },
  ...{ userId: null, people: [], path: `${accountPath}${path}`, bringsIn: true },
  back: { text: account.name, href: accountPath },
  listHref: () => `${orderListPath}?account=${account.id}`,
});

interface Shown {
  readonly errors?: FieldMessages;
  readonly wrongRows?: readonly WrongRow[];
  readonly unread?: readonly string[];
  readonly pasted?: string;
}

type Judged = BulkRow & WrongRow;

interface ReadFile {
  readonly rows: readonly Judged[];
  readonly unread: readonly string[];
  /** About the file as a whole. */
  readonly faults: readonly string[];
  readonly pasted: string;
}

const isOfLines = (fileName: string): boolean => /\.(?:jsonl|ndjson)$/i.test(fileName);

async function readLines(one: OpenedOrder, mailsCandidate: boolean): Promise<ReadFile> {
  const caller = { ...one.orderer.caller, userId: null };
  const fault = (text: string) => ({ rows: [], unread: [], faults: [text], pasted: pastedIn(one.request) });
  const file = await readAtMost(sentFile(one.request).content, LARGEST_FILE_BYTES);
  if (file === undefined) return fault('The file must be smaller than 5 MB: split it, or ask the operator');
  const lines = linesIn(file);
  if (lines.length === 0) return fault('There is no line in it');
  if (lines.length > mostCandidates) return fault(`There are more than ${mostCandidates} cases: split the file`);
  const rows = await judgeLines(one.ctx, caller, lines, { mailsCandidate });
  return { rows, unread: [], faults: [], pasted: '' };
}

async function readSheet(one: OpenedOrder, mailsCandidate: boolean): Promise<ReadFile> {
  const { table, pasted } = await sentTable(one.request, mostCandidates);
  if (typeof table === 'string') return { rows: [], unread: [], faults: [table], pasted };
  const columns = openCaseColumns(one.subsidiaries.length > 0);
  const { rows, unread, faults } = readSheetRows(table, mostCandidates, columns, openCases);
  const judged = faults.length > 0 ? [] : await judgeOpenRows(one, rows, mailsCandidate);
  return { rows: judged, unread, faults, pasted };
}

export function openCasesPages(pages: AccountPages, ctx: Ctx): void {
  const requestOf = (request: FormRequest) => request as unknown as OrderRequest;
  const opened = async (request: FormRequest, reply: FastifyReply, account: OpenedAccount) => {
    const orderer = siteFor(account);
    return { ...(await openOrder(ctx, requestOf(request), reply, orderer)), orderer };
  };

  async function show(request: FormRequest, reply: FastifyReply, account: OpenedAccount, shown: Shown = {}) {
    const { errors, wrongRows = [], unread = [], pasted = pastedIn(request) } = shown;
    if (errors !== undefined) reply.status(422);
    const site = siteFor(account);
    const { subsidiaries } = await askedOrder(ctx, site, {});
    const before = await listBulkOrders(ctx, { ...site.caller, userId: null });
    return renderAccountPage(request, reply, 'open-cases.njk', account, {
      title: 'Bring in open cases',
      section: 'Overview',
      action: site.path,
      templateHref: `${site.path}/file`,
      columns: openCaseColumns(subsidiaries.length > 0),
      most: mostCandidates,
      errors,
      pasted,
      unread: unreadText(unread),
      wrongRows: wrongRows.slice(0, shownRows),
      wrongCount: wrongRows.length,
      before: before.map((one) => ({ ...one, href: `${site.path}/${one.id}`, stage: stageOf(one) })),
      mails: [
        {
          value: 'later',
          text: 'No, we remind them later under Forms',
          checked: typed(request, 'mails') !== 'now',
        },
        { value: 'now', text: 'Yes, each gets a link to the form', checked: typed(request, 'mails') === 'now' },
      ],
    });
  }

  async function upload(request: FormRequest, reply: FastifyReply, account: OpenedAccount) {
    const one = await opened(request, reply, account);
    const mailsCandidate = typed(request, 'mails') === 'now';
    const read = isOfLines(sentFile(one.request).fileName) ? readLines : readSheet;
    const { rows, unread, faults, pasted } = await read(one, mailsCandidate);
    const refuse = (texts: readonly string[], wrongRows: readonly WrongRow[] = []) =>
      show(request, reply, account, { errors: { file: texts }, unread, pasted, wrongRows });
    if (faults.length > 0) return refuse(faults);
    const wrong = rows.filter(({ problems }) => problems.length > 0);
    if (wrong.length > 0) {
      const are = `${counted(wrong.length, 'row')} ${wrong.length === 1 ? 'is' : 'are'} not right`;
      return refuse([`${are}. Nothing is brought in until every row is`], wrong);
    }
    const caller = { ...one.orderer.caller, userId: null };
    const id = await uploadBulkOrder(ctx, caller, { items: [], rows, unreadColumns: unread });
    return reply.redirect(`${one.orderer.path}/${id}`, 303);
  }

  pages.get(path, { permission }, show);
  pages.post(path, { permission }, upload);
  pages.get(`${path}/file`, { permission }, async (_request, reply, account) => {
    const { subsidiaries } = await askedOrder(ctx, siteFor(account), {});
    const known = { ordered_on: ukDateOf(ctx.now()) };
    return sendCsv(reply, 'open-cases', [sheetTemplate(known, openCaseColumns(subsidiaries.length > 0))]);
  });
  pages.get(`${path}/:bulk_order_id`, { permission }, async (request, reply, account) =>
    showBulkOrder(await opened(request, reply, account)),
  );
  pages.post(`${path}/:bulk_order_id`, { permission }, async (request, reply, account) =>
    answerBulkOrder(await opened(request, reply, account)),
  );
}
