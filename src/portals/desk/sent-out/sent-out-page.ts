// The list of work that is out with suppliers, by the day on which it is expected, and the same as a CSV file.

import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { openCandidateNames, recordListedRequests } from '../../../features/lists/candidate-name-actions.ts';
import {
  countSentOut,
  findCorrectedAfterResult,
  findSentOut,
  type SentOutRow,
  type SentOutView,
} from '../../../features/lists/sent-out-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { supplierOrderFile } from '../../../features/supplier-batches/batch-file-actions.ts';
import { chaseMany, type ManyChased } from '../../../features/supplier-batches/chase-actions.ts';
import { openReferenceNumbers } from '../../../features/suppliers/listed-request-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { dueWords } from '../../shared/due-words.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { typed } from '../../shared/form-fields.ts';
import { listHref } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { restrictedTag } from '../../shared/status-tags.ts';
import { requestTag } from '../suppliers/supplier-words.ts';
import { cancelledText } from './cancel-many-page.ts';
import { chasedParameters, chasedText, type RefusedChase, typedChase } from './chase-form.ts';
import { answersPath, cancelManyPath, correctedPath, sentOutPath as path } from './sent-out-address.ts';
import {
  everyRow,
  filterOf,
  hrefOf,
  parametersOf,
  type Query,
  readQuery,
  selectsOf,
  typesOf,
  viewNames,
} from './sent-out-query.ts';

const PER_PAGE = 50;

const labelOf = ({ report_type_id: id }: SentOutRow) => reportTypeById(id)?.label ?? 'Report';

/** What the form that sent many out did, by the address to which it led; undefined if nothing is to be said. */
function sentText({ sent, of }: Readonly<Record<string, unknown>>): string | undefined {
  const [done, chosen] = [sent, of].map((count) => (/^\d{1,3}$/.test(String(count ?? '')) ? Number(count) : undefined));
  if (done === undefined || chosen === undefined) return undefined;
  if (done === 0) return 'No report is sent out: all were sent out, closed or paused meanwhile.';
  const text = done === 1 ? '1 report is sent out.' : `${done} reports are sent out.`;
  const others = done === chosen ? '' : ' The others were sent out, closed or paused meanwhile.';
  return `${text}${others} Download the spreadsheet for the supplier, and send it as you agreed.`;
}

const mayChase = ({ status, is_restricted }: SentOutRow): boolean => status === 'sent' && !is_restricted;

/** Records that the reader saw the list. */
async function openRows(ctx: Ctx, user: UserOf<'desk'>, { view, page }: Query, rows: readonly SentOutRow[]) {
  const names = await openCandidateNames(ctx, user, rows, { list: 'sent_out', view, page });
  const numbers = await openReferenceNumbers(ctx, user, rows);
  return rows.map((row) => ({
    id: row.id,
    // What is out, or what its supplier is to be told of.
    maySelect: mayChase(row) || row.status === 'to_call_off',
    href: `/desk/reports/${row.report_id}/sent-out/${row.id}`,
    supplier: row.supplier_name,
    number: numbers.get(row.id) ?? '',
    ...{ orderId: row.order_id, label: labelOf(row), candidate: names.get(row.check_id) ?? '' },
    ...{ accountName: row.account_name, sentOn: row.sent_on, expectedOn: row.expected_on, chases: row.chases },
    expected: dueWords(
      row.expected_on,
      ukDateOf(new Date(ctx.now().getTime() + row.clock_offset_seconds * 1000)),
      ctx.calendar(),
    ),
    ...{
      cost: inPounds(row.cost_pence),
      tag: row.is_restricted ? restrictedTag : requestTag(row.status, row.is_overdue),
    },
  }));
}

