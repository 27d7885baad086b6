// The words of requirements in English: at the desk, and in the candidate's form.

/** The names of a requirement: at the desk, in the form's task list, and as the heading of its page. */
export interface RequirementWords {
  /** Label at the desk. */
  readonly label: string;
  readonly title: string;
  readonly question?: string;
  /** The text above the inputs or the list. */
  readonly wanted?: string;
  /** A second paragraph below it. */
  readonly advice?: string;
  /** The page of somebody else where the candidate gets what is asked. */
  readonly got?: { readonly text: string; readonly href: string };
  readonly addText?: string;
  /** Of a job in Scotland, whose authority is another one. */
  readonly scottish?: Pick<RequirementWords, 'label' | 'title' | 'wanted' | 'got'>;
  /** What the candidate needs at hand to answer. */
  readonly atHand?: string;
}

export const requirements = {
  name: {
    label: 'Name',
    title: 'Your name',
    question: 'What is your name?',
    wanted:
      'As it stands in your passport or driving licence. If you have neither, as in your eVisa, your birth certificate or a letter from the Home Office.',
  },
  previous_names: {
    label: 'Previous names',
    title: 'Names you had before',
    question: 'Have you ever had another name?',
    wanted: 'Add every name that you had before. Begin with the most recent one.',
    addText: 'Add a name',
  },
  date_of_birth: { label: 'Date of birth', title: 'Your date of birth', question: 'What is your date of birth?' },
  gender: { label: 'Gender', title: 'Your gender', question: 'What is your gender?' },
  place_of_birth: { label: 'Place of birth', title: 'Where you were born', question: 'Where were you born?' },
  nationality: { label: 'Nationality', title: 'Your nationality' },
  national_insurance_number: {
    label: 'National Insurance number',
    title: 'Your National Insurance number',
    question: 'Do you have a National Insurance number?',
    atHand: 'your National Insurance number',
  },
  driving_licence: {
    label: 'Driving licence',
    title: 'Your driving licence',
    question: 'Do you hold a driving licence?',
    atHand: 'your driving licence',
  },
  mothers_maiden_name: { label: 'Mother’s maiden name', title: 'Your mother’s maiden name' },
  own_script: {
    label: 'Name in another script',
    title: 'Your name in the script of the country',
    wanted: 'A country where you lived searches in its own script. If you have no name in it, leave this empty.',
  },
  licence_issuer: {
    label: 'Issuer of the driving licence',
    title: 'Who issued your driving licence',
    wanted: 'The registers of these licences are those of each state or province.',
  },
  parents_names: {
    label: 'Parents’ names',
    title: 'Your parents’ names',
    wanted: 'The authority of a country where you lived finds people by them. They are used for nothing else.',
  },
  dbs_application: {
    label: 'Application to the DBS',
    title: 'Your application to the DBS',
    wanted:
      'Your criminal record check is an application to the Disclosure and Barring Service, which asks this. Its privacy policies are on GOV.UK:',
    got: { text: 'DBS privacy policies', href: 'https://www.gov.uk/government/publications/dbs-privacy-policies' },
    scottish: {
      label: 'Application to Disclosure Scotland',
      title: 'Your application to Disclosure Scotland',
      wanted:
        'Your criminal record check is an application to Disclosure Scotland, which asks this. Its privacy statement is on mygov.scot:',
      got: { text: 'Privacy statement', href: 'https://www.mygov.scot/disclosure-scotland-privacy' },
    },
    atHand: 'your passport, if you have one',
  },
  driving_licence_check_code: {
    label: 'Check code of the driving licence',
    title: 'Your driving licence check code',
    wanted: 'You get it on GOV.UK, with the number and postcode of your licence and your National Insurance number:',
    got: { text: 'View or share your driving licence information', href: 'https://www.gov.uk/view-driving-licence' },
  },
  share_code: {
    label: 'Share code',
    title: 'Your share code',
    atHand: 'your share code from GOV.UK',
    wanted:
      'If you have an eVisa, you prove your right to work or rent with a share code. If you have none, leave this empty. If the form does not go on without it, tell who asked you for the check. You get the code on GOV.UK:',
    got: {
      text: 'View and prove your immigration status',
      href: 'https://www.gov.uk/view-prove-immigration-status',
    },
  },
  disclosure_certificate: {
    label: 'DBS certificate',
    title: 'Your DBS certificate',
    wanted:
      'As it is printed on the certificate that is in your account with the Update Service. If you have no such account, this check cannot be made: tell who asked you for it.',
    atHand: 'your DBS certificate',
  },
  pvg_membership: {
    label: 'PVG scheme membership',
    title: 'Your PVG scheme membership',
    wanted: 'For members of the scheme. If you are not a member, this check cannot be made: tell who asked you for it.',
    atHand: 'your PVG scheme number',
  },
  contact: { label: 'Phone number', title: 'Your phone number', question: 'How can we reach you by phone?' },
  local_identifier: {
    label: 'Number in another country',
    title: 'Your number in another country',
    atHand: 'your number in the other country',
  },
  social_profiles: {
    label: 'Public profiles',
    title: 'Your public profiles',
    wanted:
      'Add your profiles on social media that anybody can see. We look at these pages alone, and never ask to be let in.',
    addText: 'Add a profile',
    atHand: 'the addresses of your public profiles on social media',
  },
  address_history: {
    label: 'Address history',
    title: 'Your addresses',
    atHand: 'the addresses where you have lived, and from when to when',
  },
  activity_history: {
    label: 'Work history',
    title: 'Your work history',
    wanted: 'Add your jobs, and what you did between them: study, looking for work, caring, travelling.',
    addText: 'Add a job or what you did instead',
    atHand: 'the dates of your jobs and studies, and of what you did between them',
  },
  education: {
    label: 'Education',
    title: 'Your education',
    wanted: 'Add the qualifications that you have told the employer about, from any country.',
    addText: 'Add a qualification',
    atHand: 'your qualifications, with where and when you got them',
  },
  employment_in_uk: { label: 'Employment in the United Kingdom', title: 'Your work history' },
  education_to_confirm: { label: 'Education to confirm', title: 'Your education' },
  education_in_uk: { label: 'Education in the United Kingdom', title: 'Your education' },
  membership_number: { label: 'Membership number', title: 'Your membership number', atHand: 'your membership numbers' },
  professional_memberships: {
    label: 'Professional memberships',
    title: 'Your professional memberships',
    wanted: 'Add the professional bodies that you belong to.',
    addText: 'Add a membership',
    atHand: 'your membership numbers',
  },
  fca_reference: {
    label: 'Number in the Financial Services Register',
    title: 'Your number in the Financial Services Register',
    wanted: 'By this number we find you on the register, and nobody else of your name:',
    got: { text: 'Search the Financial Services Register', href: 'https://register.fca.org.uk/' },
    atHand: 'your number in the Financial Services Register, if you have one',
  },
  references: {
    label: 'References',
    title: 'Your references',
    advice:
      'Tell them first: we write to them by email, or ring those who have none, so they learn that you are being checked. You have no job behind you? A teacher or tutor, a neighbour, or whoever leads a club, a team or voluntary work can speak for you.',
    addText: 'Add a reference',
    atHand: 'the names and email addresses, or phone numbers, of people who can speak for you',
  },
  unspent_convictions: {
    label: 'Unspent convictions',
    title: 'Convictions that are not spent',
  },
  unspent_declaration: {
    label: 'Unspent convictions, declared',
    title: 'Your convictions that are not spent',
    wanted:
      'Add each of them: what it was, when, and what the sentence was. You can say in your own words what you want.',
    addText: 'Add a conviction or caution',
  },
  spent_declaration: {
    label: 'Convictions and cautions, declared',
    title: 'Your convictions and cautions',
    question: 'Convictions and cautions',
    wanted:
      'Add each of them: what it was, when, and what the sentence was. You can say in your own words what you want.',
    addText: 'Add a conviction or caution',
  },
  concerns_declaration: {
    label: 'Bars, referrals, dismissals and investigations, declared',
    title: 'What happened',
    question: 'Work with children or adults at risk',
    wanted: 'Say for each what happened, when, and what came of it.',
    addText: 'Add what happened',
  },
  consent: { label: 'Consent', title: 'What we check, and your consent' },
  criminal_record_consent: {
    label: 'Consent to a criminal record check',
    title: 'Your consent to a criminal record check',
  },
  criminal_record_age: { label: 'Age for a criminal record check', title: 'Your age' },
  identity_documents: {
    label: 'Identity documents',
    title: 'Your documents',
  },
  evidence: {
    label: 'Documents to upload',
    title: 'Your documents',
  },
  own_certificate: {
    label: 'Certificate that only the candidate can get',
    title: 'Your documents',
  },
  criminal_details: { label: 'The job', title: 'The job' },
  job_role: { label: 'Agreed job role', title: 'The agreed job role' },
  scottish_proofs: { label: 'Proofs for a job in Scotland', title: 'Proofs for a job in Scotland' },
  seen_papers: {
    label: 'Papers that were seen',
    title: 'Papers that were seen',
  },
  records_abroad: {
    label: 'Criminal records of other countries',
    title: 'Criminal records of other countries',
  },
  stay_abroad: {
    label: 'Time in the country',
    title: 'Time in the country',
  },
} as const satisfies Readonly<Record<string, RequirementWords>>;
