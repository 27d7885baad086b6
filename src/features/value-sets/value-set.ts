// The types of the value sets: datasets of allowed values, with their sources.

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
  /** The value in an order. */
  readonly value: string;
  readonly name: string;
  readonly description: string;
}

export interface ValueSet {
  readonly id: ValueSetId;
  readonly name: string;
  readonly description: string;
  /** Where the values come from; `ours` if nobody publishes them. */
  readonly source: string;
  /** When they were last compared with the source. */
  readonly comparedOn: string;
  /** Empty if each account has values of its own. */
  readonly values: readonly Value[];
}

/** Values that need no description. */
export const named = (names: Readonly<Record<string, string>>): Value[] =>
  Object.entries(names).map(([value, name]) => ({ value, name, description: name }));

/** Values with a description. */
export const described = (entries: readonly (readonly [value: string, name: string, description: string])[]): Value[] =>
  entries.map(([value, name, description]) => ({ value, name, description }));
