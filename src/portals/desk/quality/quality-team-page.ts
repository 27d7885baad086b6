// The quality of the team: accuracy by person and month, what was found, how reviewers compare, and both as files.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { type ErrorType, errorTypeText, severities } from '../../../features/error-types/error-type-rules.ts';
import {
  type AccuracyRow,
  type FindingLine,
  type FoundRow,
  findAccuracy,
  findFindingLines,
  findFoundCounts,
  findReviewers,
  type QualityAsked,
} from '../../../features/quality/quality-figure-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { accuracyModel, monthsAsked } from './accuracy.ts';
import { addressOf, percentText, qualityHref, qualityListPath, qualityTeamPath } from './quality-words.ts';

const permission = 'read_team' as const;
/** How often the same type in the work of one person is worth a word with them. */
const REPEATED = 2;
const MOST_CRITICAL = 50;
const MOST_LINES = 50_000;

const stateTexts: Readonly<Record<FindingLine['state'], string>> = {
  ...{ stands: 'Stands', appealed: 'Appealed', upheld: 'Upheld', withdrawn: 'Withdrawn' },
};

type Query = Readonly<Record<string, unknown>>;

function askedIn(query: Query, now: Date) {
  const { months, since, choices } = monthsAsked(query, now, 6);
  const asked: QualityAsked = {
    ...{ since, environment: query.environment === 'test' ? 'test' : 'live' },
    teamId: isUuid(query.team) ? query.team : undefined,
  };
  return { asked, months, choices };
}

const nameOfType = (types: readonly ErrorType[]) => (code: string) =>
  types.find((one) => one.code === code)?.name ?? code;

/** A row for each type, the most frequent first. */
function byType(rows: readonly FoundRow[], types: readonly ErrorType[]) {
  return [...Map.groupBy(rows, ({ code }) => code)]
    .map(([code, own]) => {
      const of = (severity: FoundRow['severity']) =>
        own.filter((one) => one.severity === severity).reduce((sum, one) => sum + one.findings, 0);
      const counts = { minor: of('minor'), major: of('major'), critical: of('critical') };
      return { name: nameOfType(types)(code), ...counts, all: counts.minor + counts.major + counts.critical };
    })
    .sort((one, other) => other.all - one.all || one.name.localeCompare(other.name, 'en'));
}

/** Who made the same error more than once. */
function repeatedIn(rows: readonly FoundRow[], types: readonly ErrorType[]) {
  return [...Map.groupBy(rows, ({ user_id: id, code }) => `${id} ${code}`).values()]
    .map((own) => ({
      ...{ name: own[0]!.name, type: nameOfType(types)(own[0]!.code) },
      times: own.reduce((sum, one) => sum + one.findings, 0),
    }))
    .filter(({ times }) => times >= REPEATED)
    .sort((one, other) => other.times - one.times || one.name.localeCompare(other.name, 'en'));
}

const lineWords = (one: FindingLine) => ({
  ...{ order: orderNumber(one.order_id), label: reportTypeById(one.report_type_id)?.label ?? 'Report' },
});

