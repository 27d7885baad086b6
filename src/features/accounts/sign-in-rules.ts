// How long sessions live, how often people may try, and what a password must be; pure.
import ipaddr from 'ipaddr.js';
import { Problems } from '../../lib/refusal.ts';

/** Signed out after two hours without a page, and after half a day in any case. */
export const IDLE_SECONDS = 2 * 3600;
export const SESSION_SECONDS = 12 * 3600;
/** The end of a session is moved at most this often. */
export const REFRESH_SECONDS = 5 * 60;

export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/**
 * Tries in one window: a person who mistypes, for one email address from one network; an office behind one address; all
 * who try one email address. Only the last lets somebody else lock a person out, and asks for ten networks to do it.
 */
export const ATTEMPTS_PER_PERSON = 10;
export const ATTEMPTS_PER_NETWORK = 100;
export const ATTEMPTS_PER_EMAIL = 100;

/** Where somebody comes from: an IPv4 address; of IPv6 the first half, for whoever has one address there has 2^64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

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
