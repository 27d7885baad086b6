// The reference of a school, college or university on somebody's studies.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { anythingElse, attended, dayHint, type Questionnaire, referee, yesWithDetails } from '../questionnaire.ts';

export const academic: Questionnaire<Sentence> = {
  label: 'Academic reference',
  hint: 'Attendance, qualification and class, and how the candidate studied.',
  asksFor: 'a reference on the studies of',
  mayBeLimited: true,
  sections: [
    {
      key: 'studies',
      title: 'The studies',
      isFactual: true,
      questions: [
        attended,
        {
          key: 'course',
          label: 'Which course or subject?',
          missing: 'Enter the course or subject',
          kind: 'text',
          onlyWhere: { key: 'attended', is: 'yes' },
          compares: 'course',
          fills: 'qualification',
        },
        {
          key: 'awarded',
          label: 'When was the qualification awarded?',
          hint: `Leave it empty if none was. ${dayHint}`,
          kind: 'date',
          isOptional: true,
          onlyWhere: { key: 'attended', is: 'yes' },
          compares: 'awarded',
          fills: 'award_date',
        },
        {
          key: 'classification',
          label: 'With which class or grade?',
          kind: 'text',
          isOptional: true,
          onlyWhere: { key: 'attended', is: 'yes' },
          compares: 'classification',
          fills: 'class',
        },
      ],
    },
    {
      key: 'conduct',
      title: 'How they studied',
      questions: [
        {
          key: 'relationship',
          label: 'How do you know them?',
          missing: 'Enter how you know them',
          kind: 'text',
          fills: 'relationship',
        },
        {
          key: 'known_since',
          label: 'Since when have you known them?',
          hint: dayHint,
          kind: 'date',
          isOptional: true,
          fills: 'period_known',
        },
        {
          key: 'work',
          label: 'How do you rate their work?',
          missing: 'Select how you rate their work',
          kind: {
            choice: {
              ...{ excellent: 'Excellent', good: 'Good', satisfactory: 'Satisfactory', poor: 'Poor' },
              not_known: 'I do not know',
            },
          },
          alerts: { answers: ['poor'], as: 'Rating of their work' },
          fills: 'reference',
        },
        ...yesWithDetails({
          key: 'misconduct',
          as: 'Academic or other misconduct',
          label: 'Was there academic or other misconduct?',
          hint: 'Leave out what was not upheld.',
          missing: 'Select whether there was misconduct',
          mayBeSilent: true,
          fills: 'reference',
        }),
        anythingElse,
      ],
    },
    referee,
  ],
};
