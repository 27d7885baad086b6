// The levels of criminal record checks for job roles as a table: the first question answered yes decides.
import type { IsoDate } from '../../lib/dates.ts';
import { from, type Known, unconfirmed } from '../knowledge/known.ts';

export const nations = ['england_and_wales', 'scotland', 'northern_ireland'] as const;
export type Nation = (typeof nations)[number];

/** The people with whom the role works, as the barred lists distinguish them. */
export const groups = ['none', 'children', 'adults', 'both'] as const;
export type Group = (typeof groups)[number];

/** The answers about a role; an unanswered question counts as no. */
export interface RoleAnswers {
  readonly nation?: Nation | undefined;
  readonly personal_care?: Group | undefined;
  readonly supports_adults?: boolean | undefined;
  readonly teaches_children?: boolean | undefined;
  readonly works_in_specified_place?: boolean | undefined;
  readonly governs_school?: boolean | undefined;
  readonly is_frequent?: boolean | undefined;
  readonly is_supervised?: boolean | undefined;
  readonly is_paid?: boolean | undefined;
  readonly contact_with?: Group | undefined;
  readonly drives_taxi?: boolean | undefined;
  readonly household_or_licence?: boolean | undefined;
  readonly excepted_profession?: boolean | undefined;
  readonly is_self_employed?: boolean | undefined;
  readonly is_trainee?: boolean | undefined;
  readonly is_for_relative?: boolean | undefined;
}

/** In the order in which they are asked; the texts for the person who sets up a role. */
export const roleQuestions = {
  nation: 'Where is the work: England or Wales, Scotland, or Northern Ireland?',
  personal_care:
    'Does the role give health care by or under a professional, or personal care by need (toilet, washing, dressing, feeding), even once, or is it that of a registered childminder or foster carer? With whom?',
  supports_adults:
    'Does the role, for adults, do social work, help with cash, bills or shopping, conduct their affairs or drive them to care, or manage those who do?',
  teaches_children:
    'Does the role teach, train, instruct, care for, supervise or advise children, or drive a vehicle only for children?',
  works_in_specified_place:
    "Is the work in a school, nursery, children's home, children's centre or place of detention, for its purposes, with contact with children?",
  governs_school:
    'Is it the role of a governor of a school, or of a trustee, member or proprietor (or of somebody on the board of the proprietor) of an academy or independent school?',
  is_frequent: 'Is it done weekly, on more than three days in 30, or overnight between 2 and 6 in the morning?',
  is_supervised: 'Does somebody who is in regulated activity supervise it, regularly and day to day?',
  is_paid: 'Is it paid work?',
  contact_with: 'Does the role otherwise have frequent contact with children or with adults in health or social care?',
  drives_taxi: 'Does the role drive a taxi or private hire vehicle?',
  household_or_licence:
    'Does the role live in an adopting or fostering household, or need a gambling or National Lottery licence?',
  excepted_profession:
    'Is the role named in the Exceptions Order: barrister, solicitor, chartered or certified accountant, actuary, legal executive, senior manager or other controlled function of finance, vet, police staff, probation, prison or court officer, traffic warden, security industry, firearms dealer, insolvency practitioner, or NHS work with access to patients only?',
  is_self_employed: 'Is the person self-employed or employed by a private person?',
  is_trainee: 'Is it part of training or a placement?',
  is_for_relative: 'Is it done for a relative only?',
} as const satisfies Readonly<Record<keyof RoleAnswers, string>>;

export const workforces = ['child', 'adult', 'child and adult', 'other'] as const;
export type Workforce = (typeof workforces)[number];

export const levels = ['basic', 'standard', 'enhanced'] as const;
export type Level = (typeof levels)[number];

/** One row: its condition, its level, and the reason. */
export interface LevelRow {
  readonly id: string;
  readonly level: Level;
  /** Whether barred lists are searched. */
  readonly lists: boolean;
  /** The explanation for people. */
  readonly reason: string;
  readonly law: Known<string>;
}

