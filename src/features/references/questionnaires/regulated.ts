// The regulatory reference of financial services firms: the lettered questions of SYSC 22 Annex 1R, in our words.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { datesAndRole, type Questionnaire, reasonForLeaving, referee, yesWithDetails } from '../questionnaire.ts';

export const regulated: Questionnaire<Sentence> = {
  label: 'Regulatory reference (SYSC 22)',
  hint: 'For roles under the Senior Managers and Certification Regime: every question is answered.',
  asksFor: 'a regulatory reference on',
  mayBeLimited: false,
  // Items 3 and 4 of the template, and SYSC 22.2.
  isRegulatory: true,
  inWriting: 'SYSC 22 wants a regulatory reference in its written form, and the firm that asked keeps it.',
  afterwards:
    'For six years, if your firm learns of something that would change an answer, it must send an update. Keep this link: it takes the update, too, or write to the firm that asked.',
  sections: [
    {
      key: 'firm',
      title: 'Your firm',
      isFactual: true,
      questions: [
        {
          key: 'firm',
          label: '1A. The firm or firms that give this reference',
          kind: 'text',
          missing: 'Enter the firm that gives this reference',
        },
        {
          key: 'firm_number',
          label: '1B. Their firm reference numbers',
          kind: 'text',
          missing: 'Enter the firm reference number',
        },
      ],
    },
    datesAndRole,
    {
      key: 'functions',
      title: 'Functions and positions',
      intro: 'For the six years before this request, and since then.',
      questions: [
        {
          key: 'question_a',
          missing: 'Select an answer to question A',
          label: 'A. Did they perform a certification function for your firm, or were they an approved person for it?',
          kind: 'yes_no',
        },
        {
          key: 'question_b',
          missing: 'Select an answer to question B',
          label:
            'B. Were they a notified non-executive director, a credit union non-executive director, a key function holder, or a board director who is no senior manager?',
          kind: 'yes_no',
        },
        {
          key: 'question_c',
          missing: 'Enter the positions that they held with you, question C',
          label: 'C. Which positions did they hold with you, each with its dates?',
          hint: 'Name other roles too. For an approved function, say whether the approval had conditions or limits.',
          kind: 'long_text',
        },
        { ...reasonForLeaving, isOptional: true },
      ],
    },
    {
      key: 'fitness',
      title: 'Fitness and conduct',
      intro:
        'For the six years before this request, and since then. Serious misconduct counts without a limit of time.',
      questions: [
        // The keys are stored and stay; the letters are those of the template (SYSC 22.9.1R names E and F).
        ...yesWithDetails({
          key: 'question_e',
          missing: 'Select an answer to question D',
          as: 'D. Breach of conduct rules',
          label:
            'D. Did your firm conclude that they breached the individual conduct rules or the earlier statements of principle?',
          details: 'The facts that led to the conclusion',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'question_d',
          missing: 'Select an answer to question E',
          as: 'E. Not fit and proper',
          label: 'E. Did your firm conclude that they were not fit and proper to perform a function?',
          details: 'The facts that led to the conclusion',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'question_f',
          missing: 'Select an answer to question F',
          as: 'F. Disciplinary action',
          label: 'F. Was disciplinary action taken because of anything under D or E?',
          details: 'The action, its basis and its outcome',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'question_g',
          missing: 'Select an answer to question G',
          as: 'G. Anything else on being fit and proper',
          label:
            'G. Do you know of anything else that bears on whether they are fit and proper, including investigations that are not finished?',
          details: 'What you know',
          fills: 'conduct',
        }),
      ],
    },
    referee,
  ],
};
