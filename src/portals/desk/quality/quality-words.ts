// The addresses of the pages about quality, and how they say periods, severities and what a review found.
import type { Environment } from '../../../context.ts';
import { type Severity, severities } from '../../../features/error-types/error-type-rules.ts';
import type { FindingCounts } from '../../../features/quality/quality-list-queries.ts';
import type { QualityReview } from '../../../features/quality/review-actions.ts';
import type { FindingState } from '../../../features/quality/review-rules.ts';
import { addDays, addMonths, formatMonth, formatPeriod, type IsoDate } from '../../../lib/dates.ts';
import { listHref } from '../../shared/list-search.ts';

export const qualityListPath = '/desk/quality';
export const qualityTeamPath = `${qualityListPath}/team`;
export const programmePath = `${qualityListPath}/settings`;
export const errorTypesPath = `${qualityListPath}/types`;
export const myWorkPath = '/desk/my-work';
export const qualityHref = (reportId: string): string => `${qualityListPath}/${reportId}`;

/** Without what is empty. Live is the default environment of an address. */
export const addressOf = (
  path: string,
  { environment, ...others }: { readonly environment: Environment } & Readonly<Record<string, string | undefined>>,
): string => {
  const given = Object.entries({ environment: environment === 'test' ? environment : '', ...others });
  return listHref(
    path,
    given.flatMap(([name, value = '']): [string, string][] => (value === '' ? [] : [[name, value]])),
  );
};

/** `November 2026`, or the days of a week; undefined of what was chosen by hand. */
export function periodText(from: IsoDate | null, to: IsoDate | null): string | undefined {
  if (from === null || to === null) return undefined;
  const isMonth = from.endsWith('-01') && addMonths(from, 1) === addDays(to, 1);
  return isMonth ? formatMonth(from) : formatPeriod({ from, to });
}

const severityClasses: Readonly<Record<Severity, string>> = {
  minor: 'govuk-tag--grey',
  major: 'govuk-tag--orange',
  critical: 'govuk-tag--red',
};

export const severityTag = (severity: Severity) => ({ text: severities[severity], classes: severityClasses[severity] });

const stateTags: Readonly<Record<FindingState, { readonly text: string; readonly classes: string } | undefined>> = {
  stands: undefined,
  appealed: { text: 'Appealed', classes: 'govuk-tag--blue' },
  upheld: { text: 'Upheld', classes: 'govuk-tag--grey' },
  withdrawn: { text: 'Withdrawn', classes: 'govuk-tag--green' },
};

export const findingTag = (state: FindingState) => stateTags[state];

/** Of what counts: the worst severity as a tag with how many, or that there is no error. */
export function foundTag({ minor, major, critical }: Pick<FindingCounts, Severity>) {
  const [worst] = (['critical', 'major', 'minor'] as const).filter((one) => ({ minor, major, critical })[one] > 0);
  if (worst === undefined) return { text: 'No error', classes: 'govuk-tag--green' };
  const count = minor + major + critical;
  return { ...severityTag(worst), text: count === 1 ? severities[worst] : `${severities[worst]}, ${count} errors` };
}

export const percentText = (part: number, whole: number): string =>
  whole === 0 ? 'None' : `${Math.floor((part / whole) * 100)}%`;

/** Of the findings of one review that count. */
export function countsOf({ findings }: Pick<QualityReview, 'findings'>) {
  const counted = (severity: Severity) =>
    findings.filter((one) => one.severity === severity && one.state !== 'withdrawn').length;
  return { minor: counted('minor'), major: counted('major'), critical: counted('critical') };
}
