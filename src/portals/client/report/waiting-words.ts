// For whom a report waits, as its client is told.
import type { WaitingFor } from '../../../features/reports/wait-actions.ts';

export const waitingWords = {
  candidate: 'The candidate',
  client: 'You',
  source: 'The source',
} as const satisfies Readonly<Record<WaitingFor, string>>;

/** `Waiting for the source`; undefined if for nobody. */
export const waitingFor = (whom: WaitingFor | null | undefined): string | undefined =>
  whom ? `Waiting for ${waitingWords[whom].toLowerCase()}` : undefined;
