// What a registry confirms of somebody's studies from its records: dates, course, mode, award and class. Nobody is rated.
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { anythingElse, attended, dayHint, type Questionnaire, referee } from '../questionnaire.ts';

const ifAttended = { key: 'attended', is: 'yes' } as const;
export const qualification: Questionnaire<Sentence> = {
  label: 'Degree or qualification',
  hint: 'For a registry: study dates, course, class and award, from its records. Nothing about the person.',
  asksFor: 'a confirmation of the studies of',
  mayBeLimited: false,
  sections: [
    {
      key: 'studies',
      title: 'The studies',
      isFactual: true,
      questions: [
        attended,
        {
          ...{ key: 'from', label: 'When did they begin?', hint: dayHint, kind: 'date' },
          ...{ isOptional: true, onlyWhere: ifAttended, compares: 'from', fills: 'attendance' },
        },
        {
          ...{ key: 'to', label: 'When did they finish or leave?', kind: 'date' },
          ...{ hint: `${dayHint} Leave it empty if they still study.`, isOptional: true },
          ...{ onlyWhere: ifAttended, compares: 'to', fills: 'attendance' },
        },
        {
          key: 'course',
          label: 'Which course or subject, at which level?',
          missing: 'Enter the course or subject, and the level',
          kind: 'text',
          onlyWhere: ifAttended,
          compares: 'course',
          fills: 'qualification',
        },
        {
          key: 'mode',
          label: 'How did they study?',
          kind: { choice: { full_time: 'Full time', part_time: 'Part time', distance: 'By distance learning' } },
          isOptional: true,
          onlyWhere: ifAttended,
          fills: 'attendance',
        },
        {
          key: 'awarded',
          label: 'When was the qualification awarded?',
          hint: `Leave it empty if none was. ${dayHint}`,
          kind: 'date',
          isOptional: true,
          onlyWhere: ifAttended,
          compares: 'awarded',
          fills: 'award_date',
        },
        {
          key: 'classification',
          label: 'With which class or grade?',
          kind: 'text',
          isOptional: true,
          onlyWhere: ifAttended,
          compares: 'classification',
          fills: 'class',
        },
        anythingElse,
      ],
    },
    referee,
  ],
};
