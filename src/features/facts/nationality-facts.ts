// The facts of the nationalities that the candidate holds, and the one at birth.
import { flag, nationality } from './fact.ts';

const person = 'Candidate.PersonalInfo';

/** No interface has more than one nationality. */
const ofOtherNationality = { group: 'person', v1: null, v2: null } as const;
const whereOtherNationality = { fact: 'has_other_nationality', is: [true] } as const;

export const nationalityFacts = {
  nationality: nationality({
    description: 'Nationality: three-letter ISO code, or XXA for stateless.',
    group: 'person',
    v1: {
      path: `${person}.CurrentNationality`,
      description: 'Nationality; its name, such as British, is accepted too.',
    },
    v2: {},
  }),
  has_other_nationality: flag({
    ...ofOtherNationality,
    description: 'Whether the candidate holds another nationality.',
    isOptional: true,
  }),
  second_nationality: nationality({
    ...ofOtherNationality,
    description: 'Another nationality that the candidate holds.',
    onlyWhere: whereOtherNationality,
  }),
  third_nationality: nationality({
    ...ofOtherNationality,
    description: 'A third nationality that the candidate holds.',
    onlyWhere: whereOtherNationality,
    isOptional: true,
  }),
  nationality_at_birth: nationality({
    description: 'Nationality at birth.',
    group: 'person',
    v1: { path: `${person}.NationalityAtBirth`, description: 'Nationality at birth, also by its name.' },
    v2: null,
    isOptional: true,
  }),
} as const;
