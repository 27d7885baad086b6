// The type of a requirement: its facts, its findings, and the page that asks for the facts.
import type { NameForm } from '../../lib/person-names.ts';
import type { SectionId } from '../../messages/en.ts';
import type { Fact } from '../facts/fact.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import type { SeenPapers } from './seen-papers.ts';

/** The data that a requirement checks. */
export interface Subject {
  readonly facts: ApplicantFacts;
  /** What the client said about the job; null if it was not asked. */
  readonly job: Job | null;
  /** The papers by which somebody saw the candidate; null or absent if nobody has named any. */
  readonly papers?: SeenPapers | null;
  /** From how many months in a country its record is wanted, 0 for never, of how many years, 0 for all, and the countries of which it is ordered. */
  readonly recordsAbroad?: {
    readonly fromMonths: number;
    readonly years?: number;
    readonly ordered: ReadonlySet<string>;
  };
  /** By the clock of the check's environment, `yyyy-mm-dd`. */
  readonly today: string;
  /** The last day of the histories of addresses and activities, `yyyy-mm-dd`; today by default. */
  readonly givenOn?: string;
  /** The form in which names are taken; by default the interface's, which binds programs. */
  readonly nameForm?: NameForm | undefined;
}

/** The interface's criminal_history_report_details, with the level agreed for the role. */
export interface Job {
  readonly job_role: string | null;
  readonly purpose: string | null;
  readonly place_of_work: string | null;
  readonly employer_name: string | null;
  readonly employment_sector: string | null;
  readonly JobRoleId: number | null;
  /** The level of the live job role in JobRoleId; undefined if there is none. */
  readonly agreedLevel?: string | undefined;
  /** Barred lists that are ordered, by the names of the options: `children_barred_list`. */
  readonly orderedLists?: readonly string[];
  /** Those that the role allows. */
  readonly allowedLists?: readonly string[];
  /** Whether the role was agreed as voluntary, and whether it is ordered as such. */
  readonly isVolunteerRole?: boolean;
  readonly isOrderedForVolunteer?: boolean;
  /** Proofs that an order of interface v1 names for a job in Scotland. */
  readonly identity_proof?: string | null;
  readonly address_proof?: string | null;
}

/** The place of a page in the form. */
export interface FormPlace {
  readonly section: SectionId;
  /** The minutes that the page takes, as the candidate is told; whole numbers. */
  readonly minutes: number;
}

export interface Requirement<P extends object = object> {
  /** Paths of the facts, in the order of the page; empty if only a client can meet the requirement. */
  readonly facts: (params: P) => readonly string[];
  /**
   * Facts, by path, that are asked only if another one has one of these values; in addition to conditions of the facts
   * themselves.
   */
  readonly onlyWhere?: Readonly<Record<string, NonNullable<Fact['onlyWhere']>>>;
  /** Facts, by path, that the candidate may leave out. */
  readonly optional?: (params: P) => readonly string[];
  /** Whether the form asks a candidate with these facts; by default it asks everybody. */
  readonly isAskedOf?: (facts: ApplicantFacts, params: P) => boolean;
  /** Every fault of these facts besides those of the facts as stated; the same on every surface. */
  readonly findings: (subject: Subject, params: P) => readonly Finding[];
  /** Parameters that satisfy both; without it the last apply. */
  readonly strictest?: (one: P, other: P) => P;
  /** Its parameters, but for yes and no, say which facts it asks for: only those of the same facts are merged. */
  readonly isOfFacts?: true;
  /** Undefined if the candidate's form does not ask for it. */
  readonly page?: FormPlace;
}
