// What the desk asks the client: on the page of a check, and above the list of checks.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { findChecksWaitingForClient, type WaitingCheck } from '../../../features/lists/client-waiting-queries.ts';
import { listOpenClientQueries, listQueries } from '../../../features/queries/query-actions.ts';
import { recordResultsReads } from '../../../features/results/results-reads.ts';
import { type QueryKind, queryKinds } from '../../../messages/en-queries.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { decisionPath } from '../decision/decision-path.ts';

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

const waitingWords: Readonly<Record<WaitingCheck['waits_for'], string>> = {
  identity: 'Confirm the candidate’s identity',
  email_address: 'Correct the email address: the mail to the candidate did not arrive',
  decision: 'Decide about the candidate',
};

const pageOf: Readonly<Record<WaitingCheck['waits_for'], (checkId: string) => string>> = {
  identity: (id) => `/portal/checks/${id}/identity`,
  email_address: (id) => `/portal/checks/${id}`,
  decision: decisionPath,
};

/** Questions first, then what waits longest. Undefined if nothing waits. */
export async function waitingForClient(ctx: Ctx, user: ClientUser, caller: Caller & OrderScope) {
  const [{ total, queries }, found, { askDecisions }] = await Promise.all([
    mayDo(user, 'answer_queries') ? listOpenClientQueries(ctx, caller, shownAtMost) : { total: 0, queries: [] },
    findChecksWaitingForClient(ctx.db, caller, shownAtMost + 1),
    readAccountSettings(ctx, user.accountId),
  ]);
  const asked = found.filter(({ waits_for }) => waits_for !== 'decision' || askDecisions);
  const ofKinds = [...Map.groupBy(asked, ({ waits_for }) => waits_for).values()];
  const checks = ofKinds.flatMap((ofKind) => ofKind.slice(0, shownAtMost));
  const undecided = checks.filter(({ waits_for }) => waits_for === 'decision');
  // It says of each that not every result is clear.
  recordResultsReads(
    ctx,
    caller,
    undecided.map(({ check_id: checkId, applicant_id: applicantId }) => ({ checkId, applicantId })),
  );
  const today = todayFor(ctx, caller);
  const rows = [
    ...queries.map((query) => ({
      orderId: query.order_id,
      label: queryKinds[query.kind as QueryKind].label,
      dueOn: query.due_on,
      isLate: query.due_on < today,
      href: queryPath(query.check_id, query.id),
    })),
    ...checks.map(({ check_id, order_id, waits_for, since }) => ({
      orderId: order_id,
      label: waitingWords[waits_for],
      since,
      href: pageOf[waits_for](check_id),
    })),
  ];
  if (rows.length === 0) return undefined;
  return {
    rows,
    moreQueries: total - queries.length,
    hasMoreDecisions: asked.filter(({ waits_for }) => waits_for === 'decision').length > shownAtMost,
  };
}
