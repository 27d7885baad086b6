// The types of the form's pages: requirements decide the questions, and answers are stored as typed.
import type { IsoDate } from '../../lib/dates.ts';
import type { SectionId } from '../../messages/en.ts';
import type { Fact } from '../facts/fact.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Asked } from '../requirements/requirement-rules.ts';
import type { EntryValues } from './entry-rules.ts';
import type { FactInput } from './fact-input-rules.ts';

/** The requirement's name with hyphens; part of the page's address. */
export type PageId = string;

/** The order's properties that decide which questions the form asks. */
export interface FormScope {
  readonly asked: readonly Asked[];
  /** Today's date by the clock of the check's environment. */
  readonly today: IsoDate;
  /** Of the form of what was added to an order: what was sent before, and what asked for it. */
  readonly sent?: { readonly facts: ApplicantFacts; readonly asked: readonly Asked[] };
  /** The desk corrects what was stated: what stops the candidate's own form alone does not stop it. */
  readonly isOfDesk?: true;
}

/** The text typed into a page, by input name, without surrounding spaces. */
export type Typed = Readonly<Record<string, string>>;

export interface Entry {
  /** Stays the same for an entry, so that a page left open never edits another entry. */
  readonly key: number;
  readonly typed: Typed;
}

/** An answer that is a list: the text typed for each entry, under the entry's permanent key. */
export interface EntryAnswer {
  readonly entries: readonly Entry[];
  /** The candidate says that they have nothing to add, or nothing more. */
  readonly isNone?: true;
  /** Why, if the list asks for it. */
  readonly why?: string;
}

export type Answer = Typed | EntryAnswer;

interface Place {
  readonly id: PageId;
  readonly section: SectionId;
  readonly minutes: number;
  readonly asked: Asked;
}

/** A page of plain inputs. */
export interface QuestionPage extends Place {
  readonly kind: 'questions';
  readonly inputs: readonly FactInput[];
  /** What was sent before, by the names of the inputs: it stays as it is. */
  readonly sent?: Typed;
}

/** A page that asks for a list. */
export interface ListPage extends Place {
  readonly kind: 'list';
  /** The name of the list's fact: `activities`. */
  readonly list: string;
  readonly fact: Extract<Fact, { readonly kind: 'list' }>;
  readonly inputs: readonly FactInput[];
  /** The entries that were sent before: they stay as they are. */
  readonly sent?: readonly EntryValues[];
}

/** The page with the candidate's consent, which is not a fact. */
export interface ConsentPage extends Place {
  readonly kind: 'consent';
}

export type FormPage = QuestionPage | ListPage | ConsentPage;
