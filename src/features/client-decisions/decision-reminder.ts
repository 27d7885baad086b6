// Reminds a client of results that wait for its decision, and each week again for some weeks.
import { type Caller, type Ctx, timeFor, userIdOf } from '../../context.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { DECISION_AWAITED, type DeadlineHandler } from '../deadlines/deadline.ts';
import { afterDays } from '../deadlines/deadline-schedule.ts';
import { awaitsDecision } from './client-decision-rules.ts';
import {
  DAYS_BETWEEN_REMINDERS,
  decidableSince,
  firstReminderAt,
  isRepeated,
  nextReminderAt,
} from './decision-reminder-schedule.ts';
import { alsoTold } from './hearing-actions.ts';
import { findHearings } from './hearing-store.ts';
import { findOpenProposal } from './open-proposal-actions.ts';

const isDisputed = async (tx: Ctx, caller: Caller, { id, reports }: Check): Promise<boolean> =>
  disputesIn(await findDisputes(tx.db, caller, id), reports).size > 0;

export const decisionReminder: DeadlineHandler = {
  kind: DECISION_AWAITED,
  label: 'The client is reminded that it has not decided',
  async whenDue(tx, caller, { checkId }) {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    const { askDecisions, decisionReminderDays } = await readAccountSettings(tx, caller.accountId);
    const isReminded = askDecisions && decisionReminderDays > 0;
    if (key === undefined || !awaitsDecision(check) || !isReminded) return undefined;
    const now = timeFor(tx, caller);
    const [heard] = await findHearings(tx.db, caller, [checkId]);
    const calendar = tx.calendar();
    const firstAt = firstReminderAt(decidableSince(check.completedAt!, heard), decisionReminderDays, calendar);
    if (now < firstAt) return firstAt;
    // The screeners look into it first: whoever is told of that decides later.
    if (await isDisputed(tx, caller, check)) return afterDays(now, DAYS_BETWEEN_REMINDERS, calendar);
    const template = isRepeated(now, firstAt, calendar) ? 'decision_overdue' : 'decision_awaited';
    const proposal = await findOpenProposal(tx, caller, checkId);
    const except = proposal === undefined ? [] : [userIdOf(proposal.proposed_by) ?? []].flat();
    await mailClient(tx, caller, check, template, { also: heard === undefined ? [] : alsoTold(heard), except });
    return nextReminderAt(now, firstAt, calendar);
  },
};
