// What the client's pages show of what a candidate is asked before the decision, and the form that asks.
import { type Ctx, timeFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { noticeStanding } from '../../../features/client-decisions/adverse-action-actions.ts';
import { leastAnswerBy, takesNotices } from '../../../features/client-decisions/adverse-action-rules.ts';
import { type CurrentHearing, readHearings } from '../../../features/client-decisions/hearing-actions.ts';
import {
  isOfCertificate,
  LONGEST_HEARING_TEXT,
  labelsNotClear,
  mayAskCandidate,
  type TypedHearing,
  usuallyAnswerBy,
} from '../../../features/client-decisions/hearing-rules.ts';
import { askedWords } from '../../../messages/en-hearings.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { callerOf } from '../check/check-facts.ts';
import type { ClientUser } from '../client-caller.ts';
import { hearingPath } from './decision-path.ts';

/** What stands in a list instead of a demand for the decision, and beside one that was preceded by a hearing. */
export const hearingWords = ({ standing, answerBy }: CurrentHearing) =>
  ({
    open: `to be heard until ${britishDate(answerBy)}`,
    answered: 'answered',
    lapsed: 'did not answer',
  })[standing];

interface HearingShown {
  /** A decision waits for a second person: nobody asks the candidate meanwhile. */
  readonly isProposed: boolean;
  /** What was typed in the form that is shown again. */
  readonly typed: TypedHearing | undefined;
}

export async function hearingsIn(ctx: Ctx, user: ClientUser, check: Check, { isProposed, typed }: HearingShown) {
  const caller = callerOf(user, check);
  const hearings = await readHearings(ctx, caller, check);
  const settings = await readAccountSettings(ctx, user.accountId);
  const { hearingWords: usualWords, certificateHearingWords } = settings;
  const ofCertificate = isOfCertificate(check);
  const own = (ofCertificate && certificateHearingWords) || usualWords;
  const takesNotice = takesNotices(check);
  const notice = takesNotice ? await noticeStanding(ctx, caller, check) : undefined;
  const lacksNotice = notice !== undefined && notice.decidesFrom === undefined && !notice.awaitsLetter;
  const isOpen = hearings[0]?.standing === 'open' && !lacksNotice;
  // Who asks again asks something else.
  const isFirst = lacksNotice || (hearings[0]?.standing ?? 'over') === 'over';
  const words = isFirst ? askedWords(labelsNotClear(check), own, ofCertificate) : '';
  const now = timeFor(ctx, caller);
  const answerBy = takesNotice
    ? leastAnswerBy(now, settings.adverseActionDays, ctx.calendar())
    : usuallyAnswerBy(now, ctx.calendar());
  const usual = { words, answerBy };
  const form = { action: hearingPath(check.id), longest: LONGEST_HEARING_TEXT, typed: typed ?? usual };
  return {
    asked: hearings.map(({ by, ...hearing }) => ({ ...hearing, by: by.name })),
    notice,
    current: hearings.find(({ standing }) => standing !== 'over'),
    form: mayAskCandidate(check) && !isOpen && !isProposed ? form : undefined,
  };
}
