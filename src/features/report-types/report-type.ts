// The shape of the catalogue: families of report types with what the trade knows of them, as data.
import type { Known } from '../knowledge/known.ts';
import type { SourceId } from '../knowledge/sources.ts';
import type { Requires } from '../requirements/requirements.ts';
import type { Refinement } from '../value-sets/refinement-values.ts';
import type { Breakdown, Properties } from './breakdown.ts';

/** A name that clients of interface v1 know the type by. */
export interface Alias {
  readonly name: string;
  /** What ordering by this name says about where the job is. */
  readonly placeOfWork?: 'Scotland';
}

/** The shelves of the catalogue, in the order in which people read it. */
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

/** What a family says of all its types, and a variant differently. */
export interface Knowledge {
  readonly label: string;
  /** What the report establishes: one sentence that a client reads. */
  readonly description: string;
  /** In any case; none is also a name, or an alias of another type. */
  readonly aliases: readonly Alias[];
  readonly options: readonly Refinement[];
  /** What must be known of the candidate, and of the job, before a report of the type can begin. */
  readonly requires: readonly Requires[];
  /** In how many working days a report of the type is usually complete; null where no source says it. */
  readonly workingDays: Known<number> | null;
  /** Who answers: the register, the authority, the employer. */
  readonly answeredBy: Known<string> | null;
  /** The legal basis and the limits of the law. */
  readonly law: readonly Known<string>[];
  /** For how long its outcome is relied upon. */
  readonly validity: Known<string> | null;
  /** How long evidence is kept. */
  readonly retention: Known<string>;
  /** What a screener of this type must know. */
  readonly guidance: readonly Known<string>[];
  /** Sentences that a screener may put into the notes. */
  readonly clauses: readonly string[];
  readonly breakdown: Breakdown;
  readonly properties: Properties;
  /** Whether the report answers a sub_result (interface: only document reports). */
  readonly hasSubResult: boolean;
  /**
   * Where it was seen to be really sold; null where that is not confirmed. Of checks by country or by body the source may
   * say that they are sold, without a word on each.
   */
  readonly soldBy: SourceId | null;
  /** Three letters, of the country whose records it searches; null where it is the United Kingdom, or any. */
  readonly country: string | null;
}

type Named = 'label' | 'description' | 'requires';

/** What differs from its family. */
export type Variant = Partial<Knowledge> & Pick<Knowledge, 'label'>;

/** One name of the catalogue with its variants; what is left out is `familyDefaults`. */
export interface Family extends Partial<Omit<Knowledge, Named>>, Pick<Knowledge, Named> {
  readonly name: string;
  readonly area: Area;
  /** Also ordered by its name alone, beside its variants; a family without variants always is. */
  readonly isPlain?: true;
  /** By variant, what differs from the family. */
  readonly variants?: Readonly<Record<string, Variant>>;
}

export interface ReportType extends Knowledge {
  /** Numeric; clients see it as text. Never reused. */
  readonly id: number;
  readonly name: string;
  readonly variant: string | null;
  readonly area: Area;
}
