// Builds a nested schema from the schemas of single fields, by their paths.
import { type TSchema, Type } from 'typebox';

/** `Candidate.AddressList[].Address.Town` and its schema. */
export type Leaf = readonly [path: string, schema: TSchema];

export interface ShapeStyle {
  /** The title of an object, or of the elements of a list. */
  readonly titled: (path: string) => { readonly title: string; readonly description: string };
  readonly optional: (path: string) => boolean;
}

/** `Candidate.AddressList[].Address` → `Address`, `Candidate.AddressList[]` → `AddressListItem`. */
export const titleOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).replace('[]', 'Item');

/** The properties for the first steps of the paths. */
export function nested(leaves: readonly Leaf[], style: ShapeStyle, outer = ''): Record<string, TSchema> {
  const byStep = Map.groupBy(leaves, ([path]) => path.split('.', 1)[0]!);
  const properties = [...byStep].map(([step, inner]): [string, TSchema] => {
    const [[first, schema]] = inner as [Leaf];
    if (first === step) return [step, schema];
    const path = `${outer}${step}`;
    const below = inner.map(([at, one]): Leaf => [at.slice(step.length + 1), one]);
    const about = style.titled(path);
    const shape = Type.Object(nested(below, style, `${path}.`), about);
    const whole = step.endsWith('[]') ? Type.Array(shape, { description: about.description }) : shape;
    return [step.replace('[]', ''), style.optional(path) ? Type.Optional(whole) : whole];
  });
  return Object.fromEntries(properties);
}
