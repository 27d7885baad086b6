// What a supplier needs to answer: a spreadsheet with the facts that each report asks for, and columns for the answers.
import type { Ctx } from '../../context.ts';
import { type CsvColumns, csvLines, digitsAsText } from '../../lib/csv.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { wordsOf } from '../../messages/sentences.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { callerFor, type Screener } from '../cases/screening-actions.ts';
import type { Order } from '../checks/check.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { factAt } from '../facts/fact-paths.ts';
import { type FactRow, factRows } from '../facts/fact-rows-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { localIdentifierName } from '../facts/local-identifier-rules.ts';
import { recordListedRequests } from '../lists/candidate-name-actions.ts';
import { openSealedOrder } from '../lists/sealed-order-actions.ts';
import type { SentOutRow } from '../lists/sent-out-queries.ts';
import { jobRows } from '../orders/job-fact-rules.ts';
import { statementsOf } from '../orders/order-statement-rules.ts';
import { groundedLists } from '../report-types/list-ground-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { type JobRoleRow, readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { optionTexts, reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { workforceOfRole } from '../report-types/role-level-rules.ts';
import type { LocalIdentifierParams } from '../requirements/number-requirements.ts';
import { type Asked, askedBy, factsAsked, isAskedOf } from '../requirements/requirement-rules.ts';
import { openReferenceNumbers } from '../suppliers/listed-request-actions.ts';
import { answerColumns, REQUEST_COLUMN } from './answer-file-rules.ts';
import { applicationCells } from './application-cell-rules.ts';
import { neededFacts } from './needed-fact-rules.ts';

interface Line {
  readonly row: SentOutRow;
  /** By the label of the fact. */
  readonly facts: ReadonlyMap<string, string>;
  /** For an application to the DBS, by the name of the column; empty for other reports. */
  readonly application: ReadonlyMap<string, string>;
}

/** Consents are ours to keep, and papers are files. */
const notSent: ReadonlySet<string> = new Set(['consent', 'criminal_record_consent', 'evidence', 'own_certificate']);

type Cell = readonly [label: string, text: string];

/** The entries of a list stand in one cell, each with its period. */
function cellsOf(facts: ApplicantFacts, path: string): Cell[] {
  const rows = factRows(facts, [path]);
  if (rows.length === 0) return [];
  if (factAt(path)?.kind !== 'list') return rows.map(({ label, lines }) => [label, lines.join(', ')]);
  const entries = rows.map(({ label, lines }) => `${label}: ${lines.join(', ')}`);
  return [[wordsOf(path).label, entries.join('; ')]];
}

/** A number of one country is called by its name. */
function cellsAsked(asked: Asked, facts: ApplicantFacts): Cell[] {
  const cells = factsAsked(asked).flatMap((path) => cellsOf(facts, path));
  if (asked.id !== 'local_identifier') return cells;
  const { country, kind } = asked.params as LocalIdentifierParams;
  return cells.map(([, text]) => [localIdentifierName(country, kind), text]);
}

const rowsAsCells = (rows: readonly FactRow[]): Cell[] => rows.map(({ label, lines }) => [label, lines.join(', ')]);

/** What the client ordered beside the type: options, and of a criminal record the job and the papers. */
function orderedCells({ order, row }: Opened, type: ReportType, role: JobRoleRow | undefined): Cell[] {
  const options: Cell[] = [['Options', optionTexts(type, row.options ?? []).join('; ')]];
  if (type.name !== 'criminal_history') return options;
  const details = order.criminal_details;
  const papers = statementsOf(order.details).filter(({ about }) => about === 'papers');
  return [
    ...options,
    ...rowsAsCells(jobRows(details, role)),
    ...papers.map(({ label, text }): Cell => [label, text.split('\n').join(', ')]),
  ];
}

interface Opened {
  readonly row: SentOutRow;
  readonly order: Order;
}

