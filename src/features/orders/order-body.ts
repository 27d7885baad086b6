// The body of an order of interface v1 (ours, after the public guide that it mirrors): what clients may say, field by field.
import { type Static, type TSchema, type TUnsafe, Type } from '../../lib/schema-type.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';

type Nullable<T> = T | null;

/** Null says as much as leaving it out; what is needed follows from what is ordered, so that no shape requires it. */
const field = <T>(type: string | readonly string[], description: string, example: T, more: object = {}) =>
  Type.Optional(
    Type.Unsafe<Nullable<T>>({ type: [type, 'null'].flat(), description, examples: [example], ...more }) as TUnsafe<
      Nullable<T>
    >,
  );
const text = (description: string, example: string, maxLength = 250) =>
  field<string>('string', description, example, { maxLength });
const date = (description: string, example = '2020-03-01') =>
  field<string>('string', `${description} yyyy-mm-dd.`, example, { format: 'date' });
const value = (set: ValueSetId, description: string, example: string) =>
  field<string>('string', `${description} A value of the value set \`${set}\`.`, example, { 'x-value-set': set });
const country = (description: string) => value('country', description, 'GB');
const flag = (description: string, example: boolean) => field<boolean>('boolean', description, example);
/** The number of a resource, which is answered as text in places. */
const numberOf = (description: string, example: number) =>
  field<number>(['integer', 'string'], description, example, {
    pattern: '^[1-9][0-9]*$',
    minimum: 1,
    maximum: 2_147_483_647,
  });
/** A type of check, by its name or its number. */
const checkType = (description: string, example: string) =>
  field<string>(['string', 'integer'], description, example, { maxLength: 100 });
const integer = (description: string, example: number, maximum: number) =>
  field<number>('integer', description, example, { minimum: 1, maximum });

const shape = <P extends Record<string, TSchema>>(title: string, description: string, properties: P) =>
  Type.Object(properties, { title, description });
const listOf = <T extends TSchema>(items: T, description: string) => Type.Optional(Type.Array(items, { description }));

/** Whatever the kinds of checks need to be told; what a check has no use for is ignored. */
const CheckSpecificData = shape('CheckSpecificData', 'What a check needs to be told about the job and the papers.', {
  CheckCriminalPurposeOfCheck: value('dbspurpose', 'What the check is for; needed for basic.', 'Employment'),
  CheckCriminalEmploymentSector: text(
    'Sector of the employer, as interface v2 lists them; needed for basic.',
    'Drivers',
  ),
  CheckCriminalPositionAppliedFor: text('Job role; needed for basic.', 'Driver'),
  CheckCriminalEmployerName: text('Name of the employer; needed for basic.', 'Example Ltd'),
  CheckCriminalPlaceOfWork: text('England, Wales or Scotland; needed for basic.', 'England'),
  CheckCriminalJobRoleId: numberOf('A value of the value set `dbsjobrole`; needed for standard and enhanced.', 1),
  CertificateDestination: value('dbscertificatedestination', 'Where the certificate goes.', 'CandidateCurrentAddress'),
  ThirdPartyConsent: value('dbsthirdpartyconsent', 'Whether others may see the electronic certificate.', 'Yes'),
  IdentityDocuments: listOf(
    shape('CheckIdentityDocument', 'A document that proves identity.', {
      DocumentType: value('dbsidentitydocument', 'Kind of document; for basic one of the filtered set.', 'Passport'),
      DocumentNumber: text('Its number.', '925665416', 97),
    }),
    'Documents seen: left out, identity is confirmed after ordering.',
  ),
  IdentityRouteReason: text(
    'Why Route 1 of the identity guidelines could not be met; needed where the documents meet Route 2.',
    'Has no Group 1 document.',
    1000,
  ),
  IdentityProof: value('scotlandidentityproof', 'Proof of identity; needed where the job is in Scotland.', 'Passport'),
  AddressProof: value('scotlandaddressproof', 'Proof of address; needed where the job is in Scotland.', 'UtilityBill'),
});

const OrderedCheck = shape('OrderedCheck', 'A check to order.', {
  CheckType: checkType('Name, `name:variant`, number or alias of the type.', 'criminal_history:basic'),
  Refinements: listOf(
    Type.Unsafe<string>({ type: 'string', examples: ['children_barred_list'], 'x-value-set': 'checkrefinement' }),
    'Values of the value set `checkrefinement`.',
  ),
  CheckSpecificData: Type.Optional(CheckSpecificData),
});
const CheckGroup = shape('CheckGroup', 'Several checks of one type.', {
  CheckTypeId: checkType('Number, name or alias of the type.', 'EmploymentHistoryUK'),
  Quantity: integer('How many; 1 unless given.', 1, 100),
  CheckSpecificData: Type.Optional(CheckSpecificData),
});

