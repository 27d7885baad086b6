// The settings that say which outcomes a second person approves.
import type { AccountSettingName } from './account-settings.ts';

/** Which outcomes a second person approves: a lower value is less. */
export const approvalSettings = [
  'approveAdverse',
  'approveUnidentified',
  'approveCriminalRecords',
  'approveClearAnyway',
  'approveUntrained',
  'approveCorrected',
  'qualitySamplePercent',
] as const satisfies readonly AccountSettingName[];

export const strictestApproval = {
  approveAdverse: true,
  approveUnidentified: true,
  approveCriminalRecords: true,
  approveClearAnyway: true,
  approveUntrained: true,
  approveCorrected: true,
  qualitySamplePercent: 100,
} as const satisfies Record<(typeof approvalSettings)[number], unknown>;
