// Random bytes for secrets: keys, tokens, codes.
import { randomBytes, randomInt } from 'node:crypto';

export const newSecretBytes = (length: number): Buffer => randomBytes(length);

/** A number in [0, 1), for example for jitter. */
export const newFraction = (): number => randomInt(2 ** 32) / 2 ** 32;

/** Uniformly distributed decimal digits. */
export const newDigits = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');
