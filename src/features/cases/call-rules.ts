// A telephone call about a report, as a note of its own kind: with whom, what came of it, and what is wrong with it as typed; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { attemptOutcomes } from '../references/attempt-rules.ts';

export const callPartners = { candidate: 'The candidate', source: 'A source' } as const;
type CallPartner = keyof typeof callPartners;

interface Call {
  readonly with: CallPartner;
  readonly cameOf: string;
}

export const callOutcomes = { spoke: 'Spoke to them', rang: 'They rang us', ...attemptOutcomes } as const;
type CallOutcome = keyof typeof callOutcomes;

/** As typed; empty for nothing. */
export interface TypedCall {
  readonly with: string;
  readonly person: string;
  readonly number: string;
  readonly cameOf: string;
  readonly note: string;
}

const LONGEST_NAME = 250;
const LONGEST_NOTE = 2000;

/** Refuses with `invalid_fields`, by the inputs of the form. Returns the call, and the text of its note. */
export function readCall(typed: TypedCall): { readonly call: Call; readonly text: string } {
  const { with: partner, person, number, cameOf, note } = typed;
  const problems = new Problems();
  if (!Object.hasOwn(callPartners, partner)) problems.add('call_with', 'Select with whom the call was');
  if (person === '') problems.add('call_person', 'Enter who it was');
  if (number === '') problems.add('call_number', 'Enter the number');
  for (const [input, text] of [['call_person', person] as const, ['call_number', number] as const])
    if (isLongerThan(text, LONGEST_NAME)) problems.add(input, `Must be ${LONGEST_NAME} characters or fewer`);
  if (!Object.hasOwn(callOutcomes, cameOf)) problems.add('came_of', 'Select what came of the call');
  if (isLongerThan(note, LONGEST_NOTE)) problems.add('call_note', `Must be ${LONGEST_NOTE} characters or fewer`);
  problems.refuse('invalid_fields');
  const call = { with: partner as CallPartner, cameOf };
  const about = `Call, ${callPartners[call.with].toLowerCase()}: ${person}, ${number}. ${callOutcomes[cameOf as CallOutcome]}.`;
  return { call, text: note === '' ? about : `${about}\n${note}` };
}

/** The calls that the desk made to the number of the person whom it wanted to reach. */
export const callsMade = (calls: readonly Pick<Call, 'cameOf'>[]): number =>
  calls.filter(({ cameOf }) => cameOf !== 'rang' && cameOf !== 'wrong_number').length;
