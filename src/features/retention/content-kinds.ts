// What is deleted of an order by time while its person stays, and why somebody deletes a single file by hand.
import { catalogue } from '../report-types/catalogue.ts';
import { isCriminalRecord } from '../report-types/report-type-rules.ts';

interface Kind {
  /** Before `were deleted`. */
  readonly what: string;
  readonly setting: 'certificateContentDays' | 'rightToWorkFileDays' | 'otherFileDays';
  readonly countedFrom: string;
}

export const contentKinds = {
  certificate: {
    what: 'The contents of the certificate',
    setting: 'certificateContentDays',
    countedFrom: 'the client’s decision, or the end of the order without one',
  },
  right_to_work: {
    what: 'The right to work papers',
    setting: 'rightToWorkFileDays',
    countedFrom: 'the end of the order',
  },
  other: { what: 'The other files of the order', setting: 'otherFileDays', countedFrom: 'the end of the order' },
} as const satisfies Record<string, Kind>;

export type ContentKind = keyof typeof contentKinds;

const idsOf = (isOfKind: (type: { readonly id: number; readonly name: string }) => boolean): readonly number[] =>
  catalogue.filter(isOfKind).map(({ id }) => id);

/** The report types of which a kind is. */
export const typesOfKind: Readonly<Record<Exclude<ContentKind, 'other'>, readonly number[]>> = {
  certificate: idsOf(({ id }) => isCriminalRecord(id)),
  right_to_work: idsOf(({ name }) => name === 'right_to_work'),
};

export const fileDeletionReasons = {
  wrong_person: 'It is of somebody else',
  not_needed: 'It was not asked for, and is not needed',
  unreadable: 'It cannot be read, or is there twice',
  candidate_asked: 'The candidate asked for it',
  unlawful: 'The law does not allow us to keep it',
} as const;

export type FileDeletionReason = keyof typeof fileDeletionReasons;
