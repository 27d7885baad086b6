// The figures of quality as CSV files: by month and person, what was completed by day, person and type, and each
// decision about an outcome.

import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { reviewDecisions, textOfCode } from '../../../features/cases/approval-rules.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import {
  type CompletedRow,
  type DecisionRow,
  findCompletedByDay,
  findDecisions,
  findQualityByMonth,
  type QualityRow,
} from '../../../features/lists/quality-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { addMonths } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';

const permission = 'read_team' as const;

/** The figures are of whole months, but for the one that is going on. */
const firstDay = (now: Date) => startOfUkDay(addMonths(`${ukDateOf(now).slice(0, 7)}-01`, -12));
const exportedAtOnce = 1000;

export const qualityPath = '/desk/team/quality';
export const completedPath = '/desk/team/completed';
export const decisionsPath = '/desk/team/decisions';

const percentOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));

const qualityColumns = (reasonOf: (code: string) => string): CsvColumns<QualityRow> => ({
  month: ({ month }) => month,
  person: ({ name }) => name ?? 'A former user',
  completed: ({ completed }) => completed,
  reviewed: ({ reviewed }) => reviewed,
  reviewed_percent: ({ reviewed, completed }) => percentOf(reviewed, completed),
  approved: ({ approved }) => approved,
  changed: ({ changed }) => changed,
  sent_back: ({ sent_back }) => sent_back,
  with_error_percent: ({ changed, sent_back, reviewed }) => percentOf(changed + sent_back, reviewed),
  most_frequent_error: ({ code }) => (code === null ? null : reasonOf(code)),
  reopened: ({ reopened }) => reopened,
  reopened_for_our_error: ({ our_errors }) => our_errors,
  user: ({ user_id }) => user_id,
});

const completedColumns: CsvColumns<CompletedRow> = {
  day: ({ day }) => day,
  person: ({ name }) => name ?? 'A former user',
  report: ({ report_type_id: id }) => reportTypeById(id)?.label ?? 'Report',
  completed: ({ completed }) => completed,
  user: ({ user_id }) => user_id,
};

const decisionColumns = (reasonOf: (code: string) => string): CsvColumns<DecisionRow> => ({
  decided_at: ({ decided_at: at }) => at.toISOString(),
  account: ({ account_name: name }) => name,
  order: ({ order_id: id }) => orderNumber(id),
  report: ({ report_type_id: id }) => reportTypeById(id)?.label ?? 'Report',
  version: ({ version }) => version,
  outcome_of: ({ author_name: name }) => name,
  decision: ({ decision }) => reviewDecisions[decision],
  reason: ({ code }) => (code === null ? null : reasonOf(code)),
  decided_by: ({ reviewer_name: name }) => name,
  id: ({ id }) => id,
});

type Asked = Pick<Parameters<typeof findDecisions>[2], 'environment' | 'since'>;

async function* everyDecision(ctx: Ctx, user: UserOf<'desk'>, asked: Asked) {
  for (let after: DecisionRow | undefined; ; ) {
    const rows = await findDecisions(ctx.db, user, { ...asked, after, limit: exportedAtOnce });
    yield rows;
    if (rows.length < exportedAtOnce) return;
    after = rows.at(-1);
  }
}

const reasonsFor = async (ctx: Ctx, user: UserOf<'desk'>) => textOfCode(await listErrorTypes(ctx, authorityOf(user)));

const contentOf = {
  quality: async (ctx: Ctx, user: UserOf<'desk'>, { environment, since }: Asked) =>
    csvLines(qualityColumns(await reasonsFor(ctx, user)), [await findQualityByMonth(ctx.db, user, environment, since)]),
  completed: async (ctx: Ctx, user: UserOf<'desk'>, { environment, since }: Asked) =>
    csvLines(completedColumns, [await findCompletedByDay(ctx.db, user, environment, since)]),
  decisions: async (ctx: Ctx, user: UserOf<'desk'>, asked: Asked) =>
    csvLines(decisionColumns(await reasonsFor(ctx, user)), everyDecision(ctx, user, asked)),
} as const;

export function qualityFiles(pages: Pages<'desk'>, ctx: Ctx): void {
  for (const [path, name, content] of [
    [qualityPath, 'quality-by-month', contentOf.quality],
    [completedPath, 'completed-by-day', contentOf.completed],
    [decisionsPath, 'decisions', contentOf.decisions],
  ] as const)
    pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
      path,
      { permission, stepUp: 'exports' },
      async (request, reply, user) => {
        const environment = request.query.environment === 'test' ? 'test' : 'live';
        const since = firstDay(ctx.now());
        return sendCsv(reply, `${name}-${ukDateOf(ctx.now())}`, await content(ctx, user, { environment, since }));
      },
    );
}
