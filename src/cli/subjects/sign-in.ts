// Invites people who are set up by a file or an option to sign in.
import { inviteToSignIn } from '../../features/accounts/sign-in-link-actions.ts';
import type { Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { note, type SetUp } from './set-up.ts';

export const signInField: Field = {
  name: 'signIn',
  kind: 'flag',
  meaning: 'mail them a link to choose a password; printed if there is no mail server',
};

/** @param link undefined if it is mailed */
export const invitationRow = (email: string, link: string | undefined): Row => ({
  email: email.toLowerCase(),
  ...(link === undefined ? { by: 'mail' } : { link }),
});

export async function letSignIn(setUp: SetUp, email: string): Promise<void> {
  note(setUp, 'invitations', invitationRow(email, await inviteToSignIn(setUp.ctx, 'system', email)));
}
