// The shape of what a report type finds: what is looked at, the answers that each part may have, and further particulars.

export const reportResults = ['clear', 'consider', 'unidentified'] as const;
export type ReportResult = (typeof reportResults)[number];

/** A part of the breakdown, in the envelope `{ result, breakdown, properties }` of interface v2. */
export interface BreakdownPart {
  readonly label: string;
  /** The answers that its `result` may have. */
  readonly results: readonly string[];
  readonly parts: Breakdown;
  readonly properties: Properties;
}
export type Breakdown = Readonly<Record<string, BreakdownPart>>;

export type PropertyKind = 'text' | 'date' | 'number' | 'flag' | 'list';
export type Properties = Readonly<Record<string, PropertyKind>>;

interface PartMore {
  readonly results?: readonly string[];
  readonly parts?: Breakdown;
  readonly properties?: Properties;
}

/** @param more.results where its answers differ from clear, consider and unidentified */
export const part = (
  label: string,
  { results = reportResults, parts = {}, properties = {} }: PartMore = {},
): BreakdownPart => ({
  label,
  results,
  parts,
  properties,
});

/** Parts of which nothing but the answer is recorded: key → label. */
export const parts = (labels: Readonly<Record<string, string>>): Breakdown =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, part(label)]));

/** A part that is answered by one of a list: `answered('Permission', 'unlimited', 'limited', 'none')`. */
export const answered = (label: string, ...results: readonly string[]): BreakdownPart => part(label, { results });
