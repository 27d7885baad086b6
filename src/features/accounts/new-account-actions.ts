// Creates users together with their invitation to sign in, and accounts with their first administrator.
import { type Ctx, inTransaction } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { TemplateId } from '../report-types/templates.ts';
import { createAccount, createUser, type UserArguments } from './account-actions.ts';
import { changeAccountSettings, settingProblems } from './account-settings-actions.ts';
import { createDeskUser, type DeskUserArguments } from './sign-in-actions.ts';
import { inviteToSignIn } from './sign-in-link-actions.ts';
import { findPortalUser, isEmailInUse } from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

export interface NewAccount {
  readonly name: string;
  readonly template: TemplateId;
  /** Those that are decided from the start; the others have their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly administrator: { readonly name: string; readonly email: string };
}

export interface Invitation {
  /** Undefined if the link is mailed. */
  readonly link: string | undefined;
}

/** Creates a user, who chooses their own password by the link. */
export function inviteUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: UserArguments,
): Promise<Invitation & { readonly id: string }> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await createUser(tx, by, accountId, given);
    return { id, link: await inviteToSignIn(tx, by, given.email, accountId) };
  });
}

/** Creates a screener, who chooses their own password by the link. */
export function inviteDeskUser(
  ctx: Ctx,
  by: Asker,
  given: DeskUserArguments,
): Promise<Invitation & { readonly id: string }> {
  return inTransaction(ctx, async (tx) => {
    const id = await createDeskUser(tx, by, given);
    return { id, link: await inviteToSignIn(tx, by, given.email) };
  });
}

/**
 * Whether an account that they open belongs to the demo. At the desk only those who see nothing but the demo need no second
 * factor; with an account outside of it they would be asked for one at their next page.
 */
export async function opensForDemo(ctx: Ctx, by: Asker): Promise<boolean> {
  if (by === 'system') return false;
  const user = await findPortalUser(ctx.db, by.actor.slice('user:'.length));
  return user?.kind === 'desk' && !user.demands_second_factor;
}

/** Refuses with `invalid_fields` (name, administrator.name, administrator.email, settings), with every problem at once. */
export async function openAccount(
  ctx: Ctx,
  by: Asker,
  { name, template, settings, administrator }: NewAccount,
): Promise<Invitation & { readonly id: string }> {
  demand(by, 'manage_accounts');
  const { email } = administrator;
  const ofPerson = personProblems(administrator);
  if (await isEmailInUse(ctx.db, email.toLowerCase())) ofPerson.add('email', 'has already been taken');
  const problems = settingProblems(settings);
  if (name.trim() === '') problems.add('name', "can't be blank");
  for (const [field, messages] of Object.entries(ofPerson.fields)) {
    for (const message of messages) problems.add(`administrator.${field}`, message);
  }
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const { id } = await createAccount(tx, by, { name, template, isDemo: await opensForDemo(tx, by) });
    await changeAccountSettings(tx, by, id, settings);
    const { link } = await inviteUser(tx, by, id, { ...administrator, role: 'administrator' });
    return { id, link };
  });
}