async function listModel(
  ctx: Ctx,
  user: UserOf<'desk'>,
  given: Readonly<Record<string, unknown>>,
  chase?: RefusedChase,
) {
  const query = readQuery(given);
  const { environment, supplierId, accountId, batchId, page, view, outForDays } = query;
  const reportTypeIds = typesOf(query);
  const [found, groups, corrected] = await Promise.all([
    // One more tells whether there is a next page.
    findSentOut(ctx.db, user, filterOf(ctx, query), { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 }),
    countSentOut(ctx.db, user, { environment, now: ctx.now(), batchId, outForDays }),
    findCorrectedAfterResult(ctx.db, user, { environment, now: ctx.now() }),
  ]);
  const counted = groups.filter(
    (group) =>
      (accountId === undefined || group.account_id === accountId) &&
      (supplierId === undefined || group.supplier_id === supplierId) &&
      (reportTypeIds === undefined || reportTypeIds.includes(group.report_type_id)),
  );
  const sum = (of: SentOutView) => counted.reduce((total, group) => total + group[of], 0);
  const plain = readQuery({ environment });
  return {
    title: query.batchId === undefined ? 'Sent out' : 'Sent out at once',
    environment,
    done: sentText(given) ?? chasedText(given) ?? cancelledText(given),
    chase:
      view === 'to_call_off'
        ? undefined
        : {
            action: hrefOf(query, `${path}/chases`),
            mayMail: environment === 'live' && ctx.mail.canSend,
            found: sum(view),
            ...chase?.typed,
          },
    cancel: { action: hrefOf(query, cancelManyPath), found: sum(view) },
    errors: chase?.errors,
    corrected: corrected.length === 0 ? undefined : { count: corrected.length, href: hrefOf(plain, correctedPath) },
    isBatch: query.batchId !== undefined,
    ...{ manyHref: hrefOf(plain, `${path}/new`), answersHref: hrefOf(plain, answersPath) },
    // One supplier's: what it must know of each person is nothing for another.
    supplierFileHref:
      view === 'to_call_off' || (query.batchId === undefined && supplierId === undefined)
        ? undefined
        : hrefOf({ ...query, page: 1 }, `${path}/supplier-file`),
    views: Object.entries(viewNames).map(([name, text]) => ({
      ...{ text, count: sum(name as SentOutView), active: name === view },
      href: hrefOf({ ...query, view: name as SentOutView, page: 1 }),
    })),
    isToCallOff: view === 'to_call_off',
    rows: await openRows(ctx, user, query, found.slice(0, PER_PAGE)),
    fileHref: hrefOf({ ...query, page: 1 }, `${path}/file`),
    isPlain: hrefOf(query) === hrefOf(plain),
    clearHref: hrefOf(plain),
    listPath: path,
    selects: await selectsOf(ctx, query, groups),
    // The other parameters of the address, which the form of the selects repeats.
    kept: parametersOf({ ...plain, view }),
    previousHref: page > 1 ? hrefOf({ ...query, page: page - 1 }) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf({ ...query, page: page + 1 }) : undefined,
  };
}

const columnsOf = (numbers: ReadonlyMap<string, string>): CsvColumns<SentOutRow> => ({
  expected_on: (row) => row.expected_on,
  overdue: (row) => (row.is_overdue ? 'yes' : 'no'),
  to_call_off: (row) => (row.status === 'to_call_off' ? 'yes' : 'no'),
  restricted: (row) => (row.is_restricted ? 'yes' : 'no'),
  supplier: (row) => row.supplier_name,
  supplier_reference: (row) => numbers.get(row.id) ?? '',
  order: (row) => orderNumber(row.order_id),
  account: (row) => row.account_name,
  report: labelOf,
  sent_on: (row) => row.sent_on,
  first_expected_on: (row) => row.promised_on,
  chases: (row) => row.chases,
  cost: (row) => amountText(row.cost_pence),
  assigned_to: (row) => row.assignee_name,
  id: (row) => row.id,
});

type ListRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

export function sentOutPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'send_out' as const;
  pages.get(path, { permission, menu: 'Sent out', byEnvironment: true }, async (request: ListRequest, reply, user) =>
    renderPage(request, reply, 'desk/sent-out/sent-out.njk', await listModel(ctx, user, request.query)),
  );

  pages.post(`${path}/chases`, { permission }, async (request: FormRequest, reply, user) => {
    const query = readQuery(request.query);
    const sent = typedChase(request);
    const isAll = typed(request, 'which') === 'found';
    const found = isAll ? (await everyRow(ctx, user, query)).filter(mayChase).map(({ id }) => id) : undefined;
    const chase = found === undefined ? sent : { ...sent, requestIds: found };
    let done: ManyChased | undefined;
    const errors = await refusedFields(async () => {
      done = await chaseMany(ctx, user, query.environment, chase);
    }, {});
    if (done !== undefined)
      return reply.redirect(listHref(path, [...parametersOf(query), ...chasedParameters(done, chase)]), 303);
    const model = await listModel(ctx, user, request.query, { typed: chase, errors: errors! });
    return renderPage(request, reply.status(422), 'desk/sent-out/sent-out.njk', model);
  });

  pages.get(`${path}/supplier-file`, { permission, stepUp: 'exports' }, async (request: ListRequest, reply, user) => {
    const query = readQuery(request.query);
    if (query.batchId === undefined && query.supplierId === undefined) throw new Refusal('not_found');
    const lines = await supplierOrderFile(ctx, user, await everyRow(ctx, user, query));
    return sendCsv(reply, `for-supplier-${ukDateOf(ctx.now())}`, lines);
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request: ListRequest, reply, user) => {
    const rows = await everyRow(ctx, user, readQuery(request.query));
    recordListedRequests(ctx, user, rows, { list: 'sent_out', as: 'file' });
    const numbers = await openReferenceNumbers(ctx, user, rows);
    return sendCsv(reply, `sent-out-${ukDateOf(ctx.now())}`, csvLines(columnsOf(numbers), [rows]));
  });
}
