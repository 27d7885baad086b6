// Reads how the notice stands that a decision against a candidate takes in the United States, and words both notices.
import type { Caller, Ctx } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { adverseActionNotice, preAdverseNotice, type ScreenerTold } from '../../messages/en-adverse-action.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { findDisputeSpans, findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { readNotice } from '../desk-texts/desk-text-actions.ts';
import { findHistory } from '../events/check-history-queries.ts';
import { decidesFrom, type NoticeStanding, ofLetter } from './adverse-action-rules.ts';
import { findHandedOver } from './handed-over-queries.ts';
import { answerByOf } from './hearing-rules.ts';
import { findHearings, type HearingRow } from './hearing-store.ts';

const screenerOf = ({ settings }: Pick<Ctx, 'settings'>): ScreenerTold => ({
  name: settings.operatorName ?? 'The screening company',
  contact: [...settings.operatorAddress, ...(settings.contactEmail ? [settings.contactEmail] : [])],
});

/** With the words of the client before it. @param isLetter to somebody without a page of their own */
export async function withPreAdverseNotice(ctx: Ctx, words: string, isLetter: boolean): Promise<string> {
  const rights = await readNotice(ctx, 'fcra_rights');
  return [words, preAdverseNotice(screenerOf(ctx), rights, isLetter)].join('\n\n');
}

export const withFinalNotice = (ctx: Ctx, words: string): string =>
  [words, adverseActionNotice(screenerOf(ctx))].join('\n\n');

/** What was asked while the job counted as one elsewhere had no notice in it. */
export async function isNotice(
  ctx: Ctx,
  caller: Caller,
  { check_id: checkId, is_over, asked_at }: HearingRow,
): Promise<boolean> {
  demand(caller, 'decide_on_candidates');
  if (is_over) return false;
  const stated = await findHistory(ctx.db, caller, { checkId, types: ['check.law_stated'] });
  return stated.every(({ occurred_at: at }) => at <= asked_at);
}

/** Since when it runs and until when it may be answered; undefined for a letter of which nobody has said that it was handed over. */
async function timeOf(ctx: Ctx, caller: Caller, check: Check, newest: HearingRow) {
  const answerBy = answerByOf(newest);
  if (check.type === 'standard') return { askedOn: ukDateOf(newest.asked_at), answerBy };
  const handedOverOn = (await findHandedOver(ctx.db, caller, check.id))('hearing', newest.asked_at);
  if (handedOverOn === undefined) return undefined;
  const { adverseActionDays: workingDays } = await readAccountSettings(ctx, caller.accountId);
  return ofLetter(answerBy, { handedOverOn, workingDays }, ctx.calendar());
}

/** For somebody who may decide. */
export async function noticeStanding(ctx: Ctx, caller: Caller, check: Check): Promise<NoticeStanding> {
  demand(caller, 'decide_on_candidates');
  const [newest] = await findHearings(ctx.db, caller, [check.id]);
  const isDisputed = disputesIn(await findDisputes(ctx.db, caller, check.id), check.reports).size > 0;
  const none = { decidesFrom: undefined, awaitsLetter: false, isDisputed };
  if (newest === undefined || !(await isNotice(ctx, caller, newest))) return none;
  const time = await timeOf(ctx, caller, check, newest);
  if (time === undefined) return { ...none, awaitsLetter: true };
  const spans = await findDisputeSpans(ctx.db, caller, check.id, newest.asked_at);
  return { ...none, decidesFrom: decidesFrom(time, spans, ctx.calendar()) };
}
