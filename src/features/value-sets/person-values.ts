// Values for what is said of a person; an applicant's facts hold no others.

/** Interface v2 knows the first four (interface §Applicant); the others are ours, for orders of interface v1. */
export const titles = [
  ...(['Mr', 'Mrs', 'Miss', 'Ms'] as const),
  ...(['Mx', 'Dr', 'Prof', 'Rev', 'Sir', 'Dame', 'Lord', 'Lady'] as const),
] as const;
export const genders = ['male', 'female'] as const;
