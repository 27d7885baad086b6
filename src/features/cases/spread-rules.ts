// Who gets which of many reports, so that each has as many or as few as the others; pure.
import { type StaysBecause, whyNotTaken } from './hand-over-rules.ts';

/** The same number to each, or more to those who have less for the time that they work. */
export const spreadWays = ['evenly', 'by_load'] as const;
export type SpreadWay = (typeof spreadWays)[number];

type Spread = Parameters<typeof whyNotTaken>[0] & {
  readonly report_id: string;
  readonly assignee_id: string | null;
};

type Taker = Parameters<typeof whyNotTaken>[1] & {
  /** The open reports that they have. */
  readonly open: number;
  /** Of a full week. */
  readonly share: number;
};

interface SpreadReports {
  /** By person; those who get none are not in it. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** Those on which nobody of them may work. */
  readonly left: readonly { readonly reportId: string; readonly because: StaysBecause }[];
}

/** The first of those who have least. @param people one at least */
export const leastOf = <T>(people: readonly T[], loadOf: (one: T) => number): T =>
  people.reduce((least, one) => (loadOf(one) < loadOf(least) ? one : least));

/** What is said of a report on which nobody may work: what the closest of them lacks. */
const closeness: readonly StaysBecause[] = ['other_account', 'untrained', 'no_approver', 'own_proposal'];

/** Undefined if one of them may. */
export function closestOf(report: Spread, people: readonly Taker[]): StaysBecause | undefined {
  const because = people.map((one) => whyNotTaken(report, one));
  if (because.length === 0 || because.includes(undefined)) return undefined;
  return (because as StaysBecause[]).toSorted((one, other) => closeness.indexOf(other) - closeness.indexOf(one))[0];
}

/** Each report goes to who has least of those who may work on it, the first of them if several have. */
export function spread(reports: readonly Spread[], people: readonly Taker[], way: SpreadWay): SpreadReports {
  const given = new Map<string, string[]>();
  const left: { reportId: string; because: StaysBecause }[] = [];
  const chosenOf = ({ userId }: Taker) => reports.filter(({ assignee_id }) => assignee_id === userId).length;
  // A report that is spread counts for its new owner alone.
  const load = new Map(people.map((one) => [one.userId, way === 'evenly' ? 0 : one.open - chosenOf(one)]));
  for (const report of reports) {
    const able = people.filter((one) => whyNotTaken(report, one) === undefined);
    const [first, ...others] = able;
    if (first === undefined) {
      left.push({ reportId: report.report_id, because: closestOf(report, people)! });
      continue;
    }
    const { userId } = leastOf([first, ...others], (one) => load.get(one.userId)! / (way === 'evenly' ? 1 : one.share));
    load.set(userId, load.get(userId)! + 1);
    given.set(userId, [...(given.get(userId) ?? []), report.report_id]);
  }
  return { given, left };
}
