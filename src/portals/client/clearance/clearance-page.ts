// Who is where in their check, and who is cleared: statuses and dates, and never a result, a file or a document.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { listClearances } from '../../../features/lists/clearance-actions.ts';
import type { ClearanceWait } from '../../../features/lists/clearance-rules.ts';
import { type StartPeriod, startPeriodIn } from '../../../features/lists/start-period-rules.ts';
import { listStatedClearances } from '../../../features/lists/stated-clearance-actions.ts';
import { type RecordKind, recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import {
  type ListSearch,
  listHref,
  listParameters,
  readListSearch,
  searchedText,
  sentListSearch,
} from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTag } from '../../shared/status-tags.ts';
import { callerFor } from '../client-caller.ts';
import { startChoices } from '../start/start-choices.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { clearedView } from './cleared-view.ts';

const path = '/portal/clearance';
const PER_PAGE = 20;
/** Of who was screened elsewhere; the search finds the others. */
const STATED_SHOWN = 50;
const options = { permission: 'read_clearance' } as const;

const waitWords: Readonly<Record<ClearanceWait, string>> = {
  form: 'waits for the candidate’s form',
  candidate: 'waits for the candidate',
  client: 'waits for your colleagues',
  screeners: 'waits for the screeners',
};

interface Asked {
  readonly environment: Environment;
  readonly subsidiary: string | undefined;
  /** Only of who starts in so many days and is not cleared. */
  readonly starts?: StartPeriod | undefined;
  readonly from?: number | undefined;
}

const hrefOf = ({ environment, subsidiary, starts, from }: Asked, search?: ListSearch) =>
  listHref(
    path,
    listParameters({ environment: environment === 'test' ? environment : undefined, subsidiary, starts, from }, search),
  );

const labelsOf = (kinds: readonly RecordKind[]) => kinds.map((kind) => recordKinds[kind].label).join(', ');

type Request = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>;

const environmentIn = ({ query }: Request): Environment => (query.environment === 'test' ? 'test' : 'live');

export function clearancePage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { ...options, menu: 'Cleared', byEnvironment: true }, async (request: Request, reply, signedIn) => {
    const { user, subsidiary, selects, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const search = readListSearch(request);
    const starts = startPeriodIn(request.query.starts);
    const asked = { environment: environmentIn(request), subsidiary, starts };
    const from = /^\d{1,15}$/.test(String(request.query.from)) ? Number(request.query.from) : undefined;
    const wish = { text: searchedText(search), startsWithin: starts, from, limit: PER_PAGE };
    const caller = callerFor(user, asked.environment);
    const listed = await listClearances(ctx, caller, wish);
    // Nobody knows whether they are cleared: they stand after the orders, and in no list of who is not.
    const isWithStated = from === undefined && starts === undefined;
    const stated = isWithStated ? await listStatedClearances(ctx, caller, { ...wish, limit: STATED_SHOWN + 1 }) : [];
    const hrefFrom = (start: number | undefined) =>
      start === undefined ? undefined : hrefOf({ ...asked, from: start }, search);
    return renderPage(request, reply, 'client/clearance/clearance.njk', {
      title: 'Who is cleared',
      environment: asked.environment,
      rows: listed.rows.map((row) => ({
        ...row,
        status: checkTag(row),
        isEnded: row.clearance === 'no_more',
        waits: row.waitsFor && waitWords[row.waitsFor],
        ...clearedView(row),
        subsidiary: nameOf?.(row.subsidiaryId),
      })),
      stated: stated.slice(0, STATED_SHOWN).map(({ held, expired, subsidiaryId, ...person }) => ({
        ...person,
        held: labelsOf(held),
        expired: labelsOf(expired),
        lacksRight: !held.includes('right_to_work'),
        subsidiary: nameOf?.(subsidiaryId),
      })),
      hasMoreStated: stated.length > STATED_SHOWN,
      listPath: path,
      selects: [...selects, { name: 'starts', label: 'Starts work', items: startChoices(starts) }],
      kept: listParameters({ environment: asked.environment === 'test' ? 'test' : undefined }, search),
      search,
      searchAction: hrefOf(asked),
      clearHref: hrefOf({ environment: asked.environment, subsidiary: undefined }),
      isNarrowed: search !== undefined || subsidiary !== undefined || starts !== undefined,
      previousHref: hrefFrom(listed.previousFrom),
      nextHref: hrefFrom(listed.nextFrom),
    });
  });
  pages.post(path, options, async (request: Request, reply, signedIn) => {
    const { subsidiary } = await subsidiaryFilter(ctx, signedIn, request.query);
    return reply.redirect(
      hrefOf(
        { ...{ environment: environmentIn(request), subsidiary }, starts: startPeriodIn(request.query.starts) },
        sentListSearch(request, reply),
      ),
      303,
    );
  });
}
