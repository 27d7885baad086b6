// What an entry of the register of suppliers holds, how it is typed, and whom it serves; pure.

import { countryByAlpha3 } from '../../lib/countries.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { amountText, typedPrice } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import {
  type DataRole,
  dataRoles,
  type OrderWay,
  orderWays,
  type Safeguard,
  type SupplierKind,
  safeguards,
  supplierKinds,
} from '../../messages/en-suppliers.ts';
import { typedCount } from '../report-types/agreement-text-rules.ts';
import { codeOf, coversType } from '../report-types/catalogue-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { namedType } from '../report-types/report-type-rules.ts';

export interface SupplierFacts {
  readonly name: string;
  readonly kind: SupplierKind;
  /** Whose records it searches, by three letters; empty for every country. */
  readonly countries: readonly string[];
  /** `name` or `name:variant`; empty for every report type. */
  readonly types: readonly string[];
  readonly orderBy: OrderWay;
  /** The address of its website, its email or postal address, or its telephone number. */
  readonly orderAt: string;
  readonly workingDays: number | null;
  readonly costPence: number | null;
  readonly dataRole: DataRole;
  /** Null without a signed agreement. */
  readonly agreementUntil: IsoDate | null;
  /** Where it is established, by three letters. */
  readonly country: string;
  readonly safeguard: Safeguard;
  readonly remarks: string;
}

/** The columns of the file, which are also the names of the inputs. */
export const supplierFields = [
  'name',
  'kind',
  'countries',
  'types',
  'order_by',
  'order_at',
  'working_days',
  'cost',
  'data_role',
  'agreement_until',
  'country',
  'safeguard',
  'remarks',
] as const;
export type SupplierField = (typeof supplierFields)[number];
export type TypedSupplier = Readonly<Record<SupplierField, string>>;

const unitedKingdom = 'GBR';
const longest: Partial<Record<SupplierField, number>> = { name: 200, order_at: 500, remarks: 2000 };
const mostWorkingDays = 200;
const mostPence = 10_000_000;

export const typedSupplier = (facts: SupplierFacts): TypedSupplier => ({
  ...{ name: facts.name, kind: facts.kind, countries: facts.countries.join(' '), types: facts.types.join(' ') },
  ...{ order_by: facts.orderBy, order_at: facts.orderAt, working_days: facts.workingDays?.toString() ?? '' },
  cost: facts.costPence === null ? '' : amountText(facts.costPence),
  ...{ data_role: facts.dataRole, agreement_until: facts.agreementUntil ?? '', country: facts.country },
  ...{ safeguard: facts.safeguard, remarks: facts.remarks },
});

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

function chosen<Key extends string>(
  field: SupplierField,
  text: string,
  options: Readonly<Record<Key, string>>,
  problems: Problems,
): Key {
  const keys = Object.keys(options) as Key[];
  const found = keys.find((key) => key === text);
  if (found === undefined) problems.add(field, text === '' ? 'Choose one' : `Choose one of ${keys.join(', ')}`);
  return found ?? keys[0]!;
}

/** What a spreadsheet makes of 01632960001 or +441632960001. */
const numberOfSpreadsheet = /^[1-9](?:[\d.,]{6,}|[\d.,]*E\+?\d+)$/i;

/** @param orderBy as it was typed: of a way that is none, only a missing address is a problem */
function addressProblem(orderBy: string, address: string): string | undefined {
  if (address === '') return 'Enter where work is ordered';
  if (orderBy === 'portal' && !/^https:\/\/[^\s/]+\.[^\s/]+/.test(address))
    return 'Enter the address of its website, such as https://example.com';
  if (orderBy === 'email' && emailFaults(address).length > 0)
    return 'Enter an email address in the correct form, such as name@example.com';
  if (orderBy === 'telephone' && numberOfSpreadsheet.test(address))
    return 'Enter the telephone number with the 0 or + at its beginning: a spreadsheet may have removed it';
  if (orderBy === 'telephone' && !/\d{3}/.test(address.replaceAll(/\D/g, ''))) return 'Enter a telephone number';
  return undefined;
}

/** An amount of money as it is typed; undefined if it is empty. */
export function readCost(text: string, field: string, problems: Problems): number | undefined {
  const pence = typedPrice(text);
  if (pence !== undefined && !(pence <= mostPence)) problems.add(field, 'Enter an amount such as 28.50');
  return pence;
}

