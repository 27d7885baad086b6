// The refinements of checks; report types name those that they take.

export interface Refinement {
  readonly name: string;
  readonly label: string;
  /** The options within this one: one level only (interface §Limits). */
  readonly options: readonly { readonly name: string; readonly label: string }[];
  /** It says nothing without one of its options, which exclude each other. */
  readonly isOneOf?: true;
  /** Programs may name it, as they always could; no form offers it. */
  readonly isUnoffered?: true;
}

export type BarredListName = 'children_barred_list' | 'adults_barred_list';

const barredList = (name: BarredListName, label: string) => ({
  name,
  label,
  options: [{ name: 'speedy', label: 'Barred-list result ahead of the certificate' }],
});

export const barredLists: readonly (Refinement & { readonly name: BarredListName })[] = [
  barredList('children_barred_list', 'Children’s barred list'),
  barredList('adults_barred_list', 'Adults’ barred list'),
];

/** How the criminal record of another country is searched. */
export const foreignRecordMethods: readonly Refinement[] = [
  { name: 'police', label: 'Police record', options: [] },
  { name: 'court', label: 'Court record', options: [] },
  { name: 'certificate_authentication', label: 'Certificate of the candidate, authenticated', options: [] },
  { name: 'public_record_search', label: 'Public records and media', options: [] },
  { name: 'declaration', label: 'Declaration of the candidate', options: [] },
];

/** Of every disclosure that a UK authority issues. */
const AHEAD = 'rush';

/** Whether the client ordered it ahead of others: it is urgent from its first day. @param options of the report */
export const isAheadOfOthers = (options: readonly { readonly name: string }[] | null): boolean =>
  options?.some(({ name }) => name === AHEAD) ?? false;

export const disclosureOptions: readonly Refinement[] = [
  {
    name: 'identity_evidence',
    label: 'Identity evidence',
    isOneOf: true,
    options: [
      { name: 'client', label: 'Seen by the client' },
      { name: 'professional', label: 'Certified by a professional' },
      { name: 'post_office', label: 'Seen at a Post Office' },
      { name: 'candidate_upload', label: 'Uploaded by the candidate' },
      { name: 'route_2', label: 'DBS Route 2, with an outside validation' },
      { name: 'digital', label: 'Digital verification service' },
    ],
  },
  { name: 'volunteer', label: 'Volunteer', options: [] },
  { name: AHEAD, label: 'Ahead of other orders', options: [] },
];

/** Every refinement. */
export const refinements: readonly Refinement[] = [...barredLists, ...disclosureOptions, ...foreignRecordMethods];
