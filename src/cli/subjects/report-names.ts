// Reads report types as the command line and its files name them: `name`, `name:variant`, or an object with more.
import type { OrderedOption } from '../../features/report-types/report-type-rules.ts';
import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import type { Entry, Field } from '../fields.ts';
import { refusalOf } from './subject.ts';

export function namedType(text: string): { name: string; variant: string | null } {
  const colon = text.indexOf(':');
  return colon === -1 ? { name: text, variant: null } : { name: text.slice(0, colon), variant: text.slice(colon + 1) };
}

export function typeName(id: number): string {
  const type = reportTypeById(id);
  if (type === undefined) return String(id);
  return type.variant === null ? type.name : `${type.name}:${type.variant}`;
}

/** The reports of a group or package: texts, or objects with `report`, its options and, in a package, a quantity. */
export function reportsOf(entry: Entry, takesQuantity: boolean) {
  return (entry.reports as readonly (string | Entry)[]).map((item, index) => {
    if (typeof item === 'string') return namedType(item);
    const { report, options, quantity, ...rest } = item;
    const isOther = Object.keys(rest).length > 0 || (quantity !== undefined && !takesQuantity);
    if (typeof report !== 'string' || isOther) {
      const properties = takesQuantity ? 'report, quantity and options' : 'report and options';
      throw refusalOf(`reports[${index}]`, `must be a report type, or an object with ${properties}`);
    }
    return {
      ...namedType(report),
      options: optionsOf(options, `reports[${index}].options`),
      ...(quantity === undefined ? {} : { quantity: quantity as number }),
    };
  });
}

/** Options as texts or as `{name, options}`; the report type decides whether they are allowed. */
function optionsOf(given: unknown, path: string): OrderedOption[] | null {
  if (given === undefined || given === null) return null;
  if (!Array.isArray(given)) throw refusalOf(path, 'must be a list');
  return given.map((item: unknown, index) => {
    if (typeof item === 'string') return { name: item, options: null };
    const { name, options, ...rest } = (item ?? {}) as Entry;
    if (typeof name !== 'string' || Object.keys(rest).length > 0) {
      throw refusalOf(`${path}[${index}]`, 'must be a name, or an object with name and options');
    }
    return { name, options: optionsOf(options, `${path}[${index}].options`) };
  });
}

export const reportsField: Field = {
  name: 'reports',
  option: 'report',
  kind: 'reports',
  required: true,
  meaning: 'name or name:variant; may be given several times',
};

export const idField: Field = { name: 'id', kind: 'number', required: true, meaning: 'as listed' };
