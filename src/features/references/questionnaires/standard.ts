// The standard factual reference on an employment.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import {
  anythingElse,
  datesAndRole,
  type Questionnaire,
  reasonForLeaving,
  referee,
  rehire,
  yesWithDetails,
} from '../questionnaire.ts';

export const standard: Questionnaire<Sentence> = {
  label: 'Standard factual reference',
  hint: 'Dates, role, reason for leaving, and little more.',
  asksFor: 'a reference on the employment of',
  mayBeLimited: true,
  inWritingBy: { bs_7858: 'BS 7858 wants what is said by telephone confirmed in writing.' },
  sections: [
    datesAndRole,
    {
      key: 'leaving',
      title: 'The employment',
      questions: [
        {
          key: 'employment_type',
          label: 'What kind of employment was it?',
          labelWhere: { yes: 'What kind of employment is it?', no: 'What kind of employment was it?' },
          missing: 'Select the kind of employment',
          kind: {
            choice: {
              full_time: 'Full time',
              part_time: 'Part time',
              temporary: 'Temporary or fixed term',
              casual: 'Casual or without agreed hours',
              other: 'Something else',
            },
          },
        },
        // Skipped by the page while the person is still there.
        reasonForLeaving,
        {
          key: 'salary',
          label: 'What was their yearly salary?',
          labelWhere: { yes: 'What is their yearly salary?', no: 'What was their yearly salary?' },
          kind: 'amount',
          hint: 'For example, 32,500. Leave it empty if you would rather not say.',
          isOptional: true,
        },
        {
          key: 'absence_days',
          label: 'On how many days were they absent in the last year?',
          hint: 'Only the number. Please do not mention health or the reasons.',
          kind: 'number',
          isOptional: true,
          isAfterOffer: true,
        },
      ],
    },
    {
      key: 'conduct',
      title: 'Conduct',
      questions: [
        ...yesWithDetails({
          key: 'disciplinary',
          as: 'Disciplinary warning',
          label: 'Is there a disciplinary warning that is still in force, or was there one when they left?',
          labelWhere: {
            yes: 'Is there a disciplinary warning that is still in force?',
            no: 'Was a disciplinary warning in force when they left?',
          },
          missing: 'Select whether there is or was a disciplinary warning in force',
          mayBeSilent: true,
          fills: 'conduct',
        }),
        ...rehire,
        anythingElse,
      ],
    },
    referee,
  ],
};
