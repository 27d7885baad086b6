// What a person asked about the restriction of their data, at the desk: recorded, decided, and lifted after notice.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo, type Permission } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import { deskWays, isOneOf, requestWays } from '../../../features/data-requests/data-request.ts';
import {
  announceLifting,
  askRestriction,
  decideRestriction,
  liftRestriction,
  listRestrictionsOf,
} from '../../../features/restrictions/restriction-actions.ts';
import { mayBeLifted, USUAL_NOTICE_DAYS } from '../../../features/restrictions/restriction-rules.ts';
import { addDays } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  askedIn,
  groundOf,
  namedGrounds,
  refusedAsking,
  refusedFieldsOf,
  textIn,
} from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { newRequestHref } from '../data-requests/data-requests-page.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { samePersonModel } from '../erasure/same-person.ts';
import type { OrderPanel, ReportPanel } from '../report/report-panel.ts';

const path = '/desk/reports/:reportId/restriction';

export const restrictionPath = (reportId: string): string => `/desk/reports/${reportId}/restriction`;

type RestrictionRequest = FastifyRequest<{
  Params: { reportId: string; id?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The link to the page. */
export const restrictionAction: ReportPanel = {
  place: 'more',
  template: 'desk/restrictions/restriction-action.njk',
  model: (_ctx, { report, key }, user) =>
    key !== undefined && mayDo(user, 'ask_restrictions') ? { href: restrictionPath(report.id) } : undefined,
};

/** The line that says that nothing may be done. */
export const restrictedPanel: OrderPanel = {
  place: 'work',
  template: 'desk/restrictions/restricted.njk',
  model: (_ctx, { check, report }, user) =>
    check.isRestricted ? { href: mayDo(user, 'ask_restrictions') ? restrictionPath(report.id) : undefined } : undefined,
};

const otherWays = { ...deskWays, client: requestWays.client };

/** As it was recorded before, unless the form says it. */
const wayIn = (body: RestrictionRequest['body']) => {
  const { way } = askedIn(body);
  return isOneOf(otherWays, way) ? way : 'not_recorded';
};

const notices = {
  asked: 'The request is recorded, and confirmed to the candidate by mail.',
  accepted: 'The data of this person are restricted, and the candidate and the client are told by mail.',
  refused: 'The request is refused, and the candidate is told by mail.',
  announced: 'The candidate is told by mail when the restriction is lifted.',
  lifted: 'The restriction is lifted.',
};

interface Wrong {
  /** The form: of a request, or to record one. */
  readonly in: string;
  readonly errors: FieldMessages;
}

/** Every request has a form, with inputs of its own. */
const inForm = ({ in: id, errors }: Wrong): FieldMessages =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [`${field}-${id}`, messages]));