const CurrentName = shape('CurrentName', 'The name of now; first and last name are needed.', {
  Title: value('titles', 'Title.', 'Ms'),
  FirstName: text('First name.', 'Jane'),
  MiddleNames: text('Middle names.', 'Ann'),
  LastName: text('Last name.', 'Applicant'),
  IsFromBirth: flag('Whether it was the name always.', true),
  KnownFromDate: date('Since when, where not from birth.'),
});
const PreviousName = shape('PreviousName', 'A name of before.', {
  Title: value('titles', 'Title.', 'Ms'),
  FirstName: text('First name.', 'Jane'),
  MiddleNames: text('Middle names.', 'Ann'),
  LastName: text('Last name.', 'Former'),
  KnownFromDate: date('Since when.', '1985-06-14'),
  KnownToDate: date('Until when.'),
});
const Telephone = shape('Telephone', 'A telephone number.', {
  PhoneNumber: text('The number.', '07700900123', 30),
  CountryCode: country('Its country.'),
});
const PersonalInfo = shape('PersonalInfo', 'The person; a birth date and an email address are needed.', {
  DateOfBirth: date('Birth date.', '1985-06-14'),
  Gender: value('genders', 'Gender.', 'Female'),
  ApplicantType: value('applicanttype', 'Candidate, or employed already.', 'Candidate'),
  CandidateEmail: text('Email address.', 'jane.applicant@example.com'),
  CurrentNationality: value('nationality', 'Nationality.', 'GB'),
  NationalityAtBirth: value('nationality', 'Nationality at birth.', 'GB'),
  CountryOfBirth: country('Country of birth.'),
  TownOfBirth: text('Town of birth.', 'London'),
  MotherMaidenName: text("Mother's maiden name.", 'Example'),
  HomePhone: Type.Optional(Telephone),
  MobilePhone: Type.Optional(Telephone),
  PositionAppliedFor: text('Job applied for.', 'Driver', 60),
  PurchaseOrderNumber: text('Reference of the client; also at the top level.', 'PO-1234', 50),
  OtherReference: text('Another reference; also at the top level.', 'HR-7', 128),
  ApplicantNotes: text('Notes on the order.', 'Starts on Monday.', 1024),
  FSAApproved: value('fcapraapproved', 'Whether approved by the FCA or PRA; true and false are read, too.', 'No'),
  HasValidDrivingLicense: flag('Whether the candidate holds a valid driving licence.', true),
});
const Address = shape('OrderAddress', 'An address.', {
  FlatNumber: text('Flat.', '2', 50),
  HouseNumber: text('House number.', '100', 50),
  HouseName: text('House name.', 'Rose Cottage', 60),
  // Its length depends on the country, which is not read yet.
  StreetName: field<string>('string', 'Street; at most 60 characters, in the UK 32.', 'Main Street'),
  Locality: text('Part of the town.', 'Holloway', 50),
  Town: text('Town.', 'London', 50),
  County: text('County.', 'Greater London', 50),
  State: text('State; for the US its two letters.', 'CA', 50),
  Postcode: text('Postcode.', 'SW4 6EH', 50),
  Country: country('Country.'),
});
const AddressEntry = shape('AddressEntry', 'An address and its time.', {
  Address: Type.Optional(Address),
  IsCurrentAddress: flag('Whether the candidate lives there now.', true),
  DateMovedToThisAddress: date('Since when.', '2005-03-01'),
  DateLeftThisAddress: date('Until when.'),
});

const documentDates = { IssueDate: date('When it was issued.'), ExpiryDate: date('When it expires.', '2035-03-01') };
const sameAs = (name: string) => `The same as ${name}, as the guide calls it.`;
const Identity = shape('OrderIdentity', 'Identity documents.', {
  PassportDocument: Type.Optional(
    shape('PassportDocument', 'A passport.', {
      Number: text('Its number: 9 digits of a UK one.', '925665416', 97),
      IssuingCountry: country('Who issued it.'),
      ...documentDates,
      PassportNumber: text(sameAs('Number'), '925665416', 97),
      PassportIssuingCountry: country(sameAs('IssuingCountry')),
      PassportIssueDate: date(sameAs('IssueDate')),
      PassportExpiryDate: date(sameAs('ExpiryDate'), '2035-03-01'),
    }),
  ),
  DrivingDocument: Type.Optional(
    shape('DrivingDocument', 'A driving licence.', {
      DriverLicenseType: value('drivinglicencetype', 'Kind of licence.', 'GBFull'),
      Number: text('Its number, which must fit the name, birth date and gender.', 'APPLI856145JA9AA', 97),
      IssuingCountry: country('Who issued it.'),
      ...documentDates,
      DriverLicenseNumber: text(sameAs('Number'), 'APPLI856145JA9AA', 97),
      DriverLicenseIssuingCountry: country(sameAs('IssuingCountry')),
      DriverLicenseDate: date(sameAs('IssueDate')),
    }),
  ),
  NationalInsuranceNumberDocument: Type.Optional(
    shape('NationalInsuranceNumberDocument', 'The card, a government letter with name and number, a P45 or P60.', {
      Number: text('The National Insurance number.', 'AB123456C', 97),
      NationalInsuranceNumber: text(sameAs('Number'), 'AB123456C', 97),
    }),
  ),
  IdCardDocument: Type.Optional(
    shape('IdCardDocument', 'A national identity card.', {
      Number: text('Its number.', 'T22000129', 97),
      IssuingCountry: country('Who issued it.'),
      ...documentDates,
    }),
  ),
  ResidencePermitDocument: Type.Optional(
    shape('ResidencePermitDocument', 'A UK biometric residence permit.', {
      Number: text('Its number.', 'ZU1234567', 97),
      ...documentDates,
    }),
  ),
  BirthCertificateDocument: Type.Optional(
    shape('BirthCertificateDocument', 'A birth certificate.', {
      Number: text('Its number.', '12345', 97),
      IssuingCountry: country('Who issued it.'),
      IssueDate: documentDates.IssueDate,
    }),
  ),
  VisaDocument: Type.Optional(
    shape('VisaDocument', 'The page of the passport with a UK work visa or work permit.', {
      Number: text('Its number.', '012345678', 97),
      ...documentDates,
    }),
  ),
});

