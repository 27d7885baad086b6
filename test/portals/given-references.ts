// A reference that a regulated firm gives another, written, approved by a colleague, and given, as tests need it.
import type { Actor, Ctx } from '../../src/context.ts';
import type { CertifyingCaller } from '../../src/features/certification/certificate-actions.ts';
import {
  approveGiven,
  recordGiven,
  showGiven,
  writeAnswers,
} from '../../src/features/certification/given-reference-actions.ts';
import { typedIn } from '../../src/features/references/answer-rules.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';

/** With nothing to disclose, as it is typed. */
export const cleanAnswers = {
  ...{ firm: 'Acme Bank', firm_number: '654321', from_not_known: 'yes', still_there: 'yes', role: 'Trader' },
  ...{ question_a: 'yes', question_b: 'no', question_c: 'Trader since 2020' },
  ...{ question_d: 'no', question_e: 'no', question_f: 'no', question_g: 'no', referee_name: 'Kim' },
} as const;

export async function giveReference(ctx: Ctx, caller: CertifyingCaller, colleague: Actor, id: string): Promise<void> {
  await writeAnswers(ctx, caller, { id, writtenAt: '' }, (section) => typedIn(section, cleanAnswers));
  const { written } = await showGiven(ctx, caller, id);
  await approveGiven(ctx, { ...caller, actor: colleague }, id, written!.at.toISOString());
  await recordGiven(ctx, caller, id, ukDateOf(ctx.now()));
}
