// Shows the page on which a client hears a candidate and decides about them, also with what was wrong in one of its forms.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readDecisions } from '../../../features/client-decisions/client-decision-actions.ts';
import {
  clientDecisions,
  type DecisionGiven,
  LONGEST_DECISION_REASON,
  seenBy,
} from '../../../features/client-decisions/client-decision-rules.ts';
import type { LetterKind } from '../../../features/client-decisions/handed-over-queries.ts';
import { lastHeardAt } from '../../../features/client-decisions/hearing-actions.ts';
import { LONGEST_HEARING_TEXT, type TypedHearing } from '../../../features/client-decisions/hearing-rules.ts';
import { readLetters } from '../../../features/client-decisions/letter-actions.ts';
import {
  assessmentOf,
  LONGEST_AGREED_BY,
  LONGEST_RISK_ANSWER,
  ownQuestions,
  riskInputs,
  type TypedRisk,
} from '../../../features/client-decisions/risk-assessment-rules.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import { toldWords } from '../../../messages/en-hearings.ts';
import { declaredLabel, declaredWords } from '../../../messages/en-risk-assessments.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { callerOf, checkFacts } from '../check/check-facts.ts';
import type { ClientUser } from '../client-caller.ts';
import { answerPath, decisionPath, handedOverPath, letterPath } from './decision-path.ts';
import { madeView, rightToWorkOf } from './decision-view.ts';
import { hearingsIn } from './hearing-view.ts';
import { proposalsIn } from './proposal-view.ts';

export type DecisionRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** What is typed in a text of several lines. */
export const typedText = ({ body }: DecisionRequest, name: string): string =>
  String(body?.[name] ?? '')
    .replaceAll('\r\n', '\n')
    .trim();

interface Shown {
  readonly user: ClientUser;
  readonly check: Check;
  readonly given?: DecisionGiven;
  readonly hearing?: TypedHearing;
  readonly handedOver?: { readonly kind: LetterKind; readonly on: string };
  readonly errors?: FieldMessages;
}

/** The risk assessment as the form asks it, unfolded where something is typed. */
const riskView = (typed: TypedRisk = {}, own: readonly string[]) => ({
  isOpen: assessmentOf(typed, own) !== undefined,
  inputs: riskInputs(own).map((one) => ({ ...one, value: typed[one.input] ?? '' })),
  longest: LONGEST_RISK_ANSWER,
  longestAgreed: LONGEST_AGREED_BY,
  declaredLabel,
  declared: Object.entries(declaredWords).map(([value, text]) => ({
    ...{ value, text },
    checked: value === typed.risk_declared,
  })),
  agreedBy: typed.risk_agreed_by ?? '',
  reviewOn: typed.risk_review_on ?? '',
});

const letterLabels: Readonly<Record<LetterKind, string>> = {
  hearing: 'What you ask before you decide',
  decision: 'What you decided',
};

const lettersDone: Readonly<Record<string, string>> = {
  letter: 'The letter is ready: print it, and say when it was handed over.',
  handed: 'The day is recorded.',
  heard: 'The answer is recorded. Read it again when you decide.',
};

const lettersView = (
  letters: Awaited<ReturnType<typeof readLetters>>,
  { id }: Pick<Check, 'id'>,
  typed: Shown['handedOver'],
  today: IsoDate,
) => ({
  letters: letters.map(({ kind, writtenAt, handedOverOn }) => ({
    ...{ label: letterLabels[kind], writtenAt, handedOverOn, input: `on_${kind}` },
    on: typed?.kind === kind ? typed.on : today,
    fileHref: letterPath(`/portal/checks/${id}`, kind),
    action: handedOverPath(`/portal/checks/${id}`, kind),
  })),
});

export async function showDecision(
  ctx: Ctx,
  request: DecisionRequest,
  reply: FastifyReply,
  { user, check, given, hearing, handedOver, errors }: Shown,
) {
  const caller = callerOf(user, check);
  const facts = await checkFacts(ctx, user, check);
  const look = { type: 'check.results_read', resourceId: check.id, status: check.status } as const;
  await storeEvents(ctx, caller, [{ ...look, applicantId: check.applicantId, checkId: check.id }]);
  const isAlthough = request.body?.although === 'yes';
  const proposed = await proposalsIn(ctx, caller, check, typedText(request, 'return_reason'));
  const settings = await readAccountSettings(ctx, user.accountId);
  const hearings = await hearingsIn(ctx, user, check, { isProposed: proposed.open !== undefined, typed: hearing });
  // Without a form of their own a candidate has no page on which to read it.
  const isLetter = check.type === 'express';
  const page = `/portal/checks/${check.id}`;
  return renderPage(request, reply, 'client/decision/decision.njk', {
    title: 'Decide about the candidate',
    ...facts,
    page,
    action: decisionPath(check.id),
    seen: seenBy(check, await lastHeardAt(ctx, caller, check.id), proposed.open?.id),
    proposed,
    twoDeciders: settings.twoDeciders,
    choices: clientDecisions.map((value) => ({
      value,
      text: decisionWords[value].label,
      hint: { text: decisionWords[value].hint },
      checked: value === given?.decision,
    })),
    isClear: check.result === 'clear',
    right: await rightToWorkOf(ctx, user, check),
    reason: given?.reason ?? '',
    isAlthough,
    conditionsBy: given?.conditionsBy ?? '',
    risk: riskView(given?.risk, ownQuestions(settings.riskQuestions)),
    longest: LONGEST_DECISION_REASON,
    isLetter,
    telling: {
      isChosen: typeof given?.told === 'string',
      words:
        request.body?.told === undefined ? toldWords(settings.decisionWords, isLetter) : typedText(request, 'told'),
      longest: LONGEST_HEARING_TEXT,
    },
    hearings,
    ...lettersView(await readLetters(ctx, caller, check), check, handedOver, todayFor(ctx, caller)),
    answerAction: isLetter && hearings.current !== undefined ? answerPath(page) : undefined,
    answer: typedText(request, 'answer'),
    longestAnswer: LONGEST_HEARING_TEXT,
    done: lettersDone[String(request.query.done)],
    wasAsked: request.query.done === 'asked',
    wasReturned: request.query.done === 'returned',
    made: (await readDecisions(ctx, caller, check)).map(madeView),
    errors,
  });
}
