// What candidates are asked to upload, in English: the slots by the set of documents, and the kinds of documents.

/** A slot of the candidate's documents. */
export interface DocumentWords {
  readonly title: string;
  /** What is accepted, to follow the title and a colon. */
  readonly text: string;
  readonly example?: string;
  /** The kinds to choose from, by `documentKinds` or a value of `dbsidentitydocument`; none where there is one only. */
  readonly kinds?: readonly string[];
  /** What else somebody can do who has none of it. */
  readonly instead?: string;
  /** Each kind is wanted; otherwise any one is enough. */
  readonly needsEach?: true;
}

/** Those that have no name among the documents of the DBS. */
export const documentKinds = {
  IdentityCard: 'National identity card',
  UkBirthCertificate: 'UK birth or adoption certificate',
  OtherBirthCertificate: 'Birth or adoption certificate of Ireland, the Channel Islands or the Isle of Man',
  CitizenshipCertificate: 'Certificate of registration or naturalisation as a British citizen',
  NationalInsuranceDocument: 'Official letter or card with your National Insurance number',
  ImmigrationStatusDocument: 'Home Office document with your photograph that says that you may stay',
  CertificateOfApplication: 'Certificate of application or acknowledgement from the Home Office',
  Permit: 'Work permit or residence permit',
  TenancyAgreement: 'Tenancy agreement',
  NationalEntitlementCard: 'National Entitlement Card',
  OtherAddressPaper: 'Another letter, bill or statement',
  Decree: 'Decree absolute or final order',
  DeedPoll: 'Deed poll',
  StatutoryDeclaration: 'Statutory declaration',
  OtherNameProof: 'Another paper that shows both names',
  Payslip: 'Payslip',
  Accounts: 'Accounts or tax return',
  DischargeBook: 'Discharge book',
  CertificateOfCompetency: 'Certificate of competency',
  MedicalCertificate: 'Medical certificate',
} as const;

const rightToWork = 'Proof that you may work in the United Kingdom';

