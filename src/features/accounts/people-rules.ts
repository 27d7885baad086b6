// Whose sign-ins somebody may change: those of the account that they manage, or those of the desk; pure.
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';

type Person = { readonly kind: 'desk' } | { readonly kind: 'client'; readonly account_id: string };

/**
 * Refuses with `not_permitted`, and with `not_found` a user of another account.
 * @param accountId the account whose users they manage; the command line manages all
 */
export function demandOver(by: Asker, person: Person, accountId: string | undefined): void {
  demand(by, person.kind === 'desk' ? 'manage_desk_users' : 'manage_users');
  if (by !== 'system' && person.kind === 'client' && person.account_id !== accountId) throw new Refusal('not_found');
}
