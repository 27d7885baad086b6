// The reference for work with children or vulnerable adults, with the subjects of the Department for Education's form.
import {
  anythingElse,
  datesAndRole,
  type Question,
  type Questionnaire,
  reasonForLeaving,
  referee,
  rehire,
  yesWithDetails,
} from '../questionnaire.ts';

const ratings = {
  choice: {
    outstanding: 'Outstanding',
    good: 'Good',
    satisfactory: 'Satisfactory',
    poor: 'Poor',
    not_applicable: 'Does not apply',
  },
};

const rated = (subjects: Readonly<Record<string, string>>): Question[] =>
  Object.entries(subjects).map(([key, label]) => ({
    key: `rating_${key}`,
    label,
    kind: ratings,
    alerts: { answers: ['poor'], as: label },
    fills: 'conduct',
  }));

export const saferRecruitment: Questionnaire = {
  label: 'Safer recruitment reference',
  hint: 'For work with children or vulnerable adults: conduct, concerns, and suitability.',
  asksFor: 'a reference on',
  mayBeLimited: true,
  sections: [
    {
      key: 'relationship',
      title: 'How you know them',
      questions: [
        {
          key: 'relationship',
          label: 'How do you know them, and for how long?',
          kind: 'long_text',
        },
        { key: 'may_be_seen', label: 'May the candidate see this reference?', kind: 'yes_no' },
      ],
    },
    datesAndRole,
    {
      key: 'leaving',
      title: 'Leaving, and coming back',
      questions: [
        reasonForLeaving,
        {
          key: 'reason_details',
          label: 'What led to it?',
          hint: 'Where the work was with children or vulnerable adults we must know why it ended.',
          kind: 'long_text',
          onlyWhere: { key: 'still_there', is: 'no' },
          isOptional: true,
        },
        ...rehire,
        {
          key: 'rehire_any',
          label: 'Would you employ them in any other role?',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Would employ in another role' },
          fills: 'conduct',
        },
        {
          key: 'rehire_any_details',
          label: 'Why not?',
          kind: 'long_text',
          onlyWhere: { key: 'rehire_any', is: 'no' },
        },
      ],
    },
    {
      key: 'work',
      title: 'How they worked',
      questions: rated({
        punctuality: 'Punctuality',
        relationships: 'Working relationships',
        customers: 'Care for customers or those in their charge',
        change: 'Adapting to change',
        conflict: 'Dealing with conflict',
        workload: 'Managing their workload',
      }),
    },
    {
      key: 'skills',
      title: 'Their skills',
      questions: rated({
        team: 'Working in a team',
        communication: 'Communication',
        problems: 'Solving problems',
        attitude: 'Attitude',
        technical: 'Technical competence',
        leadership: 'Leadership',
      }),
    },
    {
      key: 'concerns',
      title: 'Safeguarding and conduct',
      questions: [
        ...yesWithDetails({
          key: 'under_investigation',
          as: 'Under investigation',
          label: 'Are they under investigation?',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'warnings',
          as: 'Warnings on record',
          label: 'Are there warnings on their record?',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'allegations',
          as: 'Allegations or concerns about children or vulnerable adults',
          label: 'Were there allegations or concerns about their behaviour towards children or vulnerable adults?',
          hint: 'Leave out those that were found to be false or malicious.',
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'fitness_to_practise',
          as: 'Fitness to practise in question',
          label: 'Were they investigated for not being fit to practise, or found not to be?',
          fills: 'conduct',
        }),
      ],
    },
    {
      key: 'suitability',
      title: 'Suitability',
      questions: [
        {
          key: 'suitable',
          label: 'Are they able and suitable to work with children or vulnerable adults?',
          kind: 'yes_no',
          alerts: { answers: ['no'], as: 'Able and suitable to do this work' },
          fills: 'conduct',
        },
        {
          key: 'suitable_details',
          label: 'What are your concerns?',
          kind: 'long_text',
          onlyWhere: { key: 'suitable', is: 'no' },
        },
        anythingElse,
      ],
    },
    referee,
  ],
};
