// Chases many requests to suppliers at once: a new day for each, a note on its report, and a mail to each supplier with its list.
import type { Ctx, Environment } from '../../context.ts';
import { type CsvColumns, csvLines, digitsAsText } from '../../lib/csv.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { authorityOf, demand, othersMay } from '../access/permissions.ts';
import { addNote } from '../cases/note-actions.ts';
import { callerFor, type Screener } from '../cases/screening-actions.ts';
import { findRequestsOf, type SentOutRow } from '../lists/sent-out-queries.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { openReferenceNumbers } from '../suppliers/listed-request-actions.ts';
import { listSuppliers } from '../suppliers/supplier-actions.ts';
import { isMailed, mailSupplier } from '../suppliers/supplier-mail-actions.ts';
import { chaseSupplier } from '../suppliers/supplier-request-actions.ts';
import { answerColumns, REQUEST_COLUMN } from './answer-file-rules.ts';
import { isDone } from './batch-actions.ts';

const MAIL = 'mail_supplier_chase';
const longestWords = 4000;
/** More take so long that somebody would send them again. */
const mostAtOnce = 1000;

export interface Chase {
  readonly requestIds: readonly string[];
  readonly expectedOn: string;
  /** For the desk, a note on each report; empty for none. */
  readonly words: string;
  readonly isMailed: boolean;
}

export interface ManyChased {
  readonly chased: number;
  /** To how many suppliers a mail goes. */
  readonly mails: number;
  /** How many suppliers are to be told otherwise, where mails were asked for. */
  readonly unmailed: number;
}

function problemsOf(ids: readonly string[], { words }: Chase): Problems {
  const problems = new Problems();
  if (ids.length === 0) problems.add('requests', 'Select what was chased');
  if (ids.length > mostAtOnce) problems.add('requests', `Select ${mostAtOnce} or fewer`);
  if (isLongerThan(words, longestWords)) problems.add('words', `Must be ${longestWords} characters or fewer`);
  return problems;
}

/** Of test data nothing is mailed. */
async function suppliersToMail(ctx: Ctx, screener: Screener, environment: Environment, chase: Chase) {
  if (!chase.isMailed || environment === 'test' || !ctx.mail.canSend) return new Set<string>();
  const suppliers = await listSuppliers(ctx, authorityOf(screener));
  return new Set(suppliers.filter(isMailed).map(({ id }) => id));
}

/**
 * Each report waits for its supplier until the new day. Refuses with `invalid_fields` (requests, expected_on, words) before
 * anything is done. What was answered or ended meanwhile, or is about somebody restricted, is left as it is.
 */
export async function chaseMany(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  chase: Chase,
): Promise<ManyChased> {
  demand(authorityOf(screener), 'send_out');
  const ids = [...new Set(chase.requestIds)];
  problemsOf(ids, chase).refuse('invalid_fields');
  const { expectedOn, words: text } = chase;
  const mailed = await suppliersToMail(ctx, screener, environment, chase);
  const rows = await findRequestsOf(ctx.db, screener, { environment, now: ctx.now(), ids });
  const isOfSeveral = new Set(rows.map(({ check_id }) => check_id)).size > 1;
  const done: SentOutRow[] = [];
  for (const row of rows) {
    const target = { checkId: row.check_id, reportId: row.report_id, requestId: row.id };
    const to = { expectedOn, isMailed: mailed.has(row.supplier_id) };
    const work = () => chaseSupplier(ctx, callerFor(screener, row), target, to);
    if (!(await isDone(work, done.length > 0))) continue;
    done.push(row);
    if (text !== '') await addNote(ctx, screener, { reportId: row.report_id, audience: 'desk', text, isOfSeveral });
  }
  const bySupplier = Map.groupBy(done, ({ supplier_id }) => supplier_id);
  for (const [supplierId, of] of bySupplier) {
    const requestIds = of.map(({ id }) => id);
    if (mailed.has(supplierId)) await ctx.jobs.add(ctx.db, MAIL, { supplierId, requestIds, userId: screener.userId });
  }
  const mails = [...bySupplier.keys()].filter((id) => mailed.has(id)).length;
  return { chased: done.length, mails, unmailed: chase.isMailed ? bySupplier.size - mails : 0 };
}

/** What the supplier sent the answers to is known by; nothing of the person. */
const columnsOf = (numbers: ReadonlyMap<string, string>): CsvColumns<SentOutRow> => ({
  [REQUEST_COLUMN]: (row) => row.id,
  order: (row) => `VF${row.order_id}`,
  report: (row) => reportTypeById(row.report_type_id)?.label ?? '',
  sent_on: (row) => row.sent_on,
  answer_by: (row) => row.expected_on,
  ...Object.fromEntries(answerColumns.map((column) => [column, () => ''])),
  supplier_reference: (row) => digitsAsText(numbers.get(row.id) ?? ''),
});

const wholeDesk: Screener = { userId: '', accounts: 'all', permissions: othersMay.system };

/** Without what was answered or called off since, and whose data are only kept. */
async function mailChase(ctx: Ctx, given: Readonly<Record<string, unknown>>): Promise<void> {
  const { supplierId, userId, requestIds } = given as { supplierId: string; userId: string; requestIds: string[] };
  const found = await findRequestsOf(ctx.db, wholeDesk, { environment: 'live', now: ctx.now(), ids: requestIds });
  const rows = found.filter(({ status, is_restricted }) => status === 'sent' && !is_restricted);
  if (rows.length === 0) return;
  const numbers = await openReferenceNumbers(ctx, wholeDesk, rows);
  await mailSupplier(ctx, {
    ...{ supplierId, userId, template: 'supplier_chase', values: { count: rows.length } },
    file: { name: `requests-${ukDateOf(ctx.now())}`, lines: csvLines(columnsOf(numbers), [rows]) },
  });
}

export const supplierChaseJobs = (ctx: Ctx): Readonly<Record<typeof MAIL, JobHandler>> => ({
  [MAIL]: (payload) => mailChase(ctx, payload),
});
