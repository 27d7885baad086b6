// The wire schema of an order's body in interface v1 (ours, after the public guide that it mirrors).
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import type { FactTree, WirePlace } from '../facts/fact.ts';
import { facts } from '../facts/facts.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import { type CandidateBody, candidateFields } from './candidate-body-rules.ts';
import type { PlainFact } from './fact-conversion-rules.ts';
import { identityPath, namedDocuments, particularFact } from './identity-documents.ts';
import { type Leaf, nested, titleOf } from './nested-shape.ts';

type Nullable<T> = T | null;

/** An optional field: null counts as absent, and the ordered checks decide which fields are required. */
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
/** The number of a resource; text is accepted too because some replies answer the number as text. */
const numberOf = (description: string, example: number) =>
  field<number>(['integer', 'string'], description, example, {
    pattern: '^[1-9][0-9]*$',
    minimum: 1,
    maximum: 2_147_483_647,
  });
/** A type of check, by name or number. */
const checkType = (description: string, example: string) =>
  field<string>(['string', 'integer'], description, example, { maxLength: 100 });
const integer = (description: string, example: number, maximum: number) =>
  field<number>('integer', description, example, { minimum: 1, maximum });

const shape = <P extends Record<string, TSchema>>(title: string, description: string, properties: P) =>
  Type.Object(properties, { title, description });
const listOf = <T extends TSchema>(items: T, description: string) => Type.Optional(Type.Array(items, { description }));

/** The details that any kind of check may need; a check ignores the details that it does not need. */
const CheckSpecificData = shape('CheckSpecificData', 'Details of the job and the documents for a check.', {
  CheckCriminalPurposeOfCheck: value('dbspurpose', 'What the check is for; needed for basic.', 'Employment'),
  CheckCriminalEmploymentSector: text(
    'Sector of the employer, as interface v2 lists them; needed for basic.',
    'Drivers',
  ),
  CheckCriminalPositionAppliedFor: text('Job role; needed for basic.', 'Driver'),
  CheckCriminalEmployerName: text('Name of the employer; needed for basic.', 'Example Ltd'),
  CheckCriminalPlaceOfWork: text('England, Wales or Scotland; needed for basic.', 'England'),
  CheckCriminalJobRoleId: numberOf('A value of the value set `dbsjobrole`; needed for standard and enhanced.', 1),
  CertificateDestination: value(
    'dbscertificatedestination',
    'Recipient of the certificate.',
    'CandidateCurrentAddress',
  ),
  ThirdPartyConsent: value('dbsthirdpartyconsent', 'Whether others may see the electronic certificate.', 'Yes'),
  IdentityDocuments: listOf(
    shape('CheckIdentityDocument', 'A document that proves identity.', {
      DocumentType: value('dbsidentitydocument', 'Kind of document; for basic one of the filtered set.', 'Passport'),
      DocumentNumber: text('Its number.', '925665416', 97),
    }),
    'Documents that were seen; without them, identity is confirmed after ordering.',
  ),
  IdentityRouteReason: text(
    'Why Route 1 of the identity guidelines could not be met; needed if the documents meet Route 2.',
    'Has no Group 1 document.',
    1000,
  ),
  IdentityProof: value('scotlandidentityproof', 'Proof of identity; needed if the job is in Scotland.', 'Passport'),
  AddressProof: value('scotlandaddressproof', 'Proof of address; needed if the job is in Scotland.', 'UtilityBill'),
});

const OrderedCheck = shape('OrderedCheck', 'A check to order.', {
  CheckType: checkType('Name, `name:variant`, number or alias of the type.', 'criminal_history:basic'),
  Refinements: listOf(
    Type.Unsafe<string>({ type: 'string', examples: ['children_barred_list'], 'x-value-set': 'checkrefinement' }),
    'Values of the value set `checkrefinement`.',
  ),
  Monitor: text('How often it is asked again after it is complete (ours).', 'yearly', 20),
  CheckSpecificData: Type.Optional(CheckSpecificData),
});
const CheckGroup = shape('CheckGroup', 'Several checks of one type.', {
  CheckTypeId: checkType('Number, name or alias of the type.', 'EmploymentHistoryUK'),
  Quantity: integer('Quantity; by default 1.', 1, 100),
  CheckSpecificData: Type.Optional(CheckSpecificData),
});

