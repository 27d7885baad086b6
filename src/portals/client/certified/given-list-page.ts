// The references that a regulated firm was asked for: what is due, what was given, and where an update may be owed.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import {
  type GivenShow,
  givenShows,
  type ListedGiven,
  listGiven,
} from '../../../features/certification/given-reference-actions.ts';
import { type CsvColumns, csvLines, digitsAsText } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters, pageIn } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { peopleViews } from '../people/people-page.ts';
import { givenFilePath, givenPath, ofTest, registerViews } from './certified-path.ts';
import { givenTexts, givenView } from './given-view.ts';

const PER_PAGE = 50;
const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;

const showTexts: Readonly<Record<GivenShow, string>> = {
  open: 'Not given yet',
  given: 'Given',
  update: 'An update may be owed',
};

function wishIn({ query }: FastifyRequest) {
  const { environment, show } = query as Readonly<Record<string, unknown>>;
  return {
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    show: givenShows.find((one) => one === show),
  };
}

const fileColumns: CsvColumns<ListedGiven> = {
  first_name: ({ facts }) => facts.first_name,
  last_name: ({ facts }) => facts.last_name,
  asked_by: ({ asker }) => asker.firm,
  firm_reference_number: ({ asker }) => digitsAsText(asker.number),
  received_on: ({ receivedOn }) => receivedOn,
  due_on: ({ dueOn }) => dueOn,
  state: ({ state }) => givenTexts[state],
  written_by: ({ written }) => written?.by ?? null,
  approved_by: ({ approved }) => approved?.by ?? null,
  given_on: ({ givenOn }) => givenOn,
  updates_sent_on: ({ updates }) => updates.flatMap(({ sentOn }) => sentOn ?? []).join('; '),
  breaches_to_decide_about: ({ undecided }) => undecided,
};

export function givenListPages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'keep_conduct', ofWholeAccount: true } as const;

  pages.get(givenPath, { ...options, byEnvironment: true }, async (request, reply, user) => {
    const { environment, show } = wishIn(request);
    const caller = callerFor(user, environment);
    const page = pageIn(request);
    const window = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE };
    const { given, total, counts } = await listGiven(ctx, caller, show, window);
    const parametersAt = (at?: number) => listParameters({ environment: ofTest(environment), show, page: at });
    const people = { user, subsidiary: undefined, selects: [], nameOf: undefined };
    return renderPage(request, reply, 'client/certified/given-list.njk', {
      title: 'References given',
      environment,
      views: await peopleViews(ctx, people, { environment, isOfCertified: true }),
      registerViews: registerViews(environment, true, givenPath),
      listPath: givenPath,
      kept: listParameters({ environment: ofTest(environment) }),
      selects: [
        {
          name: 'show',
          label: 'Show',
          items: [
            { value: '', text: 'All', selected: show === undefined },
            ...givenShows.map((one) => ({
              ...{ value: one, text: `${showTexts[one]} (${counts[one]})`, selected: one === show },
            })),
          ],
        },
      ],
      rows: given.map((one) => ({ ...givenView(one, todayFor(ctx, caller)), toDecide: one.undecided })),
      isNarrowed: show !== undefined,
      total,
      fileHref: listHref(givenFilePath, parametersAt()),
      previousHref: page > 1 ? listHref(givenPath, parametersAt(page - 1)) : undefined,
      nextHref: page * PER_PAGE < total ? listHref(givenPath, parametersAt(page + 1)) : undefined,
    });
  });

  pages.get(givenFilePath, { ...options, stepUp: 'exports' }, async (request, reply, user) => {
    const { environment, show } = wishIn(request);
    const caller = callerFor(user, environment);
    const { given } = await listGiven(ctx, caller, show, ALL);
    return sendCsv(reply, `references-given-${todayFor(ctx, caller)}`, csvLines(fileColumns, [given]));
  });
}
