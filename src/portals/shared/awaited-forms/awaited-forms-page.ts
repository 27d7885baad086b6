// The list of orders whose candidate has not submitted the form, and the reminder of many of them at once, alike at the
// desk and for clients.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo, type Permission } from '../../../features/access/permissions.ts';
import { readFormProgress } from '../../../features/candidate-form/form-progress-actions.ts';
import { type RemindedOrders, remindCandidates } from '../../../features/cases/form-reminder-actions.ts';
import { submitByOf } from '../../../features/checks/form-deadline-schedule.ts';
import {
  type AwaitedFormRow,
  type AwaitedGroup,
  type AwaitedReader,
  type AwaitedView,
  awaitedViews,
  countAwaitedForms,
  findAwaitedForms,
  SOON_WORKING_DAYS,
} from '../../../features/lists/awaited-form-queries.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { reminderBefore } from '../deadlines/form-deadlines.ts';
import { stepsText } from '../deadlines/form-progress.ts';
import { dueWords } from '../due-words.ts';
import { listHref } from '../list-search.ts';
import { renderPage } from '../page-renderer.ts';
import { agoText } from '../relative-times.ts';
import type { Pages, UserOf } from '../shell.ts';
import { startsWords } from '../start-words.ts';
import { type FormsQuery, formsHref, formsParameters, plainForms, readFormsQuery } from './awaited-forms-address.ts';

const PER_PAGE = 50;

/** A choice of some of the orders, and the column that says to which of the choices each belongs. */
export interface FormsFilter<User> {
  readonly user: User;
  readonly selects: readonly unknown[];
  readonly nameOf: ((subsidiaryId: string | null) => string) | undefined;
}

/** What the two portals have of their own. */
export interface AwaitedForms<Kind extends 'client' | 'desk'> {
  readonly path: string;
  readonly permission: Permission;
  /** Whose orders the list has. */
  readonly readerOf: (user: UserOf<Kind>) => AwaitedReader;
  /** Narrows the user to what the address chooses. */
  readonly filterOf?: (user: UserOf<Kind>, query: FormsQuery) => Promise<FormsFilter<UserOf<Kind>>>;
  readonly orderHref: (row: AwaitedFormRow) => string;
  /** Where orders go on after the form. */
  readonly next: { readonly text: string; readonly href: string };
  /** The list has orders of several accounts. */
  readonly isOfAccounts: boolean;
  /** Where one is ordered, or what is to be done before; undefined for who may not, without an address to be read alone. */
  readonly orderLink?: (user: UserOf<Kind>, query: FormsQuery) => Promise<OrderLink | undefined>;
}

interface OrderLink {
  readonly text: string;
  readonly href: string | undefined;
  /** What the reader should know besides. */
  readonly note?: string;
}

type Surface = Omit<AwaitedForms<'desk'>, 'readerOf' | 'filterOf' | 'orderLink'>;

const viewTexts: Readonly<Record<AwaitedView, string>> = {
  all: 'All',
  not_opened: 'Not opened',
  not_delivered: 'Mail not delivered',
  due_soon: `Due within ${SOON_WORKING_DAYS} working days`,
};

const outcomes = ['reminded', 'reminded_today', 'not_awaited'] as const satisfies readonly (keyof RemindedOrders)[];

const outcomeWords = {
  reminded: (count: number) => (count === 1 ? '1 candidate is reminded.' : `${count} candidates are reminded.`),
  reminded_today: (count: number) =>
    count === 1
      ? '1 was reminded today already and is left out.'
      : `${count} were reminded today already and are left out.`,
  not_awaited: (count: number) =>
    count === 1 ? '1 order waits for its form no longer.' : `${count} orders wait for their form no longer.`,
} as const satisfies Readonly<Record<keyof RemindedOrders, (count: number) => string>>;

