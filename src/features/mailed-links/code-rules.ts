// The rules of mailed codes: validity, attempts and resends; pure.

/** Where somebody of the desk has the answers from that they type for the holder of a link. */
export const typedFrom = ['telephone', 'paper'] as const;
export type TypedFrom = (typeof typedFrom)[number];

/** Somebody of the desk who types for the holder of a link. */
export interface Typist {
  readonly userId: string;
  readonly from: TypedFrom;
}

export const CODE_DIGITS = 12;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 15;
/** Two clicks on Continue send one code. */
const RESEND_SECONDS = 20;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The minimum time between two extensions of a session. */
export const REFRESH_SECONDS = 5 * 60;

/** When the next code may be sent; undefined if now. @param sentAt when the subject's codes were sent, in any order */
export function nextCodeAt(sentAt: readonly Date[], now: Date): Date | undefined {
  const newestFirst = sentAt.map((at) => at.getTime()).sort((a, b) => b - a);
  const limits = [
    [CODES_PER_HOUR, HOUR_MS],
    [CODES_PER_DAY, DAY_MS],
  ] as const;
  const waits = limits.map(([count, span]) => (newestFirst[count - 1] ?? Number.NEGATIVE_INFINITY) + span);
  const latest = Math.max(...waits);
  return latest > now.getTime() ? new Date(latest) : undefined;
}

export function isJustSent(sentAt: readonly Date[], now: Date): boolean {
  return sentAt.some((at) => now.getTime() - at.getTime() < RESEND_SECONDS * 1000);
}

/** The digits in the typed text, without the spaces and dashes that people and mail programs add. */
export function codeOf(typed: string): string | undefined {
  const digits = typed.slice(0, 100).replace(/[\s-]/g, '');
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? digits : undefined;
}

/** The code as a mail shows it, in groups of four. */
export const groupsOf = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ');

/**
 * Guesses that are compared in a day: those of one link, of one network, and at one account's links. Only the first
 * limit is needed for the sum (`expectedTakeovers`); the others slow down an attacker who has many links.
 */
export const GUESSES_PER_DAY = { link: 10, network: 100, account: 2000 } as const;

export type GuessLimit = keyof typeof GUESSES_PER_DAY;

/**
 * How many forms are expected to be opened by guessing in so many years, if somebody has the link of every check and
 * guesses as often as the limit of a link allows, every day.
 */
export function expectedTakeovers(openChecks: number, years: number): number {
  return (openChecks * GUESSES_PER_DAY.link * 365.25 * years) / 10 ** CODE_DIGITS;
}

/** Mails of a fresh link in a day: each carries the same one until it is opened, and stays valid. */
export const FRESH_LINKS_PER_DAY = 3;
