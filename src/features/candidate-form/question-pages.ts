// The form's pages of plain inputs, one entry each; everything else about them follows from here.
import { countryByAlpha3, nationalityByAlpha3 } from '../../lib/countries.ts';
import { ageOn } from '../../lib/dates.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { personNameFaults } from '../../lib/person-names.ts';
import { Problems } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { type ApplicantFacts, type IdNumber, placeholderDob } from '../facts/facts.ts';
import { genders, titles } from '../value-sets/person-values.ts';
import type { QuestionPage, Typed } from './form-page.ts';
import { withIdNumber } from './id-number-answer.ts';
import { dateInputs, readTypedDate, typedDate } from './typed-date-rules.ts';

/** An input left empty says that there is none. */
const given = (typed: Typed, input: string): string | null => typed[input] || null;

function required(typed: Typed, messages: Readonly<Record<string, string>>): Problems {
  const problems = new Problems();
  for (const [input, message] of Object.entries(messages)) {
    if (given(typed, input) === null) problems.add(input, message);
  }
  return problems;
}

/** A list that was chosen from; a value that is not in it was not typed by a person. */
function mustBeOneOf(problems: Problems, typed: Typed, input: string, list: readonly string[], message: string): void {
  const value = given(typed, input);
  if (value !== null && !list.includes(value)) problems.add(input, message);
}

function mustBeCountry(problems: Problems, typed: Typed, input: string, message: string): void {
  const value = given(typed, input);
  if (value !== null && countryByAlpha3(value) === undefined) problems.add(input, message);
}

export const namePage: QuestionPage = {
  id: 'name',
  section: 'About you',
  title: 'Your name',
  minutes: 1,
  needs: ['name'],
  isAlwaysAsked: true,
  inputs: ['title', 'first_name', 'middle_name', 'last_name'],
  facts: {
    first_name: { input: 'first_name', label: 'First name' },
    middle_name: { input: 'middle_name', label: 'Middle name' },
    last_name: { input: 'last_name', label: 'Last name' },
  },
  prefill: (facts) => ({
    title: facts.title ?? '',
    first_name: facts.first_name,
    middle_name: facts.middle_name ?? '',
    last_name: facts.last_name,
  }),
  problems(typed) {
    const problems = required(typed, { first_name: 'Enter your first name', last_name: 'Enter your last name' });
    mustBeOneOf(problems, typed, 'title', titles, 'Choose a title from the list');
    return problems;
  },
  apply: (facts, typed) => ({
    ...facts,
    title: given(typed, 'title') as ApplicantFacts['title'],
    first_name: typed.first_name ?? '',
    middle_name: given(typed, 'middle_name'),
    last_name: typed.last_name ?? '',
  }),
};

export const otherNamesPage: QuestionPage = {
  id: 'other-names',
  section: 'About you',
  title: 'Names you had before',
  minutes: 1,
  needs: ['previous_names'],
  inputs: ['had_other_name', 'previous_last_name'],
  facts: {},
  prefill: (facts) => ({
    had_other_name: facts.previous_last_name === null ? '' : 'yes',
    previous_last_name: facts.previous_last_name ?? '',
  }),
  problems(typed) {
    const problems = required(typed, { had_other_name: 'Choose yes if you have ever had another last name' });
    mustBeOneOf(problems, typed, 'had_other_name', ['yes', 'no'], 'Choose yes or no');
    if (typed.had_other_name !== 'yes') return problems;
    const name = given(typed, 'previous_last_name');
    if (name === null) problems.add('previous_last_name', 'Enter your previous last name');
    else
      for (const text of personNameFaults(name).map((fault) => apiSentence(fault)))
        problems.add('previous_last_name', `Previous last name ${text}`);
    return problems;
  },
  apply: (facts, typed) => ({
    ...facts,
    previous_last_name: typed.had_other_name === 'yes' ? given(typed, 'previous_last_name') : null,
  }),
};

