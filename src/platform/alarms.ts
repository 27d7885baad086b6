// Raises alarms about stored data that somebody changed behind the program's back: each is logged as an error, counted
// for the metrics, and told to whoever listens.
import type { Log, LogFields } from './log.ts';

const sentences = {
  event_not_ours: 'an event was not written by this program, and is not sealed',
  outcome_changed: 'an outcome differs from the one that was decided',
  row_not_ours: 'a key, credential or grant was not written by this program, and is not valid',
} as const satisfies Record<string, string>;

export type AlarmKind = keyof typeof sentences;
export const alarmKinds = Object.keys(sentences) as AlarmKind[];

export interface Alarms {
  raise(kind: AlarmKind, fields: LogFields): void;
  /** Since the process started. */
  count(kind: AlarmKind): number;
}

export type AlarmListener = (kind: AlarmKind, sentence: string, fields: LogFields) => void;

export function createAlarms(log: Log, listener: AlarmListener = () => undefined): Alarms {
  const counts = new Map<AlarmKind, number>();
  return {
    raise(kind, fields) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      log.error(sentences[kind], fields);
      listener(kind, sentences[kind], fields);
    },
    count: (kind) => counts.get(kind) ?? 0,
  };
}
