// The client's page of a check: candidate, reports, statuses, and the results as a file.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { mayWithdraw } from '../../../features/candidate-form/awaited-order-actions.ts';
import { readTakenAnswers } from '../../../features/candidate-form/taken-answer-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { confirmIdentityOf, inviteForFingerprints } from '../../../features/checks/identity-actions.ts';
import { takesSeenConsent } from '../../../features/checks/seen-consent-rules.ts';
import { type EventToStore, storeEvents } from '../../../features/events/event-actions.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { readWaitsOf, soughtWaits } from '../../../features/lists/client-waiting-actions.ts';
import { waitPermissions } from '../../../features/lists/client-waiting-queries.ts';
import { mayOrderAgain } from '../../../features/orders/order-again-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { taken } from '../../../messages/en-taken.ts';
import { awaitedOrderPages } from '../../shared/deadlines/awaited-order.ts';
import { formDeadlinePages, formDeadlinesIn } from '../../shared/deadlines/form-deadlines.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import {
  confirmingModel,
  confirmStatus,
  type IdentityRequest,
  identityOf,
  isConfirmed,
  isInvited,
} from '../../shared/identity/identity.ts';
import { addingHref, addReportPages } from '../../shared/orders/add-reports.ts';
import { orderAgainIn, orderAgainPages } from '../../shared/orders/order-again.ts';
import { orderedBy } from '../../shared/orders/ordered-by.ts';
import { urgencyIn, urgencyPages } from '../../shared/orders/urgency.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { progressOf } from '../../shared/progress/progress.ts';
import type { Pages } from '../../shared/shell.ts';
import { dueAfterStart } from '../../shared/start-words.ts';
import type { ClientUser } from '../client-caller.ts';
import { decisionIn } from '../decision/decision-view.ts';
import { erasuresIn } from '../erasure/erasure-request-page.ts';
import { newOrderPath } from '../orders/new-order-path.ts';
import { orderLikeHref } from '../orders/order-like.ts';
import { passOnPath } from '../pass-on/pass-on-page.ts';
import { personHref } from '../people/renewal-view.ts';
import { candidateAsked, candidateReminderPage } from '../queries/candidate-asked.ts';
import { clientQueries } from '../queries/client-queries.ts';
import { startIn } from '../start/start-view.ts';
import { checkCommentPages, commentsIn } from './check-comments.ts';
import { requestsIn } from './check-data-requests.ts';
import { callerOf, checkFacts, reopenedOf } from './check-facts.ts';
import { checkFilePages, filesFormOf, filesIn } from './check-files.ts';
import { historyOf } from './check-history.ts';
import { checkMonitoringPages, monitoredIn } from './check-monitoring.ts';
import { sheetIn } from './check-sheet.ts';
import { referencesIn } from './client-references.ts';
import { employersDuties } from './employers-duties.ts';
import { orderChangeOf } from './order-change-page.ts';
import { checkPath, requestedCheck } from './requested-check.ts';
import { sandboxStepsOf, takeSandboxStep } from './sandbox-steps.ts';

