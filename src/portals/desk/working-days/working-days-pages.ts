// The days on which the desk works: the coming bank holidays, and the operator's own closing days, which are added and removed here.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  type ClosingDayRow,
  changeClosingDays,
  listClosingDays,
  listClosingDayVersions,
  mayChangeClosingDays,
  previewClosingDays,
} from '../../../features/working-days/closing-day-actions.ts';
import {
  endsSoon,
  jurisdictionLabels,
  jurisdictions,
  type TypedClosingDays,
} from '../../../features/working-days/closing-day-rules.ts';
import { bankHolidays, bankHolidaysSource, type Jurisdiction } from '../../../lib/bank-holidays.ts';
import { formatPeriod, type IsoDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { listHref } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { weekdayDate } from '../../shared/start-words.ts';

const path = '/desk/working-days';
const permission = 'manage_working_days' as const;

const notices = {
  added: 'The closing days are added. No due date has moved.',
  removed: 'The closing days are removed. No due date has moved.',
  added_moved: 'The closing days are added, and the due dates of open reports have moved.',
  removed_moved: 'The closing days are removed, and the due dates of open reports have moved.',
};

const ofAll = (parts: readonly Jurisdiction[]): boolean => parts.length === jurisdictions.length;
const labelsOf = (parts: readonly Jurisdiction[]): string => parts.map((one) => jurisdictionLabels[one]).join(', ');
const partsOf = (parts: readonly Jurisdiction[]): string => (ofAll(parts) ? 'All of the UK' : labelsOf(parts));
/** In a sentence. */
const partsWithin = (parts: readonly Jurisdiction[]): string => (ofAll(parts) ? 'all of the UK' : labelsOf(parts));

/** `Monday 10 May 2027`, `24 December 2026 to 1 January 2027`. */
const daysOf = ({ from, to }: { readonly from: IsoDate; readonly to: IsoDate }): string =>
  from === to ? weekdayDate(from) : formatPeriod({ from, to });

const rowOf = (row: ClosingDayRow) => ({
  name: row.name,
  days: daysOf({ from: row.from_on, to: row.to_on }),
  parts: partsOf(row.jurisdictions),
  href: `${path}/${row.id}/remove`,
});

/** The coming ones that are known, with the parts of the country that have them. */
function comingHolidays(today: IsoDate) {
  const days = new Set(jurisdictions.flatMap((one) => [...bankHolidays[one]]));
  return [...days]
    .filter((day) => day >= today)
    .sort()
    .map((day) => ({
      day: weekdayDate(day),
      parts: partsOf(jurisdictions.filter((one) => bankHolidays[one].has(day))),
    }));
}

function movedText({ moved_reports: moved }: ClosingDayRow): string {
  if (moved === null || moved === 0) return 'no due date moved';
  return moved === 1 ? 'one due date moved' : `${moved} due dates moved`;
}

const historyOf = (row: ClosingDayRow) => ({
  at: row.created_at,
  text: `${row.author_name ?? 'The operator'} ${row.is_listed ? 'added' : 'removed'} ${row.name}, ${daysOf({ from: row.from_on, to: row.to_on })}, ${partsWithin(row.jurisdictions)}: ${movedText(row)}`,
});

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>) {
  const by = authorityOf(user);
  const today = ukDateOf(ctx.now());
  return renderPage(request, reply, 'desk/working-days/working-days.njk', {
    title: 'Working days',
    done: noticeIn(request, notices),
    own: (await listClosingDays(ctx, by)).map(rowOf),
    history: (await listClosingDayVersions(ctx, by)).map(historyOf),
    newHref: `${path}/new`,
    isTheirs: mayDo(user, permission) && (await mayChangeClosingDays(ctx, by)),
    holidays: comingHolidays(today),
    source: { ...bankHolidaysSource, endsSoon: endsSoon(today) },
  });
}

/** What was typed in the form, or stands in the address of the page that asks about due dates. */
const typedIn = (request: FormRequest): TypedClosingDays => ({
  ...{ name: typed(request, 'name'), from: typed(request, 'from'), to: typed(request, 'to') },
  jurisdictions: typedAll(request, 'part'),
});

const inAddress = ({ query }: FormRequest): TypedClosingDays => {
  const field = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  const parts = field('part').split(' ');
  return {
    name: field('name'),
    from: field('from'),
    to: field('to'),
    jurisdictions: parts.filter((part) => part !== ''),
  };
};

