// Words for people the fields that only an order of interface v1 has: labels from the table of fields, names from
// value sets; pure.
import type { OrderDetails } from '../checks/check.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import { OrderBody } from './order-body.ts';
import { type OrderOnlyField, orderOnly, specificOnly } from './order-only-fields.ts';

export interface OrderStatement {
  readonly label: string;
  readonly text: string;
  /** Fields about papers are shown only to those who work on the criminal record. */
  readonly about: OrderOnlyField['about'];
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly 'x-value-set'?: ValueSetId;
}

/** The value set of a field in the body's schema; undefined for free text. */
function valueSetAt(path: string): ValueSetId | undefined {
  const at = path
    .split('.')
    .reduce<Shape | undefined>((shape, name) => (shape?.items ?? shape)?.properties?.[name], OrderBody as Shape);
  return at?.['x-value-set'];
}

function namedAt(path: string, value: string): string {
  const set = valueSetAt(path);
  return set === undefined ? value : nameOfValue(set, value);
}

function statementsIn(
  fields: Readonly<Record<string, OrderOnlyField>>,
  path: string,
  values: Readonly<Record<string, string | null>>,
): OrderStatement[] {
  return Object.entries(fields).flatMap(([name, { label, about }]) => {
    const value = values[name] ?? '';
    return value === '' ? [] : [{ label, about, text: namedAt(`${path}.${name}`, value) }];
  });
}

const specificPath = 'Candidate.CriminalRecord';

/** The given fields in the order of the tables; none for an order of interface v2. */
export function statementsOf(details: OrderDetails | null): OrderStatement[] {
  if (details === null) return [];
  return [
    ...statementsIn(orderOnly, 'Candidate.PersonalInfo', details.PersonalInfo),
    ...statementsIn(specificOnly, specificPath, details.CheckSpecificData),
    ...details.IdentityDocuments.map(({ DocumentType, DocumentNumber }): OrderStatement => {
      const kind = namedAt(`${specificPath}.IdentityDocuments.DocumentType`, DocumentType);
      return { label: kind || 'Document', text: DocumentNumber || 'No number given', about: 'papers' };
    }),
  ];
}
