// The facts of one identification number, one number of another country, and one identity document.
import { choice, country, date, requiredText, text, withEmpty } from './fact.ts';

/** The driving licence has two accepted spellings; the one that was sent is answered (interface §ID number). */
export const idNumberTypes = [
  ...(['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_license', 'driving_licence'] as const),
] as const;

export const identityDocumentTypes = [
  ...(['passport', 'driving_licence', 'national_insurance', 'identity_card', 'residence_permit'] as const),
  ...(['birth_certificate', 'visa'] as const),
] as const;

export const idNumberFacts = {
  type: withEmptyType(),
  value: requiredText({
    description: 'The ID number; for ssn the last four digits or the full number as xxx-xx-xxxx.',
    v1: null,
    v2: { example: '433-54-3937' },
    sensitivity: 'identifier',
  }),
  state_code: text({
    description: 'Issuing state, for state-issued driving licenses.',
    v1: null,
    v2: { example: 'CA' },
  }),
} as const;

function withEmptyType() {
  const type = choice(idNumberTypes, { description: 'Kind of number.', v1: null, v2: { example: 'ssn' } });
  return { ...type, empty: 'ssn' as (typeof idNumberTypes)[number] };
}

/** Interface v1 names each document by its type, `PassportDocument`: see features/orders. */
export const identityDocumentFacts = {
  type: {
    ...choice(identityDocumentTypes, { description: 'Kind of document.', v1: null, v2: null }),
    empty: 'passport' as (typeof identityDocumentTypes)[number],
  },
  number: text({ description: 'Its number.', v1: { path: 'Number', max: 97 }, v2: null, sensitivity: 'identifier' }),
  country: country({ description: 'Who issued it.', v1: { path: 'IssuingCountry' }, v2: null }),
  issued_on: date({ description: 'When it was issued.', v1: { path: 'IssueDate', example: '2020-03-01' }, v2: null }),
  expires_on: date({ description: 'When it expires.', v1: { path: 'ExpiryDate', example: '2035-03-01' }, v2: null }),
} as const;

/** A personal number issued by another country, by its kind: `cpf`, `pesel` (ours). */
export const localIdentifierFacts = {
  country: withEmpty(country({ description: 'Country that issued it.', v1: { path: 'Country' }, v2: null }), ''),
  kind: requiredText({ description: 'Kind of number.', v1: { path: 'Kind', example: 'cpf', max: 40 }, v2: null }),
  value: requiredText({
    description: 'The number.',
    v1: { path: 'Number', example: '123.456.789-09', max: 97 },
    v2: null,
    sensitivity: 'identifier',
  }),
  why_none: text({
    description: 'Why the candidate has no such number, in place of the number.',
    v1: { path: 'ReasonForNone', example: 'Not a resident', max: 250 },
    v2: null,
    isOptional: true,
  }),
} as const;
