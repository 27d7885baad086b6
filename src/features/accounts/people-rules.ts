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

/** The accounts that somebody of the desk sees. */
type SeenAccounts = 'all' | readonly string[];

interface DeskPerson {
  readonly all_accounts: boolean;
  readonly accounts: readonly string[];
}

/** Somebody who works for accounts that the user does not see is not theirs to change. */
export const isWithin = (seen: SeenAccounts, person: DeskPerson): boolean =>
  seen === 'all' || (!person.all_accounts && person.accounts.every((id) => seen.includes(id)));

export const sharesAccount = (seen: SeenAccounts, person: DeskPerson): boolean =>
  seen === 'all' || person.all_accounts || person.accounts.some((id) => seen.includes(id));
