// The facts of the candidate's current name and of earlier names.
import { titles } from '../value-sets/person-values.ts';
import { choice, date, flag, requiredText, text } from './fact.ts';
import { firstNameRule, middleNameRule, nameRule, nameSinceRule } from './person-fact-rules.ts';

const current = 'Candidate.CurrentName';

export const nameFacts = {
  title: choice(
    titles,
    {
      description: 'Title.',
      group: 'person',
      v1: { path: `${current}.Title`, example: 'Ms' },
      v2: { example: 'Ms', values: ['Mr', 'Mrs', 'Miss', 'Ms'] },
      isOptional: true,
      autocomplete: 'honorific-prefix',
    },
    'titles',
  ),
  first_name: requiredText({
    description: 'First name; empty for a candidate who has one name only.',
    rule: firstNameRule,
    group: 'person',
    v1: { path: `${current}.FirstName`, example: 'Jane', max: 250 },
    v2: { description: 'First name.', example: 'Jane' },
    autocomplete: 'given-name',
  }),
  middle_name: text({
    description: 'Middle names or initial.',
    rule: middleNameRule,
    group: 'person',
    v1: { path: `${current}.MiddleNames`, example: 'Ann', max: 250 },
    v2: { example: 'Ann' },
    isOptional: true,
    autocomplete: 'additional-name',
  }),
  last_name: requiredText({
    description: 'Last name.',
    rule: nameRule,
    group: 'person',
    v1: { path: `${current}.LastName`, example: 'Applicant', max: 250 },
    v2: { example: 'Applicant' },
    autocomplete: 'family-name',
  }),
  has_one_name: flag({
    description: 'Whether the candidate has one name only, which is then the last name.',
    group: 'person',
    v1: { path: `${current}.HasOneName`, example: false },
    v2: null,
    isOptional: true,
  }),
  name_is_from_birth: flag({
    description: 'Whether the candidate has had the name from birth.',
    group: 'person',
    v1: { path: `${current}.IsFromBirth`, example: true },
    v2: null,
  }),
  name_known_from: date({
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    description: 'Date from which the name is known, if not from birth.',
    rule: nameSinceRule,
    group: 'person',
    v1: { path: `${current}.KnownFromDate`, example: '2020-03-01' },
    v2: null,
    onlyWhere: { fact: 'name_is_from_birth', is: [false] },
  }),
} as const;

/** A browser knows the present name only, and would fill that in. */
const notPresent = { v2: null, autocomplete: 'off' } as const;

export const previousNameFacts = {
  title: { ...nameFacts.title, v1: { path: 'Title', example: 'Ms' }, ...notPresent },
  first_name: {
    ...nameFacts.first_name,
    v1: { path: 'FirstName', example: 'Jane', max: 250 },
    ...notPresent,
    isOptional: true,
  },
  middle_name: { ...nameFacts.middle_name, v1: { path: 'MiddleNames', example: 'Ann', max: 250 }, ...notPresent },
  last_name: { ...nameFacts.last_name, v1: { path: 'LastName', example: 'Former', max: 250 }, ...notPresent },
  has_one_name: flag({
    description: 'Whether the earlier name was one name only, which is then the last name.',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  known_from: date({
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    description: 'Since when.',
    v1: { path: 'KnownFromDate', example: '1985-06-14' },
    v2: null,
  }),
  known_to: date({
    dayMayBeMissing: 'last',
    monthMayBeMissing: true,
    description: 'Until when.',
    v1: { path: 'KnownToDate', example: '2020-03-01' },
    v2: null,
  }),
  /** No interface has it: neither answers the names that have it. */
  for_authorities_only: flag({
    description: 'Whether the authorities alone may know the name: neither the client nor a referee.',
    v1: null,
    v2: null,
    sensitivity: 'special',
    isOptional: true,
  }),
} as const;
