// What a check's page shows of the client's decision about the candidate.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import {
  type MadeDecision,
  readDecisions,
  readShownDecision,
} from '../../../features/client-decisions/client-decision-actions.ts';
import { awaitsDecision } from '../../../features/client-decisions/client-decision-rules.ts';
import { readFollowUps } from '../../../features/client-decisions/follow-up-actions.ts';
import { readCurrentHearings } from '../../../features/client-decisions/hearing-actions.ts';
import { readCurrentProposals } from '../../../features/client-decisions/open-proposal-actions.ts';
import { rightNote } from '../../../features/lists/clearance-rules.ts';
import { lacksRightToWork } from '../../../features/reports/right-to-work-rules.ts';
import { readRightToWork } from '../../../features/work-starts/right-to-work-actions.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import { type FollowUpKind, followUpOutcomes, followUpWords } from '../../../messages/en-follow-ups.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { followUpPath } from '../follow-ups/follow-up-path.ts';
import { rightText } from '../start/right-words.ts';
import { decisionPath } from './decision-path.ts';

const outcomeText = (kind: FollowUpKind, outcome: string) =>
  Object.entries<string>(followUpOutcomes[kind])
    .find(([value]) => value === outcome)?.[1]
    .toLowerCase() ?? 'replaced';

export const madeView = ({
  decision,
  reason,
  told,
  assessment,
  isAlthoughDisputed,
  by,
  proposedBy,
  decidedAt,
}: Omit<MadeDecision, 'id'>) => ({
  label: decisionWords[decision].label,
  reason,
  told,
  assessment,
  isAlthoughDisputed,
  by: by.name,
  proposedBy: proposedBy?.name,
  decidedAt,
});

/** For somebody who orders and reads no results. */
async function shownDecision(ctx: Ctx, user: ClientUser, check: Check) {
  if (!mayDo(user, 'order_checks')) return undefined;
  const last = await readShownDecision(ctx, callerFor(user, check.tenant.environment), check);
  return (
    last && {
      last: madeView({
        ...last,
        reason: '',
        told: '',
        assessment: undefined,
        isAlthoughDisputed: false,
        proposedBy: undefined,
      }),
    }
  );
}

/** Why they are not cleared whatever is decided, in words; undefined where their right to work is clear, or checked elsewhere. */
export async function rightToWorkOf(ctx: Ctx, user: ClientUser, check: Check): Promise<string | undefined> {
  const caller = callerFor(user, check.tenant.environment);
  const startsOn = (await readWorkStart(ctx, caller, check.id))?.startsOn;
  const right = await readRightToWork(ctx, caller, check.id, startsOn);
  if (!lacksRightToWork(right)) return undefined;
  const note = rightNote('not_cleared', {
    ...{ right, isRestricted: check.isRestricted, startsOn: startsOn ?? null, today: todayFor(ctx, caller) },
  });
  return note && rightText(note);
}

/** Undefined for users who may not read results, unless their account shows them its decisions. */
export async function decisionIn(ctx: Ctx, user: ClientUser, check: Check) {
  if (!mayDo(user, 'read_results')) return shownDecision(ctx, user, check);
  const caller = callerFor(user, check.tenant.environment);
  const [last] = await readDecisions(ctx, caller, check);
  const hearing = (await readCurrentHearings(ctx, caller, [check.id])).get(check.id);
  const mayDecide = mayDo(user, 'decide_on_candidates') && check.status === 'complete';
  const isAwaited = mayDecide && awaitsDecision(check) && (await readAccountSettings(ctx, user.accountId)).askDecisions;
  const proposal = (await readCurrentProposals(ctx, caller, [check.id])).get(check.id);
  const proposed = proposal && { ...proposal, by: proposal.by.name, label: decisionWords[proposal.decision].label };
  const followUps =
    last === undefined ? [] : (await readFollowUps(ctx, caller, check)).filter((one) => one.decisionId === last.id);
  const today = todayFor(ctx, caller);
  return {
    last: last && madeView(last),
    right: last && last.decision !== 'not_suitable' ? await rightToWorkOf(ctx, user, check) : undefined,
    followUps: followUps.map(({ kind, dueOn, outcome, by, closedAt }) => ({
      text: `${followUpWords[kind].label} by ${britishDate(dueOn)}${outcome === null ? '' : `: ${outcomeText(kind, outcome)}, by ${by?.name} on ${britishDate(closedAt)}`}`,
      isDue: outcome === null && dueOn <= today,
    })),
    followUpHref: followUps.length === 0 ? undefined : followUpPath(check.id),
    hearing,
    proposed,
    href: mayDecide ? decisionPath(check.id) : undefined,
    isAwaited,
  };
}
