// The reference of an earlier landlord or agent on a tenancy.
import {
  anythingElse,
  dayHint,
  type Questionnaire,
  referee,
  yesNoOrUnknown,
  yesWithDetails,
} from '../questionnaire.ts';

export const landlord: Questionnaire = {
  label: 'Landlord reference',
  hint: 'How the candidate kept to a tenancy.',
  asksFor: 'a reference on the tenancy of',
  mayBeLimited: false,
  sections: [
    {
      key: 'tenancy',
      title: 'The tenancy',
      isFactual: true,
      questions: [
        {
          key: 'capacity',
          label: 'Are you the landlord or the agent?',
          kind: { choice: { landlord: 'The landlord', agent: 'The agent', neither: 'Neither' } },
          alerts: { answers: ['neither'], as: 'Landlord or agent' },
          fills: 'landlord',
        },
        {
          key: 'from',
          label: 'When did the tenancy begin?',
          hint: dayHint,
          kind: 'date',
          unknown: 'I do not know when it began',
          compares: 'from',
        },
        { key: 'still_there', label: 'Do they still live there?', kind: yesNoOrUnknown },
        {
          key: 'to',
          label: 'When did the tenancy end?',
          hint: dayHint,
          kind: 'date',
          unknown: 'I do not know when it ended',
          onlyWhere: { key: 'still_there', is: 'no' },
          compares: 'to',
        },
        { key: 'rent', label: 'What was the monthly rent?', kind: 'text', isOptional: true },
      ],
    },
    {
      key: 'conduct',
      title: 'How they kept to it',
      questions: [
        {
          key: 'rent_paid',
          label: 'Was the rent paid in full and on time?',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Rent paid in full and on time' },
          fills: 'rent_paid',
        },
        {
          key: 'rent_paid_details',
          label: 'What was late or missing?',
          kind: 'long_text',
          onlyWhere: { key: 'rent_paid', is: 'no' },
        },
        {
          key: 'kept_in_order',
          label: 'Was the home kept in order?',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Home kept in order' },
          fills: 'condition',
        },
        {
          key: 'kept_in_order_details',
          label: 'What was wrong?',
          kind: 'long_text',
          onlyWhere: { key: 'kept_in_order', is: 'no' },
        },
        ...yesWithDetails({
          key: 'complaints',
          as: 'Complaints, or notice because of conduct',
          label: 'Were there complaints, or notice given because of their conduct?',
          fills: 'condition',
        }),
        {
          key: 'let_again',
          label: 'Would you let to them again?',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Would let again' },
          fills: 'let_again',
        },
        anythingElse,
      ],
    },
    referee,
  ],
};
