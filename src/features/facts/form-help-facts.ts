// Who helps the candidate with the form, or fills it in for them.
import { flag, text } from './fact.ts';

const whereHelped = { fact: 'is_helped', is: [true] } as const;
const ofForm = { group: 'contact', v1: null, v2: null } as const;

export const helperFacts = {
  is_helped: flag({
    ...ofForm,
    description: 'Whether somebody helps the candidate with the form, or fills it in for them.',
    isOptional: true,
  }),
  helper_name: text({ ...ofForm, description: 'Name of whoever helps.', onlyWhere: whereHelped }),
  helper_relation: text({
    ...ofForm,
    description: 'Who that is to the candidate, such as an interpreter.',
    onlyWhere: whereHelped,
  }),
} as const;
