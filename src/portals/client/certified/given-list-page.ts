// The references that a regulated firm was asked for: what is due, what was given, and where an update may be owed.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { type ListedGiven, listGiven } from '../../../features/certification/given-reference-actions.ts';
import { type CsvColumns, csvLines, digitsAsText } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { peopleViews } from '../people/people-page.ts';
import { givenFilePath, givenPath, ofTest, registerViews } from './certified-path.ts';
import { givenTexts, givenView } from './given-view.ts';

const shows = {
  open: 'Not given yet',
  given: 'Given',
  update: 'An update may be owed',
} as const;
type Show = keyof typeof shows;

const isShown: Readonly<Record<Show, (one: ListedGiven) => boolean>> = {
  open: ({ givenOn }) => givenOn === null,
  given: ({ givenOn }) => givenOn !== null,
  update: ({ toDecide }) => toDecide.length > 0,
};

function wishIn({ query }: FastifyRequest) {
  const { environment, show } = query as Readonly<Record<string, unknown>>;
  return {
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    show: (Object.keys(shows) as Show[]).find((one) => one === show),
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
  breaches_to_decide_about: ({ toDecide }) => toDecide.length,
};

export function givenListPages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'keep_conduct', ofWholeAccount: true } as const;

  pages.get(givenPath, { ...options, byEnvironment: true }, async (request, reply, user) => {
    const { environment, show } = wishIn(request);
    const caller = callerFor(user, environment);
    const all = await listGiven(ctx, caller);
    const people = { user, subsidiary: undefined, selects: [], nameOf: undefined };
    const counted = (one: Show) => `${shows[one]} (${all.filter(isShown[one]).length})`;
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
            ...(Object.keys(shows) as Show[]).map((one) => ({
              ...{ value: one, text: counted(one), selected: one === show },
            })),
          ],
        },
      ],
      rows: all
        .filter((one) => show === undefined || isShown[show](one))
        .map((one) => ({ ...givenView(one, todayFor(ctx, caller)), toDecide: one.toDecide.length })),
      isNarrowed: show !== undefined,
      fileHref: listHref(givenFilePath, listParameters({ environment: ofTest(environment), show })),
    });
  });

  pages.get(givenFilePath, { ...options, stepUp: 'exports' }, async (request, reply, user) => {
    const { environment, show } = wishIn(request);
    const caller = callerFor(user, environment);
    const found = (await listGiven(ctx, caller)).filter((one) => show === undefined || isShown[show](one));
    return sendCsv(reply, `references-given-${todayFor(ctx, caller)}`, csvLines(fileColumns, [found]));
  });
}
