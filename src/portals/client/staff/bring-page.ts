// The page on which a client brings in staff who were screened elsewhere, from a spreadsheet: all of them, or nobody, once it
// has looked at how the rows are read.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { homeOf, isInScope } from '../../../features/access/scope-rules.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listOpenSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { keptKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import { bringIn, findInRecord, MOST_STATED } from '../../../features/stated-staff/stated-staff-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type Column, type SheetRow, unreadText } from '../../../lib/sheet-rows.ts';
import { subsidiaryOf } from '../../shared/bulk-orders/bulk-row-orders.ts';
import { candidateInputs, readCandidateRows, templateFile } from '../../shared/bulk-orders/bulk-rows.ts';
import { type Problem, sentTable, type WrongRow } from '../../shared/bulk-orders/sent-table.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { environmentOf } from '../../shared/orders/order-submission.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { recordHref, recordNoticeHref } from '../people/record-wish.ts';
import { readStated, staffColumns } from './staff-columns.ts';
import { statedErrors } from './stated-problems.ts';

export const bringPath = '/portal/people/staff';
const shownRows = 50;

const rowsOf = {
  person: 'person',
  people: 'people',
  inputs: (column: Column, text: string): [string, string[]][] =>
    column.input === 'has_one_name' ? candidateInputs(column, text) : text === '' ? [] : [[column.input, [text]]],
};

/** On the page to look at them: each row as it is read, and the columns that are. */
function reviewOf(rows: readonly SheetRow[], columns: readonly Column[]) {
  const textOf = ({ typed }: SheetRow, { input }: Column) => typed[input]?.[0] ?? '';
  const read = columns.filter((column) => rows.some((row) => textOf(row, column) !== ''));
  return {
    count: rows.length,
    columns: read.map(({ title }) => title),
    rows: rows.slice(0, shownRows).map((row) => read.map((column) => textOf(row, column))),
    hasMore: rows.length > shownRows,
  };
}

interface JudgedRow extends WrongRow {
  readonly person: ReturnType<typeof readStated>['person'];
}

const keyOf = ({ person: { firstName, lastName, dob } }: JudgedRow) => `${firstName} ${lastName} ${dob}`.toLowerCase();

/** Somebody who stands in several rows works at several places, and was screened once. */
function repeatProblems({ person }: JudgedRow, earlier: readonly JudgedRow[]): string[] {
  const [first] = earlier;
  const { subsidiaryId, reports } = person;
  const same =
    earlier.find((one) => one.person.subsidiaryId === subsidiaryId) ?? (subsidiaryId === null ? first : undefined);
  if (same !== undefined) return [`The person stands in row ${same.rowNumber} already: delete one`];
  return reports.length === 0 || isDeepStrictEqual(reports, first!.person.reports)
    ? []
    : [`What was screened is not the same as in row ${first!.rowNumber}: correct it, or leave it empty here`];
}

/** Each person once, with the places of the other rows. */
const peopleIn = (rows: readonly JudgedRow[]) =>
  [...Map.groupBy(rows, keyOf).values()].map(([first, ...others]) => ({
    ...first!.person,
    places: others.map(({ person: { subsidiaryId, job, startsOn } }) => ({
      ...{ subsidiaryId: subsidiaryId!, job, startsOn, endsOn: null },
    })),
  }));

/** Those who stand there twice, or in the record already. */
async function withKnown(ctx: Ctx, caller: ReturnType<typeof callerFor>, rows: readonly JudgedRow[]) {
  const known = await findInRecord(
    ctx,
    caller,
    rows.map(({ person }) => person),
  );
  const before = new Map<string, JudgedRow[]>();
  return rows.map((row, at): JudgedRow => {
    const earlier = before.get(keyOf(row)) ?? [];
    before.set(keyOf(row), [...earlier, row]);
    const texts = [
      ...(earlier.length === 0 ? [] : repeatProblems(row, earlier)),
      ...(known.has(at) ? ['The person stands in your record already: delete the row, and correct them there'] : []),
    ];
    return { ...row, problems: [...row.problems, ...texts.map((text) => ({ column: '', text }))] };
  });
}

