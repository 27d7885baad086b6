// Gives people their way into the portals; nobody signs up by themselves.
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../context.ts';
import { emailMessages } from '../../lib/email-addresses.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { hashPassword } from './sign-in-passwords.ts';
import { passwordProblems } from './sign-in-rules.ts';
import {
  type DeskUserRow,
  disableDeskUserRow,
  findDeskUsers,
  findPortalUserByEmail,
  insertDeskUser,
  isEmailInUse,
  replaceCredential,
  replaceDeskAccounts,
} from './sign-in-store.ts';

/**
 * Lets an existing client or desk user sign in with this password from now on; sessions opened with an earlier one end.
 * Refuses with `invalid_fields` (email, password).
 */
export async function createSignIn(
  ctx: Ctx,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const problems = passwordProblems(password);
  const user = await findPortalUserByEmail(ctx.db, email.toLowerCase());
  if (user === undefined) problems.add('email', 'belongs to no user');
  problems.refuse('invalid_fields');
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, (tx) =>
    replaceCredential(tx.db, { id: tx.newId(), userId: user!.id, passwordHash, at: tx.now() }),
  );
}

export interface DeskUserArguments {
  readonly name: string;
  readonly email: string;
  /** Ids of the accounts that the screener works for, or all of them, also those to come. */
  readonly accounts: 'all' | readonly string[];
}

/** A screener, who cannot sign in before `createSignIn`. Returns the id. */
export async function createDeskUser(ctx: Ctx, given: DeskUserArguments): Promise<string> {
  const email = given.email.toLowerCase();
  const problems = new Problems();
  if (given.name.trim() === '') problems.add('name', "can't be blank");
  for (const message of emailMessages(email)) problems.add('email', message);
  if (await isEmailInUse(ctx.db, email)) problems.add('email', 'has already been taken');
  problems.refuse('invalid_fields');
  const id = ctx.newId();
  await inTransaction(ctx, (tx) => insertDeskUser(tx.db, { ...given, id, email, createdAt: tx.now() }));
  return id;
}

export const listDeskUsers = (ctx: Ctx): Promise<DeskUserRow[]> => findDeskUsers(ctx.db);

/** What the screener may see from the next page on; nothing else changes. */
export async function changeDeskAccounts(ctx: Ctx, id: string, accounts: DeskUserArguments['accounts']): Promise<void> {
  const found = await inTransaction(ctx, (tx) => replaceDeskAccounts(tx.db, id, accounts));
  if (found === 0) throw new Refusal('not_found');
}

/** Takes effect with the next page: open sessions count no more. */
export async function disableDeskUser(ctx: Ctx, id: string): Promise<void> {
  if ((await disableDeskUserRow(ctx.db, id, ctx.now())) === 0) throw new Refusal('not_found');
}
