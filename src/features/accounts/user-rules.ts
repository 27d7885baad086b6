// What the name and the email address of every new user must be; pure.
import { emailFaults } from '../../lib/email-addresses.ts';
import { Problems } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';

export function personProblems({ name, email }: { readonly name: string; readonly email: string }): Problems {
  const problems = new Problems();
  if (name.trim() === '') problems.add('name', "can't be blank");
  if (email.trim() === '') problems.add('email', "can't be blank");
  else for (const fault of emailFaults(email)) problems.add('email', apiSentence(fault));
  return problems;
}
