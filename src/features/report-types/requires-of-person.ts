// What many report types require of a candidate, by the name of the group.
export const person = ['name', 'previous_names', 'date_of_birth'] as const;

/** What the authorities that keep criminal records ask for. */
export const criminalRecord = [
  ...person,
  'gender',
  'place_of_birth',
  'criminal_record_consent',
  { address_history: { years: 5 } },
] as const;
