// The work queue: reports that wait at the desk, ordered by due date, with the view and the filters in the address.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { countMessages } from '../../../features/cases/candidate-message-actions.ts';
import { listWorkers } from '../../../features/cases/spread-actions.ts';
import { countComments } from '../../../features/comments/comment-actions.ts';
import { countRequests } from '../../../features/data-requests/data-request-list-actions.ts';
import { idleDays, queueArrivals, queueDues } from '../../../features/lists/queue-due-queries.ts';
import { listSavedViews } from '../../../features/lists/saved-view-actions.ts';
import { countSourceAnswers, type SourceAnswerCounts } from '../../../features/lists/source-answer-queries.ts';
import { findColleagues } from '../../../features/lists/team-queries.ts';
import { type QueueGroup, queueSorts, queueWaitings } from '../../../features/lists/work-queue-queries.ts';
import { areas } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { jurisdictionLabels, jurisdictions } from '../../../features/working-days/closing-day-rules.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { HTML, renderHtml, renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { reportTags } from '../../shared/status-tags.ts';
import { workerChoice } from '../away/away-words.ts';
import { dataRequestsHref } from '../data-requests/data-requests-page.ts';
import { firstDaysOf } from '../first-days/first-days.ts';
import { manyPath } from '../many/many-address.ts';
import { actsOf } from '../many/many-page.ts';
import { actWords } from '../many/many-words.ts';
import { messagesHref } from '../messages/messages-page.ts';
import { handOverHref } from '../people/hand-over-page.ts';
import { daysOffText } from '../working-days/days-off-words.ts';
import { doneText, hasDone } from './claim-forms.ts';
import {
  nextHref,
  openStatuses,
  plainQueue,
  type QueueQuery,
  queueHref,
  queueParameters,
  readQueueQuery,
  rememberQueue,
  savedAddress,
  savedHref,
  wantsOwn,
} from './queue-address.ts';
import { queueFilePath } from './queue-file.ts';
import { readQueue, readQueueVersion } from './queue-list.ts';
import { arrivalTexts, dueTexts, nextTexts, sortTexts, waitingTexts } from './queue-words.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

const byText = (one: Choice, other: Choice) => one.text.localeCompare(other.text);

function select(name: string, label: string, chosen: string | undefined, choices: readonly Choice[], all = 'All') {
  const items = [...(all === '' ? [] : [{ value: '', text: all }]), ...choices];
  return { name, label, items: items.map((item) => ({ ...item, selected: item.value === (chosen ?? '') })) };
}

/** Everybody who may work on reports, and who left the desk if their reports are looked for. */
function peopleWith(id: string | undefined, people: readonly Choice[], name = 'A former user'): readonly Choice[] {
  return id === undefined || people.some(({ value }) => value === id) ? people : [...people, { value: id, text: name }];
}

/** One filter of which several are ticked: those first. */
function ticksOf(name: string, label: string, chosen: readonly string[], choices: readonly Choice[]) {
  const isChosen = ({ value }: Choice) => chosen.includes(value);
  const sorted = choices.toSorted(
    (one, other) => Number(isChosen(other)) - Number(isChosen(one)) || byText(one, other),
  );
  return { name, label, chosen: chosen.length, items: sorted.map((one) => ({ ...one, checked: isChosen(one) })) };
}

/** Those that the queue has reports of, and those that are chosen. */
function tickedFilters({ reportTypeIds = [], accountIds = [] }: QueueQuery, found: readonly QueueGroup[]) {
  const typeIds = new Set([...found.map((row) => row.report_type_id), ...reportTypeIds]);
  const types = [...typeIds].flatMap((id) => reportTypeById(id) ?? []);
  const nameless = accountIds.map((id): [string, string] => [id, 'An account without open reports']);
  const accounts = new Map([...nameless, ...found.map((row): [string, string] => [row.account_id, row.account_name])]);
  return [
    ticksOf(
      ...(['type', 'Report type', reportTypeIds.map(String)] as const),
      types.map(({ id, label }) => ({ value: String(id), text: label })),
    ),
    ticksOf(
      ...(['account', 'Account', accountIds] as const),
      [...accounts].map(([value, text]) => ({ value, text })),
    ),
  ];
}

