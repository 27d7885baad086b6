// Sends many reports out to one supplier at once, and hands out the spreadsheet that the supplier fills in.

import type { FastifyReply } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { findChosenReports } from '../../../features/lists/chosen-report-queries.ts';
import { countToSend, findToSend, type ToSendRow } from '../../../features/lists/sent-out-queries.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { checkSendingMany, mostAtOnce, sendManyOut } from '../../../features/supplier-batches/batch-actions.ts';
import { listSuppliers, type Supplier } from '../../../features/suppliers/supplier-actions.ts';
import type { TypedSending } from '../../../features/suppliers/supplier-request-rules.ts';
import { servesType } from '../../../features/suppliers/supplier-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { dueWords } from '../../shared/due-words.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { typedText } from '../report/order-notes.ts';
import { consentWithdrawn } from '../report/seen-consent.ts';
import { lacksForSending } from '../report/sending-lacks.ts';
import { choiceOf, upper, usualSending, usualTime } from './send-out-page.ts';
import { sentOutPath } from './sent-out-address.ts';

const path = `${sentOutPath}/new`;
const options = { permission: 'send_out' } as const;

interface Asked {
  readonly environment: Environment;
  readonly supplierId: string | undefined;
  readonly accountId: string | undefined;
}

/** Invalid values count as absent. */
const readAsked = ({ query }: FormRequest): Asked => ({
  environment: query.environment === 'test' ? 'test' : 'live',
  supplierId: isUuid(query.supplier) ? query.supplier : undefined,
  accountId: isUuid(query.account) ? query.account : undefined,
});

const hrefOf = ({ environment, supplierId, accountId }: Asked, of = path) =>
  listHref(
    of,
    listParameters({
      environment: environment === 'test' ? environment : undefined,
      ...{ supplier: supplierId, account: accountId },
    }),
  );

const typeIdsOf = (supplier: Supplier): number[] =>
  catalogue.filter((type) => servesType(supplier, type)).map(({ id }) => id);

/** A supplier to choose, with how many reports it may get. */
function choiceWithCount(one: Supplier, href: string, waiting: ReadonlyMap<number, number>) {
  const count = typeIdsOf(one).reduce((total, id) => total + (waiting.get(id) ?? 0), 0);
  return { ...choiceOf(one, href), count: count === 1 ? '1 report to send out' : `${count} reports to send out` };
}

type Typed = Omit<TypedSending, 'reference'>;

interface Sent {
  readonly chosen: ReadonlySet<string>;
  readonly typed: Typed;
  readonly errors: FieldMessages;
  readonly lacksOf: ReadonlyMap<string, readonly string[]>;
  readonly anyway: string;
}

/** What speaks against sending each of them, by its id; one that a colleague closed meanwhile is left to the sending. */
async function lacksAmong(ctx: Ctx, user: UserOf<'desk'>, reportIds: readonly string[]) {
  const found = new Map<string, readonly string[]>();
  const withdrawn = new Set<number>();
  for (const id of new Set(reportIds.slice(0, mostAtOnce))) {
    const opened = await openReport(ctx, user, id).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === 'not_found') return undefined;
      throw error;
    });
    const lacks = opened === undefined ? [] : await lacksForSending(ctx, opened);
    if (opened !== undefined && lacks.includes(consentWithdrawn)) withdrawn.add(opened.check.orderId);
    else if (lacks.length > 0) found.set(id, lacks);
  }
  return { lacksOf: found, withdrawn: [...withdrawn] };
}

/** No reason sends out what the candidate withdrew: such reports have left the list that the page shows again. */
function refuseWithdrawn(orderIds: readonly number[]): void {
  if (orderIds.length === 0) return;
  const [orders, whose] = [orderIds.map(orderNumber).join(', '), orderIds.length === 1 ? 'candidate' : 'candidates'];
  throw new Refusal('invalid_fields', {
    reports: [`The ${whose} of ${orders} withdrew their consent meanwhile, so nothing of it is sent. Choose again`],
  });
}

/** By the clock of the row's data. */
const todayOf = (ctx: Ctx, row: Pick<ToSendRow, 'clock_offset_seconds'> | undefined) =>
  ukDateOf(new Date(ctx.now().getTime() + (row?.clock_offset_seconds ?? 0) * 1000));

/** Records that the reader saw the list. */
async function rowsOf(ctx: Ctx, user: UserOf<'desk'>, rows: readonly ToSendRow[], sent: Sent | undefined) {
  const names = await openCandidateNames(ctx, user, rows, { list: 'to_send' });
  return rows.map((row) => {
    const today = todayOf(ctx, row);
    return {
      ...{ id: row.report_id, orderId: row.order_id, candidate: names.get(row.check_id) ?? '' },
      label: reportTypeById(row.report_type_id)?.label ?? 'Report',
      ...{ accountName: row.account_name, assignee: row.assignee_name, isPriority: row.is_priority },
      ...{ dueOn: row.due_on, due: row.due_on === null ? '' : dueWords(row.due_on, today, ctx.calendar()) },
      ...{ isOverdue: row.due_on !== null && row.due_on < today, isChosen: sent?.chosen.has(row.report_id) ?? false },
    };
  });
}

