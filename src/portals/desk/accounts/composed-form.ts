// The form of a package or a group: its reports, added one at a time without JavaScript, and what the form says of each.

import { typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import { type Area, areas, type ReportType } from '../../../features/report-types/report-type.ts';
import type { OrderedOption } from '../../../features/report-types/report-type-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { lawOf } from '../../../features/report-types/type-law-rules.ts';
import { typedPrice } from '../../../lib/money.ts';
import type { FieldWords } from '../../shared/field-words.ts';
import { type FormRequest, typed, typedAll } from './account-request.ts';

export interface ComposedReport {
  readonly type: ReportType;
  /** As typed; packages only. */
  readonly quantity: string;
  /** `name`, or `name/inner` for an option within one. */
  readonly options: readonly string[];
}

export interface Composed {
  readonly name: string;
  readonly description: string;
  /** As typed, in pounds; packages only. */
  readonly price: string;
  /** The subsidiaries that order it, null for everybody; packages only. */
  readonly subsidiaryIds: readonly string[] | null;
  readonly reports: readonly ComposedReport[];
}

export const nothingComposed: Composed = { name: '', description: '', price: '', subsidiaryIds: null, reports: [] };

const reportIn = (request: FormRequest, type: ReportType): ComposedReport => ({
  type,
  quantity: typed(request, `quantity_${type.id}`) || '1',
  options: typedAll(request, `options_${type.id}`),
});

const EVERYBODY = 'all';

function chosenIn(request: FormRequest): readonly string[] | null {
  const chosen = typedAll(request, 'subsidiary').filter((id) => id !== '');
  return chosen.length === 0 || chosen.includes(EVERYBODY) ? null : chosen;
}

/** The boxes of who orders a package; none where the account has no subsidiary. */
export const whoOrdersItems = (
  subsidiaries: readonly { readonly id: string; readonly name: string; readonly ended_at: Date | null }[],
  { subsidiaryIds }: Composed,
) =>
  subsidiaries.length === 0
    ? []
    : [
        { value: EVERYBODY, text: 'Everybody', checked: subsidiaryIds === null, behaviour: 'exclusive' },
        { divider: 'or' },
        ...subsidiaries.flatMap(({ id, name, ended_at: endedAt }) => {
          const checked = subsidiaryIds?.includes(id) ?? false;
          return endedAt === null || checked ? [{ value: id, text: name, checked }] : [];
        }),
      ];

/** What was sent: the ticked reports in their order, and the one that is chosen to be added. */
export function composedIn(request: FormRequest): Composed {
  const kept = typedAll(request, 'keep');
  const before = typed(request, 'types')
    .split(',')
    .filter((id) => kept.includes(id));
  const ids = [...new Set([...before, typed(request, 'add')])];
  return {
    name: typed(request, 'name'),
    description: typed(request, 'description'),
    price: typed(request, 'price'),
    subsidiaryIds: chosenIn(request),
    reports: ids.flatMap((id) => {
      const type = reportTypeById(Number(id));
      return type === undefined ? [] : [reportIn(request, type)];
    }),
  };
}

/** Every option of a type with those within it, by the value of its box. */
const optionsOf = ({ options }: ReportType) =>
  options.flatMap(({ name, label, options: inner }) => [
    { value: name, label },
    ...inner.map((one) => ({ value: `${name}/${one.name}`, label: `${label}: ${one.label}` })),
  ]);

/** An option within another one is ordered with it. */
function orderedOptions(values: readonly string[]): OrderedOption[] | null {
  const names = [...new Set(values.map((value) => value.split('/')[0]!))];
  if (names.length === 0) return null;
  return names.map((name) => {
    const inner = values.filter((value) => value.startsWith(`${name}/`)).map((value) => value.slice(name.length + 1));
    return { name, options: inner.length === 0 ? null : inner.map((one) => ({ name: one, options: null })) };
  });
}

/** The boxes of options as they are stored. */
export const valuesOf = (options: readonly OrderedOption[] | null): string[] =>
  (options ?? []).flatMap(({ name, options: inner }) => [name, ...(inner ?? []).map((one) => `${name}/${one.name}`)]);

export const packageArguments = ({ name, description, price, subsidiaryIds, reports }: Composed) => ({
  name,
  description,
  subsidiaryIds,
  pricePence: typedPrice(price),
  reports: reports.map(({ type, quantity, options }) => ({
    name: type.name,
    variant: type.variant,
    options: orderedOptions(options),
    quantity: typedCount(quantity) ?? 1,
  })),
});

export const groupArguments = ({ name, reports }: Composed) => ({
  name,
  reports: reports.map(({ type, options }) => ({
    name: type.name,
    variant: type.variant,
    options: orderedOptions(options),
  })),
});

export const composedWords = ({ reports }: Composed): Readonly<Record<string, FieldWords>> => ({
  name: { input: 'name', begins: 'The name', empty: 'Enter a name' },
  pricePence: { input: 'price', begins: 'The price' },
  subsidiaryIds: { input: 'subsidiary', begins: 'Who orders it' },
  reports: { input: 'add', begins: 'The reports', empty: 'Add at least one report' },
  ...Object.fromEntries(
    reports.map(({ type }, index) => [
      `reports[${index}].quantity`,
      { input: `quantity_${type.id}`, begins: `${type.label}: the number` },
    ]),
  ),
});

const areaOrder = Object.keys(areas) as Area[];

/** @param available the types that the account may order: the others cannot be added */
export function composedModel(
  { name, description, price, reports }: Composed,
  available: ReadonlyMap<number, unknown>,
  homeCountry: string,
) {
  const chosen = new Set(reports.map(({ type }) => type.id));
  const addable = [...available.keys()].flatMap((id) => (chosen.has(id) ? [] : (reportTypeById(id) ?? [])));
  addable.sort((one, other) => areaOrder.indexOf(one.area) - areaOrder.indexOf(other.area));
  return {
    name,
    description,
    price,
    typeIds: reports.map(({ type }) => type.id).join(','),
    reports: reports.map(({ type, quantity, options }) => ({
      id: type.id,
      label: type.label,
      quantity,
      isOff: !available.has(type.id),
      options: optionsOf(type).map((one) => ({ ...one, checked: options.includes(one.value) })),
    })),
    laws: lawOf(
      reports.map(({ type }) => type),
      homeCountry,
    ),
    addItems: [
      { value: '', text: 'Choose a report type' },
      ...addable.map(({ id, label }) => ({ value: String(id), text: label })),
    ],
  };
}
