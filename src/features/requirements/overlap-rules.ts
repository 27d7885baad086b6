// Finds two full-time jobs that somebody states for the same time: a wrong date, a second job, or a false employer; pure.
import type { Gap } from '../../lib/address-history.ts';
import { addDays, daysBetween, earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { compareTexts } from '../../lib/text-comparison.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';

/** Shorter ones are handed over, or stated by months without a day. */
const longestOverlapDays = 31;

/** The time that both take up, both days included. */
export interface Overlap extends Gap {
  /** The employers, the one that began first before the other. */
  readonly jobs: readonly [string, string];
}

const fullTimeStatuses: readonly string[] = ['FullTime', 'ArmedForces'];

/** As they are written, apart from signs and the order of words. */
const isOneEmployer = (one: string | null, other: string | null): boolean =>
  Boolean(one && other) && compareTexts(one!, other!) === 'same';

/** Those that are longer than tolerated and reach into the asked time, earliest first. */
export function fullTimeOverlaps(
  activities: ApplicantFacts['activities'],
  asked: { readonly from: IsoDate; readonly to: IsoDate },
): Overlap[] {
  const jobs = activities
    .flatMap(({ status, employer, start_date: from, end_date: to }) =>
      fullTimeStatuses.includes(status) && from
        ? [{ employer, name: employer || nameOfValue('employmentstatus', status), from, to: to ?? asked.to }]
        : [],
    )
    .sort((one, other) => one.from.localeCompare(other.from));
  return jobs
    .flatMap((one, at) =>
      jobs
        .slice(at + 1)
        // A promotion, or a second post with one employer, is no second job.
        .filter((other) => !isOneEmployer(one.employer, other.employer))
        .map(
          (other): Overlap => ({
            ...{ from: laterOf(one.from, other.from), to: earlierOf(one.to, other.to) },
            jobs: [one.name, other.name],
          }),
        ),
    )
    .filter(({ from, to }) => daysBetween(from, addDays(to, 1)) > longestOverlapDays && to >= asked.from)
    .sort((one, other) => one.from.localeCompare(other.from));
}
