// Breaches of conduct rules: the list of a year for the yearly notification, with its CSV, and the form of each.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import {
  type ConductBreach,
  changeBreach,
  listBreaches,
  recordBreach,
  showBreach,
} from '../../../features/certification/conduct-breach-actions.ts';
import {
  LONGEST_WORDS,
  notificationYear,
  notificationYearOf,
  type TypedBreach,
} from '../../../features/certification/conduct-breach-rules.ts';
import {
  breachStates,
  conductRules,
  disciplines,
  reportingWays,
} from '../../../features/certification/conduct-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { radioItems, typed, typedAll } from '../../shared/form-fields.ts';
import { listHref, listParameters, pageIn } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor, inEitherEnvironment } from '../client-caller.ts';
import { peopleViews } from '../people/people-page.ts';
import {
  breachPath,
  certifiedPersonPath,
  conductFilePath,
  conductPath,
  newBreachPath,
  ofTest,
  registerViews,
} from './certified-path.ts';
import { type CertifiedRequest, certifiedIn } from './certified-person-page.ts';
import { breachView } from './conduct-view.ts';

type BreachRequest = FastifyRequest<{
  Params: { readonly breach_id: string };
  Body: Record<string, unknown> | null;
}>;

const options = { permission: 'keep_conduct', ofWholeAccount: true } as const;
const PER_PAGE = 50;
const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;
/** The years of notifications that the list offers. */
const YEARS = 7;

const fileColumns: CsvColumns<ConductBreach> = {
  first_name: ({ facts }) => facts.first_name,
  last_name: ({ facts }) => facts.last_name,
  dob: ({ facts }) => facts.dob,
  found_on: ({ foundOn }) => foundOn,
  rules: ({ rules }) => rules.map((rule) => conductRules[rule]).join('; '),
  state: ({ state }) => breachStates[state],
  found: ({ found }) => found,
  disciplinary_action: ({ discipline }) => disciplines[discipline],
  disciplined_on: ({ disciplinedOn }) => disciplinedOn,
  action: ({ action }) => action,
  reported_on: ({ reportedOn }) => reportedOn,
  reported_by: ({ reportedBy }) => reportedBy && reportingWays[reportedBy],
};

function wishIn({ query }: FastifyRequest) {
  const { environment, year } = query as Readonly<Record<string, unknown>>;
  return {
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    year: /^20\d\d$/.test(String(year)) ? Number(year) : undefined,
  };
}

function listPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(conductPath, { ...options, byEnvironment: true }, async (request, reply, user) => {
    const { environment, year } = wishIn(request);
    const caller = callerFor(user, environment);
    const page = pageIn(request);
    const window = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE };
    const { breaches, total } = await listBreaches(ctx, caller, year, window);
    const parametersAt = (at?: number) => listParameters({ environment: ofTest(environment), year, page: at });
    const last = notificationYearOf(todayFor(ctx, caller));
    const years = Array.from({ length: YEARS }, (_, at) => last - at);
    const kept = listParameters({ environment: ofTest(environment) });
    const people = { user, subsidiary: undefined, selects: [], nameOf: undefined };
    return renderPage(request, reply, 'client/certified/conduct.njk', {
      title: 'Breaches of conduct rules',
      environment,
      views: await peopleViews(ctx, people, { environment, isOfCertified: true }),
      registerViews: registerViews(environment, true, conductPath),
      ...{ listPath: conductPath, kept },
      selects: [
        {
          name: 'year',
          label: 'Year of the notification',
          items: [
            { value: '', text: 'All that are recorded', selected: year === undefined },
            ...years.map((one) => ({
              value: String(one),
              text: `1 September ${one - 1} to 31 August ${one}`,
              selected: one === year,
            })),
          ],
        },
      ],
      notification: year === undefined ? undefined : notificationYear(year),
      rows: breaches.map(breachView),
      total,
      fileHref: listHref(conductFilePath, parametersAt()),
      previousHref: page > 1 ? listHref(conductPath, parametersAt(page - 1)) : undefined,
      nextHref: page * PER_PAGE < total ? listHref(conductPath, parametersAt(page + 1)) : undefined,
    });
  });

  pages.get(conductFilePath, { ...options, stepUp: 'exports' }, async (request, reply, user) => {
    const { environment, year } = wishIn(request);
    const { breaches } = await listBreaches(ctx, callerFor(user, environment), year, ALL);
    return sendCsv(reply, `conduct-breaches${year === undefined ? '' : `-${year}`}`, csvLines(fileColumns, [breaches]));
  });
}