export const documents = {
  identity: {
    title: 'Proof of who you are',
    text: 'your passport, driving licence, national identity card or biometric residence permit',
    example: 'The page of your passport with your photograph, with all four corners.',
    kinds: ['Passport', 'DrivingLicencePhotocard', 'IdentityCard', 'BiometricResidencePermit'],
    instead:
      'An expired passport or licence may help, too: add it under “Anything else”. If you have no document with a photograph, say so: we tell you who can confirm who you are.',
  },
  passport: {
    title: 'Your passport',
    text: 'the page with your photograph',
    example: 'With all four corners and the two lines of letters at the bottom.',
    kinds: ['Passport'],
  },
  right_to_work: {
    title: rightToWork,
    text: 'your British or Irish passport, or your birth certificate and an official letter or card with your National Insurance number, or a share code from GOV.UK, your passport with the visa or permit that is still good, or the papers of your application to the Home Office',
  },
  right_to_work_by_passport: {
    title: rightToWork,
    text: 'your British or Irish passport, or your birth certificate and an official letter or card with your National Insurance number',
    example: 'Of a passport, the page with your photograph. It counts also if it has expired.',
    instead:
      'A birth certificate counts together with a letter that has your National Insurance number. You can order a copy of the certificate from the General Register Office.',
  },
  right_to_work_by_permission: {
    title: rightToWork,
    text: 'a share code in the form, your passport with the visa or permit that is still good, the Home Office’s papers of your application, or your Application Registration Card',
    example: 'Of a passport, the page with your photograph and the page with the visa, as two photos.',
    instead:
      'If you wait for a decision of the Home Office, add the letter about it: the employer can ask the Home Office whether you may work.',
  },
  term_dates: {
    title: 'Your term and vacation dates',
    text: 'a page or letter of your university or college with the dates until your course ends',
    example: 'A print of its website, or a letter or email from it to your employer.',
  },
  right_to_work_list_a: {
    title: `${rightToWork} without a time limit`,
    text: 'your British or Irish passport, or your birth certificate and an official letter or card with your National Insurance number',
  },
  right_to_work_list_b: {
    title: `${rightToWork} for now`,
    text: 'your passport with the permission in it, or the document of the Home Office that has your photograph',
  },
  right_to_work_follow_up: {
    title: 'Your new permission to work',
    text: 'the new visa, permit or letter of the Home Office, or a new share code in the form',
  },
  right_to_work_abroad: {
    title: 'Proof that you may work in the country of the job',
    text: 'its passport or identity card, or its permit and your passport',
    kinds: ['Passport', 'IdentityCard', 'Permit'],
  },
  right_to_rent_list_a: {
    title: 'Proof that you may rent in England without a time limit',
    text: 'a document such as your British or Irish passport',
    kinds: ['Passport', 'UkBirthCertificate', 'CitizenshipCertificate', 'ImmigrationStatusDocument'],
  },
  right_to_rent_list_b: {
    title: 'Proof that you may rent in England for now',
    text: 'a document such as your passport with the permission in it',
    kinds: ['Passport', 'ImmigrationStatusDocument', 'CertificateOfApplication'],
  },
  application_registration: {
    title: 'The papers of your application to the Home Office',
    text: 'its certificate or acknowledgement, or your Application Registration Card',
    kinds: ['CertificateOfApplication', 'ApplicationRegistrationCard'],
  },
  scottish_identity: {
    title: 'Proof of who you are',
    text: 'your passport, driving licence, national identity card or National Entitlement Card',
    kinds: ['Passport', 'DrivingLicencePhotocard', 'IdentityCard', 'NationalEntitlementCard'],
  },
  scottish_address: {
    title: 'Proof of your address',
    text: 'another document with your name and address, such as a bank statement or bill of the last three months',
    kinds: [
      ...['BankStatement', 'UtilityBill', 'TenancyAgreement', 'MortgageStatement'],
      ...['DrivingLicencePhotocard', 'NationalEntitlementCard'],
    ],
  },
  dbs_basic: {
    title: 'Documents for your criminal record check',
    text: 'two that show who you are, such as your passport or driving licence, and a bank statement',
    example: 'Whoever confirms your identity may ask to see them, too.',
    instead:
      'Other documents count, too: open the lists above. If you have too few, say so: we tell you what else shows who you are.',
  },
  dbs_above_basic: {
    title: 'Documents for your criminal record check',
    text: 'three that show who you are, such as your passport, your driving licence and a bank statement',
    example: 'Whoever confirms your identity may ask to see them, too.',
    instead:
      'Other documents count, too: open the lists above. If you have too few, say so: there are other routes, the last of them by fingerprints.',
  },
  access_ni_identity: {
    title: 'Documents for your criminal record check',
    text: 'three that show who you are, such as your passport, your driving licence and a bank statement, one of them with your address',
  },
  proof_of_address: {
    title: 'Proof of your address',
    text: 'a letter, bill or statement of the last three months with your name and address',
    example: 'The whole first page of a bank statement; you may cover the amounts.',
    kinds: ['BankStatement', 'UtilityBill', 'CouncilTaxStatement', 'GovernmentLetter', 'OtherAddressPaper'],
    instead:
      'A letter of the council, your doctor, your landlord or your employer counts, too: choose “Another letter, bill or statement”.',
  },
  residence: {
    title: 'Proof of where you lived',
    text: 'for each address, a paper from that time with your name and the address on it',
    kinds: ['TenancyAgreement', 'CouncilTaxStatement', 'BankStatement', 'OtherAddressPaper'],
  },
  selfie: {
    title: 'A photograph of your face',
    text: 'taken now, with nothing over your face',
  },
  name_change: {
    title: 'Proof of your change of name',
    text: 'the marriage or civil partnership certificate, decree or deed poll. Only the people who do the check see it',
    kinds: ['MarriageCertificate', 'Decree', 'DeedPoll', 'StatutoryDeclaration', 'OtherNameProof'],
    instead:
      'Copies of a marriage certificate come from the General Register Office, of a decree from the court. Any paper that shows both names helps.',
  },
  national_insurance: {
    title: 'Proof of your National Insurance number',
    text: 'a payslip, P45, P60 or official letter with the number',
    kinds: ['Payslip', 'P45P60', 'NationalInsuranceDocument'],
  },
  tax_number: { title: 'Proof of your tax number', text: 'an official paper with the number' },
  income: {
    title: 'Proof of your income',
    text: 'your payslips and bank statements of three months, or two years of accounts or tax returns if you are self-employed',
    kinds: ['Payslip', 'BankStatement', 'Accounts'],
  },
  driving_licence_number: {
    title: 'Your driving licence',
    text: 'the side with the number, or a letter of the DVLA or the DVA with it',
    kinds: ['DrivingLicencePhotocard'],
  },
  driving_mandate: {
    title: 'Your signed driving mandate',
    text: 'the form by which you agree that the DVLA shows your driving record',
  },
  education_certificate: {
    title: 'The certificate of your qualification',
    text: 'the certificate or diploma, with its number and your student, roll or registration number on it',
    example: 'The whole page. A transcript or mark sheet helps, too: add it as another file.',
    instead: 'The registrar of the school issues a copy. Say so if you have asked for one.',
  },
  driver_card: { title: 'Your driver card', text: 'both sides' },
  instructor_badge: { title: 'Your instructor’s badge', text: 'as a driving instructor' },
  forklift_certificate: { title: 'Your forklift certificate', text: 'or your card as a forklift truck operator' },
  motor_insurance: { title: 'Your motor insurance', text: 'its certificate' },
  medical_certificate: { title: 'Your medical certificate', text: 'as the doctor gave it to you' },
  immunisation: { title: 'Your immunisation record', text: 'vaccinations and blood tests' },
  seafarer_papers: {
    title: 'Your seafarer’s papers',
    text: 'your discharge book, certificate of competency and medical certificate',
    kinds: ['DischargeBook', 'CertificateOfCompetency', 'MedicalCertificate'],
    needsEach: true,
  },
} as const satisfies Readonly<Record<string, DocumentWords>>;

