// Which answers are waited for, and by when: what a client may know of a question to its candidate, whose words it does not see.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { type AwaitedAnswerRow, findAwaitedAnswers } from './query-store.ts';

export type AwaitedAnswer = AwaitedAnswerRow;

/** What is to be answered first comes first. */
export function readAwaitedAnswers(ctx: Ctx, caller: Caller, checkId: string): Promise<AwaitedAnswer[]> {
  demand(caller, 'read_checks', 'read_reports');
  return findAwaitedAnswers(ctx.db, caller, checkId);
}
