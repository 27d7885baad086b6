// Raises alarms about what an operator must look at, such as stored data that somebody changed behind the program: each
// is logged as an error, counted for the metrics, and passed to the listeners.
import { servingNobody } from './db/served-account.ts';
import type { Log, LogFields } from './log.ts';

export const alarmSentences = {
  event_not_ours: 'an event was not written by this program, and is not sealed',
  outcome_changed: 'an outcome differs from the one that was decided',
  row_not_ours: 'a key, credential or grant was not written by this program, and is not valid',
  row_put_back: 'a key, credential or grant is not as the program left it: an older one was put back, or one removed',
  pattern_detected: 'security events form a pattern that needs attention',
} as const satisfies Record<string, string>;

export type AlarmKind = keyof typeof alarmSentences;
export const alarmKinds = Object.keys(alarmSentences) as AlarmKind[];

export interface Alarms {
  raise(kind: AlarmKind, fields: LogFields): void;
  /** Since the process started. */
  count(kind: AlarmKind): number;
}

export type AlarmListener = (kind: AlarmKind, fields: LogFields) => void;

export function createAlarms(log: Log, listener: AlarmListener = () => undefined): Alarms {
  const counts = new Map<AlarmKind, number>();
  return {
    raise(kind, fields) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      log.error(alarmSentences[kind], fields);
      // Also what is of no account is stored, and mailed to the operator.
      servingNobody(() => listener(kind, fields));
    },
    count: (kind) => counts.get(kind) ?? 0,
  };
}
