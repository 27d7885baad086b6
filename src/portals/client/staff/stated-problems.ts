// What is wrong with what a client states of somebody, in the words of the pages, by input.
import type { Ctx } from '../../../context.ts';
import { judgeStated } from '../../../features/stated-staff/stated-staff-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FormWords, messagesOf } from '../../shared/field-words.ts';
import type { ClientCaller } from '../client-caller.ts';
import type { readStated } from './staff-columns.ts';

const words: FormWords = {
  first_name: { input: 'first_name', begins: 'The first name', empty: 'Enter the first name' },
  last_name: { input: 'last_name', begins: 'The last name', empty: 'Enter the last name' },
  dob: { input: 'dob', begins: 'The date of birth', empty: 'Enter the date of birth' },
  email: { input: 'email', begins: 'The email address' },
};

export function statedErrors(
  ctx: Ctx,
  caller: ClientCaller,
  { person, problems }: ReturnType<typeof readStated>,
): FieldMessages {
  const { ofPerson, stated } = judgeStated(ctx, caller, person);
  const unread = problems.fields;
  // What could not be read is the reason of what else is missing there.
  return { ...messagesOf(ofPerson, words), ...stated, ...unread };
}
