// The jobs that the candidate stated as entries of the report's outcome, and those that nobody has confirmed; pure.
import { addYears, daysOf, type IsoDate } from '../../lib/dates.ts';
import { isMeantBy } from '../directory/organisation-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isConfirmed, unconfirmedBecause } from '../report-types/listed-properties.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { requiresOf } from '../report-types/report-type-rules.ts';
import type { Findings } from '../reports/report-rules.ts';
import type { ActivityHistoryParams } from '../requirements/activity-history-requirement.ts';
import { askedBy, paramsOf } from '../requirements/requirement-rules.ts';
import { type Claim, type Entry, entriesOf, entryLabel } from './claim-rules.ts';
import type { Listed } from './entry-comparison-rules.ts';
import type { Reference } from './reference.ts';
import type { ReferenceState } from './reference-states.ts';

/** What the candidate stated on which day, and the years for which the report was ordered. */
export interface Stated {
  readonly facts: ApplicantFacts;
  readonly statedOn: IsoDate;
  readonly activityYears: number | null;
}

export const employmentsIn = ({ properties }: Pick<Findings, 'properties'>): readonly Listed[] =>
  Array.isArray(properties.employments) ? (properties.employments as readonly Listed[]) : [];

const endOf = ({ claim }: Entry) => (claim.to === null ? '9999-12-31' : daysOf(claim.to)[1]);

/** The stated jobs that a report of this type confirms one by one; none where its outcome does not list jobs. */
export function jobsOf(type: ReportType, { facts, statedOn, activityYears }: Stated): Entry[] {
  if (type.properties.employments === undefined) return [];
  const jobs = entriesOf(type, facts).filter(({ claim }) => claim.list === 'activities');
  if (type.variant === 'last_employer') {
    const last = jobs.map(endOf).sort().at(-1);
    return jobs.filter((job) => endOf(job) === last);
  }
  const asked = askedBy(requiresOf([type], activityYears));
  const { years } = paramsOf<ActivityHistoryParams>(asked, 'activity_history') ?? { years: 0 };
  return years === 0 ? jobs : jobs.filter((job) => endOf(job) >= addYears(statedOn, -years));
}

/** By employer and month of the start: a day is often added or left out. */
export const isAbout = ({ subject, from }: Pick<Claim, 'subject' | 'from'>, one: Listed): boolean =>
  String(one.employer ?? '').toLowerCase() === subject.toLowerCase() &&
  String(one.from ?? '').slice(0, 7) === (from ?? '').slice(0, 7);

/** What the candidate stated of a job, as the entry of the outcome begins. */
export const statedEntry = ({ subject, role, from, to, reason }: Claim): Listed => ({
  employer: subject,
  role,
  from,
  to,
  // Who is still there has not left.
  reason: to === null ? null : reason,
});

/** Entries that references filled, with what is stated of the job now where that was corrected. */
export function restated(findings: Findings, references: readonly Pick<Reference, 'id' | 'request'>[]): Findings {
  const listed = employmentsIn(findings);
  const employments = listed.map((one) => {
    const claim = references.find(({ id }) => id === one.reference_id)?.request.claim;
    return claim?.list !== 'activities' || isAbout(claim, one) ? one : { ...one, ...statedEntry(claim) };
  });
  return listed.length === 0 ? findings : { ...findings, properties: { ...findings.properties, employments } };
}

/** Made of a job that is not stated any more, and of which nobody has confirmed anything. */
const isLeftOver = (one: Listed, jobs: readonly Entry[]): boolean =>
  'differs' in one &&
  !('companies' in one) &&
  (one.reference_id ?? null) === null &&
  !isConfirmed(one) &&
  !jobs.some(({ claim }) => isAbout(claim, one));

/** The findings with an entry for each of these jobs, also where nobody has confirmed anything of it. */
export function withStatedJobs(findings: Findings, jobs: readonly Entry[]): Findings {
  const before = employmentsIn(findings);
  const listed = before.filter((one) => !isLeftOver(one, jobs));
  const lacking = jobs.filter(({ claim }) => !listed.some((one) => isAbout(claim, one)));
  if (lacking.length === 0 && listed.length === before.length) return findings;
  const added = lacking.map(({ claim }) => ({ ...statedEntry(claim), differs: [] }));
  // What people typed stands last: forms number the entries.
  const at = listed.findLastIndex((one) => 'differs' in one || 'companies' in one) + 1;
  return { ...findings, properties: { ...findings.properties, employments: listed.toSpliced(at, 0, ...added) } };
}