/** What the report type asks about the person, who they are always among it, and what was ordered. */
async function lineOf(ctx: Ctx, opened: Opened): Promise<Line> {
  const { row, order } = opened;
  const type = reportTypeById(row.report_type_id);
  if (type === undefined) return { row, facts: new Map(), application: new Map() };
  const isApplication = type.name === 'criminal_history';
  const roleId = (isApplication && order.criminal_details?.JobRoleId) || null;
  const role = roleId === null ? undefined : await readAgreedJobRole(ctx, row.account_id, roleId);
  const asked = askedBy(requiresOf([type], row.activity_years)).filter(
    (one) => !notSent.has(one.id) && isAskedOf(one, order.facts),
  );
  const facts = neededFacts(order.facts, type, asked, ukDateOf(ctx.now()));
  const cells = [
    ...['first_name', 'dob'].flatMap((path) => cellsOf(facts, path)),
    ...asked.flatMap((one) => cellsAsked(one, facts)),
    ...orderedCells(opened, type, role),
  ];
  const application = isApplication
    ? applicationCells(facts, order.identity_evidence, {
        workforce: role && workforceOfRole(role),
        lists: groundedLists({ type, options: row.options }, { stated: order.list_grounds, role }),
      })
    : new Map<string, string>();
  return { row, facts: new Map(cells.filter(([, text]) => text !== '')), application };
}

/** Nobody who was erased, and nobody whose data are only kept (UK GDPR Art. 18). */
async function openLines(ctx: Ctx, rows: readonly SentOutRow[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const row of rows.filter(({ is_restricted }) => !is_restricted)) {
    const order = await openSealedOrder(ctx, {
      ...{ accountId: row.account_id, environment: row.environment, checkId: row.check_id },
      ...{ applicantId: row.applicant_id, sealedOrder: row.sealed_order, sealedKey: row.sealed_key },
    });
    if (order !== undefined) lines.push(await lineOf(ctx, { row, order }));
  }
  return lines;
}

/** Stored before the first line is sent; so many people at once are a security event too. */
async function recordReading(ctx: Ctx, screener: Screener, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ row }) => row);
  recordListedRequests(ctx, screener, rows, { list: 'sent_out', as: 'supplier_file' });
  for (const ofTenant of Map.groupBy(rows, ({ account_id }) => account_id).values()) {
    const looks = ofTenant.map(
      ({ check_id: checkId, report_id: reportId, applicant_id: applicantId, supplier_id }): EventToStore => ({
        ...{ type: 'check.answers_read', resourceId: checkId, applicantId, checkId, reportId },
        detail: { supplier_id },
      }),
    );
    await storeEvents(ctx, callerFor(screener, ofTenant[0]!), looks);
  }
}

/** The lines of the file, after recording whose answers were read. Nobody who was erased. */
export async function supplierOrderFile(
  ctx: Ctx,
  screener: Screener,
  rows: readonly SentOutRow[],
): Promise<AsyncGenerator<string>> {
  demand(authorityOf(screener), 'send_out');
  const lines = await openLines(ctx, rows);
  const numbers = await openReferenceNumbers(ctx, screener, rows);
  await recordReading(ctx, screener, lines);
  const labels = [...new Set(lines.flatMap(({ facts }) => [...facts.keys()]))];
  const ofApplications = [...new Set(lines.flatMap(({ application }) => [...application.keys()]))];
  const columns: CsvColumns<Line> = {
    [REQUEST_COLUMN]: ({ row }) => row.id,
    report: ({ row }) => reportTypeById(row.report_type_id)?.label ?? '',
    answer_by: ({ row }) => formatLongDate(row.expected_on),
    ...Object.fromEntries(labels.map((label) => [label, ({ facts }: Line) => digitsAsText(facts.get(label) ?? '')])),
    ...Object.fromEntries(answerColumns.map((column) => [column, () => ''])),
    supplier_reference: ({ row }) => digitsAsText(numbers.get(row.id) ?? ''),
    ...Object.fromEntries(ofApplications.map((name) => [name, ({ application }: Line) => application.get(name) ?? ''])),
  };
  return csvLines(columns, [lines]);
}
