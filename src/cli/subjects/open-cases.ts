// `probity open-cases`: brings in the cases that are open in another system, from a spreadsheet or a file of JSON lines.
import { readFile } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import {
  type BulkRow,
  mostCandidates,
  placeBulkOrder,
  uploadBulkOrder,
} from '../../features/orders/bulk-order-actions.ts';
import { judgeLines, linesIn } from '../../features/orders/open-case-line-actions.ts';
import { readSheetRows } from '../../lib/sheet-rows.ts';
import { readSpreadsheet } from '../../platform/files/spreadsheet.ts';
import {
  judgeOpenRows,
  openCaseColumns,
  openCases as rowsOfCases,
} from '../../portals/shared/bulk-orders/open-case-rows.ts';
import { faultTexts, type WrongRow } from '../../portals/shared/bulk-orders/sent-table.ts';
import { askedOrder } from '../../portals/shared/orders/order-submission.ts';
import type { Entry } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, refusalOf } from './subject.ts';

const MOST = 20_000;

const callerIn = (accountId: string) => ({
  ...({ accountId, environment: 'live', actor: 'system', subsidiaryIds: null, clockOffsetSeconds: 0 } as const),
  userId: null,
});

interface ReadCases {
  readonly rows: readonly (BulkRow & WrongRow)[];
  readonly unread: readonly string[];
}

async function readSheet(ctx: Ctx, accountId: string, content: Buffer, mailsCandidate: boolean): Promise<ReadCases> {
  const table = await readSpreadsheet(content, MOST + 1);
  if (typeof table === 'string') throw refusalOf('cases', faultTexts[table]);
  const one = await askedOrder(ctx, { caller: callerIn(accountId), userId: null, people: [] }, {});
  const columns = openCaseColumns(one.subsidiaries.length > 0);
  const { rows, unread, faults } = readSheetRows(table, MOST, columns, rowsOfCases);
  if (faults.length > 0) throw refusalOf('cases', faults.join('. '));
  return { rows: await judgeOpenRows(one, rows, mailsCandidate), unread };
}

async function readCases(ctx: Ctx, accountId: string, path: string, mailsCandidate: boolean): Promise<ReadCases> {
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) throw refusalOf('cases', 'cannot be read');
  if (!/\.(?:jsonl|ndjson)$/i.test(path)) return readSheet(ctx, accountId, content, mailsCandidate);
  const lines = linesIn(content);
  if (lines.length > MOST) throw refusalOf('cases', `has more than ${MOST} lines: split it`);
  return { rows: await judgeLines(ctx, callerIn(accountId), lines, { mailsCandidate }), unread: [] };
}

async function importCases(ctx: Ctx, accountId: string, { cases, mail, confirm }: Entry): Promise<Row[]> {
  const { rows, unread } = await readCases(ctx, accountId, String(cases), mail === true);
  const wrong = rows.flatMap(({ rowNumber, problems }) =>
    problems.map((one): Row => ({ row: rowNumber, column: one.column || 'the whole row', problem: one.text })),
  );
  // A script that switches the other system off must not go on.
  if (wrong.length > 0 && confirm === true)
    throw refusalOf('cases', 'has rows that are not right: run the command without --confirm, which lists them');
  if (wrong.length > 0) return wrong;
  const caller = callerIn(accountId);
  if (confirm === true)
    for (let from = 0; from < rows.length; from += mostCandidates) {
      const some = rows.slice(from, from + mostCandidates);
      const id = await uploadBulkOrder(ctx, caller, { items: [], rows: some, unreadColumns: unread });
      await placeBulkOrder(ctx, caller, id);
    }
  const countOf = (of: (row: BulkRow) => boolean | undefined) => rows.filter(of).length;
  return [
    {
      ...{ cases: rows.length, formsAwaited: countOf(({ entry }) => entry !== 'client') },
      billedElsewhere: countOf(({ arrival }) => arrival?.billed_elsewhere),
      done: confirm === true ? 'the worker brings them in' : 'can be brought in, with --confirm',
      columnsNotRead: unread,
    },
  ];
}

export const openCases: LookedAfter = {
  section: 'openCases',
  verbs: {
    import: {
      summary: 'bring in cases that are open in another system, from a spreadsheet or a file of JSON lines',
      ofAccount: true,
      fields: [
        {
          name: 'cases',
          kind: 'text',
          required: true,
          meaning: 'the spreadsheet (.xlsx or .csv), or the JSON lines (.jsonl)',
        },
        { name: 'mail', kind: 'flag', meaning: 'mail candidates whose form is awaited a link to it at once' },
        {
          name: 'confirm',
          kind: 'flag',
          meaning: 'bring them in; without it, every row is judged and nothing is stored',
        },
      ],
      run: importCases,
    },
  },
  elsewhere: 'The columns and the lines stand in docs/setting-up.md, “Move in from another system”.',
};

export const describe = describing(openCases);
