// Every questionnaire for referees by its id, which is stored and never reused for another.
import { wordedFor } from './answer-rules.ts';
import type { Questionnaire } from './questionnaire.ts';
import { academic } from './questionnaires/academic.ts';
import { character } from './questionnaires/character.ts';
import { landlord } from './questionnaires/landlord.ts';
import { qualification } from './questionnaires/qualification.ts';
import { regulated } from './questionnaires/regulated.ts';
import { saferRecruitment } from './questionnaires/safer-recruitment.ts';
import { standard } from './questionnaires/standard.ts';
import type { Reference } from './reference.ts';
import { jobTold } from './told-rules.ts';

export const questionnaires = {
  standard,
  regulated,
  safer_recruitment: saferRecruitment,
  character,
  academic,
  qualification,
  landlord,
} as const satisfies Readonly<Record<string, Questionnaire>>;

export type QuestionnaireId = keyof typeof questionnaires;

export const isQuestionnaireId = (id: unknown): id is QuestionnaireId =>
  typeof id === 'string' && Object.hasOwn(questionnaires, id);

/** What the referee was asked, in the words in which they read it. */
export const askedOf = ({
  questionnaire,
  request,
  reply,
}: Pick<Reference, 'questionnaire' | 'request' | 'reply'>): Questionnaire =>
  wordedFor(questionnaires[questionnaire], reply.answers, jobTold(request));
