// The wire schema of an order in the answers of interface v1, built from the facts (PascalCase; decisions, Orders).
import type { WirePlace } from '../../features/facts/fact.ts';
import { candidateFields } from '../../features/orders/candidate-body-rules.ts';
import { criminalDetailFields } from '../../features/orders/criminal-record-rules.ts';
import { answeredAs, type PlainFact } from '../../features/orders/fact-conversion-rules.ts';
import { identityPath, namedDocuments, particularFact, particulars } from '../../features/orders/identity-documents.ts';
import { type Leaf, nested, titleOf } from '../../features/orders/nested-shape.ts';
import { orderOnly, specificOnly } from '../../features/orders/order-only-fields.ts';
import { orderStates } from '../../features/orders/order-state-rules.ts';
import {
  hash,
  integer,
  listOf,
  nullableInteger,
  nullableText,
  oneOf,
  type TSchema,
  Type,
  text,
} from '../shared/schemas.ts';

/** `PositionAppliedFor` → `Position applied for.` */
const described = (name: string) => {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

const textOf = (name: string, example = '') => text({ description: described(name), examples: [example] });

/** The schema of a fact in an order: text may be empty; a date or a flag may be null. */
function answerOf(fact: PlainFact, place: WirePlace = fact.v1 ?? {}): TSchema {
  const { description = fact.description, example } = place;
  const kind = answeredAs(fact);
  if (kind === 'date') return nullableText({ description, examples: [example ?? '2020-03-01'] });
  const about = { description, examples: [example ?? (kind === 'flag' ? true : 'GB')] };
  return kind === 'flag' ? Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], ...about }) : text(about);
}

/** Properties under our names and under the names of the public guide. */
const particularsOf = ([name, { number, guideNames }]: (typeof namedDocuments)[number]) =>
  particulars.flatMap((particular): Leaf[] => {
    const { fact, v1 } = particularFact(particular);
    const shape = answerOf(fact, particular === 'number' ? { ...v1, ...number } : v1);
    const guide = guideNames[particular];
    return [v1.path, ...(guide === undefined ? [] : [guide])].map((one) => [`${identityPath}.${name}.${one}`, shape]);
  });

const FullName = text({ description: 'First, middle and last name.', examples: ['Jane Ann Applicant'] });

const titled = (title: string, properties: Record<string, TSchema>) =>
  Type.Object(properties, { title: `Answered${title}`, description: described(title) });

const candidateShape = nested(
  [
    ...candidateFields.map(({ v1, key, fact }): Leaf => {
      const shape = answerOf(fact);
      return [v1, key === 'has_one_name' ? Type.Optional(shape) : shape];
    }),
    ['Candidate.CurrentName.FullName', FullName],
    ['Candidate.PreviousNames[].FullName', FullName],
    ...namedDocuments.flatMap(particularsOf),
    ...Object.keys(orderOnly).map((name): Leaf => [`Candidate.PersonalInfo.${name}`, textOf(name)]),
    ['Candidate.PersonalInfo.PurchaseOrderNumber', textOf('PurchaseOrderNumber', 'PO-1234')],
    [
      'Candidate.AddressList[].IsCurrentAddress',
      Type.Boolean({ description: 'Whether it is the current address.', examples: [true] }),
    ],
  ],
  {
    titled: (path) => ({ title: `Answered${titleOf(path)}`, description: described(titleOf(path)) }),
    // Only documents that were given are present.
    optional: (path) => path.startsWith(`${identityPath}.`),
  },
);

const stateDescription = oneOf(orderStates, { description: 'The name of the state.', examples: ['In Progress'] });
const State = Type.Object({ StateDescription: stateDescription }, { title: 'State', description: 'The state.' });

const Check = Type.Object(
  {
    Id: text({
      description: 'Identifier of the check: of the report in interface v2.',
      examples: ['01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
    }),
    CheckTypeId: integer({ description: 'Identifier of the check type.', examples: [1] }),
    CheckType: text({ description: 'The check type as ordered.', examples: ['UKIDAMLCheckUKAML'] }),
    CheckName: text({ description: 'The name of the check type.', examples: ['Identity'] }),
    CheckState: State,
    Result: text({ description: 'clear, consider or unidentified, once it is complete.', examples: ['clear'] }),
    DateCompleted: nullableText({ description: 'When it was completed.', examples: ['2026-03-04T09:30:00Z'] }),
    CompletedDate: nullableText({ description: 'The same as DateCompleted.', examples: ['2026-03-04T09:30:00Z'] }),
    Comment: text({ description: 'Notes on the results.', examples: ['Confirmed at two addresses.'] }),
    Findings: Type.Object(
      {
        Breakdown: hash({ description: 'Details, specific to the type of check.', examples: [{}] }),
        Properties: hash({
          description:
            'The results, with `traffic_light`, `notes`, and `unconfirmed`, the sentences on what a clear result does not rest on; empty until the check is complete.',
          examples: [{ traffic_light: 'Green', notes: '' }],
        }),
      },
      { title: 'Findings', description: 'The results as in interface v2.' },
    ),
    Refinements: listOf(text({ description: 'A refinement.', examples: ['children_barred_list'] }), {
      description: 'As ordered.',
    }),
    Monitor: text({
      description: 'How often it is asked again after it is complete; empty if it is not (ours).',
      examples: ['yearly'],
    }),
    CheckSpecificData: Type.Optional(
      titled('CheckSpecificData', {
        ...Object.fromEntries(
          criminalDetailFields.map(({ v1, v2 }) => [
            v1,
            v2 === 'JobRoleId' ? nullableInteger({ description: described(v1), examples: [1] }) : textOf(v1),
          ]),
        ),
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
    Id: integer({ description: 'Number of the order; people see it as VF and the number.', examples: [1001] }),
    UniqueKey: text({
      description: 'The key with which it was submitted.',
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
      description: 'The page of the order.',
      examples: ['https://localhost:8443/portal/checks/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
    }),
    PackageId: nullableInteger({ description: 'The ordered package.', examples: [1] }),
    OrderLayout: textOf('OrderLayout'),
    FinalReportFormat: textOf('FinalReportFormat'),
    Checks: listOf(Check, { description: 'The checks of the order.' }),
    ...candidateShape,
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
          checkName: text({ description: 'The check type as ordered.', examples: ['UKIDAMLCheckUKAML'] }),
          checkStatus: stateDescription,
        },
        { title: 'CheckStatus', description: 'The state of a check.' },
      ),
      { description: 'The state of each check.' },
    ),
  },
  { title: 'OrderStatus', description: 'The state of an order.' },
);
