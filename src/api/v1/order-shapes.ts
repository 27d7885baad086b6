// What an order looks like when interface v1 answers it: put together from the table of fields (PascalCase; decisions, Orders).

import { type OrderOnlyField, orderOnly, specificOnly } from '../../features/orders/order-details-rules.ts';
import { orderFields } from '../../features/orders/order-field-rules.ts';
import { orderStates } from '../../features/orders/order-state-rules.ts';
import { integer, listOf, nullableInteger, nullableText, oneOf, type TSchema, Type, text } from '../shared/schemas.ts';

/** Where a name alone does not show what is meant. */
const samples: Readonly<Record<string, string>> = {
  ...{ Title: 'Ms', FirstName: 'Jane', MiddleNames: 'Ann', LastName: 'Applicant', Gender: 'Female', Country: 'GB' },
  ...{ CandidateEmail: 'jane@example.com', CurrentNationality: 'GB', CountryOfBirth: 'GB', TownOfBirth: 'London' },
  ...{ PhoneNumber: '07700900123', CountryCode: 'GB', StreetName: 'Main Street', Postcode: 'SW4 6EH', Town: 'London' },
  ...{ PurchaseOrderNumber: 'PO-1234', Number: '925665416', Employer: 'Example Ltd', IssuingCountry: 'GB' },
};

/** `DateOfBirth` → `Date of birth.` */
const described = (name: string) => {
  if (name === 'From' || name === 'To') return name === 'From' ? 'Since when.' : 'Until when.';
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

const textOf = (name: string) => text({ description: described(name), examples: [samples[name] ?? ''] });
const dateOf = (name: string) => nullableText({ description: described(name), examples: ['2020-03-01'] });
const flagOf = (name: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: described(name), examples: [true] });
const Telephone = Type.Object(
  { PhoneNumber: textOf('PhoneNumber'), CountryCode: textOf('CountryCode') },
  { title: 'AnsweredTelephone', description: 'A telephone number.' },
);

const shapeOf: Readonly<Record<(typeof orderFields)[number]['kind'], (name: string) => TSchema>> = {
  text: textOf,
  date: dateOf,
  flag: flagOf,
  telephone: () => Telephone,
  number: (name) => nullableInteger({ description: described(name), examples: [1] }),
};

type Shapes = Record<string, TSchema>;

/** The properties of a section, those of an inner object together. */
function propertiesOf(section: string, more: Shapes = {}): Shapes {
  const properties: Shapes = {};
  const inner = new Map<string, Shapes>();
  for (const { v1, kind } of orderFields) {
    if (!v1.startsWith(`${section}.`)) continue;
    const [name = '', below] = v1.slice(section.length + 1).split('.');
    if (below === undefined) properties[name] = shapeOf[kind](name);
    else inner.set(name, { ...inner.get(name), [below]: shapeOf[kind](below) });
  }
  for (const [name, shapes] of inner) properties[name] = titled(`Answered${name}`, shapes);
  return { ...properties, ...more };
}

const titled = (title: string, properties: Shapes) =>
  Type.Object(properties, { title, description: described(title.replace('Answered', '')) });

/** What only orders know. */
function orderOnlyShapes(section: string): Shapes {
  const fields = (orderOnly as Readonly<Record<string, Readonly<Record<string, OrderOnlyField>>>>)[section] ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, shapeOf[kind](name)]));
}

const section = (name: string, more: Shapes = {}) =>
  titled(`Answered${name}`, propertiesOf(`Candidate.${name}`, { ...more, ...orderOnlyShapes(name) }));
const list = (name: string, more: Shapes = {}) =>
  listOf(titled(`Answered${name}Item`, propertiesOf(`Candidate.${name}[]`, more)), { description: described(name) });

const documents = [...new Set(orderFields.flatMap(({ v1 }) => /^Candidate\.Identity\.(\w+)\./.exec(v1)?.[1] ?? []))];
const Identity = Type.Object(
  Object.fromEntries(
    documents.map((name) => [
      name,
      Type.Optional(titled(`Answered${name}`, propertiesOf(`Candidate.Identity.${name}`, orderOnlyShapes(name)))),
    ]),
  ),
  { title: 'AnsweredIdentity', description: 'Identity documents, those there are.' },
);

