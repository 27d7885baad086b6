// The settings of an account that say what its record of staff has columns for, and what everybody in it must have; entries of
// the list of settings.
import type { AccountSetting } from './account-setting.ts';

/** For whom a client keeps its record of staff. */
export const recordSectors = {
  care: 'Care (the CQC)',
  school: 'School, college or nursery (Ofsted, KCSIE)',
} as const;

const needs = (label: string, what: string) =>
  ({
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label,
    hint: `Whoever has no report ${what} stands as somebody of whom something is missing in the record of staff, also if none was ordered.`,
  }) as const satisfies AccountSetting;

const recordNeeds = {
  recordNeedsIdentity: needs('Everybody needs an identity check', 'on their identity'),
  recordNeedsRightToWork: needs('Everybody needs a right to work check', 'on their right to work'),
  recordNeedsCriminalRecord: needs('Everybody needs a criminal record check', 'on their criminal record'),
  recordNeedsReferences: needs('Everybody needs references', 'on their references or history'),
} as const;

export type RecordSettingName = keyof typeof recordNeeds;

export const recordSettings = {
  recordKeptFor: {
    group: 'results',
    client: 'changes',
    kind: 'text',
    default: '',
    most: 10,
    choices: recordSectors,
    unset: 'No inspector in particular',
    label: 'Whom the record of staff is kept for',
    hint: 'Care adds the barred lists, qualifications and checks abroad to the record of staff; a school has the prohibition from teaching, Section 128 and the childcare disqualification as well. A column also stands there as soon as somebody has such a check.',
  },
  referenceIsEmployeeNumber: {
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'The other reference of an order is the employee number',
    hint: 'Yes: the record of staff shows the other reference of somebody’s newest order as their employee number, unless you state another.',
  },
  ...recordNeeds,
  recordNeedsLevel: {
    group: 'results',
    client: 'changes',
    kind: 'text',
    default: '',
    most: 10,
    choices: { standard: 'At least standard', enhanced: 'Enhanced, Level 2 or PVG' },
    unset: 'Any level',
    label: 'Level of the criminal record that everybody needs',
    hint: 'Whose criminal record is of a lower level, or is stated without one, stands as somebody of whom something is missing. It counts only where everybody needs a criminal record.',
  },
} as const;
