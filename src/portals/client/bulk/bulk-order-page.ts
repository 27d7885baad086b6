// The pages on which a client orders the same reports for every candidate of a spreadsheet: what to check, the details that
// some reports need, and the spreadsheet, or a link by which the candidates give their names.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { homeOf } from '../../../features/access/scope-rules.ts';
import { workKindNames, workKinds } from '../../../features/applicants/work-kind-rules.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import {
  listBulkOrders,
  mostCandidates,
  readSheet,
  readWaitingRows,
  uploadBulkOrder,
} from '../../../features/orders/bulk-order-actions.ts';
import { legalGroundWords } from '../../../features/report-types/legal-limit-rules.ts';
import { basicPlacesOfWork } from '../../../features/requirements/job-requirements.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type SheetRow, unreadText } from '../../../lib/sheet-rows.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { knownOf } from '../../shared/bulk-orders/bulk-row-orders.ts';
import { columnsOf, readCandidateRows, templateFile } from '../../shared/bulk-orders/bulk-rows.ts';
import { itemsOf, judgeRows } from '../../shared/bulk-orders/judged-rows.ts';
import { stageOf } from '../../shared/bulk-orders/placed-bulk-order.ts';
import {
  pastedIn,
  sentTable,
  sharedProblems,
  type WrongRow,
  withoutLeftOut,
} from '../../shared/bulk-orders/sent-table.ts';
import { bodyFromDraft, sentAs } from '../../shared/drafts/drafts.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { detailsPageOf } from '../../shared/orders/order-details-view.ts';
import {
  asksDetails,
  onlyPackage,
  problemsOfPage,
  readTypedOrder,
  typedElsewhere,
  typedText,
} from '../../shared/orders/order-form.ts';
import {
  askedOrder,
  inEnvironmentOf,
  judged,
  knownJobOf,
  type OpenedOrder,
  type OrderRequest,
  openOrder,
  subsidiaryChoices,
} from '../../shared/orders/order-submission.ts';
import { firstPageOf } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkCallerOf, clientOrderer } from '../client-caller.ts';
import { alsoFor, makeOrderLinks, newLinkModel, orderLinksPath } from '../order-links/new-order-link.ts';
import { staffRows } from '../staff/staff-rows.ts';

export const bulkOrderPath = '/portal/orders/new/bulk';

const shownRows = 50;

type PageName = 'what' | 'details' | 'candidates' | 'link';

const templates: Readonly<Record<PageName, string>> = {
  what: 'client/bulk/bulk-what.njk',
  details: 'shared/orders/order-details.njk',
  candidates: 'client/bulk/bulk-candidates.njk',
  link: 'client/order-links/new-order-link.njk',
};

const titles: Readonly<Record<PageName, string>> = {
  what: 'Order for many candidates',
  details: 'Details of the orders',
  candidates: 'The candidates',
  link: 'A link for candidates',
};

interface Shown {
  readonly errors?: FieldMessages;
  readonly draft?: Draft | undefined;
  readonly wrong?: { readonly rows: readonly WrongRow[]; readonly count: number };
  /** The pasted rows. */
  readonly pasted?: string;
  readonly unread?: readonly string[];
}

/** What the cells of a column may say, by its input. */
const allowedIn = ({ orderable, subsidiaries, orderer }: OpenedOrder): Readonly<Record<string, string>> => ({
  what: ['names of reports with semicolons between them', ...orderable.packages.map(({ name }) => name)].join(', or '),
  job_role: orderable.jobRoles.map(({ role_title }) => role_title).join(', or '),
  place: basicPlacesOfWork.join(', or '),
  subsidiary: [
    ...subsidiaryChoices(subsidiaries, orderer.caller).map(({ name }) => name),
    'the external id of one',
  ].join(', or '),
  work_kind: workKindNames.map((kind) => workKinds[kind].label).join(', or '),
  urgent: 'yes or no',
  job_country: 'the name of a country',
  legal_ground: legalGroundWords.join(', or '),
});

const columnsFor = ({ subsidiaries, orderable, orderer }: OpenedOrder) =>
  columnsOf(subsidiaries.length > 0, orderable.urgent !== undefined, orderer.units);

