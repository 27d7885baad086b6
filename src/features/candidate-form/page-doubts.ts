// What the form asks once more before it saves an answer that may be a slip: it can be right, so it is never refused.
import { fingerprint } from '../../lib/fingerprint.ts';
import { say } from '../../messages/say.ts';
import { orderedPerson, personDifference } from '../checks/ordered-person-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isTelephoneNumber } from '../facts/person-fact-rules.ts';
import { applied } from './answer-rules.ts';
import { isAsked } from './fact-input-rules.ts';
import type { FormPage, QuestionPage, Typed } from './form-page.ts';
import type { OpenForm } from './open-form.ts';

export interface Doubts {
  readonly texts: readonly string[];
  /** Of what was typed: who changes it is asked anew. */
  readonly seen: string;
}

/** Asks about a name or date of birth that the client did not order. What was ordered is not shown: the link may have reached somebody else. */
function personDoubts(form: OpenForm, page: FormPage, stated: ApplicantFacts): string[] {
  const difference = personDifference(orderedPerson(form.order.facts), stated);
  const account = form.accountName;
  if (page.asked.id === 'name' && difference?.hasOtherName)
    return [say('{account} ordered this check with another name. Is yours right, as in your papers?', { account })];
  if (page.asked.id === 'date_of_birth' && difference?.hasOtherDob)
    return [say('{account} ordered this check with another date of birth. Is yours right?', { account })];
  return [];
}

/** Of the numbers on the page, those that their country does not give out. */
async function numberDoubts({ inputs }: QuestionPage, typed: Typed, country: string): Promise<string[]> {
  const isNumber = ({ fact }: QuestionPage['inputs'][number]) => fact.kind === 'telephone';
  const numbers = inputs
    .filter((input) => isNumber(input) && isAsked(input, inputs, typed))
    .map(({ name }) => typed[name] ?? '')
    .filter(isTelephoneNumber);
  if (numbers.length === 0) return [];
  // Loaded with the first number, because it would add to the start.
  const { isDoubtfulNumber } = await import('../../lib/telephone-numbers.ts');
  return numbers
    .filter((number) => isDoubtfulNumber(number, country))
    .map((number) =>
      say(
        '{number} does not look like a phone number of its country: a digit may be missing, or one too many. Is it right?',
        {
          number,
        },
      ),
    );
}

/** Undefined if nothing is in doubt. What was sent before is not asked again. */
export async function doubtsOn(form: OpenForm, page: QuestionPage, typed: Typed): Promise<Doubts | undefined> {
  const { facts } = form.order;
  const ofPerson =
    form.scope.sent === undefined ? personDoubts(form, page, applied(page, facts, typed, form.scope.today)) : [];
  const texts = [...ofPerson, ...(await numberDoubts(page, typed, facts.country))];
  return texts.length === 0 ? undefined : { texts, seen: fingerprint(typed) };
}
