// The kinds of checks that a record of staff has columns for, what establishes each, and which of them a client keeps; pure.

import type { AccountSettings } from '../accounts/account-settings.ts';
import type { RecordSettingName, recordSectors } from '../accounts/record-settings.ts';
import { catalogue } from '../report-types/catalogue.ts';
import { partOfList } from '../report-types/disclosure-knowledge.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import { isOfRightToWork } from '../reports/right-to-work-rules.ts';
import type { BarredListName } from '../value-sets/refinement-values.ts';

type Typed = Pick<ReportType, 'area' | 'name' | 'variant' | 'certificate' | 'breakdown'>;

/** `general` is kept for everybody. */
type Sector = keyof typeof recordSectors | 'general';

interface Kind {
  readonly label: string;
  /** The setting that demands it of everybody; the others can be demanded by job role alone. */
  readonly demandedBy?: RecordSettingName;
  /** Who keeps it, whatever they have. */
  readonly keptFor: readonly Sector[];
  readonly has: (type: Typed) => boolean;
  /** What else a client states of it. */
  readonly detail?: string;
  /** What the client states as who did it. */
  readonly by?: string;
}

const lists = Object.keys(partOfList) as BarredListName[];
const listParts: readonly string[] = Object.values(partOfList);
const ordersLists = ({ options }: Pick<ReportType, 'options'>) =>
  options.some(({ name }) => lists.some((list) => list === name));
const hasListParts = ({ breakdown }: Pick<Typed, 'breakdown'>) =>
  Object.keys(breakdown).some((part) => listParts.includes(part));

const historyNames = ['employment_history', 'activity', 'academic_reference', 'client_reference', 'self_employment'];
/** The registers by which teachers are prohibited. */
const teachingBodies = ['tra', 'ewc', 'gtcs', 'gtcni'];

export const recordKinds = {
  identity: {
    label: 'Identity',
    demandedBy: 'recordNeedsIdentity',
    keptFor: ['general'],
    // An address, a number or a death says of nobody that they are who they say.
    has: ({ name, variant }) =>
      name === 'document' ||
      name === 'digital_identity' ||
      (name === 'identity' && variant !== 'address_trace' && variant !== 'mortality'),
  },
  right_to_work: {
    label: 'Right to work',
    demandedBy: 'recordNeedsRightToWork',
    keptFor: ['general'],
    has: isOfRightToWork,
  },
  criminal_record: {
    label: 'Criminal record',
    demandedBy: 'recordNeedsCriminalRecord',
    keptFor: ['general'],
    has: ({ name, certificate }) => certificate !== null || name === 'dbs_update_service',
    detail: 'Certificate number',
  },
  barred_list: {
    label: 'Barred list',
    keptFor: ['care', 'school'],
    has: hasListParts,
    detail: 'Which list',
  },
  prohibition: {
    label: 'Prohibition from teaching',
    keptFor: ['school'],
    has: ({ name, variant }) => name === 'professional_membership' && teachingBodies.includes(variant ?? ''),
    detail: 'Teacher reference number',
  },
  section_128: {
    label: 'Section 128',
    keptFor: ['school'],
    has: ({ name }) => name === 'section_128',
  },
  qualifications: {
    label: 'Qualifications',
    keptFor: ['care', 'school'],
    has: ({ area, name, variant }) =>
      area === 'education' || (name === 'professional_membership' && !teachingBodies.includes(variant ?? '')),
    detail: 'Which qualifications',
  },
  abroad: {
    label: 'Checks abroad',
    keptFor: ['care', 'school'],
    has: ({ area }) => area === 'international_criminal_records',
    detail: 'Which countries',
  },
  childcare: {
    label: 'Childcare disqualification',
    keptFor: ['school'],
    // Nobody issues it: the member of staff declares it, and the client records that it asked.
    has: () => false,
    by: 'Who asked',
  },
  employment: {
    label: 'References and history',
    demandedBy: 'recordNeedsReferences',
    keptFor: ['general'],
    has: ({ name }) => historyNames.includes(name),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type RecordKind = keyof typeof recordKinds;

export const kinds = Object.keys(recordKinds) as readonly RecordKind[];

/** `recordKinds` with what each may say. */
export const kindOfRecord = (kind: RecordKind): Kind => recordKinds[kind];

/** The one kind that a report is ordered for; undefined for any other report. */
export const kindOf = (type: Typed): RecordKind | undefined => kinds.find((kind) => recordKinds[kind].has(type));

/** Whether barred lists are searched with it, as far as these options were ordered. */
const searchesList = (type: Typed & Pick<ReportType, 'options'>, ordered: readonly OrderedOption[] | null) =>
  hasListParts(type) && (!ordersLists(type) || lists.some((list) => ordered?.some(({ name }) => name === list)));

/** What a report establishes: one with a barred list is of two kinds. */
export const kindsOf = (
  type: Typed & Pick<ReportType, 'options'>,
  options: readonly OrderedOption[] | null,
): readonly RecordKind[] =>
  kinds.filter((kind) => (kind === 'barred_list' ? searchesList(type, options) : recordKinds[kind].has(type)));

/** How much a criminal record says; each includes those before it. */
export const criminalLevels = {
  basic: 'Basic, or Level 1',
  standard: 'Standard',
  enhanced: 'Enhanced, Level 2 or PVG',
} as const;
export type CriminalLevel = keyof typeof criminalLevels;
export const levels = Object.keys(criminalLevels) as readonly CriminalLevel[];

const levelOfCertificate: Readonly<Record<string, CriminalLevel>> = {
  ...{ basic: 'basic', level_1: 'basic', standard: 'standard' },
  ...{ enhanced: 'enhanced', level_2: 'enhanced', pvg: 'enhanced' },
};

/** The Update Service is asked about a certificate that is standard or, nearly always, enhanced. */
const levelOf = ({ name, certificate }: Pick<Typed, 'name' | 'certificate'>): CriminalLevel | undefined =>
  name === 'dbs_update_service' ? 'enhanced' : levelOfCertificate[certificate?.level ?? ''];

/** Report types that establish it. @param level at least, of a criminal record */
export const typesOfKind = (kind: RecordKind, level: CriminalLevel = 'basic'): number[] =>
  catalogue
    .filter(recordKinds[kind].has)
    .filter((type) => kind !== 'criminal_record' || levels.indexOf(levelOf(type) ?? 'basic') >= levels.indexOf(level))
    .map(({ id }) => id);

/** Of those of `typesOfKind` the ones that search a barred list only if that is ordered, and by which options. */
export const listOptions = {
  names: lists,
  types: catalogue.filter((type) => hasListParts(type) && ordersLists(type)).map(({ id }) => id),
} as const;

export const requiredKinds = (settings: AccountSettings): RecordKind[] =>
  kinds.filter((kind) => {
    const { demandedBy } = kindOfRecord(kind);
    return demandedBy !== undefined && settings[demandedBy];
  });

/** What a client keeps whatever it has: the columns of its record, and what it is asked for. */
export const keptKinds = ({ recordKeptFor }: Pick<AccountSettings, 'recordKeptFor'>): RecordKind[] =>
  kinds.filter((kind) => kindOfRecord(kind).keptFor.some((sector) => sector === 'general' || sector === recordKeptFor));

/** Nobody must establish again who somebody is; when a permission to work ends stands in a list of its own. */
export const isPlanned = (type: Typed): boolean =>
  !recordKinds.identity.has(type) && !recordKinds.right_to_work.has(type);
