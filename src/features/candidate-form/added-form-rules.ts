// What the form asks beside what was submitted: only what reports that were added need and was not sent.
import type { PageId } from './form-page.ts';
import { askedPages, type SavedAnswers } from './form-page-rules.ts';
import { atPlace } from './form-place-rules.ts';
import type { FormFront, OpenForm } from './open-form.ts';
import { sentInto } from './sent-answer-rules.ts';

const consentOf = (queryId: string): PageId => `consent-${queryId}`;

/**
 * The form of some reports beside what was submitted: it asks only what these need and was not sent, and has a consent of
 * its own.
 */
export function formBesideSent(form: OpenForm, part: Pick<FormFront, 'types' | 'monitored' | 'scope'>): OpenForm {
  const { facts } = form.order;
  const scope = { ...atPlace(part.scope, part.types, form.order), sent: { facts, asked: form.sentScope.asked } };
  const pages = new Map(askedPages(scope).map((page) => [page.id, page]));
  const saved = [...form.saved].flatMap(([id, { version, answer }]) => {
    const page = pages.get(id);
    if (page === undefined || page.kind === 'consent') return [];
    return [[id, { version, answer: sentInto(page, answer, facts, scope.today) }] as const];
  });
  return { ...form, ...part, scope, saved: new Map(saved), isRepeated: false };
}

/** The form of what was added after the first was submitted. Undefined if nothing waits for the candidate. */
export function additionForm(form: OpenForm): OpenForm | undefined {
  if (form.addition === undefined) return undefined;
  const { queryId, ...part } = form.addition;
  const consentPage = consentOf(queryId);
  const beside = formBesideSent(form, part);
  const consent = form.saved.get(consentPage);
  const saved: SavedAnswers = new Map(consent === undefined ? beside.saved : [...beside.saved, ['consent', consent]]);
  return { ...beside, saved, consentPage };
}
