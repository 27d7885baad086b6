// Reads how the notice stands that a decision against a candidate takes in the United States, and words both notices.
import type { Caller, Ctx } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { adverseActionNotice, preAdverseNotice, type ScreenerTold } from '../../messages/en-adverse-action.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { findDisputeSpans, findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { readNotice } from '../desk-texts/desk-text-actions.ts';
import { decidesFrom, type NoticeStanding } from './adverse-action-rules.ts';
import { answerByOf } from './hearing-rules.ts';
import { findHearings } from './hearing-store.ts';

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

/** For somebody who may decide. */
export async function noticeStanding(ctx: Ctx, caller: Caller, check: Check): Promise<NoticeStanding> {
  demand(caller, 'decide_on_candidates');
  const [newest] = await findHearings(ctx.db, caller, [check.id]);
  const isDisputed = disputesIn(await findDisputes(ctx.db, caller, check.id), check.reports).size > 0;
  if (newest === undefined || newest.is_over) return { decidesFrom: undefined, isDisputed };
  const notice = { askedOn: ukDateOf(newest.asked_at), answerBy: answerByOf(newest) };
  const spans = await findDisputeSpans(ctx.db, caller, check.id, newest.asked_at);
  return { decidesFrom: decidesFrom(notice, spans), isDisputed };
}