/** What evidences the time between jobs, by the status of the activity. */
export const activityPapers = {
  SelfEmployed: {
    title: 'Proof of your self-employment',
    text: 'your tax calculations (SA302) from HMRC, or a letter from your accountant',
  },
  Education: { title: 'Proof of your studies', text: 'a certificate, or a letter from the school or university' },
  Unemployed: {
    title: 'Proof of the time between jobs',
    text: 'a letter on your benefits, or a page of your Universal Credit account',
  },
  Caring: {
    title: 'Proof of the time when you cared for somebody',
    text: 'a letter on Carer’s Allowance, or from a doctor. It need not say what the person has',
  },
  Illness: {
    title: 'Proof of the time when you were ill',
    text: 'a letter from a doctor or the Jobcentre with the dates alone. It need not say what you had',
  },
  Travelling: { title: 'Proof of your travels', text: 'tickets, bookings, or the stamps in your passport' },
  CareerBreak: { title: 'Proof of your career break', text: 'a letter from your employer' },
  ParentalLeave: {
    title: 'Proof of your parental leave',
    text: 'a letter from your employer, or one on maternity pay or child benefit',
  },
  Custody: {
    title: 'Proof of this time',
    text: 'a letter from the prison or from probation with the dates alone. It need not say why',
  },
  AwaitingPermission: {
    title: 'Proof of the time when you waited for permission to work',
    text: 'letters from the Home Office',
  },
} as const satisfies Readonly<Record<string, Pick<DocumentWords, 'title' | 'text'>>>;

/** What a report type may ask for; the proofs of Scotland are two slots. */
export type DocumentSet = keyof typeof documents | 'scottish_proofs';
