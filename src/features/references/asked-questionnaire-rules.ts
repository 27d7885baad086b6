// The questionnaire of a reference in the words in which its referee reads it; pure.
import { wordedFor } from './answer-rules.ts';
import type { Question, Questionnaire } from './questionnaire.ts';
import { questionnaires } from './questionnaires.ts';
import type { Reference, ReferenceReply } from './reference.ts';
import { jobTold } from './told-rules.ts';

/** What the referee was asked, in the words in which they read it. */
export function askedOf({
  questionnaire,
  request,
  reply,
}: Pick<Reference, 'questionnaire' | 'request'> & { readonly reply: Pick<ReferenceReply, 'answers'> }): Questionnaire {
  const worded = wordedFor(questionnaires[questionnaire], reply.answers, jobTold(request));
  const isAsked = ({ isAfterOffer }: Question) => isAfterOffer !== true || request.isAfterOffer === true;
  return {
    ...worded,
    sections: worded.sections.map((section) => ({ ...section, questions: section.questions.filter(isAsked) })),
  };
}
