// Finds reports of one order that another of its reports contains, so that the client pays twice; pure.
import type { ReportType } from './report-type.ts';

/** The levels of certificates by authority, lowest first, as the beginnings of variants: each shows what those before it show. */
const levels: Readonly<Record<string, readonly string[]>> = {
  criminal_history: ['basic', 'standard', 'enhanced'],
  criminal_history_self_employed: ['basic', 'standard', 'enhanced'],
  criminal_history_northern_ireland: ['basic', 'standard', 'enhanced'],
  criminal_history_scotland: ['level_1', 'level_2', 'pvg'],
};

type Named = Pick<ReportType, 'name' | 'variant' | 'label'>;

/** The DBS issues the certificates of the self-employed, too. */
const authorityOf = ({ name }: Named) => (name === 'criminal_history_self_employed' ? 'criminal_history' : name);

const levelOf = ({ name, variant }: Named): number =>
  levels[name]?.findIndex((level) => variant?.startsWith(level) === true) ?? -1;

const contains = (one: Named, other: Named): boolean =>
  authorityOf(one) === authorityOf(other) && levelOf(other) >= 0 && levelOf(one) > levelOf(other);

export interface ContainedReport {
  readonly label: string;
  /** The label of the report that shows all of it. */
  readonly by: string;
}

/** Each contained report once, with the highest of those that contain it. */
export function containedReports(ordered: readonly Named[]): ContainedReport[] {
  const highestFirst = ordered.toSorted((one, other) => levelOf(other) - levelOf(one));
  const found = ordered.flatMap((type) => {
    const by = highestFirst.find((other) => contains(other, type));
    return by === undefined ? [] : [[type.label, { label: type.label, by: by.label }] as const];
  });
  return [...new Map(found).values()];
}
