// Makes report types from families: each variant has the family's knowledge with its own differences; pure.
import type { Known } from '../knowledge/known.ts';
import { familyDefaults } from './family-defaults.ts';
import type { Family, Knowledge, ReportType } from './report-type.ts';
import { unableProperties } from './unable-to-verify.ts';

/** The type's name in interface v1: `name`, or `name:variant`. */
export const codeOf = ({ name, variant }: Pick<ReportType, 'name' | 'variant'>): string =>
  variant === null ? name : `${name}:${variant}`;

/** Whether the named types have it: a name alone stands for all its variants. @param code of `codeOf` */
export function coversType({ types }: { readonly types: readonly string[] }, code: string): boolean {
  const [name] = code.split(':');
  return types.some((type) => type === code || type === name);
}

/** The types of a family, before they get their numbers. */
export function typesOf(family: Family): Omit<ReportType, 'id'>[] {
  const { name, area, isPlain = false, variants = {}, ...said } = family;
  const knowledge: Knowledge = { ...familyDefaults, ...said };
  const plain = isPlain || Object.keys(variants).length === 0 ? [{ ...knowledge, name, area, variant: null }] : [];
  // Variants do not share the aliases of a plain type.
  const shared = isPlain ? { ...knowledge, aliases: [] } : knowledge;
  return [
    ...plain,
    ...Object.entries(variants).map(([variant, differs]) => ({ ...shared, ...differs, name, area, variant })),
  ]
    .map(withVerdicts)
    .map(withPapers)
    .map((type) => ({ ...type, properties: { ...type.properties, ...unableProperties } }));
}

/** An assessed report keeps its verdicts. */
const withVerdicts = <T extends Pick<Knowledge, 'assessments' | 'properties'>>(type: T): T =>
  type.assessments.length === 0 ? type : { ...type, properties: { ...type.properties, verdicts: 'list' } };

/** Somebody sees the papers of everybody whose identity is confirmed. */
const withPapers = <T extends Pick<Knowledge, 'identity' | 'requires'>>(type: T): T =>
  type.identity === null ? type : { ...type, requires: [...type.requires, { seen_papers: { regime: type.identity } }] };

/** Existing numbers stay; a new code gets the next number. */
export function withNewIds(ids: Readonly<Record<string, number>>, codes: readonly string[]): Record<string, number> {
  let last = Math.max(0, ...Object.values(ids));
  const added = codes.filter((code) => ids[code] === undefined).map((code) => [code, ++last] as const);
  return { ...ids, ...Object.fromEntries(added) };
}

/** Every statement about a type, with or without a source. */
export const statementsOf = (type: Omit<ReportType, 'id'>): Known<unknown>[] =>
  [type.workingDays, type.answeredBy, type.validity, type.retention, ...type.law, ...type.guidance].filter(
    (statement) => statement !== null,
  );
