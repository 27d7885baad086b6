// The rules of mailed codes: validity, attempts and resends; pure.

export const CODE_DIGITS = 6;
export const CODE_MINUTES = 15;
export const CODE_TRIES = 5;
/** With the limit of attempts per code, somebody with only the link has 75 guesses a day at a million codes. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 15;
/** Two clicks on Continue send one code. */
const RESEND_SECONDS = 20;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The minimum time between two extensions of a session. */
export const REFRESH_SECONDS = 5 * 60;

/** When the next code may be sent; undefined if now. @param sentAt when this check's codes were sent, in any order */
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
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
