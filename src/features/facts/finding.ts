// The type of a finding: a problem with a fact as a code, which each surface words itself, and the moment from which
// it counts.
import type { NameForm } from '../../lib/person-names.ts';
import type { FindingCode } from '../../messages/en.ts';
import type { SentenceParams } from '../../messages/en-findings.ts';
import type { DatesWithoutDay } from './fact.ts';

/**
 * In their order: `given` findings count whenever facts are given, `placed` when a check is placed, `needed` when the
 * facts must be complete: when the candidate submits, or the client entered everything. `examined` findings stop nothing:
 * only the screener who examines the facts is told. `answered` findings stop the candidate's own form alone: an order that
 * a program places may leave out what they are about.
 */
export const moments = ['given', 'placed', 'needed', 'examined', 'answered'] as const;
export type Moment = (typeof moments)[number];

export interface Fault {
  readonly code: FindingCode;
  readonly moment: Moment;
  readonly params?: Partial<SentenceParams>;
  /** The fact that the sentence compares with: a field of the same entry, or a path. */
  readonly other?: string;
}

export interface Finding extends Fault {
  /** Path of the fact: `addresses[0].street`, `id_numbers[social_insurance].value`. */
  readonly at: string;
}

/** What the rule of a fact may read besides its value. */
export interface Holder extends DatesWithoutDay {
  readonly dob: string;
  readonly email: string;
  readonly gender: 'male' | 'female' | null;
  readonly country: string;
  readonly last_name: string;
  readonly has_one_name: boolean | null;
  /** By default that of the interface. */
  readonly nameForm?: NameForm | undefined;
  readonly previous_last_name: string | null;
  readonly previous_names: readonly { readonly last_name: string }[];
  readonly driving_licence_type: string | null;
  readonly name_is_from_birth: boolean | null;
  readonly name_known_from: string | null;
  readonly today: string;
}

export type FactRule = (value: string, holder: Holder) => readonly Fault[];
/** The rule of one entry of a list; `at` names its field. */
export type EntryRule<E> = (entry: E, holder: Holder) => readonly Finding[];

export const missing = (at: string, moment: Moment): Finding => ({ at, code: 'missing', moment });
export const isBlank = (value: unknown) => value === null || value === undefined || value === '';

/** A finding for each blank field. */
export const missingOf = (entry: object, fields: readonly string[], moment: Moment): Finding[] =>
  fields.filter((field) => isBlank((entry as Record<string, unknown>)[field])).map((field) => missing(field, moment));

export const untilMoment = (findings: readonly Finding[], until: Moment): Finding[] =>
  findings.filter(({ moment }) => moments.indexOf(moment) <= moments.indexOf(until));

/** The candidate is asked for Latin letters, and the desk is told of others; whoever orders may not know them. */
export const notLatin: readonly Fault[] = (['examined', 'answered'] as const).map((moment) => ({
  code: 'not_latin',
  moment,
}));
