// Asks somebody which of much data they mean: the time to answer stops until they say it (UK GDPR Art. 12A).
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import type { ToldWay } from './data-request.ts';
import { tell, withRequest } from './data-request-actions.ts';
import { isMeaningAwaited, mayAskMeaning } from './data-request-rules.ts';
import { addStep } from './data-request-step-actions.ts';
import { dayIn, refuseText } from './data-request-text-rules.ts';

/** Refuses with `state_does_not_allow` to ask twice, late, or about anything but a copy, and with `invalid_fields` (`question`) without a question. */
export async function askMeaning(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { question, told }: { readonly question: string; readonly told: ToldWay },
): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, held) => {
    const { row, steps, key } = held;
    const problems = new Problems();
    refuseText(problems, question, 'Write what you need to know', 'question');
    problems.refuse('invalid_fields');
    if (!mayAskMeaning(row.kind, row.due_on, steps, todayFor(tx, caller))) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, row, key, { step: 'clarification_asked', told, words: question });
    await tell(tx, caller, held, told, { kind: 'clarification_asked', words: question });
  });
}

/** The time counts again from the next day. Refuses with `invalid_fields` (`on`) a day before they were asked or after today. */
export async function noteMeaning(ctx: Ctx, caller: Caller, id: string, on: string): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, { row, steps, key }) => {
    if (!isMeaningAwaited(steps)) throw new Refusal('state_does_not_allow');
    const asked = steps.findLast(({ step }) => step === 'clarification_asked')!.on;
    const problems = new Problems();
    const day = dayIn(problems, 'on', on, asked, todayFor(tx, caller));
    problems.refuse('invalid_fields');
    await addStep(tx, caller, row, key, { step: 'clarified', on: day });
  });
}