async function modelOf(page: PageName, one: OpenedOrder) {
  const { ctx, typed, orderable, chosen } = one;
  if (page === 'details') return detailsPageOf(typed, chosen, orderable, await knownJobOf(one));
  if (page === 'link') return newLinkModel(one);
  if (page === 'candidates') {
    const known = ['starts_on', 'work_kind', 'job_country', 'job_role', 'place', 'sector', 'subsidiary', 'urgent'].map(
      (name): [string, string] => [name, typedText(typed, name)],
    );
    return {
      columns: columnsFor(one).map((column) => ({ ...column, allowed: allowedIn(one)[column.input] })),
      most: mostCandidates,
      templateHref: `${bulkOrderPath}/file?${new URLSearchParams(known.filter(([, value]) => value !== ''))}`,
    };
  }
  const before = (await listBulkOrders(ctx, bulkCallerOf(one))).map((order) => ({
    ...order,
    href: inEnvironmentOf(one, `${bulkOrderPath}/${order.id}`),
    stage: stageOf(order),
  }));
  return { ...firstPageOf(one), before, linksHref: inEnvironmentOf(one, orderLinksPath) };
}

/** The bulk order whose rows are changed: none, or one. */
const replacedBy = ({ request }: OpenedOrder): string[] =>
  isUuid(request.body?.replaces) ? [String(request.body.replaces)] : [];

async function show(page: PageName, one: OpenedOrder, shown: Shown = {}): Promise<FastifyReply> {
  const { request, reply, environment, typed, chosen } = one;
  const { errors, draft, wrong = { rows: [], count: 0 }, pasted = pastedIn(request), unread = [] } = shown;
  const { ofAll, rows: wrongRows } = sharedProblems(wrong.rows, wrong.count);
  if (errors !== undefined) reply.status(422);
  return renderPage(request, reply, templates[page], {
    title: titles[page],
    environment,
    action: inEnvironmentOf(one, bulkOrderPath),
    typed: Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0]])),
    hidden: [
      ...replacedBy(one).map((value) => ({ name: 'replaces', value })),
      ...typedElsewhere(typed, page === 'what' ? 'first' : page === 'details' ? 'details' : 'answers'),
      ...(page === 'candidates' || pasted === '' ? [] : [{ name: 'rows', value: pasted }]),
    ],
    hasDetails: asksDetails(chosen),
    changeText: 'Change the reports',
    errors,
    draft,
    pasted,
    unread: unreadText(unread),
    wrongOfAll: ofAll,
    rowCount: wrong.count,
    wrongRows: wrongRows.slice(0, shownRows),
    wrongCount: wrongRows.length,
    scripts: page === 'what' ? ['order-search.js'] : [],
    ...(await modelOf(page, one)),
  });
}

/** Each row must give these. */
const ofCandidate = ['first_name', 'last_name', 'dob-day', 'email'];

/** Nobody needs to give these for all: each row may have its own. */
const ofRows = ({ typed }: OpenedOrder) => [
  ...ofCandidate,
  ...['subsidiary', 'purchase_order'].filter((input) => typedText(typed, input) === ''),
];

const withoutInputs = (errors: FieldMessages, inputs: readonly string[]): FieldMessages =>
  Object.fromEntries(Object.entries(errors).filter(([input]) => !inputs.includes(input)));

const isEmpty = (errors: FieldMessages) => Object.keys(errors).length === 0;

/** The problems of what is ordered for all. */
const commonErrors = async (one: OpenedOrder): Promise<FieldMessages> =>
  withoutInputs((await judged(one, '')).errors, ofRows(one));

async function next(one: OpenedOrder, from: 'continue' | 'details'): Promise<FastifyReply> {
  const errors = await commonErrors(one);
  const onFirst = problemsOfPage(errors, 'first');
  if (!isEmpty(onFirst)) return show('what', one, { errors: onFirst });
  const needsDetails = asksDetails(one.chosen);
  // Details that nobody was asked yet are no problem.
  if (needsDetails && from === 'continue') return show('details', one);
  return isEmpty(errors)
    ? show('candidates', one)
    : show('details', one, { errors: problemsOfPage(errors, 'details') });
}

/** A link says for all whose names it takes which subsidiary they are for. */
async function makeLink(one: OpenedOrder, step: 'link' | 'make_link'): Promise<FastifyReply> {
  const { caller, errors } = await judged(one, '');
  const wrong = withoutInputs(errors, ofCandidate);
  if (!isEmpty(problemsOfPage(wrong, 'first'))) return show('what', one, { errors: problemsOfPage(wrong, 'first') });
  if (!isEmpty(wrong)) return show('details', one, { errors: problemsOfPage(wrong, 'details') });
  if (step === 'link') return show('link', one);
  const others = alsoFor(one);
  const also: string[] = [];
  // What is ordered may not be offered to another subsidiary.
  for (const { id, name } of others) {
    const { errors: theirs } = await judged({ ...one, typed: { ...one.typed, subsidiary: [id] } }, '');
    also.push(
      ...Object.values(withoutInputs(theirs, ofCandidate))
        .flat()
        .map((text) => `${name}: ${text}`),
    );
  }
  if (also.length > 0) return show('link', one, { errors: { also } });
  const made = await makeOrderLinks(one, [homeOf(caller), ...others.map(({ id }) => id)]);
  if ('errors' in made) return show('link', one, made);
  const [only, ...more] = made.ids;
  const path = more.length === 0 ? `${orderLinksPath}/${only}` : orderLinksPath;
  return one.reply.redirect(inEnvironmentOf(one, path), 303);
}

