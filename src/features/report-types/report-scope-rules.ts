// Which reports a rule is about: all, those of an area of the catalogue, or those of one kind; pure.
import { families } from './families.ts';
import { type Area, areas, type ReportType } from './report-type.ts';

/** Null for every report. */
export type Scope = `area:${Area}` | `type:${string}` | null;

export function isInScope(scope: Scope, { area, name }: Pick<ReportType, 'area' | 'name'>): boolean {
  if (scope === null) return true;
  return scope.startsWith('area:') ? scope === `area:${area}` : scope === `type:${name}`;
}

/** As a form sends it. */
export const isScope = (text: string): text is NonNullable<Scope> => {
  const [kind, name = ''] = text.split(':');
  return kind === 'area' ? Object.hasOwn(areas, name) : kind === 'type' && families.some((one) => one.name === name);
};

const familyLabels = new Map(families.map(({ name, label }) => [name, label]));

/** `Driving`, `UK credit`; undefined for every report. */
export function scopeText(scope: Scope): string | undefined {
  if (scope === null) return undefined;
  const [kind, name] = scope.split(':') as ['area' | 'type', string];
  return kind === 'area' ? areas[name as Area] : (familyLabels.get(name) ?? name);
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

/** The scopes in which one of the types is, in the order of the catalogue and of the alphabet. */
export function scopeChoices(types: readonly ReportType[]): { readonly areas: Choice[]; readonly types: Choice[] } {
  const [names, inAreas] = [new Set(types.map(({ name }) => name)), new Set<string>(types.map(({ area }) => area))];
  return {
    areas: Object.entries(areas)
      .filter(([area]) => inAreas.has(area))
      .map(([area, text]) => ({ value: `area:${area}`, text })),
    types: families
      .filter(({ name }) => names.has(name))
      .map(({ name, label }) => ({ value: `type:${name}`, text: label }))
      .sort((one, other) => one.text.localeCompare(other.text, 'en')),
  };
}
