// The list of completed reports that were drawn for review: what is to be reviewed, what is appealed, and what was found.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  countSamples,
  findSampledPeople,
  findSamples,
  type SampledReport,
  type SampleView,
  sampleViews,
} from '../../../features/quality/quality-list-queries.ts';
import { listProgrammes } from '../../../features/quality/sample-actions.ts';
import { noProgramme } from '../../../features/quality/sample-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { programmeText } from './programme-page.ts';
import {
  addressOf,
  errorTypesPath,
  foundTag,
  periodText,
  programmePath,
  qualityHref,
  qualityListPath,
  qualityTeamPath,
} from './quality-words.ts';

const MOST = 200;

const viewTexts: Readonly<Record<SampleView, string>> = {
  to_review: 'To review',
  appealed: 'Appealed',
  reviewed: 'Reviewed',
};

const emptyTexts: Readonly<Record<SampleView, string>> = {
  to_review: 'Nothing waits for a review',
  appealed: 'No appeal waits for a decision',
  reviewed: 'Nothing is reviewed yet',
};

/** A row of a list of drawn reports. */
export const sampledRow = (one: SampledReport) => ({
  ...one,
  href: qualityHref(one.report_id),
  order: orderNumber(one.order_id),
  label: reportTypeById(one.report_type_id)?.label ?? 'Report',
  drawn: periodText(one.period_from, one.period_to) ?? 'Chosen by hand',
  found: one.reviewed_at === null ? undefined : foundTag(one),
  isUndecided: one.undecided > 0,
});

interface Asked {
  readonly environment: Environment;
  readonly view: SampleView;
  readonly screenerId: string | undefined;
}

const hrefOf = ({ environment, view, screenerId }: Asked): string =>
  addressOf(qualityListPath, { environment, view: view === 'to_review' ? '' : view, person: screenerId });

async function listModel(ctx: Ctx, user: UserOf<'desk'>, asked: Asked) {
  const { environment, view, screenerId } = asked;
  const [rows, counts, people, programmes] = await Promise.all([
    findSamples(ctx.db, user, { ...asked, limit: MOST }),
    countSamples(ctx.db, user, environment),
    findSampledPeople(ctx.db, user, environment),
    listProgrammes(ctx, authorityOf(user)),
  ]);
  const mayManage = mayDo(user, 'manage_quality');
  return {
    title: 'Quality',
    environment,
    view,
    views: sampleViews.map((one) => ({
      ...{ text: viewTexts[one], count: counts[one], active: one === view },
      href: hrefOf({ environment, view: one, screenerId: undefined }),
    })),
    people: [{ value: '', text: 'Everybody' }, ...people.map(({ id, name }) => ({ value: id, text: name }))].map(
      (item) => ({ ...item, selected: item.value === (screenerId ?? '') }),
    ),
    programme: programmeText(programmes[0] ?? noProgramme),
    programmeHref: mayManage ? programmePath : undefined,
    typesHref: mayManage ? errorTypesPath : undefined,
    teamHref: mayDo(user, 'read_team') ? addressOf(qualityTeamPath, { environment }) : undefined,
    rows: rows.map(sampledRow),
    most: MOST,
    emptyText: emptyTexts[view],
  };
}

export function qualityListPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    qualityListPath,
    { permission: 'approve_outcomes', menu: 'Quality', menuGroup: 'desk', byEnvironment: true },
    async (request, reply, user) => {
      const { query } = request;
      const asked = {
        environment: query.environment === 'test' ? 'test' : 'live',
        view: sampleViews.find((one) => one === query.view) ?? 'to_review',
        screenerId: isUuid(query.person) ? query.person : undefined,
      } as const;
      return renderPage(request, reply, 'desk/quality/quality.njk', await listModel(ctx, user, asked));
    },
  );
}
