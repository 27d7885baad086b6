// The figures of quality as CSV files: by month and person, and each decision about an outcome.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reviewDecisions, textOfCode } from '../../../features/cases/approval-rules.ts';
import {
  type DecisionRow,
  findDecisions,
  findQualityByMonth,
  type QualityRow,
} from '../../../features/lists/quality-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { csvField } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';

const permission = 'read_team' as const;
const YEAR_MS = 366 * 86_400_000;
const exportedAtOnce = 1000;

export const qualityPath = '/desk/team/quality';
export const decisionsPath = '/desk/team/decisions';

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

const percentOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));

const qualityColumns: Columns<QualityRow> = {
  month: ({ month }) => month,
  person: ({ name }) => name ?? 'A former user',
  completed: ({ completed }) => completed,
  reviewed: ({ reviewed }) => reviewed,
  reviewed_percent: ({ reviewed, completed }) => percentOf(reviewed, completed),
  approved: ({ approved }) => approved,
  changed: ({ changed }) => changed,
  sent_back: ({ sent_back }) => sent_back,
  with_error_percent: ({ changed, sent_back, reviewed }) => percentOf(changed + sent_back, reviewed),
  most_frequent_error: ({ code }) => (code === null ? null : textOfCode(code)),
  reopened: ({ reopened }) => reopened,
  reopened_for_our_error: ({ our_errors }) => our_errors,
  user: ({ user_id }) => user_id,
};

const decisionColumns: Columns<DecisionRow> = {
  decided_at: ({ decided_at: at }) => at.toISOString(),
  account: ({ account_name: name }) => name,
  order: ({ order_id: id }) => orderNumber(id),
  report: ({ report_type_id: id }) => reportTypeById(id)?.label ?? 'Report',
  version: ({ version }) => version,
  outcome_of: ({ author_name: name }) => name,
  decision: ({ decision }) => reviewDecisions[decision],
  reason: ({ code }) => (code === null ? null : textOfCode(code)),
  decided_by: ({ reviewer_name: name }) => name,
  id: ({ id }) => id,
};

const headOf = <Row>(columns: Columns<Row>) => `${Object.keys(columns).join(',')}\r\n`;

const linesOf = <Row>(columns: Columns<Row>, rows: readonly Row[]) =>
  rows
    .map((row) => Object.values(columns).map((column) => csvField(column(row)?.toString() ?? null)))
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('');

type Asked = Pick<Parameters<typeof findDecisions>[2], 'environment' | 'since'>;

async function* decisionsOf(ctx: Ctx, user: UserOf<'desk'>, asked: Asked) {
  yield headOf(decisionColumns);
  for (let offset = 0; ; offset += exportedAtOnce) {
    const rows = await findDecisions(ctx.db, user, { ...asked, offset, limit: exportedAtOnce });
    yield linesOf(decisionColumns, rows);
    if (rows.length < exportedAtOnce) return;
  }
}

async function* qualityOf(ctx: Ctx, user: UserOf<'desk'>, { environment, since }: Asked) {
  yield headOf(qualityColumns);
  yield linesOf(qualityColumns, await findQualityByMonth(ctx.db, user, environment, since));
}

export function qualityFiles(pages: Pages<'desk'>, ctx: Ctx): void {
  for (const [path, name, contentOf] of [
    [qualityPath, 'quality-by-month', qualityOf],
    [decisionsPath, 'decisions', decisionsOf],
  ] as const)
    pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
      path,
      { permission, stepUp: 'exports' },
      async (request, reply, user) => {
        const environment = request.query.environment === 'test' ? 'test' : 'live';
        const since = new Date(ctx.now().getTime() - YEAR_MS);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${ukDateOf(ctx.now())}.csv"`)
          .send(Readable.from(contentOf(ctx, user, { environment, since })));
      },
    );
}