/** The choices are those that the queue has reports of. */
function selectsOf(
  query: QueueQuery,
  found: readonly QueueGroup[],
  {
    people,
    teams,
    assigneeName,
  }: {
    readonly people: readonly Choice[];
    readonly teams: readonly Choice[];
    readonly assigneeName: string | undefined;
  },
) {
  const types = [...new Set(found.map((row) => row.report_type_id))].flatMap((id) => reportTypeById(id) ?? []);
  const countries = [...new Set(types.map(({ country }) => country ?? 'GBR'))];
  return [
    select(
      'area',
      'Area',
      query.area,
      [...new Set(types.map(({ area }) => area))].map((area) => ({ value: area, text: areas[area] })).sort(byText),
    ),
    ...(people.length === 0
      ? []
      : [
          select('assignee', 'Assigned to', query.assigneeId, peopleWith(query.assigneeId, people, assigneeName)),
          select('previous', 'Before with', query.previousId, peopleWith(query.previousId, people), 'Anybody'),
        ]),
    ...(teams.length === 0 ? [] : [select('team', 'Team', query.teamId, teams)]),
    select(
      'country',
      'Country',
      query.country,
      countries.map((code) => ({ value: code, text: countryByAlpha3(code)?.name ?? code })).sort(byText),
    ),
    select(
      'nation',
      'Nation',
      query.nation,
      jurisdictions.map((value) => ({ value, text: jurisdictionLabels[value] })),
    ),
    select(
      'status',
      'State',
      query.status,
      openStatuses.map((value) => ({ value, text: reportTags[value].text })),
    ),
    select(
      'waiting',
      'Waiting for',
      query.waiting,
      queueWaitings.map((value) => ({ value, text: waitingTexts[value] })),
      'Anybody or nobody',
    ),
    select(
      'due',
      'Due',
      query.due,
      queueDues.map((value) => ({ value, text: dueTexts[value] })),
      'Any day',
    ),
    select(
      'arrived',
      'Arrived',
      query.arrived,
      queueArrivals.map((value) => ({ value, text: arrivalTexts[value] })),
      'Any time',
    ),
    select(
      'idle',
      'Not touched for',
      query.idle?.toString(),
      idleDays.map((days) => ({ value: String(days), text: `${days} days` })),
      'Any time',
    ),
    select('priority', 'Priority', query.isUrgent && 'urgent', [{ value: 'urgent', text: 'Urgent' }]),
    select(
      'sort',
      'Sort by',
      query.sort,
      queueSorts.map((value) => ({ value, text: sortTexts[value] })),
      '',
    ),
  ];
}

/** Of the filters in the panel, not the view in the tabs. */
const filtersOn = ({ environment, view, sort, page, ...filters }: QueueQuery): number =>
  Object.values(filters).filter((value) => value !== undefined).length;

/** What sources answered, and nobody has opened since. */
const sourcesModel = ({ all, own }: SourceAnswerCounts, plain: QueueQuery) => ({
  ...{ all, own, href: queueHref({ ...plain, waiting: 'source_answered' }) },
  ownHref: queueHref({ ...plain, view: 'mine', waiting: 'source_answered' }),
});