/** The fields about a person that are not facts. */
const PersonalInfo = {
  ApplicantType: value('applicanttype', 'Candidate or current employee.', 'Candidate'),
  PositionAppliedFor: text('Job applied for.', 'Driver', 60),
  PurchaseOrderNumber: text('Reference of the client; also at the top level.', 'PO-1234', 50),
  OtherReference: text('Another reference; also at the top level.', 'HR-7', 128),
  ApplicantNotes: text('Notes on the order.', 'Starts on Monday.', 1024),
};

/** The schema by the kind of the fact; a choice names its value set. */
function fieldOf(fact: PlainFact, place: WirePlace = fact.v1 ?? {}): TSchema {
  const { description = fact.description, example, max } = place;
  const set = fact.kind === 'choice' ? fact.set : undefined;
  if (set !== undefined) return value(set, description, String(example));
  if (fact.kind === 'date') return date(description, example as string | undefined);
  if (fact.kind === 'country') return country(description);
  if (fact.kind === 'nationality') return value('nationality', description, 'GB');
  if (fact.kind === 'flag') return flag(description, example === true);
  return field<string>('string', description, String(example), max === undefined ? {} : { maxLength: max });
}

const sameAs = (name: string) => `The same as ${name}, under the guide's name.`;

/** The particulars of documents under their own names, and under the public guide's. */
const documentFields = namedDocuments.flatMap(([name, { number, takes, guideNames }]) =>
  (['number', ...takes] as const).flatMap((particular): Leaf[] => {
    const { fact, v1 } = particularFact(particular);
    const place = particular === 'number' ? { ...v1, ...number } : v1;
    const guide = guideNames[particular];
    const own: Leaf = [`${identityPath}.${name}.${v1.path}`, fieldOf(fact, place)];
    if (guide === undefined) return [own];
    return [own, [`${identityPath}.${name}.${guide}`, fieldOf(fact, { ...place, description: sameAs(v1.path) })]];
  }),
);

const descriptions: Readonly<Record<string, string>> = {
  Candidate: 'The candidate.',
  'Candidate.CurrentName': 'The current name; first and last name are needed.',
  'Candidate.PersonalInfo': 'The person; a birth date and an email address are needed.',
  'Candidate.PersonalInfo.MobilePhone': 'A mobile telephone.',
  'Candidate.PersonalInfo.HomePhone': 'Another telephone.',
  'Candidate.AddressList[].Address': 'An address.',
  [identityPath]: 'Identity documents.',
  ...Object.fromEntries(namedDocuments.map(([name, { description }]) => [`${identityPath}.${name}`, description])),
  ...Object.fromEntries(
    Object.values(facts as FactTree).flatMap(({ v1, description }) =>
      v1 === null ? [] : [[`${v1.path}[]`, description]],
    ),
  ),
};

/** Every fact at its path in the body, and the fields that only orders have. */
const candidateShape = nested(
  [
    ...candidateFields.map(({ v1, fact }): Leaf => [v1, fieldOf(fact)]),
    ...documentFields,
    ...Object.entries(PersonalInfo).map(([name, schema]): Leaf => [`Candidate.PersonalInfo.${name}`, schema]),
    ['Candidate.AddressList[].IsCurrentAddress', flag('Whether it is the current address.', true)],
    ['Candidate.CriminalRecord', Type.Optional(CheckSpecificData)],
  ],
  { titled: (path) => ({ title: titleOf(path), description: descriptions[path] ?? path }), optional: () => true },
);

export const OrderBody = shape('OrderBody', 'The order: PackageId, CheckGroups or Checks, and Candidate.', {
  UniqueKey: field<string>(
    'string',
    'A UUID of your choice: repeating the request with it returns the same order.',
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
  ...candidateShape,
});

export type OrderBody = Static<typeof OrderBody> & { readonly Candidate?: CandidateBody };
export type SpecificData = Static<typeof CheckSpecificData>;

/** Who gives the facts that the checks need: the candidate in the form, or the client with the order. */
export type OrderEntry = 'candidate' | 'client';
