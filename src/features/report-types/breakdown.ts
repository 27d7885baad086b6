// The type of a report type's results: its parts, the answers of each part, and further properties.

const spelled: ReadonlyMap<string, string> = new Map([
  ['hr', 'HR'],
  ['hmrc', 'HMRC'],
  ['not_confirmed_because', 'Why it is not confirmed'],
  ['mrz_line1', 'MRZ, line 1'],
  ['mrz_line2', 'MRZ, line 2'],
  ['mrz_line3', 'MRZ, line 3'],
  ['difference_days', 'Difference in days'],
  ['outside_validation', 'Outside validation of the identity'],
  ['seen_how', 'How the originals were seen'],
  ['validated_by', 'Who validated the identity'],
  ['validated_on', 'Day of the outside validation'],
  ['validation_reference', 'Reference of the outside validation'],
  ['name_proof', 'Proof of a change of name'],
  ['why_not_route_1', 'Why Route 1 was not met'],
  // Of a search of lists, by a program or by hand.
  ['cut', 'Not every similar name was compared'],
  ['list_fetched_at', 'List as of'],
  ['algorithm', 'How names were compared'],
  // The answers of the DBS Update Service.
  ['BLANK_NO_NEW_INFO', 'The certificate is blank, and nothing is new since'],
  ['NON_BLANK_NO_NEW_INFO', 'The certificate is not blank, and nothing is new since'],
  ['NEW_INFO', 'There is new information: a new certificate is needed'],
  ['NO_MATCH_FOUND', 'No certificate matches these details'],
]);

const PENCE = '_pence';

/** Amounts of money are whole pence, by their names: `total_debt_pence`. */
export const isOfPence = (name: string): boolean => name.endsWith(PENCE);

/** A name of the interface as people read it: `date_of_birth` is `Date of birth`; they read amounts in pounds. */
export function words(name: string): string {
  const text = (isOfPence(name) ? name.slice(0, -PENCE.length) : name).replaceAll('_', ' ').trim();
  return spelled.get(name) ?? text.slice(0, 1).toUpperCase() + text.slice(1);
}

export const reportResults = ['clear', 'consider', 'unidentified'] as const;
export type ReportResult = (typeof reportResults)[number];

/** Value → the result that a report with it would have on its own. */
export type Meanings = Readonly<Record<string, ReportResult>>;

/** A part of the breakdown, in the envelope `{ result, breakdown, properties }` of interface v2. */
export interface BreakdownPart {
  readonly label: string;
  /** The allowed values of its `result`. */
  readonly results: readonly string[];
  /** What each of them means for the result of the report. */
  readonly means: Meanings;
  readonly parts: Breakdown;
  readonly properties: Properties;
}
export type Breakdown = Readonly<Record<string, BreakdownPart>>;

/** One of these values, each with its label. */
export interface Choice {
  readonly choice: Readonly<Record<string, string>>;
  /** Of values on which the result depends. */
  readonly means?: Meanings;
}

/** A list whose entries a person completes or adds. */
export interface Entries {
  readonly entries: Properties;
  /** What one entry is called: `Hit`. */
  readonly one: string;
  /** Entries of a provider are completed by these properties alone; the others are its own. */
  readonly completes: readonly string[];
  /** Properties that are needed where another one, or one of several, is given. */
  readonly needs: Readonly<Record<string, string | readonly string[]>>;
  /** How many a form shows at least. */
  readonly least?: number;
  readonly hint?: string;
  /** That something stands in it says why a report is not Clear. */
  readonly isAdverse?: true;
  /** What is listed may begin later: `from` may be a day that has not come. */
  readonly mayBegin?: true;
  /** What entries of a provider or a reference have besides, with the words of its values. */
  readonly found?: Properties;
  /** The label of the choice by which an entry that a person types completes one of those, instead of standing beside it. */
  readonly joins?: string;
  /** By what an entry is found again; people do not read it. */
  readonly hidden?: readonly string[];
}

/** An entry that a provider or a reference filled: it has more than a person can type. */
export const isFoundEntry = ({ entries }: Entries, entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null && Object.keys(entry).some((key) => !(key in entries));

/** The value of an `end_date` that has not come, and as people read it. */
export const stillEmployed = 'still_employed';
export const stillEmployedText = 'Still employed';

/**
 * `date_or_month`: a month where no day is known, `2022-04`, or a year alone, `2022`; `end_date`: the same, or `still_employed`; `pence`: an amount,
 * which people type and read in pounds.
 */
export type PlainKind =
  | 'text'
  | 'long_text'
  | 'date'
  | 'date_or_month'
  | 'end_date'
  | 'number'
  | 'pence'
  | 'flag'
  | 'list';
export type PropertyKind = PlainKind | Choice | Entries;
export type Properties = Readonly<Record<string, PropertyKind>>;

interface PartMore {
  readonly results?: Meanings;
  readonly parts?: Breakdown;
  readonly properties?: Properties;
}

const ownMeanings: Meanings = Object.fromEntries(reportResults.map((result) => [result, result]));

/** @param more.results the answers with their meanings, if they differ from clear, consider and unidentified */
export const part = (
  label: string,
  { results = ownMeanings, parts = {}, properties = {} }: PartMore = {},
): BreakdownPart => ({
  label,
  results: Object.keys(results),
  means: results,
  parts,
  properties,
});

/** Parts with an answer only: key → label. */
export const parts = (labels: Readonly<Record<string, string>>): Breakdown =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, part(label)]));

/** What somebody said of it, in their words. */
export const particulars = { particulars: 'long_text' } as const satisfies Properties;

/** Parts of which somebody may tell the particulars. */
export const toldParts = (labels: Readonly<Record<string, string>>): Breakdown =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, part(label, { properties: particulars })]));

/** A part with answers of its own, and what each means: `answered('Permission', { unlimited: 'clear', none: 'consider' })`. */
export const answered = (label: string, results: Meanings): BreakdownPart => part(label, { results });
