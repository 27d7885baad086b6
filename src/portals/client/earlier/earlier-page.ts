// The client's list of the cases of the earlier system, found by name or number, and the PDF of each.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  countEarlierCases,
  listEarlier,
  openEarlierFile,
} from '../../../features/earlier-cases/earlier-case-actions.ts';
import { earlierFileName } from '../../shared/earlier-cases/earlier-view.ts';
import { asAttachment } from '../../shared/files/download-name.ts';
import {
  listHref,
  listParameters,
  pageIn,
  readListSearch,
  searchedText,
  sentListSearch,
} from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { peopleViews } from '../people/people-page.ts';
import { peoplePath } from '../people/people-paths.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { viewOf } from './earlier-found.ts';
import { earlierPath } from './earlier-path.ts';

const PER_PAGE = 20;

export function earlierPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(earlierPath, { permission: 'read_checks' }, async (request, reply, user) => {
    const search = readListSearch(request);
    const text = searchedText(search);
    const caller = callerFor(user, 'live');
    const page = pageIn(request);
    const { cases, hasNext } = await listEarlier(ctx, caller, { text, page, perPage: PER_PAGE });
    const filter = await subsidiaryFilter(ctx, user, {});
    const hrefOf = (to: number) => listHref(earlierPath, listParameters({ page: to }, search));
    return renderPage(request, reply, 'client/earlier/earlier.njk', {
      title: 'Earlier system',
      environment: 'live',
      views: await peopleViews(ctx, filter, { environment: 'live', isOfEarlier: true }),
      hasAny: (await countEarlierCases(ctx, caller, 1)) > 0,
      search,
      searchAction: earlierPath,
      clearHref: earlierPath,
      earlier: cases.map(viewOf),
      previousHref: page > 1 ? hrefOf(page - 1) : undefined,
      nextHref: hasNext ? hrefOf(page + 1) : undefined,
    });
  });

  // Posted, so that no name stands in an address.
  pages.post(earlierPath, { permission: 'read_checks' }, async (request, reply) =>
    reply.redirect(listHref(earlierPath, listParameters({}, sentListSearch(request, reply))), 303),
  );

  pages.get<FastifyRequest<{ Params: { applicant_id: string } }>>(
    `${peoplePath}/:applicant_id/earlier/file`,
    { permission: 'read_results' },
    async (request, reply, user) => {
      const content = await openEarlierFile(ctx, callerFor(user, 'live'), request.params.applicant_id.toLowerCase());
      return reply
        .type('application/pdf')
        .header('content-disposition', asAttachment(earlierFileName()))
        .header('cache-control', 'no-store')
        .send(content);
    },
  );
}
