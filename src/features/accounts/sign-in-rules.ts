// How long sessions live, how often people may try, and what a password must be; pure.
import { Problems } from '../../lib/refusal.ts';

/** Signed out after two hours without a page, and after half a day in any case. */
export const IDLE_SECONDS = 2 * 3600;
export const SESSION_SECONDS = 12 * 3600;
/** The end of a session is moved at most this often. */
export const REFRESH_SECONDS = 5 * 60;

export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/** Tries in one window: a person who mistypes, an office behind one address. */
export const ATTEMPTS_PER_EMAIL = 10;
export const ATTEMPTS_PER_ADDRESS = 100;

const PASSWORD_MIN = 10;
const PASSWORD_MAX = 128;

/** Length is what counts; composition rules only make passwords that people write down. */
export function passwordProblems(password: string): Problems {
  const problems = new Problems();
  const length = [...password].length;
  if (length < PASSWORD_MIN) problems.add('password', `is too short (minimum is ${PASSWORD_MIN} characters)`);
  if (length > PASSWORD_MAX) problems.add('password', `is too long (maximum is ${PASSWORD_MAX} characters)`);
  return problems;
}

export function isSessionOver(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() >= SESSION_SECONDS * 1000;
}
