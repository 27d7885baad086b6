// The settings of an account that say what everybody in its record of staff must have; entries of the list of settings.
import type { AccountSetting } from './account-settings.ts';

const needs = (label: string, what: string) =>
  ({
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label,
    hint: `Whoever has no report ${what} stands as somebody of whom something is missing in the record of staff, also if none was ordered.`,
  }) as const satisfies AccountSetting;

export const recordSettings = {
  recordNeedsIdentity: needs('Everybody needs an identity check', 'on their identity'),
  recordNeedsRightToWork: needs('Everybody needs a right to work check', 'on their right to work'),
  recordNeedsCriminalRecord: needs('Everybody needs a criminal record check', 'on their criminal record'),
  recordNeedsReferences: needs('Everybody needs references', 'on their references or history'),
} as const;

export type RecordSettingName = keyof typeof recordSettings;
