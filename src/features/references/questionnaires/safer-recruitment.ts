// The reference for work with children or vulnerable adults, with the subjects of the Department for Education's form.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import {
  anythingElse,
  confidence,
  datesAndRole,
  type Question,
  type Questionnaire,
  reasonForLeaving,
  referee,
  rehire,
  silentAnswers,
  uncapitalized,
  yesNoOrSilent,
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
} as const;

type Rated = { [S in Sentence]: S extends `Select a rating: ${infer Subject}` ? Capitalize<Subject> : never }[Sentence];

const rated = (subjects: Readonly<Record<string, Rated & Sentence>>): Question<Sentence>[] =>
  Object.entries(subjects).map(([key, label]) => ({
    key: `rating_${key}`,
    label,
    missing: `Select a rating: ${uncapitalized(label)}` as const,
    kind: ratings,
    alerts: { answers: ['poor'], as: label },
    fills: 'conduct',
  }));

export const saferRecruitment: Questionnaire<Sentence> = {
  label: 'Safer recruitment reference',
  hint: 'For work with children or vulnerable adults: conduct, concerns, and suitability.',
  asksFor: 'a reference on',
  mayBeLimited: true,
  inWriting: 'Safer recruitment wants the reference in writing, from a senior person of the organisation.',
  sections: [
    {
      key: 'relationship',
      title: 'How you know them',
      questions: [
        {
          key: 'relationship',
          label: 'How do you know them, and for how long?',
          missing: 'Enter how you know them, and for how long',
          kind: 'long_text',
        },
        {
          key: 'may_be_seen',
          label: 'May the candidate see this reference?',
          missing: 'Select whether the candidate may see it',
          hint: confidence,
          kind: 'yes_no',
        },
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
          missing: 'Select whether you would employ them in another role',
          kind: { choice: { yes: 'Yes', no: 'No', policy_not_to_say: 'It is our policy not to say' } },
          alerts: { answers: ['no'], as: 'Would employ in another role' },
          fills: 'conduct',
        },
        {
          key: 'rehire_any_details',
          label: 'Why not?',
          missing: 'Enter why you would not employ them in another role',
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
          label: 'Are they under investigation, or were they when they left?',
          labelWhere: {
            yes: 'Are they under investigation?',
            no: 'Were they under investigation when they left?',
          },
          missing: 'Select whether they are or were under investigation',
          mayBeSilent: true,
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'warnings',
          as: 'Warnings on record',
          label: 'Are there warnings on their record, or were there when they left?',
          labelWhere: {
            yes: 'Are there warnings on their record?',
            no: 'Were there warnings on their record when they left?',
          },
          hint: 'Only those that have not run out.',
          missing: 'Select whether there are or were warnings on their record',
          mayBeSilent: true,
          fills: 'conduct',
        }),
        // Statutory guidance, Keeping children safe in education, Part three, on providing references.
        ...yesWithDetails({
          key: 'allegations',
          as: 'Substantiated concerns or allegations about children or vulnerable adults',
          label:
            'Were there concerns or allegations about their behaviour towards children or vulnerable adults that were found to be substantiated?',
          hint: 'Name only those with which harm was done or likely, and give the facts, not opinions. Leave out every concern and allegation that was found to be false, unfounded, unsubstantiated or malicious, also where there were several (Keeping children safe in education, Part three).',
          details: 'The facts of each that was substantiated, and its outcome',
          missing: 'Select whether there were concerns or allegations that were substantiated',
          mayBeSilent: true,
          fills: 'conduct',
        }),
        ...yesWithDetails({
          key: 'fitness_to_practise',
          as: 'Fitness to practise in question',
          label: 'Were they found not to be fit to practise, or is an investigation of it not finished?',
          hint: 'Leave out an investigation that found nothing against them.',
          missing: 'Select whether they were found not to be fit to practise',
          mayBeSilent: true,
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
          labelOfJob: 'Are they able and suitable to work with children or vulnerable adults in this job: {job}?',
          missing: 'Select whether they are able and suitable',
          kind: yesNoOrSilent,
          alerts: { answers: ['no', ...Object.keys(silentAnswers)], as: 'Able and suitable to do this work' },
          fills: 'conduct',
        },
        {
          key: 'suitable_details',
          label: 'What are your concerns?',
          missing: 'Enter your concerns',
          kind: 'long_text',
          onlyWhere: { key: 'suitable', is: 'no' },
        },
        anythingElse,
      ],
    },
    referee,
  ],
};
