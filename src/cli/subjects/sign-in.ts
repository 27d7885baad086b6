// Adds a sign-in to people who are set up by a file or an option, with a password that is printed once.
import { createSignIn } from '../../features/accounts/sign-in-actions.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import type { Field } from '../fields.ts';
import { note, type SetUp } from './set-up.ts';

export const signInField: Field = { name: 'signIn', kind: 'flag', meaning: 'make a password, printed once' };

/** 96 random bits in letters that a person can type. */
export const newPassword = () => newSecretBytes(12).toString('base64url');

export async function letSignIn(setUp: SetUp, email: string): Promise<void> {
  const password = newPassword();
  await createSignIn(setUp.ctx, 'system', { email, password });
  note(setUp, 'signIns', { email, password });
}
