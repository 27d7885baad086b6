// What waits for the client, above the list of checks: grouped by what they do about it, who starts soonest first.
import { type Ctx, todayFor } from '../../../context.ts';
import type { Covered } from '../../../features/accounts/cover-queries.ts';
import type { NamedWaitingCheck } from '../../../features/lists/client-waiting-actions.ts';
import { COUNTED_AT_MOST, firstWaiting, nameWaiting } from '../../../features/lists/client-waiting-actions.ts';
import type { WaitingCheck, WaitKind } from '../../../features/lists/client-waiting-queries.ts';
import { type QueryKind, queryKinds } from '../../../messages/en-queries.ts';
import { waitTitles } from '../../../messages/en-waits.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { startsWords } from '../../shared/start-words.ts';
import type { ClientCaller } from '../client-caller.ts';
import { comparisonPath, comparisonsPath } from '../comparison/comparison-path.ts';
import { type AwaitedDecision, readAges, waitLabel } from '../decision/awaited-decisions.ts';
import { decisionPath } from '../decision/decision-path.ts';
import { followUpPath } from '../follow-ups/follow-up-path.ts';
import { identitiesPath } from '../identities/identities-path.ts';
import { againHref, endWords } from '../people/permission-ends.ts';
import { startPath } from '../start/start-path.ts';
import { queryPath } from './query-path.ts';

const SHOWN_OF_EACH = 3;

interface Shown extends NamedWaitingCheck {
  readonly awaited: AwaitedDecision;
}

interface GroupWords {
  /** What a row says beyond the title. */
  readonly label?: (check: Shown) => string;
  readonly page: (check: NamedWaitingCheck) => string;
  /** Where several are done at once. */
  readonly together?: { readonly path: string; readonly text: string };
}

const waitGroups: Readonly<Record<WaitKind, GroupWords>> = {
  right_to_work: {
    page: ({ check_id }) => startPath(check_id),
  },
  permission_end: { page: ({ check_id, report_id }) => againHref(check_id, report_id!) },
  start_unagreed: { page: ({ check_id }) => startPath(check_id) },
  start_at_risk: { page: ({ check_id }) => `/portal/checks/${check_id}` },
  start_unconfirmed: {
    page: ({ check_id }) => `/portal/checks/${check_id}#did-they-start`,
  },
  query: {
    label: ({ query }) => queryKinds[query!.kind as QueryKind].label,
    page: ({ check_id, query }) => queryPath(check_id, query!.id),
  },
  identity: {
    page: ({ check_id }) => `/portal/checks/${check_id}/identity`,
    together: { path: identitiesPath, text: 'Confirm several at once' },
  },
  comparison: {
    page: ({ check_id }) => comparisonPath(check_id),
    together: { path: comparisonsPath, text: 'Record several at once' },
  },
  email_address: {
    label: () => 'The mail to the candidate did not arrive',
    page: ({ check_id }) => `/portal/checks/${check_id}/details`,
  },
  decision: {
    label: ({ awaited }) => waitLabel(awaited),
    page: ({ check_id }) => decisionPath(check_id),
  },
  follow_up: {
    label: ({ starts_on }) => `Asked about on ${britishDate(starts_on)}`,
    page: ({ check_id }) => followUpPath(check_id),
  },
};
const kindsInOrder = Object.keys(waitTitles) as WaitKind[];

/** `100+` where more are not counted. */
export const countText = (count: number): string => (count > COUNTED_AT_MOST ? `${COUNTED_AT_MOST}+` : `${count}`);

const workingDays = (count: number): string => (count === 1 ? '1 working day' : `${count} working days`);

/** Those that `waitingForClient` shows. */
export const shownWaits = (found: readonly WaitingCheck[]): WaitingCheck[] => firstWaiting(found, SHOWN_OF_EACH);

function ownerWords(
  { owner_id, owner_name }: WaitingCheck,
  { userId, covered }: { readonly userId: string; readonly covered: readonly Covered[] },
): string | undefined {
  if (owner_id === null || owner_id === userId) return undefined;
  const absent = covered.find(({ id }) => id === owner_id);
  if (absent === undefined) return `Looked after by ${owner_name}`;
  return `For ${absent.name}, away until ${britishDate(absent.until)}`;
}

/** Undefined if nothing waits. @param awaited as `readAwaitedDecisions` reads the shown ones @param hrefOf the list of a kind */
export async function waitingForClient(
  ctx: Ctx,
  caller: ClientCaller & { readonly userId: string; readonly covered: readonly Covered[] },
  found: readonly WaitingCheck[],
  awaited: ReadonlyMap<string, AwaitedDecision>,
  hrefOf: (kind: WaitKind) => string,
) {
  if (found.length === 0) return undefined;
  const [named, ageOf] = await Promise.all([
    nameWaiting(ctx, caller, shownWaits(found)),
    found.some(({ waits_for }) => waits_for === 'decision') ? readAges(ctx, caller) : undefined,
  ]);
  const today = todayFor(ctx, caller);
  const rowOf = (check: NamedWaitingCheck) => {
    const { label, page } = waitGroups[check.waits_for];
    const decision = awaited.get(check.check_id) ?? {};
    return {
      orderId: check.order_id,
      candidateName: check.candidateName,
      label: label?.({ ...check, awaited: decision }),
      starts: check.first_day === null ? undefined : startsWords(check.first_day, today),
      ends: check.waits_for === 'permission_end' ? endWords(check.starts_on!, today) : undefined,
      firstDay: check.waits_for === 'follow_up' ? undefined : check.starts_on,
      owner: ownerWords(check, caller),
      since: check.since,
      dueOn: check.query?.due_on,
      isLate: check.query !== null && check.query.due_on < today,
      href: page(check),
      ...(check.waits_for === 'decision' && ageOf?.(decision, check.since)),
    };
  };
  const groups = kindsInOrder.flatMap((kind) => {
    const all = found.filter(({ waits_for }) => waits_for === kind);
    if (all.length === 0) return [];
    const { together } = waitGroups[kind];
    const inTest = caller.environment === 'test' ? '?environment=test' : '';
    const oldest = Math.max(
      ...(kind === 'decision' && ageOf !== undefined
        ? all.map((check) => ageOf(awaited.get(check.check_id) ?? {}, check.since).workingDays ?? 0)
        : []),
    );
    return [
      {
        title: waitTitles[kind],
        together: together && all.length > 1 ? { text: together.text, href: `${together.path}${inTest}` } : undefined,
        count: countText(new Set(all.map(({ check_id }) => check_id)).size),
        oldest: oldest > 0 ? `the oldest ${workingDays(oldest)}` : undefined,
        href: hrefOf(kind),
        rows: named.filter(({ waits_for }) => waits_for === kind).map(rowOf),
      },
    ];
  });
  return { groups };
}
