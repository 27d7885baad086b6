// Every questionnaire for referees by its id, which is stored and never reused for another.
import type { Questionnaire } from './questionnaire.ts';
import { academic } from './questionnaires/academic.ts';
import { character } from './questionnaires/character.ts';
import { landlord } from './questionnaires/landlord.ts';
import { qualification } from './questionnaires/qualification.ts';
import { regulated } from './questionnaires/regulated.ts';
import { saferRecruitment } from './questionnaires/safer-recruitment.ts';
import { standard } from './questionnaires/standard.ts';

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
