// What somebody must have in the record of staff: by the job role, or what everybody must have; pure.
import type { AccountSettings } from '../accounts/account-settings.ts';
import {
  type CriminalLevel,
  criminalLevels,
  kinds,
  levels,
  type RecordKind,
  recordKinds,
  requiredKinds,
} from './record-kind-rules.ts';

export interface RecordNeed {
  readonly kind: RecordKind;
  /** The least that a criminal record must be; null for any, and for the other kinds. */
  readonly level: CriminalLevel | null;
}

export const levelIn = (value: unknown): CriminalLevel | null => levels.find((level) => level === value) ?? null;

export const kindsIn = (values: readonly unknown[]): RecordKind[] => kinds.filter((kind) => values.includes(kind));

export const needsOf = (needed: readonly RecordKind[], level: CriminalLevel | null): RecordNeed[] =>
  needed.map((kind) => ({ kind, level: kind === 'criminal_record' ? level : null }));

/** Of everybody whose job role has no needs of its own. */
export const needsOfEverybody = (settings: AccountSettings): RecordNeed[] =>
  needsOf(requiredKinds(settings), levelIn(settings.recordNeedsLevel));

/** `Identity; Criminal record (Standard)`. */
export const needsText = (needed: unknown, level: unknown): string => {
  const least = levelIn(level);
  const texts = needsOf(kindsIn(Array.isArray(needed) ? needed : []), least).map(({ kind, level: of }) =>
    of === null ? recordKinds[kind].label : `${recordKinds[kind].label} (at least: ${criminalLevels[of]})`,
  );
  return texts.length === 0 ? 'Nothing' : texts.join('; ');
};
