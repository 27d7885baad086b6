// The identity documents of interface v1 as data: their names, and the names of their particulars.
import { facts, type IdentityDocument, type IdNumber } from '../facts/facts.ts';
import { identityDocumentFacts } from '../facts/identity-facts.ts';

export const identityPath = facts.identity_documents.v1!.path;

const { type: _, ...particularFacts } = identityDocumentFacts;
export type Particular = keyof typeof particularFacts;
export const particulars = Object.keys(particularFacts) as readonly Particular[];
/** The entry of a particular, and its place in v1. */
export const particularFact = (name: Particular) => ({ fact: particularFacts[name], v1: particularFacts[name].v1! });
export const nameOfParticular = (name: Particular) => particularFact(name).v1.path;

export interface NamedDocument {
  readonly type: IdentityDocument['type'];
  readonly description: string;
  readonly number: { readonly description: string; readonly example: string };
  /** The particulars that an order has besides the number. */
  readonly takes: readonly Particular[];
  /** The names of particulars in the public guide, where they differ. */
  readonly guideNames: Readonly<Partial<Record<Particular, string>>>;
  /**
   * The type under which interface v2 has the number as an identification number of the applicant; null if it has not.
   */
  readonly numberType: IdNumber['type'] | null;
}

const plain = { guideNames: {}, numberType: null } as const;
const dates = ['issued_on', 'expires_on'] as const;

export const documents = {
  PassportDocument: {
    ...plain,
    type: 'passport',
    description: 'A passport.',
    number: { description: 'Passport number; 9 digits for a UK passport.', example: '925665416' },
    takes: ['country', ...dates],
    guideNames: {
      number: 'PassportNumber',
      country: 'PassportIssuingCountry',
      issued_on: 'PassportIssueDate',
      expires_on: 'PassportExpiryDate',
    },
  },
  DrivingDocument: {
    type: 'driving_licence',
    description: 'A driving licence.',
    number: {
      description: 'Licence number, which must match the name, birth date and gender.',
      example: 'APPLI856145JA9AA',
    },
    takes: ['country', ...dates],
    guideNames: {
      number: 'DriverLicenseNumber',
      country: 'DriverLicenseIssuingCountry',
      issued_on: 'DriverLicenseDate',
    },
    numberType: 'driving_licence',
  },
  NationalInsuranceNumberDocument: {
    type: 'national_insurance',
    description: 'The card, a government letter with name and number, a P45 or P60.',
    number: { description: 'The National Insurance number.', example: 'AB123456C' },
    takes: [],
    guideNames: { number: 'NationalInsuranceNumber' },
    numberType: 'social_insurance',
  },
  IdCardDocument: {
    ...plain,
    type: 'identity_card',
    description: 'A national identity card.',
    number: { description: 'Its number.', example: 'T22000129' },
    takes: ['country', ...dates],
    numberType: 'identity_card',
  },
  ResidencePermitDocument: {
    ...plain,
    type: 'residence_permit',
    description: 'A UK biometric residence permit.',
    number: { description: 'Its number.', example: 'ZU1234567' },
    takes: dates,
  },
  BirthCertificateDocument: {
    ...plain,
    type: 'birth_certificate',
    description: 'A birth certificate.',
    number: { description: 'Its number.', example: '12345' },
    takes: ['country', 'issued_on'],
  },
  VisaDocument: {
    ...plain,
    type: 'visa',
    description: 'The page of the passport with a UK work visa or work permit.',
    number: { description: 'Its number.', example: '012345678' },
    takes: dates,
  },
} as const satisfies Readonly<Record<string, NamedDocument>>;

export type DocumentName = keyof typeof documents;
export const namedDocuments = Object.entries(documents) as readonly (readonly [DocumentName, NamedDocument])[];
