// The list of references that are not settled: whom to call, what was answered, and who is still waited for.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, demand, mayDo } from '../../../features/access/permissions.ts';
import {
  type ManyReferences,
  mostReferencesAtOnce,
  workOnReferences,
} from '../../../features/cases/bulk-reference-actions.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import type { DueTimes } from '../../../features/lists/queue-due-queries.ts';
import {
  countReferences,
  findListedReferences,
  type ReferenceListRow,
  type ReferenceView,
  referenceViews,
} from '../../../features/lists/reference-list-queries.ts';
import { attemptOutcomes } from '../../../features/references/attempt-rules.ts';
import { openReferees } from '../../../features/references/listed-reference-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { dueWords } from '../../shared/due-words.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { sentListSearch } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { agoText } from '../../shared/relative-times.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { referenceTag } from '../../shared/status-tags.ts';
import { actPath } from '../many/many-address.ts';
import {
  manyModel,
  referenceHref,
  reportsToClose,
  type ShownMany,
  type TypedMany,
  typedMany,
} from './many-references.ts';
import {
  filtersOn,
  hrefOf,
  isCounted,
  narrowOf,
  parametersOf,
  plainQuery,
  type Query,
  readQuery,
  referenceListPath,
  selectsOf,
} from './reference-list-query.ts';

const path = referenceListPath;
const searchPath = `${path}/search`;
const manyPath = `${path}/many`;
const PER_PAGE = 50;

const viewTexts: Readonly<Record<ReferenceView, string>> = {
  all: 'All',
  to_call: 'To call',
  due: 'To try today',
  answered: 'Answered',
  declined: 'Declined',
  waiting: 'Waiting for the referee',
};

function tagOf({ status, mailed_at: mailedAt }: ReferenceListRow): Tag {
  const tag = referenceTag({ status, mailedAt });
  return status === 'requested' && mailedAt !== null ? { ...tag, text: 'Waiting' } : tag;
}

/** How many were sent, and when the next one follows; undefined where nobody was written to. */
function remindersOf(
  { status, mailed_at, chases, next_reminder_at: next }: ReferenceListRow,
  { now, calendar }: DueTimes,
) {
  if (mailed_at === null) return undefined;
  const following = status === 'requested' && next !== null ? next : undefined;
  const words = following && dueWords(ukDateOf(following), ukDateOf(now), calendar);
  return { text: words === undefined ? `${chases}` : `${chases}, next: ${words.toLowerCase()}`, nextAt: following };
}

/** What came of the last call, and when somebody tries again; undefined where nobody called. */
function callsOf(
  { last_attempt_at: at, last_came_of: cameOf, next_try_on: next }: ReferenceListRow,
  { now, calendar }: DueTimes,
) {
  if (at === null || cameOf === null) return undefined;
  const following = next === null ? '' : `, next: ${dueWords(next, ukDateOf(now), calendar).toLowerCase()}`;
  return { at, text: `${attemptOutcomes[cameOf]} ${agoText(at, now)}${following}` };
}

/** Records that the reader saw the list. */
async function openRows(ctx: Ctx, user: UserOf<'desk'>, query: Query, found: readonly ReferenceListRow[]) {
  const rows = found.slice(0, PER_PAGE);
  const { view, owner, page } = query;
  const names = await openCandidateNames(ctx, user, rows, { list: 'references', view, owner, page });
  const referees = await openReferees(ctx, user, rows);
  const calendar = ctx.calendar();
  return rows.map((row) => {
    const now = new Date(ctx.now().getTime() + row.clock_offset_seconds * 1000);
    const { referee, about } = referees.get(row.id) ?? {};
    return {
      ...{ id: row.id, href: referenceHref(row) },
      orderId: row.order_id,
      about: about ?? 'Erased',
      referee: referee && [referee.name, referee.telephone].filter((part) => part !== '').join(', '),
      candidate: names.get(row.check_id) ?? '',
      accountName: row.account_name,
      tag: tagOf(row),
      at: row.replied_at ?? row.mailed_at ?? row.requested_at,
      ago: agoText(row.replied_at ?? row.mailed_at ?? row.requested_at, now),
      reminders: remindersOf(row, { now, calendar }),
      calls: callsOf(row, { now, calendar }),
      assignee: row.assignee_name,
    };
  });
}

