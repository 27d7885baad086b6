// Which patterns of security events need the operator's attention, one entry each; pure.
import type { SecurityEventName } from '../security-events/security-event-types.ts';

/** Whose events are counted together. */
export type PatternSubject = 'user' | 'account' | 'network' | 'key';

export interface PatternRule {
  /** What the operator reads. */
  readonly sentence: string;
  /** Events of each of these types must be there. */
  readonly types: readonly SecurityEventName[];
  readonly by: PatternSubject;
  /** A `user` is whom the events concern or who caused them. */
  readonly withinMinutes: number;
  /** That many events, or people whose records were read. */
  readonly atLeast: number;
  readonly counts: 'events' | 'people';
}

export const patternRules = {
  sign_ins_of_user: {
    sentence: 'Somebody tries passwords or codes of one user',
    types: ['sign_in.failed'],
    by: 'user',
    withinMinutes: 10,
    atLeast: 20,
    counts: 'events',
  },
  sign_ins_of_network: {
    sentence: 'Somebody tries passwords from one network',
    types: ['sign_in.failed'],
    by: 'network',
    withinMinutes: 10,
    atLeast: 100,
    counts: 'events',
  },
  codes_of_account: {
    sentence: 'Somebody tries codes of the mailed links of one account',
    types: ['code.wrong'],
    by: 'account',
    withinMinutes: 60,
    atLeast: 100,
    counts: 'events',
  },
  keys_of_network: {
    sentence: 'Somebody tries API keys from one network',
    types: ['key.refused'],
    by: 'network',
    withinMinutes: 10,
    atLeast: 100,
    counts: 'events',
  },
  refusals_of_user: {
    sentence: 'A user tries many actions without permission for them',
    types: ['permission.refused'],
    by: 'user',
    withinMinutes: 10,
    atLeast: 50,
    counts: 'events',
  },
  bulk_reads_of_user: {
    sentence: 'A user read the records of very many people',
    types: ['records.read_in_bulk'],
    by: 'user',
    withinMinutes: 60,
    atLeast: 10_000,
    counts: 'people',
  },
  bulk_read_from_new_network: {
    sentence: 'An API key read the records of many people from a network that is new for it',
    types: ['key.used_from_new_network', 'records.read_in_bulk'],
    by: 'key',
    withinMinutes: 60,
    atLeast: 2,
    counts: 'events',
  },
} as const satisfies Readonly<Record<string, PatternRule>>;

export type PatternName = keyof typeof patternRules;
