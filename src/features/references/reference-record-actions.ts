// Records what a referee said otherwise than by their link: on the telephone, or in a letter.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { forgetCodes } from '../mailed-links/access-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { type AnswerScope, type Answers, askedSections, readSection, withSection } from './answer-rules.ts';
import type { Questionnaire } from './questionnaire.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';
import { type Call, type Letter, letterWays, type ReferenceReply } from './reference.ts';
import { type GivenAuthentication, stepOf } from './reference-authentication-actions.ts';
import { moveReference, storeReferenceEvent, withLockedReference } from './reference-move-actions.ts';
import { sealReply } from './reference-vault.ts';

export interface TakenDown {
  readonly call: Call;
  readonly authentication: GivenAuthentication;
  readonly scope: AnswerScope;
  /** The fields of every section, as typed. */
  readonly typed: Answers;
}

/**
 * Stores what was said on the telephone as the answers. Refuses with `invalid_fields` by the fields of the form, or
 * `state_does_not_allow` if the report is closed.
 */
export async function recordCall(ctx: Ctx, caller: Caller, id: string, taken: TakenDown): Promise<void> {
  demand(caller, 'ask_references');
  await withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference, key } = locked;
    if (!allowsAction(row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    const now = timeFor(tx, caller);
    const { answers, problems } = answersOf(questionnaires[reference.questionnaire], taken, ukDateOf(now));
    if (taken.call.person === '') problems.add('call_person', 'Enter whom you spoke to');
    if (taken.call.number === '') problems.add('call_number', 'Enter the number that you called');
    for (const part of ['person', 'number'] as const) {
      if (taken.call[part].length > 250) problems.add(`call_${part}`, 'Must be 250 characters or fewer');
    }
    const step = stepOf(taken.authentication, problems);
    const { by } = taken.authentication;
    const reply: ReferenceReply = { scope: taken.scope, answers, call: taken.call, authenticatedBy: by };
    const change = { sealedAnswers: sealReply(key, row.id, reply), authentication: step, repliedAt: now };
    await moveReference(tx, caller, locked, 'answer', change);
    await storeReferenceEvent(tx, caller, row, { type: 'reference.authenticated', detail: { step } });
    await forgetCodes(tx, caller, id);
  });
}

export interface TakenFromLetter {
  readonly letter: { readonly signedBy: string; readonly on: string; readonly way: string };
  readonly authentication: GivenAuthentication;
  readonly typed: Answers;
}

/** What a letter says of what is asked: nothing has to be. */
function asFarAsGiven(questionnaire: Questionnaire): Questionnaire {
  const sections = questionnaire.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({ ...question, isOptional: true as const })),
  }));
  return { ...questionnaire, sections };
}

/** Refuses with `invalid_fields` by the fields of the form. @param today on which the letter may have been signed at the latest */
export function readLetter(id: QuestionnaireId, { letter, authentication, typed }: TakenFromLetter, today: IsoDate) {
  const { answers, problems } = answersOf(asFarAsGiven(questionnaires[id]), { scope: 'whole', typed }, today);
  const { signedBy, on, way } = letter;
  if (signedBy === '') problems.add('letter_signed', 'Enter who signed the letter');
  if (signedBy.length > 250) problems.add('letter_signed', 'Must be 250 characters or fewer');
  if (parseDate(on) !== on || on > today)
    problems.add('letter_on', 'Enter the day of the letter, not later than today');
  if (!isLetterWay(way)) problems.add('letter_way', 'Select how the letter came');
  const step = stepOf(authentication, problems);
  return { answers, step, letter: { signedBy, on, way: way as Letter['way'] } };
}

const isLetterWay = (way: string): way is Letter['way'] => Object.hasOwn(letterWays, way);

/**
 * Stores what a letter says as the answers. Refuses with `invalid_fields` by the fields of the form, or
 * `state_does_not_allow` if the report is closed. @param fileToken of the letter, which is attached
 */
export async function recordLetter(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { fileToken, ...taken }: TakenFromLetter & { readonly fileToken: string },
): Promise<void> {
  demand(caller, 'ask_references');
  await withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference, key } = locked;
    if (!allowsAction(row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    const now = timeFor(tx, caller);
    const { answers, step, letter } = readLetter(reference.questionnaire, taken, ukDateOf(now));
    const { by } = taken.authentication;
    const reply: ReferenceReply = {
      ...{ scope: 'whole', answers, letter: { ...letter, fileToken }, authenticatedBy: by },
    };
    const change = { sealedAnswers: sealReply(key, row.id, reply), authentication: step, repliedAt: now };
    await moveReference(tx, caller, locked, 'answer', change);
    await storeReferenceEvent(tx, caller, row, { type: 'reference.authenticated', detail: { step } });
    await forgetCodes(tx, caller, id);
  });
}

/** Reads all sections at once. */
function answersOf(questionnaire: Questionnaire, { scope, typed }: Pick<TakenDown, 'scope' | 'typed'>, today: IsoDate) {
  const problems = new Problems();
  let answers: Answers = {};
  for (const section of askedSections(questionnaire, scope)) {
    const read = readSection(section, typed, answers, today);
    for (const [name, messages] of Object.entries(read.problems.fields)) {
      for (const message of messages) problems.add(name, message);
    }
    answers = withSection(questionnaire, section, answers, read.answers);
  }
  return { answers, problems };
}
