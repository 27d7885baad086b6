// Random bytes for secrets that are handed out: keys, tokens, codes.
import { randomBytes, randomInt } from 'node:crypto';

export const newSecretBytes = (length: number): Buffer => randomBytes(length);

/** From 0 up to 1, as jitter is. */
export const newFraction = (): number => randomInt(2 ** 32) / 2 ** 32;

/** Decimal digits, evenly drawn. */
export const newDigits = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');
