// The questionnaire of a reference in the words in which its referee reads it; pure.
import { wordedFor } from './answer-rules.ts';
import type { Questionnaire } from './questionnaire.ts';
import { questionnaires } from './questionnaires.ts';
import type { Reference } from './reference.ts';
import { jobTold } from './told-rules.ts';

/** What the referee was asked, in the words in which they read it. */
export const askedOf = ({
  questionnaire,
  request,
  reply,
}: Pick<Reference, 'questionnaire' | 'request' | 'reply'>): Questionnaire =>
  wordedFor(questionnaires[questionnaire], reply.answers, jobTold(request));
