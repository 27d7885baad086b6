// What a requirement is: the facts it is about, what is wrong or missing of them, and the page that asks for them.
import type { SectionId } from '../../messages/en.ts';
import type { Fact } from '../facts/fact.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';

/** What a requirement looks at. */
export interface Subject {
  readonly facts: ApplicantFacts;
  /** What the client said about the job; null where nothing was asked. */
  readonly job: Job | null;
  /** On the clock that the check lives by, `yyyy-mm-dd`. */
  readonly today: string;
}

/** The interface's criminal_history_report_details, with what the account has agreed of the role. */
export interface Job {
  readonly job_role: string | null;
  readonly purpose: string | null;
  readonly place_of_work: string | null;
  readonly employer_name: string | null;
  readonly employment_sector: string | null;
  readonly JobRoleId: number | null;
  /** Of the live job role that JobRoleId names; undefined where there is none. */
  readonly agreedLevel?: string | undefined;
  /** Barred lists that are ordered, by the names of the options: `children_barred_list`. */
  readonly orderedLists?: readonly string[];
  /** Those that the role allows; undefined where its agreement does not say. */
  readonly allowedLists?: readonly string[] | undefined;
  /** Proofs that an order of interface v1 names for a job in Scotland. */
  readonly identity_proof?: string | null;
  readonly address_proof?: string | null;
}

/** Where a page of the form stands. */
export interface FormPlace {
  readonly section: SectionId;
  /** Rounded to whole minutes: what the candidate is told. */
  readonly minutes: number;
}

export interface Requirement<P extends object = object> {
  /** Paths of the facts that it asks for, in the order of its page; empty where a client alone can meet it. */
  readonly facts: (params: P) => readonly string[];
  /** Asked only where another of them has one of these values, by path; besides what the facts say themselves. */
  readonly onlyWhere?: Readonly<Record<string, NonNullable<Fact['onlyWhere']>>>;
  /** Every fault of these facts beyond what is wrong as stated; the same on every surface. */
  readonly findings: (subject: Subject, params: P) => readonly Finding[];
  /** What satisfies two report types at once; without it the first of them does. */
  readonly strictest?: (one: P, other: P) => P;
  /** Without it no page of the candidate's form asks for it. */
  readonly page?: FormPlace;
}