type AskedReference = Pick<Reference, 'status' | 'request' | 'mailedAt' | 'reportId' | 'readerId'>;

const becameWords: Readonly<Record<ReferenceState, string>> = {
  requested: 'asked, and not answered',
  unanswered: 'asked, and not answered',
  undelivered: 'no mail reached the referee',
  withdrawn: 'asked, and not answered',
  declined: 'the referee declined',
  answered: 'the answer of the referee is not used',
};

/** The request of another report goes on when this one ends. */
function becameOf({ status, mailedAt, reportId, readerId }: AskedReference): string {
  const isByTelephone = mailedAt === null && (status === 'requested' || status === 'withdrawn');
  const ends = reportId === readerId && ['requested', 'unanswered', 'undelivered'].includes(status);
  return `${isByTelephone ? 'by telephone, and not answered' : becameWords[status]}${ends || status === 'withdrawn' ? '; the request is withdrawn' : ''}`;
}

/** The reference that says most of an entry: an answer, wherever it was asked for, else the last request. */
export const newsOf = <T extends AskedReference>(references: readonly T[], entryKey: string): T | undefined => {
  const about = references.filter(({ request }) => request.entryKey === entryKey);
  return about.findLast(({ status }) => status === 'answered') ?? about.at(-1);
};

export interface UnconfirmedJob {
  /** Of the candidate's history. */
  readonly entryKey: string;
  /** `Acme Ltd, from 1 March 2019 (nobody was asked)`. */
  readonly label: string;
}

/** As the screener says it; undefined where they do not. */
function reasonOf(claim: Claim, findings: Pick<Findings, 'properties'>): string | undefined {
  const because = employmentsIn(findings).find((one) => isAbout(claim, one))?.not_confirmed_because;
  const text = unconfirmedBecause[because as keyof typeof unconfirmedBecause] as string | undefined;
  return text && `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** What only comes of asking somebody. */
const comesOfAsking: readonly unknown[] = ['no_reply', 'refused'] satisfies (keyof typeof unconfirmedBecause)[];

export interface Made extends Pick<Reference, 'status' | 'request' | 'mailedAt'> {
  /** Calls to the referee that led to no answers. */
  readonly calls: number;
}

/** Whether somebody was asked in truth: a mail was not refused, a call was logged, or they said something. */
export const isAsked = ({ status, mailedAt, calls }: Made): boolean =>
  status === 'answered' || status === 'declined' || calls > 0 || (mailedAt !== null && status !== 'undelivered');

/** Also by a person whom the candidate listed, where they are of the employer or the agency. */
function isAskedOf(one: Listed, job: Entry | undefined, { request }: Made): boolean {
  const names = [String(one.employer ?? ''), job?.claim.subject ?? '', job?.claim.agency ?? ''];
  const { claim, referee, entryKey } = request;
  if (claim.list === 'references') return isMeantBy(referee.organisation, names);
  return job === undefined ? claim.list === 'activities' && isMeantBy(claim.subject, names) : entryKey === job.key;
}

/** The places, in the list, of the jobs about which nobody was asked, though these findings say what came of asking. */
export const unaskedPlaces = (
  jobs: readonly Entry[],
  findings: Pick<Findings, 'properties'>,
  requests: readonly Made[],
): number[] =>
  employmentsIn(findings).flatMap((one, place) => {
    if (!comesOfAsking.includes(one.not_confirmed_because) || isConfirmed(one)) return [];
    const job = jobs.find(({ claim }) => isAbout(claim, one));
    return requests.some((request) => isAsked(request) && isAskedOf(one, job, request)) ? [] : [place];
  });

/** The stated jobs that these findings do not confirm, each with why, or else with what became of asking about it. */
export const unconfirmedJobs = (
  jobs: readonly Entry[],
  findings: Pick<Findings, 'properties'>,
  references: readonly AskedReference[],
): UnconfirmedJob[] =>
  jobs
    .filter(({ claim }) => !employmentsIn(findings).some((one) => isAbout(claim, one) && isConfirmed(one)))
    .map(({ key, claim, referee }) => {
      const news = newsOf(references, key);
      const became = reasonOf(claim, findings) ?? (news === undefined ? 'nobody was asked' : becameOf(news));
      return { entryKey: key, label: `${entryLabel(claim, referee)} (${became})` };
    });