/** What the last form did, by the address to which it led; undefined if nothing is to be said. */
function doneText(query: Readonly<Record<string, unknown>>): string | undefined {
  if (query.done === 'unselected') return 'Select the candidates to remind first.';
  const counts = outcomes.map((outcome) => [outcome, query[outcome]] as const);
  if (!counts.every(([, count]) => typeof count === 'string' && /^\d{1,5}$/.test(count))) return undefined;
  return counts
    .filter(([outcome, count]) => outcome === 'reminded' || count !== '0')
    .map(([outcome, count]) => outcomeWords[outcome](Number(count)))
    .join(' ');
}

/** Of a form that was opened: how many of its steps are done, and when the candidate was last at it. */
async function progressOf(ctx: Ctx, reader: AwaitedReader, row: AwaitedFormRow) {
  if (row.form_opened_at === null) return undefined;
  const tenant = { accountId: row.account_id, environment: row.environment };
  const progress = await readFormProgress(ctx, { ...tenant, ...authorityOf(reader) }, row.check_id);
  if (progress === undefined || progress.lastSavedAt === null) return undefined;
  const now = new Date(ctx.now().getTime() + row.clock_offset_seconds * 1000);
  const isDone = progress.complete === progress.steps;
  return {
    steps: isDone ? `${stepsText(progress)}, not sent` : stepsText(progress),
    at: progress.lastSavedAt,
    ago: agoText(progress.lastSavedAt, now),
  };
}

/** Records that the reader saw the list. */
async function openRows(
  ctx: Ctx,
  { orderHref }: Surface,
  reader: AwaitedReader,
  query: FormsQuery,
  found: readonly AwaitedFormRow[],
) {
  const rows = found.slice(0, PER_PAGE);
  const { view, page } = query;
  const names = await openCandidateNames(ctx, reader, rows, { list: 'forms', view, page });
  const progress = new Map(
    await Promise.all(rows.map(async (row) => [row.check_id, await progressOf(ctx, reader, row)] as const)),
  );
  return rows.map((row) => {
    const submitBy = submitByOf({ dueAt: row.submission_due_at, wantedAt: row.wanted_at });
    const now = new Date(ctx.now().getTime() + row.clock_offset_seconds * 1000);
    return {
      checkId: row.check_id,
      href: orderHref(row),
      orderId: row.order_id,
      candidate: names.get(row.check_id) ?? '',
      accountName: row.account_name,
      subsidiaryId: row.subsidiary_id,
      invitedAt: row.invited_at,
      invited: agoText(row.invited_at, now),
      openedAt: row.form_opened_at,
      progress: progress.get(row.check_id),
      opened: row.form_opened_at && agoText(row.form_opened_at, now),
      remindersSent: row.reminders_sent,
      nextReminderAt: reminderBefore(row.submission_due_at, row.next_reminder_at),
      submitBy,
      due: dueWords(submitBy, ukDateOf(now), ctx.calendar()),
      isLate: submitBy < ukDateOf(now),
      startsOn: row.starts_on,
      starts: row.starts_on && startsWords(row.starts_on, ukDateOf(now)),
      isUrgent: row.is_urgent,
      isNotDelivered: row.is_not_delivered,
    };
  });
}

/** The choices are the accounts that have such orders, and the chosen one. */
function accountSelect({ accountId }: FormsQuery, groups: readonly AwaitedGroup[]) {
  const found = groups.map(({ account_id, account_name }) => ({ value: account_id, text: account_name }));
  const isFound = accountId === undefined || found.some(({ value }) => value === accountId);
  const others = isFound ? [] : [{ value: accountId!, text: 'The account in the address' }];
  return {
    name: 'account',
    label: 'Account',
    items: [
      { value: '', text: 'All' },
      ...found.sort((one, other) => one.text.localeCompare(other.text)),
      ...others,
    ].map((item) => ({ ...item, selected: item.value === (accountId ?? '') })),
  };
}