/** The accounts among the reports, and the one in the address. */
function accountSelect(rows: readonly ToSendRow[], accountId: string | undefined) {
  const accounts = new Map(rows.map((row) => [row.account_id, row.account_name]));
  const others: [string, string][] =
    accountId === undefined || accounts.has(accountId) ? [] : [[accountId, 'The one in the address']];
  const items = [['', 'All'] as const, ...[...accounts].toSorted(([, a], [, b]) => a.localeCompare(b)), ...others];
  const selected = accountId ?? '';
  return {
    ...{ name: 'account', label: 'Account' },
    items: items.map(([value, text]) => ({ value, text, selected: value === selected })),
  };
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, sent?: Sent) {
  const asked = readAsked(request);
  const { environment, accountId } = asked;
  const suppliers = await listSuppliers(ctx, authorityOf(user));
  const supplier = suppliers.find(({ id }) => id === asked.supplierId);
  const common = {
    ...{ environment, listHref: hrefOf({ environment, supplierId: undefined, accountId: undefined }, sentOutPath) },
    title: supplier === undefined ? 'Send many out' : `Send many out to ${supplier.name}`,
  };
  if (supplier === undefined) {
    const waiting = await countToSend(ctx.db, user, environment);
    const choices = suppliers.map((one) => choiceWithCount(one, hrefOf({ ...asked, supplierId: one.id }), waiting));
    return renderPage(request, reply, 'desk/sent-out/send-many.njk', { ...common, suppliers: choices });
  }
  const filter = {
    environment,
    accountIds: accountId === undefined ? undefined : [accountId],
    reportTypeIds: typeIdsOf(supplier),
  };
  // One more tells whether there are more.
  const found = await findToSend(ctx.db, user, filter, mostAtOnce + 1);
  const rows = await rowsOf(ctx, user, found.slice(0, mostAtOnce), sent);
  const sending = sent?.typed ?? usualSending(supplier, todayOf(ctx, found[0]), ctx.calendar());
  return renderPage(request, reply, 'desk/sent-out/send-many.njk', {
    ...common,
    supplier: { ...supplier, usualTime: upper(usualTime(supplier)) },
    rows,
    dueBefore: rows.filter(({ dueOn }) => dueOn !== null && dueOn < sending.expectedOn).length,
    lacks: rows.flatMap(
      ({ id, orderId }) => sent?.lacksOf.get(id)?.map((one) => `${orderNumber(orderId)}: ${one}`) ?? [],
    ),
    anyway: sent?.anyway ?? '',
    more: found.length > mostAtOnce,
    ...{ action: hrefOf(asked), otherHref: hrefOf({ ...asked, supplierId: undefined }) },
    ...{ listPath: path, selects: [accountSelect(found, accountId)] },
    // The other parameters of the address, which the form of the selects repeats.
    kept: listParameters({ environment: environment === 'test' ? environment : undefined, supplier: supplier.id }),
    typed: sending,
    errors: sent?.errors,
  });
}

const chosenIn = (request: FormRequest): string[] =>
  typed(request, 'which') === 'all' ? typed(request, 'shown').split(' ') : typedAll(request, 'reports');

interface Chosen {
  readonly reportIds: readonly string[];
  readonly sending: Omit<TypedSending, 'reference'>;
  readonly lacksOf: ReadonlyMap<string, readonly string[]>;
  readonly anyway: string;
}

/** Asks first: what goes to whom, and what it costs. What is wrong with the form is refused before. */
async function ask(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, chosen: Chosen) {
  const asked = readAsked(request);
  const { reportIds, sending, lacksOf, anyway } = chosen;
  const ids = [...new Set(reportIds)];
  const reports = await findChosenReports(ctx.db, user, ids);
  const today = todayOf(ctx, reports[0]);
  const { supplier, costPence } = await checkSendingMany(
    ctx,
    user,
    { supplierId: asked.supplierId!, reportIds: ids },
    sending,
    { lacksOf, anyway, today },
  );
  const types = Map.groupBy(reports, ({ report_type_id: id }) => reportTypeById(id)?.label ?? 'Report');
  return renderPage(request, reply, 'desk/sent-out/send-many-confirm.njk', {
    title: `Send ${ids.length === 1 ? 'one report' : `${ids.length} reports`} out to ${supplier.name}`,
    ...{ environment: asked.environment, listHref: hrefOf(asked), action: hrefOf(asked), supplier, sending, anyway },
    ids: ids.join(' '),
    count: ids.length,
    ...{ cost: inPounds(costPence), total: inPounds(costPence * ids.length) },
    types: [...types].map(([label, of]) => ({ label, count: of.length })),
    accounts: [...new Set(reports.map(({ account_name }) => account_name))].toSorted(),
  });
}

export function sendManyPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, options, async (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(path, options, async (request: FormRequest, reply, user) => {
    const { environment, supplierId } = readAsked(request);
    if (supplierId === undefined) return show(ctx, request, reply.status(422), user);
    const sending = {
      ...{ sentOn: typed(request, 'sent_on'), expectedOn: typed(request, 'expected_on') },
      cost: typed(request, 'cost'),
    };
    const reportIds = chosenIn(request).filter(isUuid);
    const anyway = typedText(request.body?.anyway);
    const { lacksOf, withdrawn } = await lacksAmong(ctx, user, reportIds);
    const again = { chosen: new Set(reportIds), typed: sending, lacksOf, anyway };
    const step = typed(request, 'step');
    if (step === 'change') return show(ctx, request, reply, user, { ...again, errors: {} });
    try {
      refuseWithdrawn(withdrawn);
      if (step !== 'send') return await ask(ctx, request, reply, user, { reportIds, sending, lacksOf, anyway });
      const { batchId, sent } = await sendManyOut(ctx, user, { supplierId, reportIds }, sending, { lacksOf, anyway });
      const done = { batch: batchId, sent: String(sent), of: String(new Set(reportIds).size) };
      const test = environment === 'test' ? { environment } : {};
      return reply.redirect(listHref(sentOutPath, listParameters({ ...test, ...done })), 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, { ...again, errors: error.fields });
    }
  });
}
