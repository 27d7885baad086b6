// The day of the shift on one page: by team and person what is done since it began, what is to do, and what is late.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { listDeskUsers } from '../../../features/accounts/sign-in-actions.ts';
import { findToday, type TodayCounts, type TodayRow } from '../../../features/lists/today-queries.ts';
import { listTeamPeople, listTeams } from '../../../features/teams/team-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { nameWithAbsence } from '../away/away-words.ts';
import { plainQueue, type QueueQuery, queueHref } from '../queue/queue-address.ts';

const path = '/desk/today';

const none: TodayCounts = {
  ...{ completed: 0, reviewed: 0, to_do: 0, not_begun: 0, answered: 0 },
  ...{ due_today: 0, late: 0, fresh: 0 },
};
const names = Object.keys(none) as (keyof TodayCounts)[];

const heads: Readonly<Record<keyof TodayCounts, string>> = {
  completed: 'Completed',
  reviewed: 'Reviewed',
  to_do: 'To do',
  not_begun: 'Not begun',
  answered: 'Answered',
  due_today: 'Due today',
  late: 'Late',
  fresh: 'New today',
};

const sumOf = (rows: readonly TodayCounts[]): TodayCounts =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((so, row) => so + row[name], 0)])) as Record<
    keyof TodayCounts,
    number
  >;

/** Where the queue shows what is counted; what is done has left it. */
const filters: Partial<Readonly<Record<keyof TodayCounts, Partial<QueueQuery>>>> = {
  to_do: { waiting: 'nobody' },
  not_begun: { waiting: 'not_begun' },
  answered: { waiting: 'answered' },
  due_today: { due: 'today' },
  late: { view: 'overdue' },
  fresh: { arrived: 'today' },
};

const textOf = (count: number): string => count.toLocaleString('en-GB');

interface Line {
  readonly name: string;
  readonly counts: TodayCounts;
  /** Of the queue, whose work it is. */
  readonly whose: Partial<QueueQuery>;
}

const queue = plainQueue('live');

/** What nobody has is a view of the queue, which it cannot have beside another. */
function hrefOf(name: keyof TodayCounts, { counts, whose }: Pick<Line, 'counts' | 'whose'>): string | undefined {
  const filter = filters[name];
  if (filter === undefined || counts[name] === 0 || (whose.view !== undefined && filter.view !== undefined))
    return undefined;
  return queueHref({ ...queue, ...whose, ...filter });
}

const rowOf = (line: Line) => ({
  name: line.name,
  href: queueHref({ ...queue, ...line.whose }),
  cells: names.map((name) => ({
    head: heads[name],
    count: textOf(line.counts[name]),
    href: hrefOf(name, line),
    isLate: name === 'late' && line.counts[name] > 0,
  })),
});

async function modelOf(ctx: Ctx, user: UserOf<'desk'>) {
  const now = ctx.now();
  const today = ukDateOf(now);
  const [rows, people, everybody, teams] = await Promise.all([
    findToday(ctx.db, user, { now, calendar: ctx.calendar() }),
    listTeamPeople(ctx, user),
    listDeskUsers(ctx, authorityOf(user)),
    listTeams(ctx, authorityOf(user)),
  ]);
  const countsOf = (id: string | null): TodayCounts => rows.find(({ key }: TodayRow) => key === id) ?? none;
  const shown = new Set([...people.map(({ id }) => id), ...rows.flatMap(({ key }) => key ?? [])]);
  const personLine = (person: (typeof everybody)[number]): Line => ({
    name: nameWithAbsence(person, today),
    counts: countsOf(person.id),
    whose: { assigneeId: person.id },
  });
  const lines = everybody
    .filter(({ id }) => shown.has(id))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(personLine);
  const nobody: Line = { name: 'Nobody', counts: countsOf(null), whose: { view: 'unassigned' } };
  const teamLines = teams
    .filter(({ members }) => members.some((id) => shown.has(id)))
    .map(({ id, name, members }): Line => ({ name, counts: sumOf(members.map(countsOf)), whose: { teamId: id } }));
  const total = sumOf(rows);
  return {
    title: 'Today',
    now,
    path,
    heads: names.map((name) => heads[name]),
    figures: names.map((name) => ({
      label: heads[name],
      value: textOf(total[name]),
      href: hrefOf(name, { counts: total, whose: {} }),
    })),
    tables: [
      { title: 'By team', of: 'Team', rows: teamLines.map(rowOf) },
      { title: 'By person', of: 'Person', rows: [...lines, nobody].map(rowOf) },
    ].filter((table) => table.rows.length > 0),
  };
}

export function todayPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_team', menu: 'Today', menuGroup: 'desk' },
    async (request: FastifyRequest, reply, user) =>
      renderPage(request, reply, 'desk/today/today.njk', await modelOf(ctx, user)),
  );
}