async function teamModel(ctx: Ctx, user: UserOf<'desk'>, query: Query) {
  const { asked, months, choices } = askedIn(query, ctx.now());
  const [accuracy, found, reviewers, critical, teams, types] = await Promise.all([
    findAccuracy(ctx.db, user, asked),
    findFoundCounts(ctx.db, user, asked),
    findReviewers(ctx.db, user, asked),
    findFindingLines(ctx.db, user, { ...asked, severity: 'critical', limit: MOST_CRITICAL }),
    listTeams(ctx, authorityOf(user)),
    listErrorTypes(ctx, authorityOf(user)),
  ]);
  const { environment, teamId: team } = asked;
  const address = (path: string) => addressOf(path, { environment, months: String(months.length), team });
  return {
    title: 'Quality of the team',
    back: mayDo(user, 'approve_outcomes')
      ? { text: 'Quality', href: qualityListPath }
      : { text: 'Team', href: '/desk/team' },
    environment,
    choices,
    teams:
      teams.length === 0
        ? []
        : [{ id: '', name: 'Everybody' }, ...teams].map(({ id, name }) => ({
            ...{ value: id, text: name, selected: id === (asked.teamId ?? '') },
          })),
    accuracy: accuracy.length === 0 ? undefined : accuracyModel(accuracy, months),
    critical: critical
      .filter(({ state }) => state !== 'withdrawn')
      .map((one) => ({
        ...{ ...one, ...lineWords(one), type: nameOfType(types)(one.code), state: stateTexts[one.state] },
        href: qualityHref(one.report_id),
      })),
    repeated: repeatedIn(found, types),
    types: byType(found, types),
    reviewers: reviewers.map((one) => ({
      ...one,
      share: percentText(one.with_findings, one.reviewed),
      appealedShare: percentText(one.appealed, one.findings),
      withdrawnShare: percentText(one.withdrawn, one.findings),
    })),
    accuracyHref: address(`${qualityTeamPath}/accuracy/file`),
    findingsHref: address(`${qualityTeamPath}/findings/file`),
  };
}

const accuracyColumns: CsvColumns<AccuracyRow> = {
  month: ({ month }) => month,
  person: ({ name }) => name,
  reviewed: ({ reviewed }) => reviewed,
  without_error: ({ without_error: right }) => right,
  accuracy_percent: ({ without_error: right, reviewed }) => Math.floor((right / reviewed) * 100),
  minor: ({ minor }) => minor,
  major: ({ major }) => major,
  critical: ({ critical }) => critical,
  praised: ({ praised }) => praised,
  user: ({ user_id: id }) => id,
};

const findingColumns = (types: readonly ErrorType[]): CsvColumns<FindingLine> => ({
  reviewed_at: ({ reviewed_at: at }) => at.toISOString(),
  completed_at: ({ completed_at: at }) => at.toISOString(),
  account: ({ account_name: name }) => name,
  order: ({ order_id: id }) => orderNumber(id),
  report: (one) => lineWords(one).label,
  completed_by: ({ screener }) => screener,
  reviewed_by: ({ reviewer }) => reviewer,
  type: ({ code }) => {
    const type = types.find((one) => one.code === code);
    return type === undefined ? code : errorTypeText(type);
  },
  severity: ({ severity }) => severities[severity],
  state: ({ state }) => stateTexts[state],
  id: ({ id }) => id,
});

export function qualityTeamPage(pages: Pages<'desk'>, ctx: Ctx): void {
  type Asking = FastifyRequest<{ Querystring: Record<string, unknown> }>;
  pages.get<Asking>(qualityTeamPath, { permission, byEnvironment: true }, async (request, reply, user) =>
    renderPage(request, reply, 'desk/quality/team.njk', await teamModel(ctx, user, request.query)),
  );
  const file = { permission, stepUp: 'exports' } as const;
  pages.get<Asking>(`${qualityTeamPath}/accuracy/file`, file, async (request, reply, user) => {
    const { asked } = askedIn(request.query, ctx.now());
    const rows = await findAccuracy(ctx.db, user, asked);
    return sendCsv(reply, `accuracy-${ukDateOf(ctx.now())}`, csvLines(accuracyColumns, [rows]));
  });
  pages.get<Asking>(`${qualityTeamPath}/findings/file`, file, async (request, reply, user) => {
    const { asked } = askedIn(request.query, ctx.now());
    const rows = await findFindingLines(ctx.db, user, { ...asked, limit: MOST_LINES });
    const columns = findingColumns(await listErrorTypes(ctx, authorityOf(user)));
    return sendCsv(reply, `findings-${ukDateOf(ctx.now())}`, csvLines(columns, [rows]));
  });
}
