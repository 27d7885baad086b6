// Limits how often somebody may try to sign in: by network, and by email address and network together, never by email
// address alone, so that nobody can lock another person out. A browser that signed in before has a count of its own.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../lib/refusal.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  ATTEMPT_WINDOW_SECONDS,
  ATTEMPTS_PER_NETWORK,
  ATTEMPTS_PER_PERSON,
  CODES_OF_STRANGERS,
  networkOf,
} from './sign-in-rules.ts';
import type { Recorder } from './sign-in-security-events.ts';
import { forgetAttempts } from './sign-in-store.ts';

const DEVICE_COOKIE = '__Host-probity-device';
const deviceInCookies = /(?:^|; )__Host-probity-device=([\w-]{22})\.([\w-]{43})(?:;|$)/;
const DEVICE_SECONDS = 365 * 86_400;

/** Who tries, from where. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** The request's Cookie header. */
  readonly cookies: string | undefined;
}

export interface AttemptLimit {
  /** Counts before the proof is checked, so that parallel guesses cannot pass the limit. Refuses with `rate_limited`. */
  count(attempt: Attempt): Promise<void>;
  /**
   * As `count`, for codes of somebody whose password was right: besides, strangers together have few guesses at one user's
   * code. A known browser is not counted with them, and a mailed link makes a browser known.
   */
  countCode(attempt: Attempt): Promise<void>;
  /** Whether this is the first use of the value. */
  useOnce(value: string): Promise<boolean>;
  forget(attempt: Attempt): Promise<void>;
  /** The cookie line with which a browser is known from now on as one of this user's. */
  rememberDevice(email: string): string;
}

export function attemptLimit(ctx: Recorder, secret: string): AttemptLimit {
  const keyed = (...parts: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const subject = (...parts: readonly string[]) => keyed(...parts).subarray(0, 16);
  const markOf = (email: string, device: string) => keyed('device', email, device).toString('base64url');
  const knownDevice = ({ email, cookies }: Attempt): string | undefined => {
    const [, device, mark] = deviceInCookies.exec(cookies ?? '') ?? [];
    if (device === undefined || mark === undefined) return undefined;
    return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(email, device))) ? device : undefined;
  };
  const person = (attempt: Attempt) => {
    const device = knownDevice(attempt);
    return device === undefined
      ? subject('person', attempt.email, networkOf(attempt.address))
      : subject('known', attempt.email, device);
  };
  const countAll = (subjects: readonly Buffer[]) => {
    const now = ctx.now();
    const windowStart = new Date(now.getTime() - ATTEMPT_WINDOW_SECONDS * 1000);
    return countAttempts(ctx.db, 'sign_in_attempts', subjects, { now, windowStart });
  };
  const refuseAbove = async ({ address }: Attempt, limited: readonly (readonly [Buffer, number])[]) => {
    const counts = await countAll(limited.map(([one]) => one));
    if (limited.some(([, most], index) => counts[index]! > most)) {
      await recordSecurityEvent(ctx, { type: 'sign_in.limited', address });
      throw new Refusal('rate_limited', {}, ATTEMPT_WINDOW_SECONDS);
    }
  };
  const limitsOf = (attempt: Attempt): (readonly [Buffer, number])[] => [
    [person(attempt), ATTEMPTS_PER_PERSON],
    ...(knownDevice(attempt) === undefined
      ? [[subject('network', networkOf(attempt.address)), ATTEMPTS_PER_NETWORK] as const]
      : []),
  ];
  return {
    count: (attempt) => refuseAbove(attempt, limitsOf(attempt)),
    countCode: (attempt) =>
      refuseAbove(attempt, [
        ...limitsOf(attempt),
        ...(knownDevice(attempt) === undefined ? [[subject('code', attempt.email), CODES_OF_STRANGERS] as const] : []),
      ]),
    useOnce: async (value) => (await countAll([subject('once', value)]))[0] === 1,
    forget: (attempt) => forgetAttempts(ctx.db, person(attempt)),
    rememberDevice(email) {
      const device = newSecretBytes(16).toString('base64url');
      const value = `${device}.${markOf(email, device)}`;
      return `${DEVICE_COOKIE}=${value}; Max-Age=${DEVICE_SECONDS}; Path=/; HttpOnly; Secure; SameSite=Lax`;
    },
  };
}
