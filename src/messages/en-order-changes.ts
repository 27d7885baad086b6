// What of an order may be changed after it was placed, and why, in English.

export const orderFieldWords = {
  position: 'Position applied for',
  purchase_order: 'Purchase order',
  reference: 'Other reference',
  place_of_work: 'Place of work',
  employer_name: 'Employer',
  employment_sector: 'Sector',
  job_role: 'Agreed job role',
} as const;

export type OrderField = keyof typeof orderFieldWords;

export const orderChangeReasons = {
  job_changed: 'The job changed',
  mistyped: 'It was ordered wrongly',
  came_later: 'The number came later',
  asked: 'The client asked for it',
} as const;

export type OrderChangeReason = keyof typeof orderChangeReasons;

export const orderChangeProblemSentences = {
  no_reason: 'Choose why it is changed',
  too_long: 'Use fewer characters',
  missing: 'Enter it: what was ordered needs it',
  not_in_list: 'Choose one of the list',
  not_of_level: 'Choose a job role of the same level that allows what was ordered; another level is a new order',
  unchanged: 'Change something first',
} as const;

export type OrderChangeProblem = keyof typeof orderChangeProblemSentences;
