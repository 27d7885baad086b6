// What the desk asks the client: on the page of a check, and above the list of checks.
import { type Ctx, timeFor, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { firstReminderAt } from '../../../features/client-decisions/decision-reminder-schedule.ts';
import { type CurrentHearing, readCurrentHearings } from '../../../features/client-decisions/hearing-actions.ts';
import { type NamedWaitingCheck, nameWaiting } from '../../../features/lists/client-waiting-actions.ts';
import type { WaitingCheck, WaitKind } from '../../../features/lists/client-waiting-queries.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { bankHolidays } from '../../../lib/bank-holidays.ts';
import { workingDaysBetween } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type QueryKind, queryKinds } from '../../../messages/en-queries.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { decisionPath } from '../decision/decision-path.ts';
import { hearingWords } from '../decision/hearing-view.ts';
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

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Somebody who may still answer is waited for; afterwards the decision is asked for again. */
function decisionLabel(hearing: CurrentHearing | undefined): string {
  if (hearing === undefined) return 'Decide about the candidate';
  const words = hearingWords(hearing);
  return hearing.standing === 'open' ? capitalised(words) : `Decide about the candidate, who ${words}`;
}

const labelOf: Readonly<Record<WaitKind, (check: NamedWaitingCheck, hearing?: CurrentHearing) => string>> = {
  query: ({ query }) => queryKinds[query!.kind as QueryKind].label,
  identity: () => 'Confirm the candidate’s identity',
  email_address: () => 'Correct the email address: the mail to the candidate did not arrive',
  right_to_work: ({ starts_on }) => `Starts work on ${britishDate(starts_on)}, but the right to work is not clear`,
  decision: (_check, hearing) => decisionLabel(hearing),
};

const pageOf: Readonly<Record<WaitKind, (check: NamedWaitingCheck) => string>> = {
  query: ({ check_id, query }) => queryPath(check_id, query!.id),
  identity: ({ check_id }) => `/portal/checks/${check_id}/identity`,
  email_address: ({ check_id }) => `/portal/checks/${check_id}/email`,
  right_to_work: ({ check_id }) => startPath(check_id),
  decision: ({ check_id }) => decisionPath(check_id),
};

/** How long a decision waits, by since when, and whether the client was to be reminded of it. */
async function agesOf(ctx: Ctx, caller: ClientCaller) {
  const { decisionReminderDays } = await readAccountSettings(ctx, caller.accountId);
  const now = timeFor(ctx, caller);
  return (since: Date) => ({
    workingDays: workingDaysBetween(ukDateOf(since), ukDateOf(now), bankHolidays.england_and_wales),
    isLate: decisionReminderDays > 0 && now >= firstReminderAt(since, decisionReminderDays),
  });
}

/** Questions first, then what waits longest. Undefined if nothing waits. */
export async function waitingForClient(ctx: Ctx, caller: ClientCaller, found: readonly WaitingCheck[]) {
  const { shown, hasMore } = await nameWaiting(ctx, caller, found, shownAtMost);
  if (shown.length === 0) return undefined;
  const today = todayFor(ctx, caller);
  const undecided = shown.filter(({ waits_for }) => waits_for === 'decision').map(({ check_id }) => check_id);
  const hearings = undecided.length === 0 ? new Map() : await readCurrentHearings(ctx, caller, undecided);
  const hearingOf = ({ check_id, waits_for }: NamedWaitingCheck): CurrentHearing | undefined =>
    waits_for === 'decision' ? hearings.get(check_id) : undefined;
  const ages = undecided.length === 0 ? undefined : await agesOf(ctx, caller);
  const rows = shown.map((check) => ({
    orderId: check.order_id,
    candidateName: check.candidateName,
    label: labelOf[check.waits_for](check, hearingOf(check)),
    since: hearingOf(check)?.since ?? check.since,
    dueOn: check.query?.due_on,
    isLate: check.query !== null && check.query.due_on < today,
    ...(check.waits_for === 'decision' && hearingOf(check)?.standing !== 'open' && ages?.(hearingOf(check)?.since ?? check.since)),
    href: pageOf[check.waits_for](check),
  }));
  return { rows, hasMore };
}