export const levelRows = {
  regulated_care: {
    id: 'regulated_care',
    level: 'enhanced',
    lists: true,
    reason: 'Health care or personal care is regulated activity even if it is done once.',
    law: unconfirmed(
      'Safeguarding Vulnerable Groups Act 2006, Schedule 4; Police Act 1997, sections 113B, 113BA and 113BB',
    ),
  },
  regulated_adults: {
    id: 'regulated_adults',
    level: 'enhanced',
    lists: true,
    reason: 'Support of adults of this kind is regulated activity, however rarely it is done.',
    law: unconfirmed('Safeguarding Vulnerable Groups Act 2006, Schedule 4, Part 2'),
  },
  regulated_children: {
    id: 'regulated_children',
    level: 'enhanced',
    lists: true,
    reason: 'Teaching or caring for children this often is regulated activity.',
    law: from(
      'supervision_exemption',
      'Safeguarding Vulnerable Groups Act 2006, Schedule 4, Part 1; Crime and Policing Act 2026, in force from 1 September 2026',
    ),
  },
  specified_place: {
    id: 'specified_place',
    level: 'enhanced',
    lists: true,
    reason: 'Frequent work in a school, nursery or like place with contact with children is regulated activity.',
    law: unconfirmed('Safeguarding Vulnerable Groups Act 2006, Schedule 4, Part 1'),
  },
  frequent_contact: {
    id: 'frequent_contact',
    level: 'enhanced',
    lists: false,
    reason: 'The work is with children or adults, but not regulated activity: no barred list may be searched.',
    law: unconfirmed(
      'Rehabilitation of Offenders Act 1974 (Exceptions) Order 1975; Police Act 1997 (Criminal Records) Regulations 2002, regulations 5A and 9',
    ),
  },
  school_governance: {
    id: 'school_governance',
    level: 'enhanced',
    lists: false,
    reason:
      'Whoever governs or owns a school has an enhanced check. It is not regulated activity by itself: no barred list may be searched.',
    law: unconfirmed(
      'School Governance (Constitution and Federations) (England) (Amendment) Regulations 2016; Education (Independent School Standards) Regulations 2014, Schedule, Part 4',
    ),
  },
  taxi: {
    id: 'taxi',
    level: 'enhanced',
    lists: true,
    reason: 'Drivers of taxis and private hire vehicles are licensed after an enhanced check with both barred lists.',
    law: unconfirmed('Police Act 1997 (Criminal Records) Regulations 2002'),
  },
  household_or_licence: {
    id: 'household_or_licence',
    level: 'enhanced',
    lists: false,
    reason: 'The purpose is prescribed for an enhanced check: adoption or fostering household, or a gambling licence.',
    law: unconfirmed('Police Act 1997 (Criminal Records) Regulations 2002'),
  },
  excepted_profession: {
    id: 'excepted_profession',
    level: 'standard',
    lists: false,
    reason: 'The role is named in the Exceptions Order, and is not work with children or adults.',
    law: unconfirmed(
      'Rehabilitation of Offenders Act 1974 (Exceptions) Order 1975, Schedule 1; Police Act 1997, section 113A',
    ),
  },
  otherwise: {
    id: 'otherwise',
    level: 'basic',
    lists: false,
    reason: 'No question was answered with yes: only unspent convictions may be asked for.',
    law: unconfirmed('Police Act 1997, section 112'),
  },
} as const satisfies Readonly<Record<string, LevelRow>>;

/** From this day on, supervision no longer takes work with children out of regulated activity. */
export const supervisionCountsUntil: IsoDate = '2026-09-01';
/** From this day on, self-employed people may have more than a basic check, through an umbrella body. */
export const selfEmployedFrom: IsoDate = '2026-01-21';

export const selfEmployedLaw = from(
  'self_employed_dbs',
  'Self-employed people and employees of private persons may have the same level since 21 January 2026, through an umbrella body.',
);

/** Nobody tells this program when the fees change. */
export const authorityFeesSince = 'December 2024';
/** The authority's own fees in pence. */
export const authorityFees: Readonly<Record<Level, Known<number>>> = {
  basic: unconfirmed(2150),
  standard: unconfirmed(2150),
  enhanced: unconfirmed(4950),
};

interface OtherNation {
  readonly name: string;
  readonly law: Known<string>;
  /** The variants of the nation's family to order for a row of England and Wales. */
  readonly variantsOf: (row: LevelRow, lists: readonly ('children' | 'adults')[]) => readonly string[];
}

export const otherNations: Readonly<Record<Exclude<Nation, 'england_and_wales'>, OtherNation>> = {
  scotland: {
    name: 'criminal_history_scotland',
    law: from('disclosure_scotland_act', 'Disclosure (Scotland) Act 2020, Schedules 2 and 3'),
    variantsOf: ({ id, level }, lists) => {
      if (id === 'household_or_licence') return ['level_2_children_barred'];
      if (lists.length > 0 || level === 'enhanced') return ['pvg_join'];
      return [level === 'standard' ? 'level_2' : 'level_1'];
    },
  },
  northern_ireland: {
    name: 'criminal_history_northern_ireland',
    law: unconfirmed('Safeguarding Vulnerable Groups (Northern Ireland) Order 2007; Exceptions Order (NI) 1979'),
    // AccessNI has no product with both lists.
    variantsOf: ({ level }, lists) => (lists.length === 0 ? [level] : lists.map((list) => `enhanced_${list}_barred`)),
  },
};

/** The verdict of the questions on the day on which a role was agreed. */
export interface Eligibility {
  readonly answers: RoleAnswers;
  readonly decidedOn: IsoDate;
  readonly rule: string;
  readonly level: Level;
  readonly barredLists: readonly string[];
}
