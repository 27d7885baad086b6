// The personal reference of somebody who knows the candidate well.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import {
  anythingElse,
  dayHint,
  type Questionnaire,
  referee,
  yesNoOrUnknown,
  yesWithDetails,
} from '../questionnaire.ts';

export const character: Questionnaire<Sentence> = {
  label: 'Character reference',
  hint: 'Of somebody who knows the candidate well and is no relative; also for a gap.',
  asksFor: 'a personal reference on',
  mayBeLimited: false,
  sections: [
    {
      key: 'relationship',
      title: 'How you know them',
      questions: [
        {
          key: 'relationship',
          label: 'How do you know them?',
          missing: 'Enter how you know them',
          hint: 'For example, as a neighbour, colleague or teacher.',
          kind: 'text',
          fills: 'relationship',
        },
        {
          key: 'is_relative',
          label: 'Are you related to them, by birth or marriage?',
          missing: 'Select whether you are related to them',
          kind: 'yes_no',
          alerts: { answers: ['yes'], as: 'Related to the candidate' },
          fills: 'relationship',
        },
        {
          key: 'is_adult',
          label: 'Are you 18 or older?',
          missing: 'Select whether you are 18 or older',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Referee is 18 or older' },
          fills: 'relationship',
        },
        {
          key: 'known_since',
          label: 'Since when have you known them?',
          missing: 'Enter since when you have known them',
          hint: dayHint,
          kind: 'date',
          fills: 'period_known',
        },
        {
          key: 'contact',
          label: 'How often are you in touch?',
          kind: 'text',
          missing: 'Enter how often you are in touch',
        },
      ],
    },
    {
      key: 'character',
      title: 'What you can say of them',
      questions: [
        {
          key: 'honest',
          label: 'Are they honest and reliable?',
          missing: 'Select whether they are honest and reliable',
          kind: yesNoOrUnknown,
          alerts: { answers: ['no', 'not_known'], as: 'Honest and reliable' },
          fills: 'reference',
        },
        {
          key: 'honest_details',
          label: 'Why not?',
          missing: 'Enter why they are not honest and reliable',
          kind: 'long_text',
          onlyWhere: { key: 'honest', is: 'no' },
        },
        {
          key: 'period',
          label: 'What did they do while you knew them, as far as you know?',
          hint: 'Name the months, if you were asked about a certain time.',
          kind: 'long_text',
          isOptional: true,
        },
        ...yesWithDetails({
          key: 'concern',
          as: 'Reason not to trust them with responsibility',
          missing: 'Select whether there is such a reason',
          label: 'Is there a reason why they should not be trusted with a position of responsibility?',
          fills: 'reference',
        }),
        anythingElse,
      ],
    },
    referee,
  ],
};