const noSubsidiary =
  'No subsidiary is chosen: choose it for all under “Change the reports”, or give the spreadsheet the column “Subsidiary”';

/** Whether neither the form nor a row says who may see the orders. */
const isForNone = ({ typed, subsidiaries }: OpenedOrder, rows: readonly SheetRow[]): boolean =>
  subsidiaries.length > 0 &&
  typedText(typed, 'subsidiary') === '' &&
  rows.every((row) => typedText(row.typed, 'subsidiary') === '');

async function upload(one: OpenedOrder): Promise<FastifyReply> {
  const errors = await commonErrors(one);
  if (!isEmpty(errors)) return next(one, 'details');
  const { table, pasted } = await sentTable(one.request, mostCandidates);
  const refuse = (messages: readonly string[], more: Shown = {}) =>
    show('candidates', one, { errors: { file: messages }, pasted, ...more });
  if (typeof table === 'string') return refuse([table]);
  const { rows, unread, faults } = readCandidateRows(table, mostCandidates, columnsFor(one));
  if (faults.length > 0) return refuse(faults, { unread });
  if (isForNone(one, rows)) return refuse([noSubsidiary], { unread });
  const read = await judgeRows(one, rows);
  const wrong = read.filter(({ problems }) => problems.length > 0);
  if (wrong.length > 0) {
    const count = wrong.length === 1 ? 'One row is' : `${wrong.length} rows are`;
    return refuse([`${count} not right. Nothing is ordered until every row is`], {
      wrong: { rows: wrong, count: read.length },
      unread,
    });
  }
  const id = await uploadBulkOrder(one.ctx, bulkCallerOf(one), {
    items: itemsOf(one.chosen),
    rows: read,
    unreadColumns: unread,
    sheet: { typed: one.typed, pasted },
    replaces: replacedBy(one)[0],
  });
  return one.reply.redirect(inEnvironmentOf(one, `${bulkOrderPath}/${id}`), 303);
}

export function bulkOrderPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;
  pages.get(bulkOrderPath, options, async (request: OrderRequest, reply, user) => {
    const draft = await bodyFromDraft(ctx, request);
    const orderer = clientOrderer(request, user);
    const one = await openOrder(ctx, request, reply, orderer);
    const begun = draft === undefined ? onlyPackage(one) : undefined;
    const shown = begun === undefined ? one : { ...one, ...(await askedOrder(ctx, orderer, begun)) };
    return show('what', shown, { draft, pasted: await staffRows(ctx, one) });
  });
  pages.post(bulkOrderPath, options, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    const step = String(request.body?.do ?? 'continue');
    if (step === 'upload') return upload(one);
    if (step === 'change') return show('what', one);
    if (step === 'change_details') return show('details', one);
    if (step === 'link' || step === 'make_link') return makeLink(one, step);
    return next(one, step === 'details' ? 'details' : 'continue');
  });
  pages.get(`${bulkOrderPath}/:id/rows`, options, async (request: OrderRequest, reply, user) => {
    const { id } = request.params as { readonly id: string };
    const orderer = clientOrderer(request, user);
    const caller = { ...orderer.caller, userId: user.userId };
    const sheet = isUuid(id) ? await readSheet(ctx, caller, id) : undefined;
    if (sheet === undefined) throw new Refusal('not_found');
    const kept = new Set((await readWaitingRows(ctx, caller, id)).map(({ rowNumber }) => rowNumber));
    // As if it had just been sent: the next page to send replaces what is kept.
    request.body = { ...sentAs(sheet.typed), rows: withoutLeftOut(sheet.pasted, kept), replaces: id };
    return show('candidates', await openOrder(ctx, request, reply, orderer));
  });
  pages.get(`${bulkOrderPath}/file`, { permission: 'order_checks' }, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    return sendCsv(reply, 'candidates', [templateFile(knownOf(readTypedOrder(request.query), one), columnsFor(one))]);
  });
}
