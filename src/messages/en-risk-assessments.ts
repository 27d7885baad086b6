// The questions of a client's risk assessment of results that show something, in English.

interface RiskQuestion {
  readonly label: string;
  readonly hint?: string;
}

/** In the order of the form. */
export const riskQuestions = {
  role: { label: 'What the role does, and with whom' },
  relevance: { label: 'What it means for the role', hint: 'Whether what was found bears on these duties and people.' },
  seriousness: { label: 'How serious it is' },
  time_since: { label: 'When it was', hint: 'How long ago, and how old they were then.' },
  pattern: { label: 'Once, or a pattern' },
  circumstances: { label: 'The circumstances', hint: 'Then, and what has changed since.' },
  candidate_said: { label: 'What the candidate said' },
  safeguards: { label: 'Safeguards', hint: 'Supervision, other duties, training, and who sees to it.' },
  original_seen: {
    label: 'Original certificate seen',
    hint: 'By whom, on which day, and its number. Write nothing of what it says.',
  },
} as const satisfies Readonly<Record<string, RiskQuestion>>;

export type RiskQuestionName = keyof typeof riskQuestions;

export const declaredLabel = 'Had the candidate declared it?';
export const declaredWords = {
  declared: 'Yes, before the result',
  partly: 'In part, or otherwise than it was found',
  concealed: 'No, though they were asked',
  not_asked: 'They were not asked, or need not say it',
} as const;

export type Declared = keyof typeof declaredWords;
