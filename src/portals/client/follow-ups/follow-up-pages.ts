// The list of conditions to be met and risk assessments to be reviewed, and the page on which a client says what came of those of
// a check.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readDecisions } from '../../../features/client-decisions/client-decision-actions.ts';
import { readFollowUps, recordFollowUp } from '../../../features/client-decisions/follow-up-actions.ts';
import { LONGEST_FOLLOW_UP_NOTE } from '../../../features/client-decisions/follow-up-rules.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { listFollowUps } from '../../../features/lists/follow-up-list-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import {
  type FollowUpProblem,
  followUpOutcomes,
  followUpProblemSentences,
  followUpWords,
} from '../../../messages/en-follow-ups.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { decisionPath } from '../decision/decision-path.ts';
import { madeView } from '../decision/decision-view.ts';
import { peopleViews } from '../people/people-page.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { followUpListPath, followUpPath } from './follow-up-path.ts';

const LISTED_AT_MOST = 500;
const path = `${checkPath}/follow-up`;

type FollowUpRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

interface Sent {
  readonly id: string;
  readonly outcome: string;
  readonly note: string;
}

function sentIn({ body }: FollowUpRequest): Sent {
  const field = (name: string) => String(body?.[name] ?? '').trim();
  return { id: field('id'), outcome: field('outcome'), note: field('note').replaceAll('\r\n', '\n') };
}

export function followUpPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    followUpListPath,
    { permission: 'read_results', byEnvironment: true },
    async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply, signedIn) => {
      const filter = await subsidiaryFilter(ctx, signedIn, request.query);
      const environment = request.query.environment === 'test' ? 'test' : 'live';
      const caller = callerFor(filter.user, environment);
      const today = todayFor(ctx, caller);
      const found = await listFollowUps(ctx, caller, LISTED_AT_MOST + 1);
      return renderPage(request, reply, 'client/follow-ups/follow-up-list.njk', {
        title: 'Conditions and reviews',
        environment,
        views: await peopleViews(ctx, filter, { environment, isOfFollowUps: true }),
        listPath: followUpListPath,
        kept: listParameters({ environment: environment === 'test' ? environment : undefined }),
        selects: filter.selects,
        hasSubsidiaries: filter.nameOf !== undefined,
        hasMore: found.length > LISTED_AT_MOST,
        rows: found.slice(0, LISTED_AT_MOST).map((one) => ({
          ...one,
          label: followUpWords[one.kind].label,
          isDue: one.dueOn <= today,
          subsidiary: filter.nameOf?.(one.subsidiaryId),
          href: followUpPath(one.checkId),
        })),
      });
    },
  );

  async function show(
    request: FollowUpRequest,
    reply: FastifyReply,
    user: ClientUser,
    check: Check,
    failed?: { readonly sent: Sent; readonly errors: FieldMessages },
  ) {
    const caller = callerOf(user, check);
    const look = { type: 'check.results_read', resourceId: check.id, status: check.status } as const;
    await storeEvents(ctx, caller, [{ ...look, applicantId: check.applicantId, checkId: check.id }]);
    const { facts } = check.order;
    const mayRecord = mayDo(user, 'decide_on_candidates') && !check.isRestricted;
    const all = await readFollowUps(ctx, caller, check);
    const [made] = await readDecisions(ctx, caller, check);
    return renderPage(request, reply, 'client/follow-ups/follow-up.njk', {
      title: 'Conditions and reviews',
      environment: check.tenant.environment,
      back: { text: `Order VF${check.orderId}`, href: `/portal/checks/${check.id}` },
      action: followUpPath(check.id),
      orderId: check.orderId,
      candidateName: fullName(facts.first_name, facts.last_name),
      made: made && madeView(made),
      decisionHref: mayRecord && check.status === 'complete' ? decisionPath(check.id) : undefined,
      longest: LONGEST_FOLLOW_UP_NOTE,
      mayRecord,
      open: all
        .filter(({ outcome }) => outcome === null)
        .toReversed()
        .map((one) => ({
          ...one,
          ...followUpWords[one.kind],
          choices: Object.entries<string>(followUpOutcomes[one.kind]).map(([value, text]) => ({
            ...{ value, text },
            checked: failed?.sent.id === one.id && failed.sent.outcome === value,
          })),
          typed: failed?.sent.id === one.id ? failed.sent : undefined,
        })),
      closed: all
        .filter(({ outcome }) => outcome !== null)
        .map((one) => ({
          ...{ label: followUpWords[one.kind].label, dueOn: one.dueOn, note: one.note },
          ...{ by: one.by?.name, closedAt: one.closedAt },
          outcome:
            Object.entries<string>(followUpOutcomes[one.kind]).find(([value]) => value === one.outcome)?.[1] ??
            'Replaced by a newer decision',
        })),
      errors: failed?.errors,
    });
  }

  pages.get(path, { permission: 'read_results' }, async (request: FollowUpRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return show(request, reply, user, check);
  });

  pages.post(path, { permission: 'decide_on_candidates' }, async (request: FollowUpRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const sent = sentIn(request);
    try {
      await recordFollowUp(ctx, callerOf(user, check), check.id, sent);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const errors = Object.fromEntries(
        Object.entries(error.fields).map(([field, problems]) => [
          field,
          problems.map((problem) => followUpProblemSentences[problem as FollowUpProblem]),
        ]),
      );
      return show(request, reply.status(422), user, check, { sent, errors });
    }
    return reply.redirect(sent.outcome === 'not_met' ? decisionPath(check.id) : `/portal/checks/${check.id}`, 303);
  });
}
