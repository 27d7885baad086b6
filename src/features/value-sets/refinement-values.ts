// The refinements that an order may ask of a check; report types name which of them they take.

export interface Refinement {
  readonly name: string;
  readonly label: string;
  /** Refinements of this one: one level, no deeper (interface §Limits). */
  readonly options: readonly { readonly name: string; readonly label: string }[];
}

const barredList = (name: string, label: string): Refinement => ({
  name,
  label,
  options: [{ name: 'speedy', label: 'Barred-list result ahead of the certificate' }],
});

export const barredLists: readonly Refinement[] = [
  barredList('children_barred_list', "Children's barred list"),
  barredList('adults_barred_list', "Adults' barred list"),
];

/** Every refinement that there is. */
export const refinements: readonly Refinement[] = [...barredLists];
