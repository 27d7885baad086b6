// What is deleted of an order by time while its person stays, and why somebody deletes a single file by hand.
import { catalogue } from '../report-types/catalogue.ts';
import { isCriminalRecord } from '../report-types/report-type-rules.ts';

interface Kind {
  /** Before `were deleted`. */
  readonly what: string;
  readonly setting: 'certificateContentDays' | 'rightToWorkFileDays' | 'otherFileDays';
  readonly countedFrom: string;
  /** As a person reads in advance for how long it is kept. */
  readonly kept: string;
}

export const contentKinds = {
  certificate: {
    what: 'The contents of the certificate',
    setting: 'certificateContentDays',
    countedFrom: 'the client’s decision, or the end of the order without one',
    kept: 'What a criminal record certificate says: {days} days after the decision, or after the check is over without one.',
  },
  right_to_work: {
    what: 'The right to work papers',
    setting: 'rightToWorkFileDays',
    countedFrom: 'the end of the order',
    kept: 'Right to work papers: {days} days after the check is over.',
  },
  other: {
    what: 'The other files of the order',
    setting: 'otherFileDays',
    countedFrom: 'the end of the order',
    kept: 'All other files: {days} days after the check is over.',
  },
} as const satisfies Record<string, Kind>;

export type ContentKind = keyof typeof contentKinds;

export type ContentSettings = Readonly<Record<Kind['setting'], number>>;

/** What these settings delete before the person is erased. */
export const deletedEarlier = (settings: ContentSettings): { readonly kept: string; readonly days: number }[] =>
  Object.values(contentKinds)
    .map(({ kept, setting }) => ({ kept, days: settings[setting] }))
    .filter(({ days }) => days > 0);

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

/** Why the user of a client who attached it takes it away. */
export const ownDeletionReasons = [
  'wrong_person',
  'not_needed',
  'unreadable',
  'candidate_asked',
] as const satisfies readonly FileDeletionReason[];

export type OwnDeletionReason = (typeof ownDeletionReasons)[number];
