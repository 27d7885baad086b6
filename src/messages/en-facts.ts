// Labels and questions of each fact, in English.

/** The texts for one fact: its label, and its question in the candidate's form. */
export interface FactWords {
  readonly label: string;
  /** The question in the form, if it differs from the label. */
  readonly question?: string;
  readonly hint?: string;
  /** Other questions and hints where another fact of the entry has this value. */
  readonly where?: {
    readonly fact: string;
    readonly is: Readonly<Record<string, { readonly question?: string; readonly hint?: string }>>;
  };
  /** The message if the fact is missing; by default `Enter` and the label. */
  readonly missing?: string;
  /** For a flag: the texts for Yes and No. */
  readonly yes?: string;
  readonly no?: string;
  /** For a list: the name of one entry with its article, `a qualification`. */
  readonly entry?: string;
  /** For a list: what somebody says who has nothing to add. */
  readonly none?: string;
  /** For a list: the label of one entry, if its name alone is not clear. */
  readonly one?: string;
}

/** Of an activity that has neither an employer nor a school. */
const whereYouWere = { question: 'Country you were in' };

/** Of what has no employer who is asked. */
const placeIfKnown = { question: 'Town or address (optional)', hint: 'Of the business or the school' };

/** Who can confirm an activity, by its kind. */
const confirmedBy = (who: string) => ({ hint: `For example, ${who}, with a phone number or email address` });