/** Nobody younger applies for a job: such a date is a slip in the year (ours). */
const youngest = 10;
const oldest = 120;

export const birthDatePage: QuestionPage = {
  id: 'birth-date',
  section: 'About you',
  title: 'Your date of birth',
  minutes: 1,
  needs: ['date_of_birth'],
  // The placeholder must never be submitted, whatever was ordered (decisions, Applicant reply).
  isAlwaysAsked: true,
  inputs: dateInputs('dob'),
  facts: {},
  prefill: (facts) => typedDate('dob', facts.dob === placeholderDob ? null : facts.dob),
  problems(typed, { today }) {
    const problems = new Problems();
    const read = readTypedDate(typed, 'dob', { label: 'Date of birth', isYours: true });
    const [day, , year] = dateInputs('dob');
    if ('message' in read) problems.add(read.input, read.message);
    else if (read.date > today) problems.add(day, 'Date of birth must be in the past');
    else if (read.date === placeholderDob || ageOn(today, read.date) > oldest || ageOn(today, read.date) < youngest) {
      problems.add(year, `Check the year: ${read.date.slice(0, 4)} cannot be your year of birth`);
    }
    return problems;
  },
  apply(facts, typed) {
    const read = readTypedDate(typed, 'dob', { label: 'Date of birth' });
    return 'date' in read ? { ...facts, dob: read.date } : facts;
  },
};

export const genderPage: QuestionPage = {
  id: 'gender',
  section: 'About you',
  title: 'Your gender',
  minutes: 1,
  needs: ['gender'],
  inputs: ['gender'],
  facts: {},
  prefill: (facts) => ({ gender: facts.gender ?? '' }),
  problems(typed) {
    const problems = required(typed, { gender: 'Choose your gender' });
    mustBeOneOf(problems, typed, 'gender', genders, 'Choose your gender');
    return problems;
  },
  apply: (facts, typed) => ({ ...facts, gender: typed.gender as ApplicantFacts['gender'] }),
};

export const birthPlacePage: QuestionPage = {
  id: 'birth-place',
  section: 'About you',
  title: 'Where you were born',
  minutes: 1,
  needs: ['place_of_birth'],
  inputs: ['town_of_birth', 'country_of_birth'],
  facts: {},
  prefill: (facts) => ({
    town_of_birth: facts.town_of_birth ?? '',
    country_of_birth: facts.country_of_birth ?? '',
  }),
  problems(typed) {
    const problems = required(typed, {
      town_of_birth: 'Enter the town or city where you were born',
      country_of_birth: 'Choose the country where you were born',
    });
    mustBeCountry(problems, typed, 'country_of_birth', 'Choose the country where you were born');
    return problems;
  },
  apply: (facts, typed) => ({
    ...facts,
    town_of_birth: given(typed, 'town_of_birth'),
    country_of_birth: given(typed, 'country_of_birth'),
  }),
};

export const nationalityPage: QuestionPage = {
  id: 'nationality',
  section: 'About you',
  title: 'Your nationality',
  minutes: 1,
  needs: ['nationality'],
  inputs: ['nationality'],
  facts: {},
  prefill: (facts) => ({ nationality: facts.nationality ?? '' }),
  problems(typed) {
    const problems = required(typed, { nationality: 'Choose your nationality' });
    const nationality = given(typed, 'nationality');
    if (nationality !== null && nationalityByAlpha3(nationality) === undefined) {
      problems.add('nationality', 'Choose your nationality');
    }
    return problems;
  },
  apply: (facts, typed) => ({ ...facts, nationality: given(typed, 'nationality') }),
};

const isNationalInsurance = ({ type }: IdNumber) => type === 'social_insurance';