async function formsModel(
  ctx: Ctx,
  surface: Surface,
  reader: AwaitedReader,
  { selects, nameOf }: Omit<FormsFilter<unknown>, 'user'>,
  asked: Readonly<Record<string, unknown>>,
) {
  const query = readFormsQuery(asked);
  const hrefOf = (one: FormsQuery) => formsHref(surface.path, one);
  const { environment, accountId, view, page } = query;
  const times = { now: ctx.now(), calendar: ctx.calendar() };
  const [found, groups] = await Promise.all([
    findAwaitedForms(ctx.db, reader, {
      ...{ environment, accountId, view, times },
      // One more tells whether there is a next page.
      ...{ offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 },
    }),
    countAwaitedForms(ctx.db, reader, environment, times),
  ]);
  const rows = await openRows(ctx, surface, reader, query, found);
  const counted = groups.filter(({ account_id }) => accountId === undefined || account_id === accountId);
  return {
    title: 'Waiting for the form',
    environment,
    done: doneText(asked),
    views: awaitedViews.map((one) => ({
      text: viewTexts[one],
      href: hrefOf({ ...query, view: one, page: 1 }),
      count: counted.reduce((total, group) => total + group[one], 0),
      active: one === view,
    })),
    isOfAccounts: surface.isOfAccounts,
    hasSubsidiaries: nameOf !== undefined,
    rows: rows.map((row) => ({ ...row, subsidiary: nameOf?.(row.subsidiaryId) })),
    isPlain: hrefOf(query) === hrefOf(plainForms(environment)),
    clearHref: hrefOf(plainForms(environment)),
    listPath: surface.path,
    next: {
      ...surface.next,
      href: listHref(surface.next.href, environment === 'test' ? [['environment', environment]] : []),
    },
    selects: surface.isOfAccounts ? [accountSelect(query, groups)] : selects,
    // The other parameters of the address, which the form of the select repeats.
    kept: formsParameters({ ...plainForms(environment), view }),
    remindAction: mayDo(reader, 'extend_deadlines') ? formsHref(`${surface.path}/reminders`, query) : undefined,
    previousHref: page > 1 ? hrefOf({ ...query, page: page - 1 }) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf({ ...query, page: page + 1 }) : undefined,
  };
}

type FormsRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

/** The selected rows, or all that the page showed. */
function chosenIn({ body }: FormsRequest): string[] {
  const { which, orders, shown } = body ?? {};
  const given = which === 'all' ? String(shown ?? '').split(' ') : [orders ?? []].flat();
  return [...new Set(given.filter(isUuid))].slice(0, PER_PAGE);
}

export function awaitedFormsPage<Kind extends 'client' | 'desk'>(
  pages: Pages<Kind>,
  ctx: Ctx,
  { readerOf, filterOf, orderLink, ...surface }: AwaitedForms<Kind>,
): void {
  const narrowed = async ({ query }: FormsRequest, user: UserOf<Kind>): Promise<FormsFilter<UserOf<Kind>>> =>
    (await filterOf?.(user, readFormsQuery(query))) ?? { user, selects: [], nameOf: undefined };
  const { path, permission } = surface;
  pages.get(
    path,
    { permission, menu: 'Forms', byEnvironment: true },
    async (request: FormsRequest, reply, user: UserOf<Kind>) => {
      const filter = await narrowed(request, user);
      const model = await formsModel(ctx, surface, readerOf(filter.user), filter, request.query);
      const order = await orderLink?.(user, readFormsQuery(request.query));
      return renderPage(request, reply, 'shared/awaited-forms/awaited-forms.njk', { ...model, order });
    },
  );

  pages.post(
    `${path}/reminders`,
    { permission: 'extend_deadlines' },
    async (request: FormsRequest, reply, user: UserOf<Kind>) => {
      const query = readFormsQuery(request.query);
      const checkIds = chosenIn(request);
      if (checkIds.length === 0) return reply.redirect(formsHref(path, query, { done: 'unselected' }), 303);
      const counts = await remindCandidates(ctx, readerOf(user), { environment: query.environment, checkIds });
      const done = Object.fromEntries(outcomes.map((outcome) => [outcome, String(counts[outcome])]));
      return reply.redirect(formsHref(path, query, done), 303);
    },
  );
}
