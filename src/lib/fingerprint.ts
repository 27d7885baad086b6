// Tells whether something is still what a form showed; forms carry it in place of the facts.
import { createHash } from 'node:crypto';

export const fingerprint = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
