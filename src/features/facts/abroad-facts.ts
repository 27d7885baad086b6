// The facts by which authorities of other countries find a person; the interfaces have no place for them.
import { text } from './fact.ts';

export const abroadFacts = {
  fathers_name: text({
    description: 'Full name of the father.',
    group: 'person',
    v1: null,
    v2: null,
  }),
  mothers_name: text({
    description: 'Full name of the mother.',
    group: 'person',
    v1: null,
    v2: null,
  }),
  name_in_own_script: text({
    description: 'Full name in the script of a country that searches in it.',
    group: 'person',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  address_in_own_script: text({
    description: 'Last address in a country that searches in its own script.',
    group: 'person',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  licence_issuer: text({
    description: 'State or province that issued the driving licence of another country.',
    group: 'person',
    v1: null,
    v2: null,
  }),
} as const;