async function listModel(ctx: Ctx, user: UserOf<'desk'>, request: FastifyRequest, shown?: ShownMany) {
  const query = readQuery(request);
  const { environment, accountId, reportTypeId, view, page, search } = query;
  const narrow = await narrowOf(ctx, user, query);
  const [found, groups] = await Promise.all([
    findListedReferences(ctx.db, user, {
      ...{ ...narrow, accountId, reportTypeId, view },
      // One more tells whether there is a next page.
      ...{ offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 },
    }),
    countReferences(ctx.db, user, narrow),
  ]);
  const counted = groups.filter(isCounted(query));
  const plain = plainQuery(environment);
  return {
    title: 'References',
    environment,
    many: { ...manyModel(shown, mayDo(user, 'record_outcomes')), action: hrefOf(query, manyPath) },
    errors: shown?.errors,
    found: counted.reduce((total, group) => total + group[view], 0),
    views: referenceViews.map((one) => ({
      text: viewTexts[one],
      href: hrefOf({ ...query, view: one, page: 1 }),
      count: counted.reduce((total, group) => total + group[one], 0),
      active: one === view,
    })),
    rows: await openRows(ctx, user, query, found),
    isPlain: hrefOf(query) === hrefOf(plain),
    clearHref: hrefOf(plain),
    ...{ search, searchLabel: 'Referee or their organisation', filtersOn: filtersOn(query) },
    searchAction: hrefOf({ ...query, search: undefined, page: 1 }, searchPath),
    listPath: path,
    selects: await selectsOf(ctx, user, query, groups),
    // The other parameters of the address, which the form of the selects repeats.
    kept: parametersOf({ ...plain, view, search }),
    previousHref: page > 1 ? hrefOf({ ...query, page: page - 1 }) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf({ ...query, page: page + 1 }) : undefined,
  };
}

/** The references that are meant: those that are ticked, or all that the list finds. */
async function meantBy(ctx: Ctx, user: UserOf<'desk'>, query: Query, { ids, isOfFound }: TypedMany) {
  const { environment, accountId, reportTypeId, view } = query;
  const narrowed = isOfFound
    ? { ...(await narrowOf(ctx, user, query)), accountId, reportTypeId, view }
    : ({ owner: 'anybody', view: 'all', ids } as const);
  const limit = mostReferencesAtOnce + 1;
  return findListedReferences(ctx.db, user, { now: ctx.now(), environment, ...narrowed, offset: 0, limit });
}

export function referenceListPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'ask_references' as const;
  const show = async (request: FastifyRequest, reply: FastifyReply, user: UserOf<'desk'>, shown?: ShownMany) =>
    renderPage(request, reply, 'desk/reference-list/reference-list.njk', await listModel(ctx, user, request, shown));
  pages.get(path, { permission, menu: 'References', byEnvironment: true }, (request: FastifyRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post(searchPath, { permission }, async (request: FormRequest, reply) => {
    const search = sentListSearch(request, reply);
    return reply.redirect(hrefOf({ ...readQuery(request), search, page: 1 }), 303);
  });

  // The answer to the form itself: nothing else remembers what was left out. Sent again, nobody is reminded twice in a day.
  pages.post(manyPath, { permission }, async (request: FormRequest, reply, user) => {
    const query = readQuery(request);
    const typed = typedMany(request);
    const meant = await meantBy(ctx, user, query, typed);
    if (typed.act === 'unable') demand(authorityOf(user), 'record_outcomes');
    const nextOn = typed.act === 'next' ? typed.nextOn : undefined;
    let result: ManyReferences | undefined;
    let closing: readonly string[] = [];
    const errors = await refusedFields(async () => {
      if (typed.act === undefined) throw new Refusal('invalid_fields', { references: ['Choose what to do with them'] });
      if (typed.act === 'unable') {
        closing = reportsToClose(meant);
        return;
      }
      const ids = meant.map(({ id }) => id);
      result = await workOnReferences(ctx, user, query.environment, { ids, nextOn });
    }, {});
    if (closing.length > 0) return reply.redirect(`${actPath('unable')}?reports=${closing.join('+')}`, 303);
    return show(request, errors === undefined ? reply : reply.status(422), user, { typed, errors, result });
  });
}
