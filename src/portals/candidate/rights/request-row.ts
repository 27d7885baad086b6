// A request about their data as the candidate reads it on their own page.
import { type Ctx, todayFor } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import {
  type DataRequest,
  isRefusal,
  type Outcome,
  refusalReasons,
} from '../../../features/data-requests/data-request.ts';
import { isMeaningAwaited, ownCopyUntil } from '../../../features/data-requests/data-request-rules.ts';
import { mayChangeOwn } from '../../../features/data-requests/own-request-actions.ts';
import { sayText } from '../../../messages/say.ts';

/** What they ask here; the others have pages of their own. */
export const choices = {
  access: 'A copy of what is kept about me',
  portability: 'My data in a form that I can take elsewhere',
  erasure: 'To have my data erased',
  complaint: 'To complain about how my data are used',
} as const;

/** A complaint that is about nothing of that kind; the desk says what it is about. */
export const OTHER_COMPLAINT = 'other_complaint';
export const otherComplaint = 'To complain about something else';

const askedTexts: Readonly<Record<DataRequest['kind'], string>> = {
  ...choices,
  correction: 'To have something corrected',
  restriction: 'To have my data restricted',
  objection: 'Not to have my data used',
  withdrawal: 'To withdraw my consent',
};

const textOf = ({ kind, subject }: Pick<DataRequest, 'kind' | 'subject'>) =>
  kind === 'complaint' && subject !== 'data_protection' ? otherComplaint : askedTexts[kind];

/** What the candidate said of it, on their own page also afterwards. */
const isOwnWord = ({ step, by }: DataRequest['steps'][number]) =>
  step === 'added' || (step === 'clarified' && by === 'candidate');

export function requestRow(ctx: Ctx, { caller }: Pick<OpenForm, 'caller'>, request: DataRequest, base: string) {
  const { id, kind, subject, words, receivedOn, dueOn, isOpen, steps } = request;
  const until = ownCopyUntil(steps);
  const closing = steps.findLast(({ step }) => step === 'closed');
  const outcome = closing?.code ?? '';
  return {
    ...{ receivedOn, dueOn, isOpen, isMeaningAwaited: isMeaningAwaited(steps) },
    text: sayText(textOf({ kind, subject })),
    said: [words, ...steps.filter(isOwnWord).map((one) => one.words)].filter((one) => one !== ''),
    changeHref: mayChangeOwn(request) ? `${base}/rights/${id}` : undefined,
    closedOn: closing?.on,
    isTakenBack: outcome === ('taken_back' satisfies Outcome),
    refusal: isRefusal(outcome) ? refusalReasons[outcome].says : undefined,
    // What was said before, while it is open: why it takes longer.
    copy:
      until === undefined || until < todayFor(ctx, caller) ? undefined : { until, href: `${base}/rights/${id}/file` },
    answer: steps.findLast((one) => one.words !== '' && !isOwnWord(one))?.words,
  };
}
