// Finds report types by the names that clients use, and checks their options; pure.
import { en } from '../../messages/en.ts';
import type { ProblemCode, ProblemParams } from '../../messages/en-problems.ts';
import type { Requires } from '../requirements/requirements.ts';
import { type BarredListName, barredLists } from '../value-sets/refinement-values.ts';
import { catalogue } from './catalogue.ts';
import { codeOf } from './catalogue-rules.ts';
import type { Guidance } from './guidance.ts';
import type { ReportType } from './report-type.ts';
import type { Eligibility } from './role-levels.ts';

const byId = new Map(catalogue.map((type) => [type.id, type]));
const byName = new Map<string, ReportType[]>();
for (const type of catalogue) byName.set(type.name, [...(byName.get(type.name) ?? []), type]);

export function reportTypeById(id: number): ReportType | undefined {
  return byId.get(id);
}

/** What the report checks, as its candidate reads it. */
export const toldToCandidate = (type: ReportType): string =>
  en.reportTypes[codeOf(type)] ?? en.reportTypes[type.name] ?? type.description;

/** What a screener of the type does, and what they must know; no line twice. */
export function guidanceFor(id: number): { readonly toDo: readonly Guidance[]; readonly toKnow: readonly Guidance[] } {
  const lines = [...new Map(byId.get(id)?.guidance.map((line) => [line.value, line])).values()];
  return {
    toDo: lines.filter(({ kind }) => kind === 'to_do'),
    toKnow: lines.filter(({ kind }) => kind === 'to_know'),
  };
}

/** Whether it is about somebody's criminal record, in any country. */
export const isCriminalRecord = (id: number): boolean =>
  ['criminal_records', 'international_criminal_records'].includes(byId.get(id)?.area ?? '');

/** The maximum number of reports in an order (ours), because each becomes a row; a package beyond it could not be ordered. */
export const mostReports = 100;

/** With this option authorities charge no fee. */
export const feeFreeOption = 'volunteer';

/** What the account pays for the authority besides its price, in pence. @param options as ordered */
export function feeOf(
  agreed: { readonly pricePence: number | null; readonly feePence: number | null } | undefined,
  options: readonly string[],
): number {
  if (agreed === undefined || agreed.pricePence === null || options.includes(feeFreeOption)) return 0;
  return agreed.feePence ?? 0;
}

export type FoundReportType = { readonly type: ReportType } | { readonly missing: 'name' | 'variant' };

/** A type with variants must be ordered with one of them, a type without variants without (decisions, Create check). */
export function findReportType(name: string, variant: string | null): FoundReportType {
  const types = byName.get(name.toLowerCase());
  if (types === undefined) return { missing: 'name' };
  const type = types.find((candidate) => candidate.variant === (variant?.toLowerCase() ?? null));
  return type === undefined ? { missing: 'variant' } : { type };
}

export interface NamedType {
  readonly type: ReportType;
  /** The place of work that the name implies. */
  readonly placeOfWork: string | null;
}

const byAlias = new Map<string, NamedType>(
  catalogue.flatMap((type) =>
    type.aliases.map(({ name, placeOfWork = null }) => [name.toLowerCase(), { type, placeOfWork }] as const),
  ),
);

/**
 * By the check types of orders of interface v1: a name, `name:variant`, a number or an alias (decisions, Check types
 * in orders).
 */
export function namedType(text: string): NamedType | { readonly missing: 'name' | 'variant' } {
  const [name = '', ...variant] = text.split(':');
  const alias = byAlias.get(text.toLowerCase());
  if (alias !== undefined) return alias;
  const numbered = /^\d{1,9}$/.test(text) ? byId.get(Number(text)) : undefined;
  if (numbered !== undefined) return { type: numbered, placeOfWork: null };
  const found = findReportType(name, variant.length === 0 ? null : variant.join(':'));
  return 'type' in found ? { type: found.type, placeOfWork: null } : found;
}

export interface OrderedOption {
  readonly name: string;
  readonly options: readonly OrderedOption[] | null;
}

/** Each ordered option in words, with the kinds of it that were chosen. */
export const optionTexts = (type: ReportType, ordered: readonly OrderedOption[]): string[] => [
  ...ordered.map(({ name, options }) => {
    const known = type.options.find((option) => option.name === name);
    const kinds = (options ?? []).map(
      (one) => known?.options.find((kind) => kind.name === one.name)?.label ?? one.name,
    );
    return [known?.label ?? name, ...(kinds.length === 0 ? [] : [kinds.join(', ')])].join(': ');
  }),
  ...withoutLists(
    type,
    ordered.map(({ name }) => name),
  ),
];

