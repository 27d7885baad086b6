// The shape of the form's pages: which page asks for what, when it is asked, and how an answer becomes facts.
import type { IsoDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Need } from '../report-types/needs.ts';
import type { AddressAnswer } from './address-answer.ts';

/** In the order of the form; the id is also the page's address. */
export const pageIds = [
  'name',
  'other-names',
  'birth-date',
  'gender',
  'birth-place',
  'nationality',
  'national-insurance',
  'driving-licence',
  'contact',
  'addresses',
  'activities',
  'education',
  'memberships',
  'consent',
] as const;
export type PageId = (typeof pageIds)[number];

export const sections = ['About you', 'Where you have lived', 'Your work and education', 'Your consent'] as const;
export type Section = (typeof sections)[number];

/** What was ordered decides what is asked. */
export interface FormScope {
  readonly needs: ReadonlySet<Need>;
  /** Years of addresses without a gap. */
  readonly addressYears: number;
  /** Years of activities without a gap that matters; 0 asks for what there was. */
  readonly activityYears: number;
  /** In the time of the check's environment. */
  readonly today: IsoDate;
}

/** What was typed into a page, by the names of its inputs; kept as typed, without spaces around it. */
export type Typed = Readonly<Record<string, string>>;

export interface Entry {
  /** Given once, so that a page left open never edits another entry. */
  readonly key: number;
  readonly typed: Typed;
}

/** An answer that is a list: what was typed for each entry, under a number that stays. */
export interface EntryAnswer {
  readonly entries: readonly Entry[];
}

export type Answer = Typed | AddressAnswer | EntryAnswer;

/** An attribute of the applicant that a page asks for: where its input is, and what people call it in a message. */
export interface AskedFact {
  readonly input: string;
  readonly label: string;
}

export interface FormPage<A extends Answer = Answer> {
  readonly id: PageId;
  readonly section: Section;
  /** As the task list names it. */
  readonly title: string;
  readonly minutes: number;
  readonly needs: readonly Need[];
  /** Asked whatever was ordered; otherwise only where one of its needs is. */
  readonly isAlwaysAsked?: true;
  /** By path in the facts: the rules that hold for every applicant then speak of the page's inputs. */
  readonly facts: Readonly<Record<string, AskedFact>>;
  /** What the page shows before it was ever saved: what the client gave. */
  prefill(facts: ApplicantFacts): A;
  /** What is missing or cannot be meant, by input; the rules of applicants are asked beside it. */
  problems(answer: A, scope: FormScope, facts: ApplicantFacts): Problems;
  /** The facts with this answer in them; called with answers that have no problems. */
  apply(facts: ApplicantFacts, answer: A): ApplicantFacts;
}

/** A page of plain inputs. */
export interface QuestionPage extends FormPage<Typed> {
  readonly inputs: readonly string[];
}