export function bringStaffPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;

  /** What the account keeps; what else a spreadsheet has is read, too. */
  async function askedColumns(user: ClientUser) {
    const subsidiaries = await listOpenSubsidiaries(ctx, callerFor(user, 'live'));
    return staffColumns(subsidiaries.length > 0, user.units, keptKinds(await readAccountSettings(ctx, user.accountId)));
  }

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    user: ClientUser,
    shown: {
      readonly errors?: FieldMessages;
      readonly pasted?: string;
      readonly unread?: readonly string[];
      readonly wrongRows?: readonly WrongRow[];
      readonly review?: ReturnType<typeof reviewOf>;
    } = {},
  ) {
    const environment = environmentOf(request);
    const { errors, pasted, unread = [], wrongRows = [], review } = shown;
    if (errors !== undefined) reply.status(422);
    return renderPage(request, reply, 'client/staff/bring.njk', {
      title: review === undefined ? 'Bring in staff' : 'Check the rows before you bring them in',
      environment,
      back: { text: 'Record of staff', href: recordHref({ environment }) },
      action: environment === 'test' ? `${bringPath}?environment=test` : bringPath,
      templateHref: `${bringPath}/file`,
      columns: await askedColumns(user),
      most: MOST_STATED,
      ...{ errors, pasted, review },
      unread: unreadText(unread),
      wrongRows: wrongRows.slice(0, shownRows),
      wrongCount: wrongRows.length,
    });
  }

  async function bring(request: FormRequest, reply: FastifyReply, user: ClientUser) {
    const caller = callerFor(user, environmentOf(request));
    const subsidiaries = await listOpenSubsidiaries(ctx, callerFor(user, 'live'));
    const columns = staffColumns(subsidiaries.length > 0, user.units);
    const { table, pasted } = await sentTable(request, MOST_STATED);
    const refuse = (messages: readonly string[], more: Parameters<typeof show>[3] = {}) =>
      show(request, reply, user, { errors: { file: messages }, pasted, ...more });
    if (typeof table === 'string') return refuse([table]);
    const { rows, unread, faults } = readCandidateRows(table, MOST_STATED, columns, rowsOf);
    if (faults.length > 0) return refuse(faults, { unread });
    const judge = ({ rowNumber, typed }: SheetRow): JudgedRow => {
      const textIn = (input: string) => typed[input]?.[0] ?? '';
      const of = subsidiaryOf(textIn('subsidiary'), subsidiaries, user, user.units);
      const chosen = of.typed.subsidiary?.[0] ?? '';
      const read = readStated(textIn, chosen, homeOf(user));
      const isUnsaid = chosen === '' && !isInScope(user, null) && subsidiaries.length > 0;
      const errors = {
        ...statedErrors(ctx, caller, read),
        ...(isUnsaid ? { subsidiary: [`Write of which of your ${user.units.many} they are`] } : {}),
        ...of.errors,
      };
      const problems = Object.entries(errors).flatMap(([input, texts]) =>
        texts.map((text): Problem => ({ column: columns.find((one) => one.input === input)?.title ?? '', text })),
      );
      return { rowNumber, problems, person: read.person };
    };
    const judged = rows.map(judge);
    const wrongNow = async () => (await withKnown(ctx, caller, judged)).filter(({ problems }) => problems.length > 0);
    const refuseRows = (wrongRows: readonly WrongRow[]) => {
      const count = wrongRows.length === 1 ? 'One row is' : `${wrongRows.length} rows are`;
      return refuse([`${count} not right. Nobody is brought in until every row is`], { wrongRows, unread });
    };
    const wrong = await wrongNow();
    if (wrong.length > 0) return refuseRows(wrong);
    if (request.body?.do !== 'bring') {
      const review = request.body?.do === 'correct' ? undefined : reviewOf(rows, columns);
      return show(request, reply, user, { pasted, unread, ...(review && { review }) });
    }
    try {
      await bringIn(ctx, caller, peopleIn(judged));
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'state_does_not_allow')) throw error;
      return refuseRows(await wrongNow());
    }
    return reply.redirect(recordNoticeHref({ environment: caller.environment, show: 'elsewhere' }, 'brought'), 303);
  }

  pages.get(bringPath, options, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(bringPath, options, bring);
  pages.get(`${bringPath}/file`, options, async (_request, reply, user) => {
    return sendCsv(reply, 'staff', [templateFile({}, await askedColumns(user))]);
  });
}
