// Creates an account together with its first administrator, who is invited to sign in.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { TemplateId } from '../report-types/templates.ts';
import { createAccount, createUser } from './account-actions.ts';
import { inviteToSignIn } from './sign-in-link-actions.ts';
import { isEmailInUse } from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

export interface NewAccount {
  readonly name: string;
  readonly template: TemplateId;
  readonly administrator: { readonly name: string; readonly email: string };
}

export interface Invitation {
  /** Undefined if the link is mailed. */
  readonly link: string | undefined;
}

/** Refuses with `invalid_fields` (name, administrator.name, administrator.email), with every problem at once. */
export async function openAccount(
  ctx: Ctx,
  by: Asker,
  { name, template, administrator }: NewAccount,
): Promise<Invitation & { readonly id: string }> {
  demand(by, 'manage_accounts');
  const { email } = administrator;
  const ofPerson = personProblems(administrator);
  if (await isEmailInUse(ctx.db, email.toLowerCase())) ofPerson.add('email', 'has already been taken');
  const problems = new Problems();
  if (name.trim() === '') problems.add('name', "can't be blank");
  for (const [field, messages] of Object.entries(ofPerson.fields)) {
    for (const message of messages) problems.add(`administrator.${field}`, message);
  }
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const { id } = await createAccount(tx, by, { name, template });
    await createUser(tx, by, id, { ...administrator, role: 'administrator' });
    return { id, link: await inviteToSignIn(tx, by, email) };
  });
}
