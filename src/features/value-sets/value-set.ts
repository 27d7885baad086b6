// The shape of the value sets: datasets of allowable values, as data with where they come from.

/** In the interface's order (interface §Value set), under the ids of decisions, Value sets. */
export const valueSetIds = [
  'titles',
  'genders',
  'fcapraapproved',
  'drivinglicencetype',
  'finalreportformat',
  'applicanttype',
  'orderlayout',
  'checkrefinement',
  'selfemploymentstatus',
  'contacttiming',
  'reasonforleaving',
  'membershipstatus',
  'nationality',
  'country',
  'dbsjobrole',
  'dbspurpose',
  'dbscertificatedestination',
  'dbsidentitydocument',
  'dbsidentitydocumentfiltered',
  'dbsthirdpartyconsent',
  'scotlandaddressproof',
  'scotlandidentityproof',
  'employmentstatus',
] as const;
export type ValueSetId = (typeof valueSetIds)[number];

export interface Value {
  /** What an order carries. */
  readonly value: string;
  readonly name: string;
  readonly description: string;
}

export interface ValueSet {
  readonly id: ValueSetId;
  readonly name: string;
  readonly description: string;
  /** Where the values come from; `ours` where nobody publishes any. */
  readonly source: string;
  /** When they were last compared with the source. */
  readonly comparedOn: string;
  /** Empty for the set that each account has its own values of. */
  readonly values: readonly Value[];
}

/** Values whose name says it all. */
export const named = (names: Readonly<Record<string, string>>): Value[] =>
  Object.entries(names).map(([value, name]) => ({ value, name, description: name }));

/** Values that need a sentence. */
export const described = (entries: readonly (readonly [value: string, name: string, description: string])[]): Value[] =>
  entries.map(([value, name, description]) => ({ value, name, description }));