export async function queuePageModel(
  ctx: Ctx,
  user: UserOf<'desk'>,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
) {
  const query = readQueueQuery(request.query);
  const { environment, view } = query;
  const [found, colleagues, teams, workers, savedViews, ofCandidates, ofClients, sources, requests] = await Promise.all(
    [
      readQueue(ctx, user, query),
      mayDo(user, 'read_team') ? findColleagues(ctx.db, user) : [],
      mayDo(user, 'read_team') ? listTeams(ctx, authorityOf(user)) : [],
      // Of some accounts, those who work for one of them; of one team, its members.
      mayDo(user, 'assign_reports')
        ? listWorkers(ctx, user, environment, {
            accountIds: query.accountIds,
            teamId: query.teamId,
          })
        : [],
      listSavedViews(ctx, user),
      countMessages(ctx, user, environment),
      countComments(ctx, user, environment),
      countSourceAnswers(ctx.db, user, environment),
      mayDo(user, 'read_complaints') ? countRequests(ctx, authorityOf(user), user.accounts, environment) : undefined,
    ],
  );
  const messages = ofCandidates + ofClients;
  const people = colleagues.map(({ id, name }) => ({ value: id, text: name })).sort(byText);
  const today = ukDateOf(ctx.now());
  const plain = plainQueue(environment);
  return {
    title: 'Work queue',
    environment,
    scripts: ['queue.js'],
    done: doneText(request.query),
    isDone: hasDone(request.query),
    daysOff: mayDo(user, 'read_team') ? daysOffText(ctx) : undefined,
    gave: view === 'mine' && isUuid(request.query.gave) ? request.query.gave : undefined,
    queue: found.list,
    messages: messages === 0 ? undefined : { count: messages, href: messagesHref(environment) },
    sources: sources.all === 0 ? undefined : sourcesModel(sources, plain),
    requests: requests?.open ? { ...requests, href: dataRequestsHref(environment) } : undefined,
    ticked: tickedFilters(query, found.groups),
    selects: selectsOf(query, found.groups, {
      people: mayDo(user, 'read_team') ? people : [],
      assigneeName: found.reports[0]?.assignee_name ?? undefined,
      teams: teams.map(({ id, name }) => ({ value: id, text: name })),
    }),
    dayInputs: [
      { name: 'due_on', label: 'Due on', value: query.dueOn },
      { name: 'since', label: 'Arrived since', value: query.since },
    ],
    filtersOn: filtersOn(query),
    // The other parameters of the address, which the form of the selects repeats.
    kept: queueParameters({ ...plain, view }),
    clearHref: queueHref(plain),
    workers: workers.map((one) => workerChoice(one, today)).sort(byText),
    savedViews: savedViews.map(({ name, address: saved }) => ({
      name,
      href: savedHref(saved),
      active: saved === savedAddress(query),
    })),
    claimAction: queueHref(query, '/desk/claims'),
    ownAction: queueHref(query, '/desk/own-reports'),
    assignAction: queueHref(query, '/desk/assignments'),
    manyAction: queueHref(query, manyPath),
    acts: actsOf(user).map((act) => ({ value: act, text: actWords[act].short })),
    handOverHref: query.assigneeId && found.reports.length > 0 ? handOverHref(query.assigneeId) : undefined,
    saveAction: queueHref({ ...query, page: 1 }, '/desk/views'),
    rowsHref: queueHref(query, '/desk/rows'),
    nextAction: nextHref(query),
    nextText: nextTexts[wantsOwn(query) ? 'own' : 'free'],
    fileHref: queueHref({ ...query, page: 1 }, queueFilePath),
  };
}

export function queuePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    '/desk',
    { permission: 'read_reports', menu: 'Work queue', byEnvironment: true },
    async (request, reply, user) => {
      rememberQueue(request, reply, readQueueQuery(request.query));
      const model = await queuePageModel(ctx, user, request);
      const firstDays = await firstDaysOf(ctx, user, request);
      return renderPage(request, reply, 'desk/queue/queue.njk', { ...model, firstDays });
    },
  );

  // The list alone, for the script that keeps the page up to date.
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    '/desk/rows',
    { permission: 'read_reports' },
    async (request, reply, user) => {
      const query = readQueueQuery(request.query);
      const tag = (version: string) => `"${version}"`;
      const shown = request.headers['if-none-match'];
      if (shown !== undefined && shown === tag(await readQueueVersion(ctx, user, query))) {
        return reply.status(304).header('etag', shown).send();
      }
      const { list } = await readQueue(ctx, user, query);
      reply.header('etag', tag(list.version));
      return reply.type(HTML).send(renderHtml('desk/queue/queue-list.njk', { title: '', queue: list }, ''));
    },
  );
}
