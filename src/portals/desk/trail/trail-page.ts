// The trail of one user at the desk: what they did and what was done to them in some days, as a page and as a file.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import {
  exportTrail,
  findUserOfTrail,
  listTrail,
  type TrailAsked,
  type TrailCursor,
} from '../../../features/lists/trail-actions.ts';
import { csvLines } from '../../../lib/csv.ts';
import { addDays, type IsoDate, parseDate } from '../../../lib/dates.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { readsAmounts } from '../../shared/amounts-in-history.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { trailColumns, trailLine } from './trail-words.ts';

const path = '/desk/trail';
const permission = 'read_audit' as const;
const perPage = 50;
/** The days without others. */
const usualDays = 30;

export const trailHref = (userId: string): string => `${path}/${userId}`;

type TrailRequest = FastifyRequest<{ Params: { user_id: string }; Querystring: Record<string, unknown> }>;

/** Invalid days count as absent, so that old bookmarks still open. */
function daysOf(ctx: Ctx, { query }: TrailRequest): { readonly from: IsoDate; readonly until: IsoDate } {
  const today = ukDateOf(ctx.now());
  const day = (value: unknown) => (typeof value === 'string' && value.length === 10 ? parseDate(value) : undefined);
  const until = day(query.until) ?? today;
  return { from: day(query.from) ?? addDays(until, -usualDays), until };
}

/** `<milliseconds>-<id>` of the last entry of the page before. */
function readCursor(value: unknown): TrailCursor | undefined {
  const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(String(value)) ?? [];
  return isUuid(id) ? { at: new Date(Number(at)), id } : undefined;
}

/** Refuses with `not_found` somebody whom the reader may not see. */
async function openTrail(ctx: Ctx, request: TrailRequest, user: UserOf<'desk'>) {
  const { user_id: id } = request.params;
  const person = isUuid(id) ? await findUserOfTrail(ctx, user, id) : undefined;
  if (person === undefined) throw new Refusal('not_found');
  const days = daysOf(ctx, request);
  const asked: TrailAsked = {
    userId: person.id,
    since: startOfUkDay(days.from),
    until: startOfUkDay(addDays(days.until, 1)),
  };
  return { person, days, asked };
}

async function* linesOf(entries: ReturnType<typeof exportTrail>, seesAmounts: boolean) {
  for await (const part of entries) yield part.map((entry) => trailLine(entry, seesAmounts));
}

export function trailPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(`${path}/:user_id`, { permission }, async (request: TrailRequest, reply, user) => {
    const { person, days, asked } = await openTrail(ctx, request, user);
    const after = readCursor(request.query.after);
    const { entries, next } = await listTrail(ctx, user, asked, { after, limit: perPage });
    const here = trailHref(person.id);
    const hrefOf = (more: Readonly<Record<string, string | undefined>> = {}) =>
      listHref(here, listParameters({ ...days, ...more }));
    return renderPage(request, reply, 'desk/trail/trail.njk', {
      title: `Trail of ${person.name}`,
      back: { text: 'Access', href: '/desk/access' },
      name: person.name,
      path: here,
      days,
      seesAll: user.accounts === 'all',
      keptDays: ctx.settings.securityEventDays,
      rows: entries.map((entry) => trailLine(entry, readsAmounts(authorityOf(user)))),
      fileHref: listHref(`${here}/file`, listParameters({ ...days })),
      looksHref: listHref('/desk/register', listParameters({ user: person.id, ...days })),
      newestHref: after === undefined ? undefined : hrefOf(),
      olderHref: next === undefined ? undefined : hrefOf({ after: `${next.at.getTime()}-${next.id}` }),
    });
  });

  pages.get(`${path}/:user_id/file`, { permission, stepUp: 'exports' }, async (request: TrailRequest, reply, user) => {
    const { asked } = await openTrail(ctx, request, user);
    const lines = csvLines(trailColumns, linesOf(exportTrail(ctx, user, asked), readsAmounts(authorityOf(user))));
    return sendCsv(reply, `trail-${ukDateOf(ctx.now())}`, lines);
  });
}