const Employment = shape('Employment', 'An employment, or what the candidate did instead.', {
  Employer: text('Name of the employer.', 'Example Ltd'),
  JobTitle: text('Job title.', 'Driver', 100),
  Country: country('Where it was; the UK unless given.'),
  From: date('Since when.'),
  To: date('Until when; left out where it lasts.', '2024-03-01'),
  EmploymentStatus: value('employmentstatus', 'How employed, or what else.', 'FullTime'),
  SelfEmployedStatus: value('selfemploymentstatus', 'How self-employed.', 'SoleTrader'),
  ReasonForLeaving: value('reasonforleaving', 'Why the candidate left.', 'NewJob'),
  ContactTiming: value('contacttiming', 'How soon the employer may be contacted.', 'Immediately'),
  Referee: text('Who can confirm it, and how to reach them.', 'Personnel, 020 7946 0000', 500),
});
const Education = shape('Education', 'A qualification.', {
  Institution: text('School, college or university.', 'University of Leeds', 500),
  Country: country('Where it is; the UK unless given.'),
  Qualification: text('Course or subject.', 'History', 500),
  Level: text('Level of the qualification.', 'BA', 500),
  Classification: text('Class or grade.', '2:1', 500),
  GraduationDate: date('When it was awarded.', '2006-07-15'),
  StudentNumber: text('Number as a student.', '200012345', 50),
});
const Membership = shape('Membership', 'A membership in a professional body.', {
  Body: text('Name of the body.', 'Law Society', 250),
  MembershipStatus: value('membershipstatus', 'Grade of membership.', 'Member'),
  Number: text('Membership number.', '123456', 50),
});

const Candidate = shape('OrderCandidate', 'The candidate.', {
  CurrentName: Type.Optional(CurrentName),
  PreviousNames: listOf(PreviousName, 'Names of before, newest first.'),
  PersonalInfo: Type.Optional(PersonalInfo),
  AddressList: listOf(AddressEntry, 'Addresses.'),
  Identity: Type.Optional(Identity),
  EmploymentHistory: listOf(Employment, 'Employments, and what was between them.'),
  Education: listOf(Education, 'Qualifications.'),
  Memberships: listOf(Membership, 'Memberships.'),
  CriminalRecord: Type.Optional(CheckSpecificData),
});

export const OrderBody = shape(
  'OrderBody',
  'What is ordered, on whom: PackageId, CheckGroups or Checks, and Candidate.',
  {
    UniqueKey: field<string>(
      'string',
      'A UUID of your choice: sent again, it answers the same order.',
      'c1afb319-55c1-49d2-bf02-56734c81a889',
      { format: 'uuid' },
    ),
    PackageId: numberOf('A package of the account.', 1),
    CheckGroups: listOf(CheckGroup, 'Checks by type and number.'),
    Checks: listOf(OrderedCheck, 'Checks one by one.'),
    OrderLayout: value('orderlayout', 'Layout of the report.', 'Standard'),
    FinalReportFormat: value('finalreportformat', 'Format of the report.', 'PDF'),
    PurchaseOrderNumber: text('Reference of the client.', 'PO-1234', 50),
    OtherReference: text('Another reference.', 'HR-7', 128),
    Candidate: Type.Optional(Candidate),
  },
);

export type OrderBody = Static<typeof OrderBody>;
export type CandidateBody = Static<typeof Candidate>;
export type IdentityBody = Static<typeof Identity>;
export type SpecificData = Static<typeof CheckSpecificData>;

/** Who gives what the checks need: the candidate in the form, or the client, whole, with the order. */
export type OrderEntry = 'candidate' | 'client';
