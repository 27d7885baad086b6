// What the law says of report types, and how long their outcomes are relied upon, as people read it who order or screen; pure.
import type { Known } from '../knowledge/known.ts';
import type { ReportType } from './report-type.ts';

export interface LawLine {
  readonly text: string;
  /** No source confirms it. */
  readonly isToBeChecked: boolean;
}

/** Of the types for which the very same holds. */
export interface TypeLaw {
  readonly labels: readonly string[];
  readonly law: readonly LawLine[];
  readonly validity: LawLine | undefined;
}

const lineOf = ({ value, confidence }: Known<string>): LawLine => ({
  text: value,
  isToBeChecked: confidence === 'check_before_relying',
});

type Told = Pick<ReportType, 'label' | 'law' | 'validity'>;

/** Nothing of types of which nothing is known. @param jobCountries three letters each */
export function lawOf(types: readonly Told[], ...jobCountries: readonly string[]): TypeLaw[] {
  const said = types.map((type) => ({
    label: type.label,
    law: type.law.filter(({ ofJobsIn }) => ofJobsIn === undefined || jobCountries.includes(ofJobsIn)).map(lineOf),
    validity: type.validity === null ? undefined : lineOf(type.validity),
  }));
  const known = said.filter(({ law, validity }) => law.length > 0 || validity !== undefined);
  const same = Map.groupBy(known, ({ law, validity }) => JSON.stringify([law, validity]));
  return [...same.values()].map((alike) => ({
    labels: [...new Set(alike.map(({ label }) => label))],
    law: alike[0]!.law,
    validity: alike[0]!.validity,
  }));
}
