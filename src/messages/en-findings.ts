// What findings say in English, in two voices: to a program after the path of a field, and to a person beside an input.
import { formatDate, formatPeriod } from '../lib/dates.ts';
import { allowedInstead } from './allowed-values.ts';

/** The values in a sentence: texts as people read them, dates as `yyyy-mm-dd`. */
export interface SentenceParams {
  /** The fact's label: `Last name`. */
  readonly label: string;
  /** The name of the other fact in the sentence: its label, or its field in an interface. */
  readonly other?: string;
  readonly most?: number;
  readonly least?: number;
  readonly from?: string;
  readonly to?: string;
  readonly year?: string;
  /** Of a date, those that are missing. */
  readonly parts?: readonly ('day' | 'month' | 'year')[];
  readonly level?: string;
  readonly allowed?: readonly string[];
  /** Where the allowed values are listed, as `GET /path`. */
  readonly place?: string;
  /** The entries that the sentence is about: `Acme Ltd and Brook Bank`. */
  readonly entries?: string;
  /** What a number is called: `CPF`. */
  readonly kind?: string;
  readonly example?: string;
  /** What is wrong with an entry of a list, as its own page says it. */
  readonly problem?: string;
}

/** `api` follows the path of a field; `person` stands alone beside an input. */
export interface FindingSentence {
  readonly api: string | ((params: SentenceParams) => string);
  readonly person: string | ((params: SentenceParams) => string);
}

const both = (text: string | ((params: SentenceParams) => string)): FindingSentence => ({
  api: text,
  person: (params) => `${params.label} ${typeof text === 'string' ? text : text(params)}`,
});
/** What a person reads, where it says the same in other words. */
const told = (
  api: string | ((params: SentenceParams) => string),
  person: string | ((params: SentenceParams) => string),
): FindingSentence => ({ api, person });
const anEmailAddress = 'Enter an email address like name@example.com';
const lower = (label: string) => label.slice(0, 1).toLowerCase() + label.slice(1);
const gap = ({ from = '', to = '' }: SentenceParams) => formatPeriod({ from, to });
const check = (fault: string) => ({
  api: fault,
  person: `The number ${fault}. Check it, and your answers about yourself`,
});

