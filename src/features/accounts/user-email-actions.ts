// Corrects the email address of somebody who was invited and never signed in, and invites them at the right one; withdraws
// such an invitation.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { changeUser } from './account-actions.ts';
import type { Invitation } from './new-account-actions.ts';
import { demandOver } from './people-rules.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import { inviteToSignIn } from './sign-in-link-actions.ts';
import { hasCredential, updateDeskEmail, updateUserEmail } from './sign-in-mail-store.ts';
import { endWithPassword, findPortalUser, isEmailInUse } from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

/**
 * The links that were mailed to the earlier address stop working. Refuses with `invalid_fields` (email), as `demandOver` does,
 * and with `state_does_not_allow` if they have signed in: what they did would seem to be the work of somebody else.
 * @param accountId the account of a client user
 */
export async function correctEmail(
  ctx: Ctx,
  by: Asker,
  id: string,
  given: string,
  accountId?: string,
): Promise<Invitation> {
  demand(by, 'manage_users', 'manage_desk_users');
  const email = given.trim();
  return inTransaction(ctx, async (tx) => {
    const user = await findPortalUser(tx.db, id);
    if (user === undefined) throw new Refusal('not_found');
    demandOver(by, user, accountId);
    const problems = personProblems({ name: user.name, email });
    const isOther = email.toLowerCase() !== user.email;
    if (!problems.any && isOther && (await isEmailInUse(tx.db, email.toLowerCase())))
      problems.add('email', 'has already been taken');
    problems.refuse('invalid_fields');
    // Somebody may set a password by a link at this moment: the lock waits for them.
    const ended = await endWithPassword(tx.db, id);
    if (await hasCredential(tx.db, id)) throw new Refusal('state_does_not_allow');
    if (user.kind === 'desk') await updateDeskEmail(tx.db, tx.integrity, id, email.toLowerCase());
    else await updateUserEmail(tx.db, user.account_id, { id, email: email.toLowerCase() }, tx.integrity);
    await storeSignInEvent(tx, by, user, 'changed', ended, { email: true });
    return { link: await inviteToSignIn(tx, by, email, accountId) };
  });
}

/** Part of a transaction. Refuses with `state_does_not_allow` if they have signed in, as `correctEmail`. */
export async function withdrawUser(tx: Ctx, by: Asker, accountId: string, id: string): Promise<void> {
  await changeUser(tx, by, accountId, { id, disabled: true, externalId: '', withdrawn: true });
  // Somebody may set a password by a link at this moment: ending the links has waited for them.
  if (await hasCredential(tx.db, id)) throw new Refusal('state_does_not_allow');
}
