// The figures of the company: all clients together over a time, against the time before it, and how long the backlog takes.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { type CompanyFigures, readFigures, readTeamBacklog } from '../../../features/lists/figure-actions.ts';
import { findFirstOrderDay } from '../../../features/lists/figure-queries.ts';
import { comparisons, figurePeriods } from '../../../features/lists/figure-rules.ts';
import { readForecast } from '../../../features/lists/forecast-actions.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { csvLines } from '../../../lib/csv.ts';
import { addDays, type IsoDate } from '../../../lib/dates.ts';
import { ukDateOf, ukFormat } from '../../../lib/uk-times.ts';
import { barOf, mostOf } from '../../shared/bars/bars.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { fileColumns, fileRows } from './figures-file.ts';
import { type FiguresQuery, figureSorts, figuresHref, figuresPath, readFiguresQuery } from './figures-query.ts';
import { backlogOf, clientTable, typeTable, workLinks } from './figures-tables.ts';
import { daysSentence, figuresOf } from './figures-words.ts';
import { forecastTable } from './forecast-table.ts';

const permission = 'read_figures' as const;

const dayAndMonth = ukFormat({ day: 'numeric', month: 'short' });

type Request = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>;

const itemsOf = (words: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(words).map(([value, text]) => ({ value, text, selected: value === chosen }));

/** Two bars for each week, of one scale. */
function weeksOf({ weeks }: CompanyFigures, today: IsoDate) {
  const most = mostOf(weeks.flatMap(({ placed, completed }) => [placed, completed]));
  return weeks.map(({ week, placed, completed }) => ({
    name: dayAndMonth(new Date(week)),
    isGoingOn: addDays(week, 6) >= today,
    ...{ placed, completed },
    bars: [
      ...barOf([{ value: placed, pattern: 'solid' }], most),
      ...barOf([{ value: completed, pattern: 'striped' }], most),
    ],
  }));
}

/** Of the whole desk, or of one team. */
async function backlogModel(ctx: Ctx, user: UserOf<'desk'>, figures: CompanyFigures, { teamId }: FiguresQuery) {
  const teams = await listTeams(ctx, authorityOf(user));
  const team = teams.find(({ id }) => id === teamId);
  const backlog = team === undefined ? figures : await readTeamBacklog(ctx, user, team.id);
  const time = { today: ukDateOf(ctx.now()), calendar: ctx.calendar() };
  return {
    backlog: { ...backlogOf(backlog, time), team: team?.name },
    teams:
      teams.length === 0
        ? []
        : [
            { value: '', text: 'Everybody' },
            ...itemsOf(Object.fromEntries(teams.map((one) => [one.id, one.name])), team?.id ?? ''),
          ],
  };
}

function modelOf(figures: CompanyFigures, query: FiguresQuery, user: UserOf<'desk'>, today: IsoDate) {
  const shown = { query, readsReports: mayDo(user, 'read_reports') };
  const seesMoney = figures.now.money !== undefined;
  const { margin: _, ...withoutMargin } = figureSorts;
  return {
    title: 'Figures',
    errors: query.errors,
    query,
    periods: itemsOf(figurePeriods, query.period),
    comparisons: itemsOf(comparisons, query.against),
    sorts: itemsOf(seesMoney ? figureSorts : withoutMargin, query.sort),
    days: daysSentence(query.times.now),
    daysBefore: daysSentence(query.times.before),
    figures: figuresOf(figures, {
      ...workLinks(shown),
      team: mayDo(user, 'read_team') ? '/desk/team' : undefined,
    }),
    weeks: weeksOf(figures, today),
    clients: clientTable(figures.clients, shown),
    types: typeTable(figures.types, shown),
    seesMoney,
    fileHref: figuresHref(query, `${figuresPath}/file`),
  };
}

export function figuresPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(figuresPath, { permission, menu: 'Figures', menuGroup: 'desk' }, async (request: Request, reply, user) => {
    const today = ukDateOf(ctx.now());
    const query = readFiguresQuery(request.query, today, await findFirstOrderDay(ctx.db, user));
    const figures = await readFigures(ctx, user, query.times);
    const { errors } = query;
    return renderPage(request, errors === undefined ? reply : reply.status(422), 'desk/figures/figures.njk', {
      ...modelOf(figures, query, user, today),
      ...(await backlogModel(ctx, user, figures, query)),
      forecast: forecastTable(await readForecast(ctx, user), mayDo(user, 'read_reports')),
    });
  });

  pages.get(`${figuresPath}/file`, { permission, stepUp: 'exports' }, async (request: Request, reply, user) => {
    const today = ukDateOf(ctx.now());
    const { times } = readFiguresQuery(request.query, today, await findFirstOrderDay(ctx.db, user));
    const figures = await readFigures(ctx, user, times);
    const columns = fileColumns(figures.now.money !== undefined);
    return sendCsv(
      reply,
      `figures-${times.now.from}-to-${times.now.to}`,
      csvLines(columns, [fileRows(figures, times, today)]),
    );
  });
}