const AddressList = list('AddressList', {
  IsCurrentAddress: Type.Boolean({ description: 'Whether the candidate lives there now.', examples: [true] }),
});

const Candidate = Type.Object(
  {
    CurrentName: section('CurrentName'),
    PreviousNames: list('PreviousNames'),
    PersonalInfo: section('PersonalInfo'),
    AddressList,
    Identity,
    EmploymentHistory: list('EmploymentHistory'),
    Education: list('Education'),
    Memberships: list('Memberships'),
  },
  { title: 'AnsweredCandidate', description: 'The candidate, as far as is known.' },
);

const stateDescription = oneOf(orderStates, { description: 'The state in words.', examples: ['In Progress'] });
const State = Type.Object({ StateDescription: stateDescription }, { title: 'State', description: 'How far it is.' });

const Check = Type.Object(
  {
    Id: text({
      description: 'Identifier of the check: of the report in interface v2.',
      examples: ['01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
    }),
    CheckTypeId: integer({ description: 'Identifier of the type of check.', examples: [1] }),
    CheckType: text({ description: 'Name of the type of check.', examples: ['identity'] }),
    CheckName: text({ description: 'The type in words.', examples: ['Identity'] }),
    CheckState: State,
    Result: text({ description: 'clear, consider or unidentified, once it is complete.', examples: ['clear'] }),
    DateCompleted: nullableText({ description: 'When it was completed.', examples: ['2026-03-04T09:30:00Z'] }),
    Refinements: listOf(text({ description: 'A refinement.', examples: ['children_barred_list'] }), {
      description: 'As ordered.',
    }),
    CheckSpecificData: Type.Optional(
      titled('AnsweredCheckSpecificData', {
        ...propertiesOf('Checks[].CheckSpecificData'),
        ...Object.fromEntries(Object.keys(specificOnly).map((name) => [name, textOf(name)])),
        IdentityDocuments: listOf(
          titled('SeenDocument', { DocumentType: textOf('DocumentType'), DocumentNumber: textOf('DocumentNumber') }),
          { description: 'Documents that the client has seen.' },
        ),
      }),
    ),
  },
  { title: 'OrderCheck', description: 'A check of an order.' },
);

export const OrderReply = Type.Object(
  {
    Id: integer({ description: 'Number of the order; people read it as VF and the number.', examples: [1001] }),
    UniqueKey: text({
      description: 'The key that it was submitted with.',
      examples: ['c1afb319-55c1-49d2-bf02-56734c81a889'],
    }),
    CheckId: text({
      description: 'Identifier of the check in interface v2.',
      examples: ['01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
    }),
    OrderState: State,
    DateCreated: text({ description: 'When it was submitted.', examples: ['2026-03-04T09:30:00Z'] }),
    DateCompleted: nullableText({ description: 'When it ended.', examples: ['2026-03-05T09:30:00Z'] }),
    IdentityConfirmedDate: nullableText({
      description: 'When the identity was confirmed.',
      examples: ['2026-03-04T09:30:00Z'],
    }),
    OrderUrl: text({
      description: 'Where people look at the order.',
      examples: ['https://localhost:8443/portal/checks/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
    }),
    PackageId: nullableInteger({ description: 'The package that was ordered.', examples: [1] }),
    OrderLayout: textOf('OrderLayout'),
    FinalReportFormat: textOf('FinalReportFormat'),
    Checks: listOf(Check, { description: 'What it consists of.' }),
    Candidate,
  },
  { title: 'Order', description: 'An order: unsupplied text is empty, unsupplied dates and flags are null.' },
);

export const StatusReply = Type.Object(
  {
    id: integer({ description: 'Number of the order.', examples: [1001] }),
    candidateFullName: text({ description: 'Name of the candidate.', examples: ['Jane Applicant'] }),
    orderStatus: stateDescription,
    checkStatuses: listOf(
      Type.Object(
        {
          checkName: text({ description: 'The type of check in words.', examples: ['Identity'] }),
          checkStatus: stateDescription,
        },
        { title: 'CheckStatus', description: 'How far a check is.' },
      ),
      { description: 'How far each check is.' },
    ),
  },
  { title: 'OrderStatus', description: 'How far an order is.' },
);
