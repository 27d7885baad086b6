// The values for criminal record checks: purposes, identity documents and proofs (checked before relying).
import { described, type Value } from './value-set.ts';

export const dbsPurposes = described([
  ['Employment', 'Employment', 'For a decision about a job, paid or voluntary.'],
  ['Other', 'Other', 'For any other purpose, such as a licence or a visa.'],
]);

export const certificateDestinations = described([
  [
    'CandidateCurrentAddress',
    'The candidate’s current address',
    'The paper certificate goes where the candidate lives.',
  ],
  [
    'CandidateOtherAddress',
    'Another address of the candidate',
    'The paper certificate goes to an address that the candidate names.',
  ],
  [
    'ResponsibleOrganisation',
    'The organisation that placed the check',
    'For basic checks, with the candidate’s consent.',
  ],
]);

export const thirdPartyConsents = described([
  ['Yes', 'Consents', 'The candidate lets the client see the electronic certificate.'],
  ['No', 'Does not consent', 'Only the candidate sees the electronic certificate.'],
]);

/** The groups of the DBS identity guidelines. */
export type DocumentGroup = '1' | '2a' | '2b';

export interface IdentityDocumentValue extends Value {
  readonly group: DocumentGroup;
  /** Whether it also counts for a basic check: the filtered set. */
  readonly isForBasic: boolean;
  /** The ages of candidates for whom it counts, inclusive. */
  readonly ages?: readonly [from: number, to: number];
}

type Listed = readonly [value: string, name: string, notes: string, onlyAbove?: 'not for basic'];

const group = (id: DocumentGroup, documents: readonly Listed[]): IdentityDocumentValue[] =>
  documents.map(([value, name, notes, onlyAbove]) => ({
    value,
    name,
    description: `Group ${id}. ${notes}`,
    group: id,
    isForBasic: onlyAbove === undefined,
    ...(value === 'HeadTeacherLetter' ? { ages: [16, 19] } : {}),
  }));

/** Source: DBS identity checking guidelines in force since 1 November 2025, as kept by registered bodies. */
export const identityDocuments: readonly IdentityDocumentValue[] = [
  ...group('1', [
    ['Passport', 'Passport', 'Any current passport; a UK one up to 6 months after it expired.'],
    ['BiometricResidencePermit', 'Biometric residence permit', 'UK.'],
    ['EVisa', 'e-Visa', 'UK, seen with a share code.'],
    ['ApplicationRegistrationCard', 'Application registration card', 'UK, confirmed by the Home Office.'],
    [
      'DrivingLicencePhotocard',
      'Driving licence photocard',
      'UK, Isle of Man, Channel Islands or EU; full or provisional.',
    ],
    [
      'BirthCertificateAtBirth',
      'Birth certificate issued within 12 months of birth',
      'UK, Isle of Man or Channel Islands.',
    ],
    ['AdoptionCertificate', 'Adoption certificate', 'UK, Isle of Man or Channel Islands.'],
  ]),
  ...group('2a', [
    ['DrivingLicenceOtherPhotocard', 'Driving licence photocard of another country', 'Full or provisional.'],
    ['DrivingLicencePaper', 'Paper driving licence', 'UK, Isle of Man or Channel Islands, issued before March 2000.'],
    ['BirthCertificateLater', 'Birth certificate issued later', 'UK, Isle of Man or Channel Islands.'],
    ['MarriageCertificate', 'Marriage or civil partnership certificate', 'UK, Isle of Man or Channel Islands.'],
    ['ForcesIdCard', 'HM Forces ID card or veteran card', 'UK.'],
    ['FirearmsLicence', 'Firearms licence', 'UK, Isle of Man or Channel Islands.'],
    ['ImmigrationDocument', 'Visa or work permit of another country', 'For a job in that country.', 'not for basic'],
  ]),
  ...group('2b', [
    ['MortgageStatement', 'Mortgage statement', 'UK; of the last 12 months.'],
    ['BankStatement', 'Bank or building society statement', 'UK or Channel Islands; of the last 3 months.'],
    ['BankStatementAbroad', 'Bank statement of another country', 'Where the candidate lives; of the last 3 months.'],
    ['AccountOpeningLetter', 'Letter confirming that an account was opened', 'UK; of the last 3 months.'],
    ['CreditCardStatement', 'Credit card statement', 'UK; of the last 3 months.'],
    ['FinancialStatement', 'Financial statement', 'Pension or endowment, for example; UK; of the last 12 months.'],
    ['P45P60', 'P45 or P60', 'UK or Channel Islands; of the last 12 months, on paper.'],
    ['CouncilTaxStatement', 'Council tax statement', 'UK or Channel Islands; of the last 12 months.'],
    [
      'LetterOfSponsorship',
      'Letter of sponsorship',
      'From a future employer, for candidates living abroad.',
      'not for basic',
    ],
    ['UtilityBill', 'Utility bill', 'UK, not of a mobile phone; of the last 3 months.'],
    ['BenefitStatement', 'Benefit statement', 'Child benefit or pension, for example; UK; of the last 3 months.'],
    ['GovernmentLetter', 'Letter of central or local government', 'Giving entitlement; of the last 12 months.'],
    ['TaxLetter', 'HMRC self-assessment or tax demand letter', 'UK; of the last 12 months.', 'not for basic'],
    ['HealthInsuranceCard', 'European or Global Health Insurance Card', 'Current.', 'not for basic'],
    ['EuNationalIdCard', 'EU national identity card', 'Current.'],
    ['IrishPassportCard', 'Irish passport card', 'Current; not together with an Irish passport.'],
    ['PassCard', 'Card with the PASS logo', 'UK, Isle of Man or Channel Islands; current.'],
    [
      'HeadTeacherLetter',
      'Letter of a head teacher or college principal',
      'For candidates of 16 to 19 in full-time education.',
    ],
  ]),
];

/** Source: Disclosure Scotland, proofs for Level 1 disclosures since 1 April 2025. */
export const scottishIdentityProofs = described([
  ['DrivingLicence', 'Driving licence', 'Photocard.'],
  ['Passport', 'Passport', 'Current.'],
  ['NationalIdCard', 'National identity card', 'Current.'],
  ['NationalEntitlementCard', 'National Entitlement Card', 'Current.'],
]);

/** Source as above. */
export const scottishAddressProofs = described([
  ['DrivingLicence', 'Driving licence', 'Photocard with the current address.'],
  ['UtilityBill', 'Utility bill', 'Of the last 3 months.'],
  ['RentalAgreement', 'Rental agreement', 'Current.'],
  ['MortgageStatement', 'Mortgage statement', 'Of the last 12 months.'],
  ['BankStatement', 'Bank statement', 'Of the last 3 months.'],
  ['NationalEntitlementCard', 'National Entitlement Card', 'Current, with the address.'],
]);

/**
 * What shows that somebody who has a document in a former name is the same person (ours). It is of no group: it counts for no
 * route, and stands beside the documents. Source: DBS identity checking guidelines, changes of name.
 */
export const nameProofs = {
  DeedPoll: 'Deed poll',
  MarriageCertificate: 'Marriage or civil partnership certificate',
  Decree: 'Decree absolute, final order or dissolution',
  StatutoryDeclaration: 'Statutory declaration',
  Other: 'Another proof of the change of name',
} as const;
