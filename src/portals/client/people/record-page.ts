// The record of staff: a row for everybody who works for the client or is cleared to, with what is held and what is missing.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { MOST_PEOPLE } from '../../../features/account-exports/account-export-actions.ts';
import { listRecord } from '../../../features/lists/central-record-actions.ts';
import { readShownKinds } from '../../../features/lists/record-form-actions.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { sentListSearch } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { bringPath } from '../staff/bring-page.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { peopleViews } from './people-page.ts';
import { recordNeedsPath } from './record-needs-page.ts';
import { recordColumnTexts, recordRow } from './record-view.ts';
import {
  agencyPath,
  evidencePath,
  leaversPath,
  readRecordQuery,
  recordFilePath,
  recordHref,
  recordNotices,
  recordParameters,
  recordPath,
  recordPrintPath,
  recordSelects,
  recordWish,
} from './record-wish.ts';

const PER_PAGE = 25;

async function modelOf(ctx: Ctx, signedIn: ClientUser, request: FastifyRequest) {
  const filter = await subsidiaryFilter(ctx, signedIn, request.query);
  const { user, nameOf } = filter;
  const query = { ...readRecordQuery(request), subsidiary: filter.subsidiary };
  const { environment, page, sort, search } = query;
  const caller = callerFor(user, environment);
  const today = todayFor(ctx, caller);
  const [{ people, total }, shown, views, selects] = await Promise.all([
    listRecord(ctx, caller, recordWish(ctx, user, query), { sort, offset: (page - 1) * PER_PAGE, limit: PER_PAGE }),
    readShownKinds(ctx, caller),
    peopleViews(ctx, filter, { environment, isOfRecord: true }),
    recordSelects(ctx, user, query),
  ]);
  const first = { ...query, page: 1 };
  const hrefOf = (to: number) => recordHref({ ...query, page: to });
  const {
    subsidiary: _ofSelects,
    show: _show,
    role: _role,
    kind: _kind,
    within: _within,
    sort: _sort,
    ...kept
  } = first;
  return {
    title: 'Record of staff',
    environment,
    views,
    columns: recordColumnTexts(shown),
    rows: people.map((person) => ({
      ...recordRow(person, today),
      subsidiary: nameOf?.(person.subsidiaryId),
      places: nameOf && person.places.map((one) => ({ ...one, name: nameOf(one.subsidiaryId) })),
    })),
    total,
    range: { from: (page - 1) * PER_PAGE + 1, to: (page - 1) * PER_PAGE + people.length },
    listPath: recordPath,
    kept: recordParameters(kept),
    selects: [...filter.selects, ...selects],
    search,
    searchAction: recordHref({ ...first, search: undefined }),
    clearHref: recordHref({ environment }),
    isNarrowed: recordParameters({ ...first, environment: 'live', sort: 'newest' }).length > 0,
    settingsHref: mayDo(user, 'change_own_settings') && user.subsidiaryIds === null ? '/portal/agreement' : undefined,
    needsHref: recordNeedsPath,
    fileHref: recordHref(first, recordFilePath),
    printHref: recordHref(first, recordPrintPath),
    notice: noticeIn(request as FormRequest, recordNotices),
    // Test data are in no export.
    evidenceAction: environment === 'live' ? recordHref(first, evidencePath) : undefined,
    evidenceHref: evidencePath,
    leaversAction: mayDo(user, 'order_checks') ? recordHref(first, leaversPath) : undefined,
    agencyAction: mayDo(user, 'order_checks') ? recordHref(first, agencyPath) : undefined,
    bringHref: mayDo(user, 'order_checks') ? recordHref({ environment }, bringPath) : undefined,
    most: MOST_PEOPLE,
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: page * PER_PAGE < total ? hrefOf(page + 1) : undefined,
  };
}

export function recordPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(recordPath, { permission: 'read_results', byEnvironment: true }, async (request, reply, user) =>
    renderPage(request, reply, 'client/people/record.njk', await modelOf(ctx, user, request)),
  );
  pages.post(recordPath, { permission: 'read_results' }, async (request, reply) =>
    reply.redirect(recordHref({ ...readRecordQuery(request), page: 1, search: sentListSearch(request, reply) }), 303),
  );
}
