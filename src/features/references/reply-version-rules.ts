// The versions of what a referee sent: what they work on, what they sent before, and what differs; pure.
import { type AnswerScope, type Answers, answerIn, askedQuestions, askedSections } from './answer-rules.ts';
import type { Questionnaire } from './questionnaire.ts';
import type { EarlierAnswers, GivenAnswers, ReferenceReply } from './reference.ts';

/** The reply with what its referee works on: the correction that they have begun, else the answers. */
export const working = ({ correction, ...reply }: ReferenceReply): ReferenceReply =>
  correction === undefined ? reply : { ...reply, scope: correction.scope, answers: correction.answers, correction };

/** The reply after its referee changed something of what they work on. */
export const withWork = (reply: ReferenceReply, change: Partial<GivenAnswers>): ReferenceReply =>
  reply.correction === undefined
    ? { ...reply, ...change }
    : { ...reply, correction: { ...reply.correction, ...change } };

/** Whether the referee sent it by their link, and nobody took it down for them. */
export const isSentByReferee = ({ call, letter }: ReferenceReply): boolean =>
  call === undefined && letter === undefined;

/** How the answers came: by the link, on the telephone, or in a letter, also one that the referee added by the link. */
export function wayOf({ call, letter, scope }: ReferenceReply): 'form' | 'telephone' | 'letter' {
  if (call !== undefined) return 'telephone';
  return letter !== undefined || scope === 'letter' ? 'letter' : 'form';
}

export const withoutCorrection = ({ correction, ...reply }: ReferenceReply): ReferenceReply => reply;

/** The reply with the correction in place of the answers, which are kept. @param sentAt when these were sent */
export function corrected(reply: ReferenceReply, sentAt: Date): ReferenceReply {
  const { scope = 'whole', answers, earlier = [] } = reply;
  const before: EarlierAnswers = { scope, answers, sentAt: sentAt.toISOString() };
  return { ...withoutCorrection(working(reply)), earlier: [...earlier, before] };
}

export interface ChangedAnswer {
  readonly label: string;
  /** As people read it; empty where it was not asked or answered. */
  readonly before: string;
  readonly now: string;
}

const textsOf = (questionnaire: Questionnaire, { scope, answers }: GivenAnswers): ReadonlyMap<string, string> =>
  new Map(
    askedSections(questionnaire, scope)
      .flatMap((section) => askedQuestions(section, answers))
      .map((question) => [question.key, answerIn(question, answers) ?? '']),
  );

/** What differs between two versions, in the order of the questionnaire. */
export function changedAnswers(
  questionnaire: Questionnaire,
  before: GivenAnswers,
  { scope = 'whole', answers }: { readonly scope?: AnswerScope; readonly answers: Answers },
): ChangedAnswer[] {
  const [old, now] = [textsOf(questionnaire, before), textsOf(questionnaire, { scope, answers })];
  return questionnaire.sections
    .flatMap(({ questions }) => questions)
    .map(({ key, label }) => ({ label, before: old.get(key) ?? '', now: now.get(key) ?? '' }))
    .filter((one) => one.before !== one.now);
}
