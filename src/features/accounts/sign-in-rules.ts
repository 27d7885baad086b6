// Session lengths, limits of sign-in attempts, and requirements of passwords; pure.
import ipaddr from 'ipaddr.js';
import { Problems } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';

/** A session ends after two hours without a request, and after twelve hours in any case. */
export const IDLE_SECONDS = 2 * 3600;
export const SESSION_SECONDS = 12 * 3600;
/** The minimum time between two extensions of a session. */
export const REFRESH_SECONDS = 5 * 60;

export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/**
 * Attempts per window: one email address from one network (a person who mistypes); one network (an office behind one
 * address); one email address from anywhere. Only the last limit lets an attacker lock a person out, and it takes ten
 * networks.
 */
export const ATTEMPTS_PER_PERSON = 10;
export const ATTEMPTS_PER_NETWORK = 100;
export const ATTEMPTS_PER_EMAIL = 100;

/** An IPv4 address, or the first half of an IPv6 address: a subscriber has 2^64 IPv6 addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

const PASSWORD_MIN = 10;
const PASSWORD_MAX = 128;

/** Only the length counts; composition rules make people write passwords down. */
export function passwordProblems(password: string): Problems {
  const problems = new Problems();
  const length = [...password].length;
  if (length < PASSWORD_MIN) {
    problems.add('password', apiSentence({ code: 'too_short', params: { least: PASSWORD_MIN } }));
  }
  if (length > PASSWORD_MAX) {
    problems.add('password', apiSentence({ code: 'too_long', params: { most: PASSWORD_MAX } }));
  }
  return problems;
}

export function isSessionOver(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() >= SESSION_SECONDS * 1000;
}
