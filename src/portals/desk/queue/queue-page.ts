// The work queue: reports that wait at the desk, ordered by due date, with the view and the filters in the address.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type Assignee, listAssignees } from '../../../features/cases/claim-actions.ts';
import { listSavedViews } from '../../../features/lists/saved-view-actions.ts';
import { queueSorts, queueWaitings } from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { HTML, renderHtml, renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { reportTags } from '../../shared/status-tags.ts';
import { doneText } from './claim-forms.ts';
import {
  openStatuses,
  plainQueue,
  type QueueQuery,
  queueHref,
  queueParameters,
  readQueueQuery,
  savedAddress,
  savedHref,
} from './queue-address.ts';
import { type FoundQueue, findQueue, queueModel } from './queue-list.ts';
import { sortTexts, waitingTexts } from './queue-words.ts';

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
function peopleIn({ query, reports }: FoundQueue, assignees: readonly Assignee[]): Choice[] {
  const { assigneeId } = query;
  const people = assignees.map(({ id, name }) => ({ value: id, text: name }));
  if (assigneeId === undefined || assignees.some(({ id }) => id === assigneeId)) return people;
  return [...people, { value: assigneeId, text: reports[0]?.assignee_name ?? 'A former user' }];
}

/** The choices are those that the queue has reports of. */
function selectsOf({ query, groups: found }: FoundQueue, people: readonly Choice[]) {
  const types = [...new Set(found.map((row) => row.report_type_id))].flatMap((id) => reportTypeById(id) ?? []);
  const accounts = new Map(found.map((row) => [row.account_id, row.account_name]));
  const countries = [...new Set(types.map(({ country }) => country ?? 'GBR'))];
  return [
    select(
      'type',
      'Report type',
      query.reportTypeId?.toString(),
      types.map(({ id, label }) => ({ value: String(id), text: label })).sort(byText),
    ),
    select('account', 'Account', query.accountId, [...accounts].map(([value, text]) => ({ value, text })).sort(byText)),
    ...(people.length === 0 ? [] : [select('assignee', 'Assigned to', query.assigneeId, people)]),
    select(
      'country',
      'Country',
      query.country,
      countries.map((code) => ({ value: code, text: countryByAlpha3(code)?.name ?? code })).sort(byText),
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
      'sort',
      'Sort by',
      query.sort,
      queueSorts.map((value) => ({ value, text: sortTexts[value] })),
      '',
    ),
  ];
}

/** Of the filters in the panel, not the view in the tabs. */
const filtersOn = ({ reportTypeId, accountId, assigneeId, country, status, waiting }: QueueQuery): number =>
  [reportTypeId, accountId, assigneeId, country, status, waiting].filter((value) => value !== undefined).length;

export async function queuePageModel(
  ctx: Ctx,
  user: UserOf<'desk'>,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
) {
  const query = readQueueQuery(request.query);
  const { environment, view } = query;
  const [found, assignees, savedViews] = await Promise.all([
    findQueue(ctx, user, query),
    mayDo(user, 'read_team') ? listAssignees(ctx) : [],
    listSavedViews(ctx, user),
  ]);
  const queue = await queueModel(ctx, user, found);
  const plain = plainQueue(environment);
  return {
    title: 'Work queue',
    environment,
    scripts: ['queue.js'],
    done: doneText(request.query),
    queue,
    selects: selectsOf(found, mayDo(user, 'read_team') ? peopleIn(found, assignees) : []),
    filtersOn: filtersOn(query),
    // The other parameters of the address, which the form of the selects repeats.
    kept: queueParameters({ ...plain, view }),
    clearHref: queueHref(plain),
    assignees,
    savedViews: savedViews.map(({ name, address: saved }) => ({
      name,
      href: savedHref(saved),
      active: saved === savedAddress(query),
    })),
    claimAction: queueHref(query, '/desk/claims'),
    assignAction: queueHref(query, '/desk/assignments'),
    saveAction: queueHref({ ...query, page: 1 }, '/desk/views'),
    rowsHref: queueHref(query, '/desk/rows'),
    nextAction: queueHref(plain, '/desk/next'),
  };
}

export function queuePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    '/desk',
    { permission: 'read_reports', menu: 'Work queue', byEnvironment: true },
    async (request, reply, user) =>
      renderPage(request, reply, 'desk/queue/queue.njk', await queuePageModel(ctx, user, request)),
  );

  // The list alone, for the script that keeps the page up to date.
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    '/desk/rows',
    { permission: 'read_reports' },
    async (request, reply, user) => {
      const found = await findQueue(ctx, user, readQueueQuery(request.query));
      const tag = `"${found.version}"`;
      reply.header('etag', tag);
      if (request.headers['if-none-match'] === tag) return reply.status(304).send();
      const model = { title: '', queue: await queueModel(ctx, user, found) };
      return reply.type(HTML).send(renderHtml('desk/queue/queue-list.njk', model, ''));
    },
  );
}
