// The facts that name a person, for the providers that search names.

/** The names of a person, present and former, as a provider asks for them. */
export const nameFacts = [
  'first_name',
  'last_name',
  'previous_names.first_name',
  'previous_names.last_name',
  'previous_names.has_one_name',
] as const;