function typedIn(request: FastifyRequest): TypedBreach {
  const text = (name: string) => typed(request as FormRequest, name).replaceAll('\r\n', '\n');
  return {
    ...{ state: text('state'), foundOn: text('found_on'), rules: typedAll(request as FormRequest, 'rules') },
    ...{ found: text('found'), discipline: text('discipline'), disciplinedOn: text('disciplined_on') },
    ...{ action: text('action'), reportedOn: text('reported_on'), reportedBy: text('reported_by') },
  };
}

const asTyped = ({ disciplinedOn, reportedOn, reportedBy, ...one }: ConductBreach): TypedBreach => ({
  ...one,
  ...{ disciplinedOn: disciplinedOn ?? '', reportedOn: reportedOn ?? '', reportedBy: reportedBy ?? '' },
});

/** What the form shows beside what it is about. */
const formOf = (sent: TypedBreach) => ({
  sent,
  longest: LONGEST_WORDS,
  states: radioItems(breachStates, sent.state),
  rules: Object.entries<string>(conductRules).map(([value, text]) => ({
    ...{ value, text, checked: sent.rules.includes(value) },
  })),
  disciplines: radioItems(disciplines, sent.discipline),
  ways: [{ value: '', text: 'Not reported' }, ...radioItems(reportingWays, sent.reportedBy)].map((one) => ({
    ...{ value: one.value, text: one.text, selected: one.value === sent.reportedBy },
  })),
});

interface Refused {
  readonly sent: TypedBreach;
  readonly errors: FieldMessages;
}

export function conductPages(pages: Pages<'client'>, ctx: Ctx): void {
  listPages(pages, ctx);

  async function showNew(request: CertifiedRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
    const { id, caller, name } = await certifiedIn(ctx, user, request);
    const begun: TypedBreach = {
      ...{ state: 'suspected', foundOn: todayFor(ctx, caller), rules: [], found: '', discipline: 'none' },
      ...{ disciplinedOn: '', action: '', reportedOn: '', reportedBy: '' },
    };
    return renderPage(request, reply, 'client/certified/breach.njk', {
      title: 'Record a breach of conduct rules',
      environment: caller.environment,
      back: { text: name, href: certifiedPersonPath(id) },
      action: newBreachPath(id),
      ...{ name, ...formOf(refused?.sent ?? begun), errors: refused?.errors },
    });
  }

  const newPath = newBreachPath(':applicant_id');
  pages.get(newPath, options, (request: CertifiedRequest, reply, user) => showNew(request, reply, user));
  pages.post(newPath, options, async (request: CertifiedRequest, reply, user) => {
    const { id, caller } = await certifiedIn(ctx, user, request);
    const sent = typedIn(request);
    const errors = await refusedFieldsOf(async () => {
      await recordBreach(ctx, caller, id, sent);
    });
    if (errors !== undefined) return showNew(request, reply.status(422), user, { sent, errors });
    return reply.redirect(`${certifiedPersonPath(id)}?done=breach#conduct`, 303);
  });

  const opened = (user: ClientUser, { params }: BreachRequest) => {
    if (!isUuid(params.breach_id)) throw new Refusal('not_found');
    return inEitherEnvironment(user, async (caller) => ({
      caller,
      ...(await showBreach(ctx, caller, params.breach_id)),
    }));
  };

  async function show(request: BreachRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
    const { caller, newest, earlier } = await opened(user, request);
    const { first_name: first, last_name: last } = newest.facts;
    return renderPage(request, reply, 'client/certified/breach.njk', {
      title: `Breach found on ${formatLongDate(newest.foundOn)}`,
      environment: caller.environment,
      back: { text: 'The person', href: `${certifiedPersonPath(newest.applicantId)}#conduct` },
      action: breachPath(newest.id),
      ...{ name: fullName(first, last), version: newest.version },
      ...formOf(refused?.sent ?? asTyped(newest)),
      errors: refused?.errors,
      newest: breachView(newest),
      earlier: earlier.map(breachView),
    });
  }

  const path = breachPath(':breach_id');
  pages.get(path, options, (request: BreachRequest, reply, user) => show(request, reply, user));
  pages.post(path, options, async (request: BreachRequest, reply, user) => {
    const { caller, newest } = await opened(user, request);
    const sent = typedIn(request);
    const version = Number(typed(request as FormRequest, 'version'));
    const errors = await refusedFieldsOf(() => changeBreach(ctx, caller, { id: newest.id, version }, sent));
    if (errors !== undefined) return show(request, reply.status(422), user, { sent, errors });
    return reply.redirect(`${certifiedPersonPath(newest.applicantId)}?done=breach#conduct`, 303);
  });
}
