// What lists say of checks that wait for the client's decision: that somebody proposed one, or the candidate is asked first.
import { type Ctx, timeFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { firstReminderAt } from '../../../features/client-decisions/decision-reminder-schedule.ts';
import { type CurrentHearing, readCurrentHearings } from '../../../features/client-decisions/hearing-actions.ts';
import {
  type CurrentProposal,
  readCurrentProposals,
} from '../../../features/client-decisions/open-proposal-actions.ts';
import { workingDaysBetween } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import type { ClientCaller } from '../client-caller.ts';
import { hearingWords } from './hearing-view.ts';

export interface AwaitedDecision {
  readonly hearing?: CurrentHearing | undefined;
  readonly proposal?: CurrentProposal | undefined;
}

/** Of checks that wait for a decision, by their ids. */
export async function readAwaitedDecisions(
  ctx: Ctx,
  caller: ClientCaller,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, AwaitedDecision>> {
  if (checkIds.length === 0) return new Map();
  const [hearings, proposals] = await Promise.all([
    readCurrentHearings(ctx, caller, checkIds),
    readCurrentProposals(ctx, caller, checkIds),
  ]);
  return new Map(checkIds.map((id) => [id, { hearing: hearings.get(id), proposal: proposals.get(id) }]));
}

/** In a row of the list of checks. */
export function waitWords({ hearing, proposal }: AwaitedDecision): string {
  if (proposal?.isOwn) return 'waiting for a second person';
  if (proposal !== undefined) return 'waiting for you: second decision';
  if (hearing?.standing === 'open') return hearingWords(hearing);
  return hearing === undefined ? 'waiting for you: decision' : `waiting for you: decision (${hearingWords(hearing)})`;
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Under what waits for the user. Somebody who may still answer is waited for; afterwards the decision is asked for again. */
export function waitLabel({ hearing, proposal }: AwaitedDecision): string {
  if (proposal !== undefined) {
    const { label } = decisionWords[proposal.decision];
    return proposal.isOwn
      ? `${label}, as you proposed: a second person confirms it`
      : `Confirm or send back: ${label}, as ${proposal.by.name} proposed`;
  }
  if (hearing === undefined) return 'Decide about the candidate';
  const words = hearingWords(hearing);
  return hearing.standing === 'open' ? capitalised(words) : `Decide about the candidate, who ${words}`;
}

/**
 * Since when each waits as it does and, where that is for the user, for how many working days and whether the client was to be
 * reminded by then.
 */
export async function readAges(ctx: Ctx, caller: ClientCaller) {
  const { decisionReminderDays } = await readAccountSettings(ctx, caller.accountId);
  const now = timeFor(ctx, caller);
  const calendar = ctx.calendar();
  return ({ hearing, proposal }: AwaitedDecision, completedAt: Date) => {
    const since = proposal?.since ?? hearing?.since ?? completedAt;
    if (proposal?.isOwn || (proposal === undefined && hearing?.standing === 'open')) return { since };
    return {
      since,
      workingDays: workingDaysBetween(ukDateOf(since), ukDateOf(now), calendar.england_and_wales),
      isLate: decisionReminderDays > 0 && now >= firstReminderAt(since, decisionReminderDays, calendar),
    };
  };
}