export function restrictionPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const openedAs = async (request: RestrictionRequest, user: UserOf<'desk'>, permission: Permission) => {
    const opened = await openOrder(ctx, user, request.params.reportId, permission);
    if (opened.key === undefined) throw new Refusal('not_found');
    return opened;
  };

  async function show(request: RestrictionRequest, reply: FastifyReply, user: UserOf<'desk'>, wrong?: Wrong) {
    const { check, caller, accountName, key } = await openedAs(request, user, 'ask_restrictions');
    const report = check.reports.find(({ id }) => id === request.params.reportId.toLowerCase())!;
    const asked = await listRestrictionsOf(ctx, check, key);
    const actors = asked.flatMap(({ askedBy, decidedBy, liftedBy }) =>
      [askedBy, decidedBy ?? [], liftedBy ?? []].flat(),
    );
    const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
    const today = todayFor(ctx, caller);
    const { first_name, last_name } = check.order.facts;
    const typed = askedIn(wrong?.in === 'ask' ? request.body : null);
    return renderPage(request, reply, 'desk/restrictions/restriction.njk', {
      title: 'Restriction of this person’s data',
      environment: check.tenant.environment,
      back: { text: 'Back', href: pageOf({ reportId: report.id, isRequested: report.requestedAt !== null }) },
      action: restrictionPath(report.id),
      done: noticeIn(request, notices),
      candidateName: fullName(first_name, last_name),
      order: orderNumber(check.orderId),
      accountName,
      isRestricted: check.isRestricted,
      same: await samePersonModel(ctx, caller, check.applicantId, '/restriction'),
      mayDecide: mayDo(user, 'decide_restrictions'),
      mayAsk: asked.every(({ status }) => status !== 'open'),
      asked: asked.map((one) => {
        const body = wrong?.in === one.id ? request.body : null;
        return {
          ...one,
          ground: groundOf(one.ground),
          isLate: one.status === 'open' && one.dueOn !== null && one.dueOn < today,
          askedBy: nameOf(one.askedBy).name,
          decidedBy: one.decidedBy && nameOf(one.decidedBy).name,
          liftedBy: one.liftedBy && nameOf(one.liftedBy).name,
          mayBeLifted: mayBeLifted(one, today),
          typed: {
            answer: textIn(body, 'answer'),
            liftOn: body === null ? addDays(today, USUAL_NOTICE_DAYS) : textIn(body, 'lift_on'),
          },
          errors: wrong?.in === one.id ? wrong.errors : undefined,
        };
      }),
      grounds: namedGrounds(typed.ground),
      words: typed.words,
      registerHref: newRequestHref({ report: report.id, kind: 'restriction' }),
      ways: Object.entries(otherWays).map(([value, text]) => ({ value, text, checked: value === typed.way })),
      errors: wrong && (wrong.in === 'ask' ? wrong.errors : inForm(wrong)),
      askErrors: wrong?.in === 'ask' ? wrong.errors : undefined,
    });
  }

  const done = (request: RestrictionRequest, reply: FastifyReply, notice: keyof typeof notices) =>
    reply.redirect(`${restrictionPath(request.params.reportId.toLowerCase())}?done=${notice}`, 303);

  pages.get(path, { permission: 'ask_restrictions' }, (request: RestrictionRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post(path, { permission: 'ask_restrictions' }, async (request: RestrictionRequest, reply, user) => {
    const { caller, check } = await openedAs(request, user, 'ask_restrictions');
    const errors = await refusedAsking(request.body, (asked) =>
      askRestriction(ctx, caller, check.id, { ...asked, way: wayIn(request.body) }),
    );
    if (errors !== undefined) return show(request, reply.status(422), user, { in: 'ask', errors });
    return done(request, reply, 'asked');
  });

  const permission = 'decide_restrictions';

  pages.post(`${path}/:id/decide`, { permission }, async (request: RestrictionRequest, reply, user) => {
    const { caller, check } = await openedAs(request, user, permission);
    const id = request.params.id!;
    const isAccepted = request.body?.decision === 'accept';
    const answer = textIn(request.body, 'answer');
    const errors = await refusedFieldsOf(() => decideRestriction(ctx, caller, check.id, { id, isAccepted, answer }));
    if (errors !== undefined) return show(request, reply.status(422), user, { in: id, errors });
    return done(request, reply, isAccepted ? 'accepted' : 'refused');
  });

  pages.post(`${path}/:id/announce`, { permission }, async (request: RestrictionRequest, reply, user) => {
    const { caller, check } = await openedAs(request, user, permission);
    const id = request.params.id!;
    const notice = { id, liftOn: textIn(request.body, 'lift_on'), answer: textIn(request.body, 'answer') };
    const errors = await refusedFieldsOf(() => announceLifting(ctx, caller, check.id, notice));
    if (errors !== undefined) return show(request, reply.status(422), user, { in: id, errors });
    return done(request, reply, 'announced');
  });

  pages.post(`${path}/:id/lift`, { permission }, async (request: RestrictionRequest, reply, user) => {
    const { caller, check } = await openedAs(request, user, permission);
    await liftRestriction(ctx, caller, check.id, request.params.id!);
    return done(request, reply, 'lifted');
  });
}