export const findings = {
  missing: { api: "can't be blank", person: ({ label }) => `Enter ${lower(label)}` },
  too_short: told(
    ({ least }) => `is too short (minimum is ${least} characters)`,
    ({ label, least }) => `${label} must have ${least} characters or more`,
  ),
  too_long: told(
    ({ most }) => `is too long (maximum is ${most} characters)`,
    ({ label, most }) => `${label} must have ${most} characters or fewer`,
  ),
  easy_to_guess: both('is easy to guess: it is a common password, or made of common passwords, names and patterns'),
  too_long_together: told(
    ({ most }) => `is too long (maximum of all attributes together is ${most} characters)`,
    ({ most }) => `Your names must have ${most} characters or fewer in all`,
  ),
  letters_only: told(
    'must contain only letters, single spaces, hyphens and single quotes',
    ({ label }) =>
      `${label} can have only letters, with single spaces, hyphens, apostrophes and full stops. Write it as in the lines at the bottom of your passport or, without one, in another official paper`,
  ),
  not_latin: told(
    'is not in Latin letters, which the DBS, credit agencies and referees need',
    ({ label }) =>
      `${label} must be in Latin letters. Write a name as in the lines at the bottom of your passport or, without one, in another official paper; and a place as on an envelope from abroad`,
  ),
  starts_with_separator: told(
    'must not start or end with a space, hyphen or single quote',
    ({ label }) => `${label} must begin and end with a letter`,
  ),
  repeated_letters: told(
    'must not have more than 3 identical characters in a row',
    ({ label }) => `Check the ${lower(label)}: one letter stands there more than 3 times in a row`,
  ),
  email_spaces: told('must not contain spaces or control characters', `${anEmailAddress}, without spaces`),
  email_characters: told(
    'must not contain any of ( ) < > [ ] : ; , \\ "',
    `${anEmailAddress}, without ( ) < > [ ] : ; , \\ "`,
  ),
  email_one_at: told('must contain exactly one @', `${anEmailAddress}, with one @`),
  email_before_at: told('must have at least 1 character before the @', anEmailAddress),
  email_period: told('must have at least one period after the @', anEmailAddress),
  email_before_period: told('must have at least 2 characters between the @ and the period', anEmailAddress),
  domain_not_registered: told(
    'has a domain that is not registered',
    'Check what stands after the @: no mail reaches it',
  ),
  telephone_form: {
    api: 'is not a telephone number',
    person: 'Enter a phone number like 07700 900 982 or +44 808 157 0192',
  },
  referee_is_candidate: {
    api: 'is the address of the candidate, who cannot be their own referee',
    person: 'Enter the address of the person who can confirm it: this one is your own',
  },
  referee_is_family: {
    api: 'is of the family of the candidate',
    person: 'Name somebody who is not of your family, such as a teacher, a neighbour or a team leader',
  },
  date_part_missing: told(
    ({ parts = [] }) => `must include ${parts.map((part) => `a ${part}`).join(' and ')}`,
    ({ label, parts = [] }) => `${label}: enter the ${parts.join(' and the ')}, too`,
  ),
  date_not_real: both('must be a real date'),
  date_year: told('must have a year of 4 digits', ({ label }) => `${label}: enter the year in full, like 2021`),
  choose_from_list: { api: 'is not included in the list', person: 'Choose from the list' },
  too_many: { api: ({ most }) => `must be at most ${most}`, person: ({ most }) => `You can give ${most}` },
  consent_missing: { api: "can't be blank", person: 'Tick the box if you agree to the checks' },
  consent_to_criminal_record_missing: {
    api: "can't be blank",
    person: 'Tick the box if you agree that your criminal record is checked',
  },
  consent_wording_changed: {
    api: 'has changed',
    person: 'The wording has changed. Read it and tick the box again',
  },
  in_future: { api: 'is in the future', person: ({ label }) => `${label} must be in the past` },
  before_birth: {
    api: 'is before the date of birth',
    person: ({ label }) => `${label} must be after your date of birth`,
  },
  at_early_age: {
    api: ({ least }) => `is at the age of ${least}: ask whether this year or the date of birth is right`,
    person: ({ label, least }) => `${label}: you were ${least} then. Check the year, and your date of birth`,
  },
  before_other: {
    api: ({ other }) => `is before ${other}`,
    person: ({ label, other = '' }) => `${label} must be after the ${lower(other)}`,
  },
  after_other: {
    api: ({ other }) => `is after ${other}`,
    person: ({ label, other = '' }) => `${label} must be before the ${lower(other)}`,
  },
  unlikely_birth_year: {
    api: ({ year }) => `has a year, ${year}, that cannot be a candidate's year of birth`,
    person: ({ year }) => `Check the year: ${year} cannot be your year of birth`,
  },
  too_young_for_criminal_record: {
    api: ({ least }) => `is of somebody under ${least}: UK criminal record checks are for people of ${least} and over`,
    person: ({ least }) =>
      `You must be ${least} or over for a criminal record check. If the date is right, tell who asked you for it`,
  },
  placeholder: both(({ other }) => `is ${other}, which stands for an unknown date`),
  ssn_form: both('is invalid (give the last four digits, or the full number as xxx-xx-xxxx)'),
  us_state_code: both('is not a two-letter code of a US state'),
  state_code_elsewhere: both('belongs to a state-issued driving licence alone'),
  uk_postcode_form: {
    api: 'is not a UK postcode in two parts separated by a space',
    person: 'Enter a full UK postcode, like SW1A 1AA',
  },
  national_insurance_form: {
    api: 'is not a National Insurance number',
    person: 'Enter a National Insurance number like QQ 12 34 56 C',
  },
  share_code_form: {
    api: 'is not a share code (9 letters and digits)',
    person: 'Enter a share code like W12 345 678',
  },
  share_code_not_for_work: {
    api: 'is not a share code for work, which begins with W',
    person: 'Enter a share code for work, which begins with W: yours was made for something else',
  },
  share_code_not_for_rent: {
    api: 'is not a share code for renting, which begins with R',
    person: 'Enter a share code for renting, which begins with R: yours was made for something else',
  },
  share_code_lapsed: {
    api: ({ most }) => `was made more than ${most} days ago`,
    person: ({ most }) => `Make a new share code on GOV.UK: yours is more than ${most} days old`,
  },
  check_code_form: {
    api: 'is not a check code of the DVLA (8 letters and digits)',
    person: 'Enter the 8 letters and numbers of the code, like aB 1c D2 eF',
  },
  check_code_lapsed: {
    api: 'was given more than 21 days ago and has lapsed: ask for a new one',
    person: 'Get a new code: this one has lapsed',
  },
  certificate_number_form: {
    api: 'is not a number of a DBS certificate (12 digits)',
    person: 'Enter the 12 digits at the top right of the certificate',
  },
  licence_form_gb: {
    api: 'is not a driving licence number of Great Britain (16 characters)',
    person: 'Enter the 16 characters of field 5 of your licence, like MORGA 657054 SM9IJ',
  },
  licence_form_ni: {
    api: 'is not a driving licence number of Northern Ireland (8 digits)',
    person: 'Enter the 8 digits of field 5 of your licence, like 12345678',
  },
  licence_last_name: check('does not match any last name given'),
  licence_birth_date: check('does not match the date of birth'),
  licence_gender: check('does not match the gender'),
  passport_form_uk: both('is not a number of a UK passport (9 digits)'),
  passport_form: both('is not a passport number (at most 11 letters and digits)'),
  no_current_address: { api: 'have no current address', person: 'Add the address where you live now' },
  entry_incomplete: {
    api: 'is incomplete',
    person: ({ label, problem }) =>
      problem === undefined ? `Complete ${label || 'this entry'}, or remove it` : `${label || 'An entry'}: ${problem}`,
  },
  no_fixed_address: both(
    'is no home: the candidate has no fixed address, and mail alone reaches them there. What a source has at it is of somebody else',
  ),
  gap_in_addresses: {
    api: (params) => `have a gap from ${formatDate(params.from!)} to ${formatDate(params.to!)}`,
    person: (params) => `Add the addresses where you lived from ${gap(params)}`,
  },
  gap_in_activities: {
    api: (params) => `have a gap from ${formatDate(params.from!)} to ${formatDate(params.to!)}`,
    person: (params) => `Add what you did from ${gap(params)}`,
  },
  jobs_overlap: both(
    ({ entries, from, to }) =>
      `overlap: ${entries} are both full time from ${formatDate(from!)} to ${formatDate(to!)}. Ask the candidate, or find which dates are wrong`,
  ),
  not_in_uk: both('is not in the United Kingdom: order the report for worldwide instead, or ask the client'),
  too_few: {
    api: ({ least }) => `must name at least ${least}`,
    person: ({ least }) =>
      `Add ${least === 1 ? 'somebody' : `${least} people`} who can speak for you, or say below that you have nobody${least === 1 ? '' : ' else'}`,
  },
  pvg_number_form: {
    api: 'is not a number',
    person: 'Enter the number of your PVG membership. If you lost it, Disclosure Scotland tells you',
  },
  fca_reference_form: {
    api: 'does not look like a number of the Financial Services Register (three letters and five digits)',
    person: 'Enter the number as the register has it, like JXS01234',
  },
  number_follows: {
    api: 'is not given yet: the candidate has one, and sends it later',
    person: 'You said that you send it later',
  },
  nobody_to_ask: {
    api: ({ least, problem }) =>
      `must name at least ${least}: the candidate says that there is nobody${least === 1 ? '' : ' else'}, because: “${problem}”`,
    person: 'You said that you have nobody else',
  },
  none_declared: {
    api: 'has no entry: the candidate says that there is none',
    person: 'You said that you have none',
  },
  none_added: { api: "can't be blank", person: ({ label }) => `Add ${lower(label)}` },
  leaving_has_ended: {
    api: ({ other }) => `cannot be StillEmployed where ${other} is given`,
    person: 'Choose why it ended, or leave its end empty',
  },
  leaving_goes_on: {
    api: ({ other }) => `must be left out, or be StillEmployed, where ${other} is not given`,
    person: 'Choose “Still there” or nothing where it goes on, or enter the date it ended',
  },
  name_for_authorities: both(
    'was ticked: this name and its proof are shown to screeners only. Tell them neither to the client nor to a referee, in no note and no result: that may be an offence (Gender Recognition Act 2004, s. 22). Before a criminal record application is sent, ask whether the candidate has rung the sensitive applications team of the DBS (sensitive@dbs.gov.uk); Disclosure Scotland and AccessNI have such a route, too. Send the application without the name if they have. Data providers that are no authority were asked without it: search by it yourself where the report needs it',
  ),
  first_of_one_name: {
    api: 'must be left out for somebody who has one name only, which is the last name',
    person: 'You said that you have one name only: write it as the last name and leave the first name empty',
  },
  previous_name_though_from_birth: {
    api: ({ other }) => `must be left out where ${other} is true`,
    person: 'You said that you never had another name: remove these, or change that answer',
  },
  identity_document_wanted: {
    api: 'must name a passport, driving licence, national identity card or residence permit',
    person: 'Add your passport, driving licence, national identity card or residence permit',
  },
  right_to_work_wanted: {
    api: 'must name documents that show the right to work for this nationality',
    person: 'Add documents that show your right to work',
  },
  passport_wanted: {
    api: 'must name a passport',
    person: 'Add your passport',
  },
  document_not_home: both('is not of the UK, the EU, the EEA or Switzerland'),
  document_of_uk: both('is of the UK, whose passports no such nationals hold'),
  document_not_of_uk: both('is not of the UK'),
  document_not_of_europe: both('is not of the EU, the EEA or Switzerland'),
  document_ended: both('has passed'),
  same_document: both(({ other }) => `must be another document than ${other}`),
  document_not_for_basic: both(
    ({ other, allowed }) =>
      `is not a value of the value set ${other}${allowedInstead(allowed, `GET /metadata/valuesets/${other}/values`)}`,
  ),
  document_of_other_age: both(({ least, most }) => `is for candidates of ${least} to ${most} years`),
  document_undated: both('has no date, and counts only for some months'),
  document_not_issued_yet: both('is dated in the future'),
  document_too_old: both('is too old'),
  document_expired: both('has expired'),
  document_named_twice: both('is named twice'),
  no_identity_route: both(({ level }) => `meet no route of the identity guidelines for ${level} checks`),
  outside_validation_wanted: both('is needed for Route 2'),
  fingerprints_wanted: both('are not enough: the outside validation refused them, so that fingerprints are taken'),
  access_ni_documents_wanted: both(
    'must be one of Group 1 and two more, or a birth certificate and three of Groups 2a and 2b',
  ),
  address_not_shown: both('show no current address'),
  nobody_has_seen: both('have not been seen: nobody has confirmed by them who the candidate is'),
  record_abroad_wanted: both(
    ({ kind, example }) =>
      `show ${example} in ${kind}, whose criminal record no certificate of the United Kingdom shows: add a report, or ask the client`,
  ),
  stay_abroad_wanted: both(
    ({ kind }) =>
      `show no time in ${kind}: ask the candidate when they lived there, or ask the client whether the report is meant`,
  ),
  not_on_list_of_today: both(
    'are on neither list of documents that prove the right to work today: ask for a share code or another document',
  ),
  local_identifier_form: {
    api: ({ kind, example }) => `is not a ${kind} (like ${example})`,
    person: ({ kind, example }) => `Enter a ${kind} like ${example}`,
  },
  membership_number_form: {
    api: ({ kind, example }) => `is not as ${kind} gives it: ${example}`,
    person: ({ kind, example }) => `Enter your number as ${kind} gives it: ${example}`,
  },
  not_in_list: both(({ allowed, place }) => `is not included in the list${allowedInstead(allowed, place)}`),
  no_live_job_role: both('is not a live job role of this account'),
  barred_list_not_allowed: both(
    ({ other }) => `does not allow the option ${other}: the role is no regulated activity with them`,
  ),
  role_not_voluntary: both('is agreed as paid work, so that it does not allow the option volunteer'),
  job_role_for_other_level: both(({ level, other }) => `is a job role for ${other} checks, not ${level}`),
} as const satisfies Readonly<Record<string, FindingSentence>>;