const form = async (request: FormRequest, reply: FastifyReply, given: TypedClosingDays, errors?: FieldMessages) =>
  renderPage(request, reply, 'desk/working-days/new.njk', {
    title: 'Add closing days',
    given,
    errors,
    parts: jurisdictions.map((value) => ({
      value,
      text: jurisdictionLabels[value],
      checked: given.jurisdictions.includes(value),
    })),
  });

interface Asked {
  readonly change: TypedClosingDays | { readonly id: string };
  readonly action: string;
}

/** What becomes of the due dates that are affected is asked on a page of its own. */
async function ask(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  { change, action }: Asked,
) {
  const { moves, ...days } = await previewClosingDays(ctx, authorityOf(user), change);
  const isRemoved = 'id' in change;
  return renderPage(request, reply, 'desk/working-days/due-dates.njk', {
    title: `${isRemoved ? 'Remove' : 'Add'} ${days.name}?`,
    days: daysOf(days),
    parts: partsWithin(days.jurisdictions),
    ...{ moves, isRemoved, action },
    given: isRemoved ? undefined : { ...days, part: days.jurisdictions.join(' ') },
    errors: reply.statusCode === 422 ? { due_dates: ['Choose what becomes of the due dates'] } : undefined,
  });
}

function changePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const add = `${path}/add`;
  /** Undefined if the question about due dates is not answered. */
  async function carriedOut(request: FormRequest, user: UserOf<'desk'>, change: Asked['change']) {
    const by = authorityOf(user);
    const choice = typed(request, 'due_dates');
    if (choice !== 'move' && choice !== 'leave' && (await previewClosingDays(ctx, by, change)).moves > 0)
      return undefined;
    const moved = await changeClosingDays(ctx, by, change, { movesDueDates: choice === 'move' });
    return `${path}?done=${'id' in change ? 'removed' : 'added'}${moved > 0 ? '_moved' : ''}`;
  }

  /** The form says what is wrong with what is asked about. */
  async function orForm(
    request: FormRequest,
    reply: FastifyReply,
    given: TypedClosingDays,
    work: () => Promise<unknown>,
  ) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return form(request, reply.status(422), given, error.fields);
    }
  }

  pages.get(`${path}/new`, { permission }, async (request: FormRequest, reply, user) => {
    if (!(await mayChangeClosingDays(ctx, authorityOf(user)))) throw new Refusal('not_permitted');
    return form(request, reply, { name: '', from: '', to: '', jurisdictions: [] });
  });
  pages.post(`${path}/new`, { permission }, async (request: FormRequest, reply, user) => {
    const given = typedIn(request);
    return orForm(request, reply, given, async () => {
      const done = await carriedOut(request, user, given);
      const { jurisdictions: parts, ...texts } = given;
      return reply.redirect(done ?? listHref(add, [...Object.entries(texts), ['part', parts.join(' ')]]), 303);
    });
  });

  pages.get(add, { permission }, async (request: FormRequest, reply, user) => {
    const change = inAddress(request);
    return orForm(request, reply, change, () => ask(ctx, request, reply, user, { change, action: add }));
  });
  pages.post(add, { permission }, async (request: FormRequest, reply, user) => {
    const change = { ...typedIn(request), jurisdictions: typed(request, 'part').split(' ') };
    return orForm(request, reply, change, async () => {
      const done = await carriedOut(request, user, change);
      if (done !== undefined) return reply.redirect(done, 303);
      return ask(ctx, request, reply.status(422), user, { change, action: add });
    });
  });

  const remove = `${path}/:closingDaysId/remove`;
  const askedIn = ({ params }: FormRequest): Asked => {
    const id = params.closingDaysId ?? '';
    return { change: { id }, action: `${path}/${id}/remove` };
  };
  pages.get(remove, { permission }, (request: FormRequest, reply, user) =>
    ask(ctx, request, reply, user, askedIn(request)),
  );
  pages.post(remove, { permission }, async (request: FormRequest, reply, user) => {
    const asked = askedIn(request);
    const done = await carriedOut(request, user, asked.change);
    return done === undefined ? ask(ctx, request, reply.status(422), user, asked) : reply.redirect(done, 303);
  });
}

export function workingDaysPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_reports', menu: 'Working days', menuGroup: 'desk' },
    (request: FormRequest, reply, user) => show(ctx, request, reply, user),
  );
  changePages(pages, ctx);
}