export const nationalInsurancePage: QuestionPage = {
  id: 'national-insurance',
  section: 'About you',
  title: 'Your National Insurance number',
  minutes: 1,
  needs: ['national_insurance_number'],
  inputs: ['has_number', 'national_insurance_number'],
  facts: {},
  prefill(facts) {
    const number = facts.id_numbers.find(isNationalInsurance)?.value ?? '';
    return { has_number: number === '' ? '' : 'yes', national_insurance_number: number };
  },
  problems(typed) {
    const problems = required(typed, { has_number: 'Choose yes if you have a National Insurance number' });
    mustBeOneOf(problems, typed, 'has_number', ['yes', 'no'], 'Choose yes or no');
    if (typed.has_number !== 'yes') return problems;
    const number = given(typed, 'national_insurance_number');
    if (number === null) problems.add('national_insurance_number', 'Enter your National Insurance number');
    else if (nationalInsuranceNumberOf(number) === undefined) {
      problems.add('national_insurance_number', 'Enter a National Insurance number like QQ 12 34 56 C');
    }
    return problems;
  },
  apply(facts, typed) {
    const value = nationalInsuranceNumberOf(given(typed, 'national_insurance_number') ?? '');
    const number: IdNumber | undefined =
      typed.has_number === 'yes' && value !== undefined
        ? { type: 'social_insurance', value, state_code: null }
        : undefined;
    return { ...facts, id_numbers: withIdNumber(facts.id_numbers, isNationalInsurance, number) };
  },
};

const phonePattern = /^\+?[\d ()-]{7,30}$/;

export const contactPage: QuestionPage = {
  id: 'contact',
  section: 'About you',
  title: 'Your phone number',
  minutes: 1,
  needs: [],
  isAlwaysAsked: true,
  inputs: ['mobile', 'telephone'],
  facts: {},
  prefill: (facts) => ({ mobile: facts.mobile ?? '', telephone: facts.telephone ?? '' }),
  problems(typed) {
    const problems = new Problems();
    for (const input of ['mobile', 'telephone'] as const) {
      const number = given(typed, input);
      if (number !== null && !phonePattern.test(number)) {
        problems.add(input, 'Enter a phone number like 07700 900 982 or +44 808 157 0192');
      }
    }
    return problems;
  },
  apply: (facts, typed) => ({ ...facts, mobile: given(typed, 'mobile'), telephone: given(typed, 'telephone') }),
};

/** Which words were agreed to: raised with every change of them. */
export const CONSENT_WORDING = '1';

/** What is ticked, by wording: the words of consents that were given stay. The rest is in portals/shared/consent. */
const statementsOfWording: Readonly<Record<string, (accountName: string) => ConsentStatements>> = {
  '1': (accountName) => ({
    checks: 'I have read this, and I agree that these checks are carried out.',
    criminalRecord: `I agree that my criminal record is checked, and that ${accountName} learns the result.`,
  }),
};

export interface ConsentStatements {
  readonly checks: string;
  readonly criminalRecord: string;
}

export const consentStatements = (wording: string, accountName: string): ConsentStatements =>
  statementsOfWording[wording]!(accountName);

export const consentPage: QuestionPage = {
  id: 'consent',
  section: 'Your consent',
  title: 'What we check, and your consent',
  minutes: 1,
  needs: ['criminal_record_consent'],
  isAlwaysAsked: true,
  inputs: ['agrees', 'criminal_record', 'wording'],
  facts: {},
  prefill: () => ({ agrees: '', criminal_record: '', wording: CONSENT_WORDING }),
  problems(typed, { needs }) {
    const problems = required(typed, { agrees: 'Tick the box if you agree to the checks' });
    if (needs.has('criminal_record_consent') && typed.criminal_record !== 'yes') {
      problems.add('criminal_record', 'Tick the box if you agree that your criminal record is checked');
    }
    if (typed.wording !== CONSENT_WORDING)
      problems.add('agrees', 'The wording has changed. Read it and tick the box again');
    return problems;
  },
  apply: (facts) => facts,
};