type CheckRequest = FastifyRequest<{
  Params: { check_id: string; file_token?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** Only for test checks that can still move. */
function sandboxOf(check: Check) {
  const steps = sandboxStepsOf(check);
  return steps === undefined ? undefined : { action: `/portal/checks/${check.id}/sandbox`, steps };
}

/** How the candidate is reached, for users who may put it right; their details are corrected while the form is awaited. */
function contactOf(user: ClientUser, check: Check) {
  if (!mayDo(user, 'amend_orders')) return undefined;
  const isAwaited = check.status === 'awaiting_applicant';
  const { email, mobile } = check.order.facts;
  return {
    email,
    mobile: mobile?.replaceAll(' ', '\u00a0'),
    // In an address, `@` may stand as it is, and must for some programs of mail.
    mailHref: email && `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    telephoneHref: mobile && `tel:${mobile.replace(/[^\d+]/g, '')}`,
    correctHref: isAwaited ? `/portal/checks/${check.id}/details` : undefined,
  };
}

/** For users who may put the address right. */
async function isMailNotDelivered(ctx: Ctx, user: ClientUser, check: Check): Promise<boolean> {
  if (!mayDo(user, waitPermissions.email_address)) return false;
  const caller = callerOf(user, check);
  const sought = await soughtWaits(ctx, caller);
  const waits = await readWaitsOf(ctx, caller, { ...sought, kinds: ['email_address'] }, [check.id]);
  return waits.has(check.id);
}

const urgencyPath = ({ id }: Check): string => `/portal/checks/${id}/urgent`;
const addPath = ({ id }: Check): string => `/portal/checks/${id}/reports/new`;

interface Shown {
  readonly user: ClientUser;
  readonly check: Check;
  readonly errors?: FieldMessages;
}

/** Shows the check. Every reading of a result and of what the client wrote is recorded. */
async function show(ctx: Ctx, request: CheckRequest, reply: FastifyReply, { user, check, errors }: Shown) {
  const seesResults = mayDo(user, 'read_results') && !check.isRestricted;
  const addHref = addingHref(user, 'order_checks', check, addPath(check));
  const facts = await checkFacts(ctx, user, check);
  const references = await referencesIn(ctx, user, check);
  const look = (type: EventToStore['type']): EventToStore => ({
    type,
    resourceId: type === 'applicant.read' ? check.applicantId : check.id,
    status: check.status,
    applicantId: check.applicantId,
    checkId: check.id,
  });
  const looks: EventToStore['type'][] = seesResults ? ['check.results_read'] : [];
  if (facts.said.length > 0 || references?.isNamed === true) looks.push('check.answers_read');
  // The page always names the candidate.
  if (looks.length === 0) looks.push('applicant.read');
  await storeEvents(ctx, callerOf(user, check), looks.map(look));
  return renderPage(request, reply, 'client/check/check.njk', {
    title: `Order VF${check.orderId}`,
    personHref: personHref(check.applicantId),
    errors,
    ...facts,
    references,
    contact: contactOf(user, check),
    reopened: seesResults ? reopenedOf(check) : undefined,
    progress: check.isRestricted ? undefined : progressOf(check),
    passOnHref: mayDo(user, 'ask_restrictions') ? passOnPath(check.id) : undefined,
    dataRequests: await requestsIn(ctx, user, check),
    erasures: await erasuresIn(ctx, user, check, check.id),
    wasErasureAsked: request.query.done === 'erasure',
    wasAsked: request.query.done === 'asked',
    taken: (await readTakenAnswers(ctx, callerOf(user, check), check.id)).map(({ from, isWhole }) =>
      taken.toClient(from, isWhole),
    ),
    isSubmitted: check.status !== 'awaiting_applicant',
    formOpenedAt: check.formOpenedAt,
    isNotDelivered: await isMailNotDelivered(ctx, user, check),
    history: await historyOf(ctx, check, {
      seesAmounts: mayDo(user, 'read_charges'),
      seesResults,
      subsidiaryOf: facts.subsidiaryOf,
      units: user.units,
    }),
    identity: identityOf(
      check,
      mayDo(user, 'confirm_identity') ? `/portal/checks/${check.id}/identity` : undefined,
      seesResults || mayDo(user, 'confirm_identity') ? 'client' : undefined,
    ),
    queries: check.isRestricted ? [] : await clientQueries(ctx, user, check),
    asked: await candidateAsked(ctx, user, check),
    wasAskedAgain: request.query.done === 'asked_again',
    decision: check.isRestricted ? undefined : await decisionIn(ctx, user, check),
    wasDecided: request.query.done === 'decided' || request.query.done === 'told',
    wasTold: request.query.done === 'told',
    wasProposed: request.query.done === 'proposed',
    start: check.isRestricted ? undefined : await startIn(ctx, user, check),
    urgency: await urgencyIn(
      ctx,
      user,
      { check, caller: callerOf(user, check) },
      { permission: 'order_checks', path: urgencyPath(check) },
    ),
    changeHref: await orderChangeOf(ctx, user, check),
    wasOrderChanged: request.query.done === 'changed',
    wasUrgencyChanged: request.query.done === 'urgency',
    dueAfterStart,
    wasSubsidiaryChanged: request.query.done === 'subsidiary',
    wasGiven: request.query.done === 'given',
    wasStopRecorded: request.query.done === 'stop',
    wasStartRecorded: request.query.done === 'start',
    placedBy: await orderedBy(ctx, check, 'client'),
    wasAnswered: request.query.done === 'answered',
    anotherHref:
      request.query.done === 'ordered' && mayDo(user, 'order_checks')
        ? orderLikeHref(newOrderPath, 'like', check)
        : undefined,
    wasOrdered: request.query.done === 'ordered' && check.formCompletedAt === null && isOngoing(check.status),
    deadlines: await formDeadlinesIn(
      ctx,
      user,
      { caller: callerOf(user, check), check, page: `/portal/checks/${check.id}` },
      request.query.done,
    ),
    tellsCandidate: check.type === 'standard',
    wasClosed: request.query.done === 'withdrawn' && check.status === 'withdrawn',
    // While the form is awaited, beside what else can be done about it.
    withdrawHref:
      check.status !== 'awaiting_applicant' && mayWithdraw(user, check)
        ? `/portal/checks/${check.id}/cancel`
        : undefined,
    wasConfirmed: request.query.confirmed === '1',
    again: await orderAgainIn(ctx, user, check, `/portal/checks/${check.id}/again`, ({ id }) => `/portal/checks/${id}`),
    monitored: await monitoredIn(ctx, user, check),
    sheet: seesResults ? await sheetIn(ctx, check) : undefined,
    comments: check.isRestricted ? undefined : await commentsIn(ctx, user, check, request.body?.comment),
    addHref,
    ...(await employersDuties(ctx, user, check, { seesResults, addHref })),
    wasInvited: request.query.done === 'invited',
    wasCompared: request.query.done === 'compared',
    wasAdded: request.query.done === 'added',
    wasCommented: request.query.done === 'commented',
    sandbox: mayDo(user, 'order_checks') ? sandboxOf(check) : undefined,
    files: await filesIn(ctx, user, check, request),
    filesForm: filesFormOf(user, check),
    asksConsent: takesSeenConsent(check),
  });
}

export function checkPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(checkPath, { permission: 'read_checks' }, async (request: CheckRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return show(ctx, request, reply, { user, check });
  });

  formDeadlinePages(pages, ctx, checkPath, async (request: CheckRequest, user) => {
    const check = await requestedCheck(ctx, user, request);
    return { check, caller: callerOf(user, check), page: `/portal/checks/${check.id}` };
  });

  const confirming = (user: ClientUser, check: Check, { query, body }: Pick<IdentityRequest, 'query' | 'body'>) => {
    const asked = confirmingModel({
      check,
      page: `/portal/checks/${check.id}`,
      reader: 'client',
      user,
      today: todayFor(ctx, callerOf(user, check)),
      query,
      body,
    });
    return asked && { ...asked, filesHref: `${asked.page}#files`, confirmingTells: 'It is recorded with your name.' };
  };

  const recordApplicantLook = (user: ClientUser, check: Check) => {
    const { applicantId, id: checkId } = check;
    recordLook(ctx, callerOf(user, check), { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
  };

  awaitedOrderPages(pages, ctx, checkPath, async (request: CheckRequest, user) => {
    const check = await requestedCheck(ctx, user, request);
    recordApplicantLook(user, check);
    return { check, caller: callerOf(user, check), page: `/portal/checks/${check.id}` };
  });

  pages.get(`${checkPath}/identity`, { permission: 'confirm_identity' }, async (request: CheckRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const model = confirming(user, check, { query: request.query });
    if (model === undefined) return reply.redirect(`/portal/checks/${request.params.check_id}`, 303);
    recordApplicantLook(user, check);
    return renderPage(request, reply, 'shared/identity/confirm.njk', model);
  });

  pages.post(
    `${checkPath}/identity`,
    { permission: 'confirm_identity' },
    async (request: CheckRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      const model = confirming(user, check, { body: request.body ?? null });
      if (model !== undefined && !isConfirmed(model, request.body) && !isInvited(model, request.body)) {
        recordApplicantLook(user, check);
        return renderPage(request, reply.status(confirmStatus(request.body)), 'shared/identity/confirm.njk', model);
      }
      if (model !== undefined && isInvited(model, request.body)) {
        await inviteForFingerprints(ctx, callerOf(user, check), check.id, model.seen);
        return reply.redirect(`/portal/checks/${check.id}?done=invited`, 303);
      }
      await confirmIdentityOf(ctx, callerOf(user, check), check.id, model?.seen);
      return reply.redirect(`/portal/checks/${check.id}?confirmed=1`, 303);
    },
  );

  checkMonitoringPages(pages, ctx);
  candidateReminderPage(pages, ctx);

  checkCommentPages(pages, ctx, (request, reply, shown) => show(ctx, request as CheckRequest, reply, shown));

  addReportPages(pages, `${checkPath}/reports/new`, {
    ctx,
    permission: 'order_checks',
    async open(request: CheckRequest, user) {
      const check = await requestedCheck(ctx, user, request);
      const page = `/portal/checks/${check.id}`;
      const again = mayOrderAgain(user, check) ? `${page}/again` : undefined;
      const approvalHref = orderLikeHref(newOrderPath, 'add', check);
      return { check, caller: callerOf(user, check), page, action: addPath(check), againHref: again, approvalHref };
    },
  });

  urgencyPages(pages, `${checkPath}/urgent`, {
    ctx,
    permission: 'order_checks',
    async open(request: CheckRequest, user) {
      const check = await requestedCheck(ctx, user, request);
      const page = `/portal/checks/${check.id}`;
      return { check, caller: callerOf(user, check), page, action: urgencyPath(check) };
    },
  });

  orderAgainPages(pages, `${checkPath}/again`, {
    ctx,
    async open(request: CheckRequest, user) {
      const check = await requestedCheck(ctx, user, request);
      const page = `/portal/checks/${check.id}`;
      return { check, caller: callerOf(user, check), page, action: `${page}/again` };
    },
    pageOf: ({ id }) => `/portal/checks/${id}`,
    approvalHref: (check, reports) => orderLikeHref(newOrderPath, 'again', check, reports),
  });

  pages.post(`${checkPath}/sandbox`, { permission: 'order_checks' }, async (request: CheckRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    await takeSandboxStep(ctx, callerOf(user, check), check, String(request.body?.step ?? ''));
    return reply.redirect(`/portal/checks/${check.id}#test-steps`, 303);
  });

  checkFilePages(pages, ctx, (request, reply, shown) => show(ctx, request as CheckRequest, reply, shown));
}
