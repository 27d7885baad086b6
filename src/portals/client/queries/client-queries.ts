// What the desk asks the client: on the page of a check, and above the list of checks.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { type NamedWaitingCheck, nameWaiting } from '../../../features/lists/client-waiting-actions.ts';
import type { WaitingCheck, WaitKind } from '../../../features/lists/client-waiting-queries.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { type QueryKind, queryKinds } from '../../../messages/en-queries.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import { weekdayDate } from '../../shared/start-words.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { type AwaitedDecision, readAges, readAwaitedDecisions, waitLabel } from '../decision/awaited-decisions.ts';
import { decisionPath } from '../decision/decision-path.ts';
import { followUpPath } from '../follow-ups/follow-up-path.ts';
import { startPath } from '../start/start-path.ts';

export const queryPath = (checkId: string, queryId: string) => `/portal/checks/${checkId}/queries/${queryId}`;

/** Undefined for users who may not answer: a query may tell what was found. */
export async function clientQueries(ctx: Ctx, user: ClientUser, check: Check) {
  if (!mayDo(user, 'answer_queries')) return undefined;
  const asked = (await listQueries(ctx, check, 'client')).filter(({ status }) => status !== 'withdrawn');
  const caller = callerFor(user, check.tenant.environment);
  const views = await queryViews(ctx, caller, check.orderId, asked, `${queryPath(check.id, '{query}')}/files`);
  return views.map((query) => ({
    ...query,
    href: query.status === 'open' ? queryPath(check.id, query.id) : undefined,
  }));
}

const shownAtMost = 5;

const labelOf: Readonly<Record<WaitKind, (check: NamedWaitingCheck, awaited: AwaitedDecision) => string>> = {
  query: ({ query }) => queryKinds[query!.kind as QueryKind].label,
  identity: () => 'Confirm the candidate’s identity',
  email_address: () => 'Correct the email address: the mail to the candidate did not arrive',
  right_to_work: ({ starts_on }) => `Starts work on ${britishDate(starts_on)}, but the right to work is not clear`,
  start_at_risk: ({ starts_on }) => `Starts work on ${weekdayDate(starts_on!)}, and is not cleared`,
  start_unconfirmed: ({ starts_on }) => `Did they start work on ${britishDate(starts_on)}?`,
  decision: (_check, awaited) => waitLabel(awaited),
  follow_up: ({ starts_on }) => `Conditions or a review of ${britishDate(starts_on)}: say what came of it`,
};

const pageOf: Readonly<Record<WaitKind, (check: NamedWaitingCheck) => string>> = {
  query: ({ check_id, query }) => queryPath(check_id, query!.id),
  identity: ({ check_id }) => `/portal/checks/${check_id}/identity`,
  email_address: ({ check_id }) => `/portal/checks/${check_id}/email`,
  right_to_work: ({ check_id }) => startPath(check_id),
  start_at_risk: ({ check_id }) => `/portal/checks/${check_id}`,
  start_unconfirmed: ({ check_id }) => `/portal/checks/${check_id}#did-they-start`,
  decision: ({ check_id }) => decisionPath(check_id),
  follow_up: ({ check_id }) => followUpPath(check_id),
};

/** Questions first, then what waits longest. Undefined if nothing waits. */
export async function waitingForClient(ctx: Ctx, caller: ClientCaller, found: readonly WaitingCheck[]) {
  const { shown, hasMore } = await nameWaiting(ctx, caller, found, shownAtMost);
  if (shown.length === 0) return undefined;
  const today = todayFor(ctx, caller);
  const undecided = shown.filter(({ waits_for }) => waits_for === 'decision').map(({ check_id }) => check_id);
  const awaited = await readAwaitedDecisions(ctx, caller, undecided);
  const ageOf = undecided.length === 0 ? undefined : await readAges(ctx, caller);
  const rows = shown.map((check) => {
    const decision = (check.waits_for === 'decision' && awaited.get(check.check_id)) || {};
    return {
      orderId: check.order_id,
      candidateName: check.candidateName,
      label: labelOf[check.waits_for](check, decision),
      since: check.since,
      dueOn: check.query?.due_on,
      isLate: check.query !== null && check.query.due_on < today,
      href: pageOf[check.waits_for](check),
      ...(check.waits_for === 'decision' && ageOf?.(decision, check.since)),
    };
  });
  return { rows, hasMore };
}