export const facts = {
  title: { label: 'Title', missing: 'Choose a title from the list' },
  first_name: { label: 'First name', missing: 'Enter your first name' },
  middle_name: { label: 'Middle name', question: 'Middle names' },
  last_name: { label: 'Last name', missing: 'Enter your last name' },
  name_is_from_birth: {
    label: 'Name from birth',
    question: 'Have you ever had another name?',
    hint: 'For example, before you married',
    missing: 'Choose whether you have ever had another name',
    yes: 'No, I have always had this name',
    no: 'Yes',
  },
  name_known_from: {
    label: 'Date of the present name',
    question: 'Since when have you used your present name?',
    hint: 'For example, 27 3 2018. If you are not sure of the day, leave it empty.',
    missing: 'Enter the date since when you have used your present name',
  },
  previous_last_name: { label: 'Previous last name', missing: 'Enter your previous last name' },
  previous_names: { label: 'Previous names', entry: 'a name that you had', one: 'Previous name' },
  'previous_names.title': { label: 'Title' },
  'previous_names.first_name': { label: 'First name', hint: 'If it was another one' },
  'previous_names.middle_name': { label: 'Middle name', question: 'Middle names' },
  'previous_names.last_name': { label: 'Last name', missing: 'Enter the last name that you had' },
  'previous_names.known_from': {
    label: 'Date you began to use it',
    missing: 'Enter the date you began to use it',
    question: 'Used from',
    hint: 'Your date of birth, if you had it from birth',
  },
  'previous_names.known_to': {
    label: 'Date you stopped using it',
    missing: 'Enter the date you stopped using it',
    question: 'Used until',
  },
  dob: {
    label: 'Date of birth',
    question: 'What is your date of birth?',
    hint: 'For example, 27 3 1990',
    missing: 'Enter your date of birth',
  },
  gender: {
    label: 'Gender',
    question: 'What is your gender?',
    hint: 'As in your documents: the authorities that we ask use it',
    missing: 'Choose your gender',
  },
  nationality: { label: 'Nationality', question: 'What is your nationality?', missing: 'Choose your nationality' },
  nationality_at_birth: { label: 'Nationality at birth' },
  town_of_birth: {
    label: 'Town of birth',
    question: 'Town or city',
    missing: 'Enter the town or city where you were born',
  },
  country_of_birth: {
    label: 'Country of birth',
    question: 'Country',
    missing: 'Choose the country where you were born',
  },
  mothers_maiden_name: { label: 'Mother’s maiden name', missing: 'Enter your mother’s last name before she married' },
  has_national_insurance_number: {
    label: 'Has a National Insurance number',
    question: 'Do you have a National Insurance number?',
    missing: 'Choose yes if you have a National Insurance number',
  },
  has_driving_licence: {
    label: 'Holds a valid driving licence',
    question: 'Do you hold a driving licence?',
    missing: 'Choose yes if you hold a driving licence',
  },
  driving_licence_type: {
    label: 'Kind of driving licence',
    question: 'What kind of licence is it?',
    missing: 'Choose what kind of licence it is',
  },
  share_code: {
    label: 'Share code',
    hint: 'Nine letters and numbers. For example, W12 345 678',
    missing: 'Enter your share code',
  },
  driving_licence_check_code: {
    label: 'Check code',
    hint: 'Eight letters and numbers, capitals as shown. It is good for 21 days',
    missing: 'Enter the check code of your driving licence',
  },
  certificate_number: {
    label: 'Certificate number',
    hint: 'The 12 numbers at the top right',
    missing: 'Enter the number of your certificate',
  },
  certificate_last_name: {
    label: 'Last name on the certificate',
    missing: 'Enter your last name as it is printed on the certificate',
  },
  certificate_issued_on: {
    label: 'Date of issue of the certificate',
    question: 'Date of issue',
    missing: 'Enter the date on which the certificate was issued',
  },
  has_unspent_convictions: {
    label: 'Says that they have unspent convictions',
    question: 'Do you have unspent convictions or conditional cautions?',
    hint: 'The application asks it. What is spent need not be named; GOV.UK says when that is',
    missing: 'Choose yes if you have unspent convictions or conditional cautions',
  },
  has_read_dbs_privacy_policy: {
    label: 'Agrees to the DBS privacy policy',
    question: 'Have you read the privacy policy of the DBS, and do you agree to it?',
    hint: 'Of a job in Scotland, it is the one of Disclosure Scotland',
    missing: 'Read the privacy policy, and choose yes if you agree to it: the application cannot be made without it',
  },
  pvg_number: {
    label: 'PVG membership number',
    hint: 'It is on your statement of membership',
    missing: 'Enter your PVG membership number',
  },
  fca_pra_approved: { label: 'Approved by the FCA or PRA' },
  id_numbers: { label: 'Identification numbers', entry: 'a number' },
  'id_numbers.type': { label: 'Kind of number' },
  'id_numbers.value': { label: 'Number' },
  'id_numbers.state_code': { label: 'Issuing state' },
  'id_numbers[ssn]': { label: 'Social security number' },
  'id_numbers[social_insurance]': {
    label: 'National Insurance number',
    hint: 'It is on your payslip, P60, or letters about tax, pensions and benefits. For example, QQ 12 34 56 C',
    missing: 'Enter your National Insurance number',
  },
  'id_numbers[tax_id]': { label: 'Tax number' },
  'id_numbers[identity_card]': { label: 'Identity card' },
  'id_numbers[driving_license]': { label: 'Driving licence' },
  'id_numbers[driving_licence]': {
    label: 'Driving licence',
    question: 'Number of your licence',
    hint: 'Field 5 of a UK licence. For example, MORGA 657054 SM9IJ',
    missing: 'Enter the number of your driving licence',
  },
  local_identifiers: { label: 'Numbers of other countries', entry: 'a number' },
  'local_identifiers.country': { label: 'Country' },
  'local_identifiers.kind': { label: 'Kind of number' },
  'local_identifiers.value': { label: 'Number' },
  'local_identifiers.why_none': {
    label: 'Why there is no number',
    question: 'If you never had this number, say why',
    hint: 'For example, you lived there as a student and were not given one',
  },
  'local_identifiers[_tax_number]': {
    label: 'Tax number',
    question: 'Your tax number in another country',
    missing: 'Enter your tax number',
  },
  email: { label: 'Email', missing: 'Enter your email address' },
  mobile: { label: 'Mobile', question: 'Mobile phone' },
  mobile_country: { label: 'Country of the mobile' },
  telephone: { label: 'Telephone', question: 'Other phone' },
  telephone_country: { label: 'Country of the telephone' },
  country: { label: 'Checked in' },
  identity_documents: { label: 'Identity documents', entry: 'a document' },
  'identity_documents.type': { label: 'Kind of document' },
  'identity_documents.number': { label: 'Number' },
  'identity_documents.country': { label: 'Issued by' },
  'identity_documents.issued_on': { label: 'Date of issue' },
  'identity_documents.expires_on': { label: 'Date of expiry' },
  'identity_documents[passport]': { label: 'Passport' },
  'identity_documents[passport].number': {
    label: 'Passport number',
    question: 'Number of your passport',
    hint: 'Of any country. Leave it empty if you have none',
  },
  'identity_documents[driving_licence]': { label: 'Driving licence' },
  'identity_documents[national_insurance]': { label: 'National Insurance document' },
  'identity_documents[identity_card]': { label: 'National identity card' },
  'identity_documents[residence_permit]': { label: 'Biometric residence permit' },
  'identity_documents[birth_certificate]': { label: 'Birth certificate' },
  'identity_documents[visa]': { label: 'Visa or work permit' },
  addresses: { label: 'Addresses', entry: 'an address', missing: 'Add the address where you live now' },
  'addresses.country': { label: 'Country', missing: 'Choose a country' },
  'addresses.flat_number': { label: 'Flat number' },
  'addresses.building_number': { label: 'House number', missing: 'Enter a house number or a house name' },
  'addresses.building_name': { label: 'House name', question: 'House name, if it has no number' },
  'addresses.street': { label: 'Street', missing: 'Enter the street' },
  'addresses.sub_street': { label: 'Second street or village' },
  'addresses.town': { label: 'Town or city', missing: 'Enter the town or city' },
  'addresses.county': { label: 'County' },
  'addresses.state': {
    label: 'State',
    question: 'State or province',
    hint: 'For the United States, its two letters, like NY',
  },
  'addresses.postcode': {
    label: 'Postcode',
    missing: 'Enter the postcode',
    hint: 'Leave it empty if the country has none',
  },
  'addresses.no_fixed_address': {
    label: 'No fixed address',
    question: 'Had no fixed address, and mail alone reached them here',
  },
  'addresses.start_date': { label: 'Date you moved in', missing: 'Enter the date you moved in', question: 'Moved in' },
  'addresses.end_date': { label: 'Date you moved out', missing: 'Enter the date you moved out', question: 'Moved out' },
  activities: { label: 'Work and other activities', entry: 'a job, or what you did instead' },
  'activities.status': { label: 'What you did', question: 'What were you doing?', missing: 'Choose what you did' },
  'activities.employer': {
    label: 'Employer',
    where: {
      fact: 'status',
      is: {
        ...{ Education: { question: 'School, college or university (optional)' } },
        ...{ Temporary: { question: 'Employer, or the place where the agency sent you' } },
        ...{ SelfEmployed: { question: 'Name of your business (optional)' } },
        ...{ Travelling: { question: 'Where you went (optional)' } },
      },
    },
    missing: 'Enter the name of the employer',
  },
  'activities.place': {
    label: 'Town or address',
    hint: 'Of the employer, so that we find the right one. For example, Lagos Island, or 12 Market Street, Leeds',
    where: {
      fact: 'status',
      is: {
        ...{ SelfEmployed: placeIfKnown, Education: placeIfKnown },
        ArmedForces: { question: 'Town or address (optional)', hint: 'Of your unit, as far as you may say it' },
      },
    },
    missing: 'Enter the town or address of the employer, so that we find the right one',
  },
  'activities.agency': {
    label: 'Through the agency',
    question: 'Agency that you worked through',
    hint: 'Its name, and its town. We ask the agency, not the place where it sent you',
  },
  'activities.explanation': {
    label: 'In their words',
    question: 'What did you do?',
    hint: 'In a few words. Say nothing about your health, or about an offence',
    missing: 'Say in a few words what you did',
  },
  'activities.job_title': { label: 'Job title', missing: 'Enter your job title' },
  'activities.payroll_number': {
    label: 'Payroll or staff number',
    hint: 'It is on your payslips. We may give it to the employer or the agency, so that they find you',
  },
  'activities.name_used': {
    label: 'Name used there',
    hint: 'If it was another one: your full name, for example before you married',
  },
  'activities.self_employed_status': {
    label: 'How self-employed',
    question: 'How did you work?',
    missing: 'Choose how you worked',
  },
  'activities.country': {
    label: 'Country',
    where: {
      fact: 'status',
      is: {
        ...{ Unemployed: whereYouWere, Caring: whereYouWere, Illness: whereYouWere, CareerBreak: whereYouWere },
        ...{
          ParentalLeave: whereYouWere,
          Custody: whereYouWere,
          AwaitingPermission: whereYouWere,
          Other: whereYouWere,
        },
        ...{ Retired: whereYouWere, Travelling: { question: 'Country you were in for the longest time' } },
      },
    },
    missing: 'Choose a country',
  },
  'activities.start_date': {
    label: 'Date it began',
    missing: 'Enter the date it began',
    question: 'Began',
    hint: 'For example, 27 3 2021',
  },
  'activities.end_date': { label: 'Date it ended', question: 'Ended', hint: 'Leave it empty if it goes on' },
  'activities.reason_for_leaving': {
    label: 'Left because',
    question: 'If it ended, why',
    missing: 'Choose why you left',
  },
  'activities.contact_timing': {
    label: 'May be contacted',
    question: 'When may we contact the employer?',
    hint: 'If you still work there, choose when they may learn of this check',
    missing: 'Choose when we may contact the employer',
  },
  'activities.referee': {
    label: 'Who can confirm it',
    hint: 'A name or department, and a phone number or email address',
    where: {
      fact: 'status',
      is: {
        Temporary: { hint: 'At the agency if you worked through one: a name, and a phone number or email address' },
        SelfEmployed: confirmedBy('your accountant or a customer'),
        Education: confirmedBy('the office of the school, college or university'),
        Unemployed: confirmedBy('your Jobcentre'),
        Caring: confirmedBy('a doctor or a relative'),
        Illness: confirmedBy('your doctor'),
        Travelling: confirmedBy('somebody who travelled with you'),
        CareerBreak: confirmedBy('somebody who knows you well'),
        ParentalLeave: confirmedBy('the employer, or a midwife or health visitor'),
        Custody: confirmedBy('your probation officer or the resettlement team'),
        AwaitingPermission: confirmedBy('your adviser or solicitor'),
        Other: confirmedBy('somebody who knows you well'),
        Retired: confirmedBy('your last employer or your pension provider'),
      },
    },
  },
  has_qualifications: { label: 'Has qualifications of the kind that is asked for' },
  qualifications: { label: 'Education', entry: 'a qualification', none: 'I have no qualifications of this kind' },
  'qualifications.institution': {
    label: 'School, college or university',
    missing: 'Enter the name of the school, college or university',
  },
  'qualifications.country': {
    label: 'Country',
    question: 'Country where you got it',
    missing: 'Choose the country where you got it',
  },
  'qualifications.course': { label: 'Course or subject', missing: 'Enter the course or subject' },
  'qualifications.level': {
    label: 'Level',
    hint: 'As it is called there, for example GCSE, Abitur or bachelor’s degree',
    missing: 'Enter the level, for example GCSE, Abitur or bachelor’s degree',
  },
  'qualifications.classification': { label: 'Class or grade' },
  'qualifications.start_date': { label: 'Studied from' },
  'qualifications.end_date': { label: 'Studied until', hint: 'Leave it empty if you still study there' },
  'qualifications.graduated_on': {
    label: 'Date it was awarded',
    question: 'Awarded',
    hint: 'As on the certificate. Leave it empty if nothing was awarded',
  },
  'qualifications.student_number': { label: 'Student number' },
  'qualifications.name_used': {
    label: 'Name used there',
    hint: 'If it was another one: your full name, as on the certificate',
  },
  memberships: { label: 'Memberships', entry: 'a membership' },
  'memberships.body': { label: 'Professional body', missing: 'Enter the name of the body' },
  'memberships.status': { label: 'Grade of membership', missing: 'Choose the grade of your membership' },
  'memberships.number': { label: 'Membership number' },
  references: { label: 'References', entry: 'a reference' },
  'references.name': { label: 'Name', missing: 'Enter the name of the person who can speak for you' },
  'references.relationship': {
    label: 'How they know the candidate',
    question: 'How they know you',
    missing: 'Say how they know you, for example line manager',
  },
  'references.organisation': { label: 'Organisation' },
  'references.email': { label: 'Email address', missing: 'Enter their email address' },
  'references.telephone': { label: 'Phone number' },
} as const satisfies Readonly<Record<string, FactWords>>;
