// The kinds of reports that a record of staff has columns for, and which of them everybody must have; pure.

import type { AccountSettings } from '../accounts/account-settings.ts';
import type { RecordSettingName } from '../accounts/record-settings.ts';
import { catalogue } from '../report-types/catalogue.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { isOfRightToWork } from '../reports/right-to-work-rules.ts';

export type RecordKind = 'identity' | 'right_to_work' | 'criminal_record' | 'employment';

interface Kind {
  readonly label: string;
  /** The setting that demands it of everybody. */
  readonly demandedBy: RecordSettingName;
  readonly has: (type: Pick<ReportType, 'area' | 'name'>) => boolean;
}

export const recordKinds: Readonly<Record<RecordKind, Kind>> = {
  identity: { label: 'Identity', demandedBy: 'recordNeedsIdentity', has: ({ area }) => area === 'identity' },
  right_to_work: { label: 'Right to work', demandedBy: 'recordNeedsRightToWork', has: isOfRightToWork },
  criminal_record: {
    label: 'Criminal record',
    demandedBy: 'recordNeedsCriminalRecord',
    has: ({ area }) => area === 'criminal_records' || area === 'international_criminal_records',
  },
  employment: {
    label: 'References and history',
    demandedBy: 'recordNeedsReferences',
    has: ({ area }) => area === 'employment',
  },
};

export const kinds = Object.keys(recordKinds) as readonly RecordKind[];

/** Undefined for any other report. */
export const kindOf = (type: Pick<ReportType, 'area' | 'name'>): RecordKind | undefined =>
  kinds.find((kind) => recordKinds[kind].has(type));

export const typesOfKind = (kind: RecordKind): number[] => catalogue.filter(recordKinds[kind].has).map(({ id }) => id);

export const requiredKinds = (settings: AccountSettings): RecordKind[] =>
  kinds.filter((kind) => settings[recordKinds[kind].demandedBy]);
