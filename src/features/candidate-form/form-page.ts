// The shape of the form's pages: what each asks for follows from a requirement, and answers are kept as they were typed.
import type { IsoDate } from '../../lib/dates.ts';
import type { SectionId } from '../../messages/en.ts';
import type { Fact } from '../facts/fact.ts';
import type { Asked } from '../requirements/requirement-rules.ts';
import type { FactInput } from './fact-input-rules.ts';

/** The page's address: the requirement's name, with hyphens. */
export type PageId = string;

/** What was ordered decides what is asked. */
export interface FormScope {
  readonly asked: readonly Asked[];
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
}

/** A page that gathers a list. */
export interface ListPage extends Place {
  readonly kind: 'list';
  /** Its fact's name: `activities`. */
  readonly list: string;
  readonly fact: Extract<Fact, { readonly kind: 'list' }>;
  readonly inputs: readonly FactInput[];
}

/** What the candidate agrees to; it is no fact. */
export interface ConsentPage extends Place {
  readonly kind: 'consent';
}

export type FormPage = QuestionPage | ListPage | ConsentPage;
