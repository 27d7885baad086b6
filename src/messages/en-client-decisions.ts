// What clients decide about candidates, in English.

interface DecisionWords {
  readonly label: string;
  readonly hint: string;
}

export const decisionWords = {
  suitable: { label: 'Suitable', hint: 'The results do not stand in the way of the job.' },
  suitable_with_conditions: {
    label: 'Suitable with conditions',
    hint: 'For example other duties, supervision, or something that the candidate still brings.',
  },
  not_suitable: { label: 'Not suitable', hint: 'Because of what these results say about this job.' },
} as const satisfies Readonly<Record<string, DecisionWords>>;

export type ClientDecision = keyof typeof decisionWords;

export const decisionProblemSentences = {
  not_chosen: 'Choose what you decide',
  no_reason: 'Write why you decide so, or what the conditions are',
  no_reason_although: 'Not every result is clear: write why you find them suitable',
  disputed:
    'The candidate says that a result is not right. Wait until it is looked into, or tick that you decide before',
  not_noticed:
    'For a job in the United States give the candidate the notice first, with the report and the summary of rights: ask them on this page',
  not_handed_over:
    'The notice is a letter: record the day on which you handed it over. The time of the notice runs from that day',
  not_told: 'For a job in the United States you tell the candidate of a decision against them: tick this',
  still_waiting: 'The time of the notice is not over yet: see above from when you may decide against the candidate',
  disputed_notice:
    'The candidate says that a result is not right. For a job in the United States nobody decides against them before that is looked into',
  no_return_reason: 'Write why you send it back',
  too_long: 'The reason must be 2,000 characters or fewer',
  answer_too_long: 'The answer must be 1,000 characters or fewer',
  no_agreed_by: 'Write who agreed to the risk assessment, with their role',
  agreed_by_too_long: 'Use at most 200 characters for who agreed',
  not_a_day_ahead: 'Enter a day from tomorrow on, within three years',
} as const;

export type DecisionProblem = keyof typeof decisionProblemSentences;
