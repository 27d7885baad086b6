// The types of the catalogue: families of report types with their knowledge, as data.
import type { AssessmentId } from '../assessments/assessments.ts';
import type { Known } from '../knowledge/known.ts';
import type { SourceId } from '../knowledge/sources.ts';
import type { Requires } from '../requirements/requirements.ts';
import type { IdentityRegime } from '../requirements/seen-papers.ts';
import type { BarredListName, Refinement } from '../value-sets/refinement-values.ts';
import type { Breakdown, Properties } from './breakdown.ts';
import type { Guidance } from './guidance.ts';
import type { LegalLimit } from './legal-limit-rules.ts';
import type { MonitorPlanName } from './monitoring.ts';

/** A name of the type for clients of interface v1. */
export interface Alias {
  readonly name: string;
  /** The place of work that ordering by this name implies. */
  readonly placeOfWork?: 'Scotland';
}

/** The areas of the catalogue, in the order in which people read it. */
export const areas = {
  identity: 'Identity and documents',
  right_to_work: 'Right to work and right to rent',
  criminal_records: 'UK criminal records',
  international_criminal_records: 'Criminal records of other countries',
  employment: 'Employment, references and activity',
  education: 'Education',
  financial: 'Financial, regulatory, sanctions and media',
  driving: 'Driving',
  health: 'Health, safety and sectors',
  international: 'Credit, directorships, insolvency and driving in other countries',
  professional_bodies: 'Professional bodies',
} as const;
export type Area = keyof typeof areas;

/** A statement of the law. */
export interface Law extends Known<string> {
  /** It concerns work with children alone. */
  readonly isOfWorkWithChildren?: true;
  /** It concerns jobs in that country alone: three letters. */
  readonly ofJobsIn?: string;
}

/** The certificate that a criminal record authority issues for a report. */
export interface OrderedCertificate {
  readonly issuer: 'dbs' | 'access_ni' | 'disclosure_scotland';
  /** One of the levels of the certificate's part of the breakdown. */
  readonly level: string;
  readonly namesWorkforce: boolean;
}

/** What a family states for all its types, and a variant may override. */
export interface Knowledge {
  readonly label: string;
  /** What the report establishes: a sentence for clients. */
  readonly description: string;
  /** What people of the trade call it besides, to find it by. */
  readonly searchWords: readonly string[];
  /** Read in any case; unique among all names and aliases. */
  readonly aliases: readonly Alias[];
  readonly options: readonly Refinement[];
  /** The barred lists that it always searches, so that no option orders them. */
  readonly barredLists: readonly BarredListName[];
  /** The facts of the candidate and the job that a report needs before it can begin. */
  readonly requires: readonly Requires[];
  /** The usual number of working days until a report is complete; null if no source says. */
  readonly workingDays: Known<number> | null;
  /** Who answers: a register, an authority, an employer. */
  readonly answeredBy: Known<string> | null;
  /** The legal basis and the limits of the law. */
  readonly law: readonly Law[];
  /** Where the law lets an employer order it on a ground alone, or not at all; null elsewhere. */
  readonly limit: LegalLimit | null;
  /** How long its outcome is relied upon. */
  readonly validity: Known<string> | null;
  /** How long evidence is kept. */
  readonly retention: Known<string>;
  /** What a screener of this type does, and what they must know. */
  readonly guidance: readonly Guidance[];
  /** Standard sentences for the notes. */
  readonly clauses: readonly string[];
  readonly breakdown: Breakdown;
  readonly properties: Properties;
  /** Particulars without which a Clear must be confirmed: `part.property` of the breakdown, or a `property` → label. */
  readonly essentials: Readonly<Record<string, string>>;
  /** What its certificate must say; null where none is issued. */
  readonly certificate: OrderedCertificate | null;
  /** What its assessments ask besides, and nobody keeps. */
  readonly inputs: Properties;
  /** The rules that judge what the screener records. */
  readonly assessments: readonly AssessmentId[];
  /** The guidelines by which somebody sees the candidate and confirms their identity; null where nobody has to. */
  readonly identity: IdentityRegime | null;
  /** How often it can be asked again after it is complete. */
  readonly monitoring: readonly MonitorPlanName[];
  /** Whether the report answers a sub_result (interface: only document reports). */
  readonly hasSubResult: boolean;
  /**
   * Where it was seen to be really sold; null where that is not confirmed. Of checks by country or by body the source may
   * say that they are sold, without a word on each.
   */
  readonly soldBy: SourceId | null;
  /** Three letters, the country whose records it searches; null for the United Kingdom, or for any country. */
  readonly country: string | null;
}

type Named = 'label' | 'description' | 'requires';

/** What differs from its family. */
export type Variant = Partial<Knowledge> & Pick<Knowledge, 'label'>;

/** One name of the catalogue with its variants; `familyDefaults` fills the rest. */
export interface Family extends Partial<Omit<Knowledge, Named>>, Pick<Knowledge, Named> {
  readonly name: string;
  readonly area: Area;
  /** Can also be ordered by its name alone; always true for a family without variants. */
  readonly isPlain?: true;
  /** The differences from the family, by variant. */
  readonly variants?: Readonly<Record<string, Variant>>;
}

export interface ReportType extends Knowledge {
  /** Numeric; clients see it as text. Never reused. */
  readonly id: number;
  readonly name: string;
  readonly variant: string | null;
  readonly area: Area;
}
