// Session lengths, limits of sign-in attempts, and requirements of passwords; pure.
import ipaddr from 'ipaddr.js';
import { Problems } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';

/** The minimum time between two extensions of a session. */
export const REFRESH_SECONDS = 5 * 60;

export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/**
 * Attempts per window: one email address from one network, or from one known browser (a person who mistypes); one
 * network (an office behind one address).
 */
export const ATTEMPTS_PER_PERSON = 10;
export const ATTEMPTS_PER_NETWORK = 100;
/** Wrong codes after a right password, of one user, by all unknown browsers together: a million codes outlast them. */
export const CODES_OF_STRANGERS = 30;

/** How long a mailed link works; somebody who was invited may be away for a week. */
export const LINK_MINUTES = { invitation: 7 * 24 * 60, forgotten_password: 60 } as const;
/** All of them work, so that nobody can make the newest useless by asking for more. */
export const LINKS_PER_HOUR = 3;

/** What a user proved besides their password; `provider`: the account's single sign-on. */
export type SecondFactor = 'passkey' | 'totp' | 'recovery_code' | 'provider';

/** An IPv4 address, or the first half of an IPv6 address: a subscriber has 2^64 IPv6 addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : (parsed as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':');
}

/** NIST SP 800-63B asks for 15 where a password may be the only factor, which for client users is their account's choice. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 128;

/** Only the length counts here, because composition rules make people write passwords down. */
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

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** A name by which a person recognises their device, without its version. @param userAgent the User-Agent header */
export function deviceOf(userAgent = ''): string {
  const named = (names: typeof browsers | typeof systems) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return system === undefined ? (browser ?? 'Unknown browser') : `${browser ?? 'Unknown browser'} on ${system}`;
}
