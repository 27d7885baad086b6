// Where the approvals of money are, what waits there, and how forms of the desk lead there.
import type { Authority, Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import type { MoneyAct } from '../../../features/money-approvals/money-act.ts';
import {
  countMoneyRequests,
  giveAway,
  readOwnMonth,
} from '../../../features/money-approvals/money-approval-actions.ts';
import type { Caller } from '../../../features/payments/payment-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { accountsPath, type DeskUser } from '../accounts/account-request.ts';

export const moneyApprovalsPath = `${accountsPath}/money-approvals`;

/** Where a form leads that asked for a second person. */
export const moneyAskedPath = `${moneyApprovalsPath}?done=asked`;

/** Gives it away, or asks a second person. @param about what it is about, in words */
export async function giveByForm(ctx: Ctx, caller: Caller, act: MoneyAct, about: string, words: FormWords) {
  const given = { outcome: 'done' as 'done' | 'asked' };
  const errors = await refusedFields(async () => {
    given.outcome = await giveAway(ctx, caller, act, about);
  }, words);
  return { errors, isAsked: given.outcome === 'asked' };
}

/** For `own-month.njk`, before somebody gives something away. */
export async function ownMonthModel(ctx: Ctx, by: Authority, accountId: string) {
  const own = await readOwnMonth(ctx, by, accountId);
  return own && { given: own.givenPence === 0 ? '' : inPounds(own.givenPence), most: inPounds(own.mostPence) };
}

/** How many wait in the accounts that the user sees; undefined where nobody has to approve and nothing was left. */
export async function moneyApprovalsModel(ctx: Ctx, user: DeskUser) {
  const counts = await countMoneyRequests(ctx, authorityOf(user), user.accounts);
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return typeof ctx.settings.moneyApprovalPounds !== 'number' && count === 0
    ? undefined
    : { count, href: moneyApprovalsPath };
}
