// A form with some requirements for tests, and the problems of its pages.
import { applied, prefilled } from '../../../src/features/candidate-form/answer-rules.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import type {
  Answer,
  EntryAnswer,
  FormScope,
  ListPage,
  PageId,
  Typed,
} from '../../../src/features/candidate-form/form-page.ts';
import { pageOfForm, type SavedAnswers } from '../../../src/features/candidate-form/form-page-rules.ts';
import { entryProblems, pageProblems } from '../../../src/features/candidate-form/page-problem-rules.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { askedBy } from '../../../src/features/requirements/requirement-rules.ts';
import type { Requires } from '../../../src/features/requirements/requirements.ts';

export const today = '2026-03-04';

export const scopeOf = (...required: Requires[]): FormScope => ({
  asked: askedBy(['name', 'date_of_birth', 'contact', 'consent', ...required]),
  today,
});

/** One of each requirement with a page. */
export const everyRequirement: readonly Requires[] = [
  ...(['previous_names', 'gender', 'place_of_birth', 'nationality', 'mothers_maiden_name'] as const),
  ...(['national_insurance_number', 'driving_licence', 'education', 'professional_memberships'] as const),
  { driving_licence_check_code: { mayLack: false } },
  ...(['disclosure_certificate', 'pvg_membership', 'social_profiles', 'fca_reference'] as const),
  'criminal_record_consent',
  { share_code: { purpose: 'work' } },
  { local_identifier: { country: 'BRA', kind: 'cpf' } },
  { address_history: { years: 5 } },
  { activity_history: { years: 5, longestGapDays: 31 } },
  { references: { count: 1 } },
];
export const everything = scopeOf(...everyRequirement);

export const person: ApplicantFacts = {
  ...noFacts,
  ...{ first_name: 'Alex', last_name: 'Sample', email: 'alex@candidate.test', dob: '1990-03-04', gender: 'male' },
};

export const pageOf = (id: PageId, scope = everything) => pageOfForm(scope, id)!;
export const listOf = (id: PageId, scope = everything) => pageOf(id, scope) as ListPage;

export const problemsOf = (id: PageId, answer: Answer, scope = everything, facts = person) =>
  pageProblems(pageOf(id, scope), answer, scope, facts).fields;

export const factsAfter = (id: PageId, answer: Answer, facts = person) => applied(pageOf(id), facts, answer, today);
export const shownOf = (id: PageId, facts = person) => prefilled(pageOf(id), facts, today);

export const entriesOf = (...typed: readonly Typed[]): EntryAnswer => ({
  entries: typed.map((one, index) => ({ key: index + 1, typed: one })),
});

/** The problems of an entry that is alone in its list. */
export const entryProblemsOf = (id: PageId, typed: Typed, scope = everything, facts = person) =>
  entryProblems(listOf(id, scope), entriesOf(typed), 1, scope, facts).fields;

export const savedOf = (answers: Readonly<Record<PageId, Answer>>): SavedAnswers =>
  new Map(Object.entries(answers).map(([id, answer]) => [id, { version: 1, answer }]));

export const job: Typed = {
  ...{ status: 'FullTime', employer: 'Example Ltd', place: 'Leeds', job_title: 'Driver', country: 'GBR' },
  contact_timing: 'Never',
  ...{ 'start_date-day': '1', 'start_date-month': 'june', 'start_date-year': '2006' },
};

export const home: Typed = {
  ...{ country: 'GBR', building_number: '12', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' },
  ...{ 'start_date-day': '1', 'start_date-month': '1', 'start_date-year': '2000', is_current: 'yes' },
};

export const name: Typed = { title: '', first_name: 'Alex', middle_name: '', last_name: 'Sample' };
export const born: Typed = { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' };
export const consent: Typed = { agrees: 'yes', criminal_record: 'yes', wording: CONSENT_WORDING };

/** Complete answers to every page. */
export const whole: Readonly<Record<PageId, Answer>> = {
  name,
  consent,
  'previous-names': { name_is_from_birth: 'yes' },
  'date-of-birth': born,
  gender: { gender: 'male' },
  'place-of-birth': { town_of_birth: 'Leeds', country_of_birth: 'GBR' },
  nationality: { nationality: 'IRL' },
  'mothers-maiden-name': { mothers_maiden_name: 'Example' },
  'national-insurance-number': { has_national_insurance_number: 'yes', social_insurance: 'ab 12 34 56 c' },
  'driving-licence': {
    ...{ has_driving_licence: 'yes', driving_licence_type: 'GBFull', driving_licence: 'sampl 903040 a99aa' },
  },
  'driving-licence-check-code': { driving_licence_check_code: 'aB 1c D2 eF' },
  'share-code': { share_code: 'W12 345 678' },
  'disclosure-certificate': {
    ...{ certificate_number: '001234567890', certificate_last_name: 'Sample' },
    ...{ 'certificate_issued_on-day': '1', 'certificate_issued_on-month': '3', 'certificate_issued_on-year': '2024' },
  },
  'pvg-membership': { pvg_number: '1234567890123456' },
  'fca-reference': { has_fca_reference_number: 'yes', fca_reference_number: 'jxs 01234' },
  'social-profiles': entriesOf({ network: 'LinkedIn', profile: '@alex' }),
  'local-identifier-bra-cpf': { bra_cpf: '123.456.789-09' },
  contact: { mobile: '+44 (0) 7700-900982', telephone: '' },
  addresses: entriesOf(home),
  activities: entriesOf(job),
  qualifications: entriesOf({ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA' }),
  memberships: entriesOf({ body: 'Law Society', status: 'Member' }),
  references: entriesOf({ name: 'R. Referee', relationship: 'Line manager', email: 'r@referee.test' }),
};