/** Said of a report that could search barred lists and is ordered without any, because nobody sees what is not there. */
export function withoutLists({ options }: Pick<ReportType, 'options'>, ordered: readonly string[]): string[] {
  const lists = barredLists.filter(({ name }) => options.some((option) => option.name === name));
  return lists.length > 0 && !lists.some(({ name }) => ordered.includes(name)) ? ['Without a barred list'] : [];
}

/** The names of options as an order names them: `name`, or `name:inner` for one within another. */
export const refinementsOf = (options: readonly OrderedOption[]): string[] =>
  options.flatMap(({ name, options: inner }) => [name, ...(inner ?? []).map((one) => `${name}:${one.name}`)]);

/** The path below the report and the code, for options that the type does not expose or that nest too deep. */
export function optionProblems(
  type: ReportType,
  ordered: readonly OrderedOption[],
): readonly { path: string; code: ProblemCode; params?: ProblemParams }[] {
  const problems: { path: string; code: ProblemCode; params?: ProblemParams }[] = [];
  ordered.forEach((option, index) => {
    const known = type.options.find((candidate) => candidate.name === option.name);
    if (known === undefined) {
      problems.push({ path: `options[${index}].name`, code: 'not_an_option', params: { other: type.name } });
      return;
    }
    (option.options ?? []).forEach((inner, innerIndex) => {
      const path = `options[${index}].options[${innerIndex}]`;
      if (!known.options.some((candidate) => candidate.name === inner.name)) {
        problems.push({ path: `${path}.name`, code: 'not_an_option', params: { other: option.name } });
      } else if ((inner.options ?? []).length > 0) {
        problems.push({ path: `${path}.options`, code: 'options_too_deep' });
      }
    });
  });
  return problems;
}

/** What was agreed about a job role. A flag that is missing counts as no. */
export interface RoleAgreement {
  readonly role_check_type: string;
  readonly working_with_vulnerable_adults?: boolean;
  readonly working_with_children?: boolean;
  readonly is_volunteer?: boolean;
  /** null or absent where the role was agreed without the questions. */
  readonly eligibility?: Pick<Eligibility, 'barredLists'> | null;
}

/**
 * The barred lists that may be ordered for the role, by the names of the options: those that its answers allow; without
 * answers those of the people with whom it works (interface §Job role).
 */
export function allowedLists(role: RoleAgreement): BarredListName[] {
  const { eligibility = null } = role;
  if (eligibility !== null) return eligibility.barredLists.map((group) => `${group}_barred_list` as BarredListName);
  return [
    ...(role.working_with_children === true ? ['children_barred_list' as const] : []),
    ...(role.working_with_vulnerable_adults === true ? ['adults_barred_list' as const] : []),
  ];
}

/** What was agreed of a job role, and what is ordered for it that it must allow. */
export function roleTerms(
  role: RoleAgreement | undefined,
  ordered: readonly {
    readonly type?: Pick<ReportType, 'barredLists'> | undefined;
    readonly options: readonly OrderedOption[] | null;
  }[],
) {
  const options = ordered.flatMap((one) => one.options ?? []).map(({ name }) => name);
  const ofTypes = ordered.flatMap(({ type }) => type?.barredLists ?? []);
  return {
    agreedLevel: role?.role_check_type,
    allowedLists: role === undefined ? [] : allowedLists(role),
    orderedLists: [...new Set([...options.filter((name) => name.endsWith('_barred_list')), ...ofTypes])],
    isVolunteerRole: role?.is_volunteer === true,
    isOrderedForVolunteer: options.includes('volunteer'),
  };
}

/** Longer than any life. */
const MOST_YEARS = 120;

/**
 * What the types require together; of addresses the order says nothing.
 * @param activityYears as ordered: they replace what the types ask by themselves, up or down, but for types of so many years (decisions, activity_years)
 */
export function requiresOf(types: readonly ReportType[], activityYears: number | null): readonly Requires[] {
  const requires = types.flatMap((type) => type.requires);
  return activityYears === null ? requires : requires.map((one) => withYears(one, Math.min(activityYears, MOST_YEARS)));
}

function withYears(required: Requires, years: number): Requires {
  if (typeof required !== 'object' || !('activity_history' in required)) return required;
  const { activity_history: own } = required;
  return { activity_history: { ...own, years: own.isMinimum === true ? Math.max(own.years, years) : years } };
}