function addTransferProblems({ country, safeguard }: TypedSupplier, problems: Problems): void {
  if (countryByAlpha3(country) === undefined) {
    problems.add('country', 'Enter the three letters of its country, such as GBR');
    return;
  }
  const isAbroad = country !== unitedKingdom;
  if (isAbroad && safeguard === 'none') problems.add('safeguard', 'Say what allows the transfer to that country');
  if (!isAbroad && safeguard !== 'none') problems.add('safeguard', 'No safeguard is needed in the United Kingdom');
}

/** What was typed, with every problem by the name of its input. */
export function readSupplier(given: TypedSupplier): { readonly facts: SupplierFacts; readonly problems: Problems } {
  const problems = new Problems();
  const typed = { ...given, country: given.country.toUpperCase() };
  if (typed.name === '') problems.add('name', 'Enter the name of the supplier');
  for (const [field, most] of Object.entries(longest)) {
    if (isLongerThan(typed[field as SupplierField], most)) problems.add(field, `Must be ${most} characters or fewer`);
  }
  const kind = chosen('kind', typed.kind, supplierKinds, problems);
  const orderBy = chosen('order_by', typed.order_by, orderWays, problems);
  const address = addressProblem(typed.order_by, typed.order_at);
  if (address !== undefined) problems.add('order_at', address);
  const countries = wordsOf(typed.countries.toUpperCase());
  for (const code of countries) {
    if (countryByAlpha3(code) === undefined) problems.add('countries', `${code} is not the three letters of a country`);
  }
  const types = wordsOf(typed.types);
  for (const type of types) {
    const found = namedType(type);
    // A name alone stands for all its variants.
    if (!('type' in found) && found.missing === 'name') problems.add('types', `${type} is not a report type`);
    if (!('type' in found) && type.includes(':')) problems.add('types', `${type} is not a report type`);
  }
  const workingDays = typedCount(typed.working_days) ?? null;
  if (workingDays !== null && !(workingDays >= 1 && workingDays <= mostWorkingDays))
    problems.add('working_days', `Enter a whole number from 1 to ${mostWorkingDays}`);
  const costPence = readCost(typed.cost, 'cost', problems) ?? null;
  const dataRole = chosen('data_role', typed.data_role, dataRoles, problems);
  const agreementUntil = typed.agreement_until === '' ? null : typed.agreement_until;
  if (agreementUntil !== null && parseDate(agreementUntil) !== agreementUntil)
    problems.add('agreement_until', 'Enter a date, such as 2027-03-31');
  // UK GDPR, Art. 28(3): no processor works without a contract.
  if (agreementUntil === null && dataRole === 'processor' && typed.data_role === 'processor')
    problems.add('agreement_until', 'Enter until when the agreement holds: a processor needs one');
  const safeguard = chosen('safeguard', typed.safeguard, safeguards, problems);
  addTransferProblems(typed, problems);
  const { name, order_at: orderAt, country, remarks } = typed;
  const facts = {
    ...{ name, kind, countries, types, orderBy, orderAt, workingDays, costPence },
    ...{ dataRole, agreementUntil, country, safeguard, remarks },
  };
  return { facts, problems };
}

export const hasAgreementEnded = ({ agreementUntil }: Pick<SupplierFacts, 'agreementUntil'>, today: IsoDate): boolean =>
  agreementUntil !== null && agreementUntil < today;

/** Whether work on a report of the type is sent to it. */
export const servesType = (
  { types, countries }: Pick<SupplierFacts, 'types' | 'countries'>,
  type: Pick<ReportType, 'name' | 'variant' | 'country'>,
): boolean =>
  (types.length === 0 || coversType({ types }, codeOf(type))) &&
  (countries.length === 0 || countries.includes(type.country ?? unitedKingdom));

/** `cost 20.00 → 25.00; remarks`: what changed. */
export function supplierChangeText(before: SupplierFacts, after: SupplierFacts): string {
  const [was, is] = [typedSupplier(before), typedSupplier(after)];
  return supplierFields
    .filter((field) => was[field] !== is[field])
    .map((field) => {
      const column = field.replaceAll('_', ' ');
      return field === 'remarks' ? column : `${column} ${was[field] || 'empty'} → ${is[field] || 'empty'}`;
    })
    .join('; ');
}
