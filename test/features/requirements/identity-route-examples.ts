// Papers that prove identity, as the authorities list them: the group of each, and how old it may be.
import type { DocumentGroup } from '../../../src/features/value-sets/criminal-record-values.ts';
import type { Published } from '../../support/published-examples.ts';

/** In months; null where it must only be valid. */
type Listed = readonly [document: string, group: DocumentGroup, months: number | null];

export const listedPapers: Published<Listed> = {
  rule: 'dbs_identity_routes',
  source: 'DBS identity checking guidelines of 22 April 2025, as instituteoflicensing.org and ucheck.co.uk list them',
  examples: [
    ['Passport', '1', null],
    ['BiometricResidencePermit', '1', null],
    ['EVisa', '1', null],
    ['ApplicationRegistrationCard', '1', null],
    ['DrivingLicencePhotocard', '1', null],
    ['BirthCertificateAtBirth', '1', null],
    ['AdoptionCertificate', '1', null],
    ['DrivingLicenceOtherPhotocard', '2a', null],
    ['DrivingLicencePaper', '2a', null],
    ['BirthCertificateLater', '2a', null],
    ['MarriageCertificate', '2a', null],
    ['ForcesIdCard', '2a', null],
    ['FirearmsLicence', '2a', null],
    ['MortgageStatement', '2b', 12],
    ['BankStatement', '2b', 3],
    ['AccountOpeningLetter', '2b', 3],
    ['CreditCardStatement', '2b', 3],
    ['FinancialStatement', '2b', 12],
    ['P45P60', '2b', 12],
    ['CouncilTaxStatement', '2b', 12],
    ['LetterOfSponsorship', '2b', null],
    ['UtilityBill', '2b', 3],
    ['GovernmentLetter', '2b', 12],
    ['TaxLetter', '2b', 12],
    ['HealthInsuranceCard', '2b', null],
    ['EuNationalIdCard', '2b', null],
    ['PassCard', '2b', null],
    ['HeadTeacherLetter', '2b', null],
  ],
};

export const scottishProofs: Published<string> = {
  rule: 'scottish_proofs',
  source: 'Disclosure Scotland, proofs for Level 1 disclosures since 1 April 2025',
  examples: [
    ...['DrivingLicence', 'Passport', 'UtilityBill', 'RentalAgreement', 'MortgageStatement', 'BankStatement'],
    ...['NationalIdCard', 'NationalEntitlementCard'],
  ],
};
