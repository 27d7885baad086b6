// What confirms the periods of a history: the answers of referees, the entries of outcomes, and what was recorded; pure.
import type { Actor } from '../../context.ts';
import { type DayOrMonth, type IsoDate, laterOf } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Listed } from '../references/entry-comparison-rules.ts';
import { isAuthenticated, isAuthentication } from '../references/mailbox-rules.ts';
import type { Reference } from '../references/reference.ts';
import { employmentsIn, isAbout } from '../references/stated-job-rules.ts';
import { stillEmployed } from '../report-types/breakdown.ts';
import type { Report } from '../reports/report.ts';
import type { AboutEntry, FilePages, SealedVerification } from './verification-rules.ts';
import type { Source } from './verification-sources.ts';

export interface Confirmation {
  /**
   * The entry of the history that it confirms, `activities-0`; null for time of which the candidate stated nothing, and
   * undefined where the entry is not stated any more.
   */
  readonly entryKey: string | null | undefined;
  readonly source: Source;
  readonly from: DayOrMonth;
  readonly to: DayOrMonth;
  /** Who confirmed it; empty if nobody is named. */
  readonly by: string;
  /** null if it is not known. */
  readonly on: IsoDate | null;
  /** Nobody made sure who the referee is, or nobody said where it comes from. */
  readonly isUnauthenticated: boolean;
  /** It was said by telephone, and has to follow in writing. */
  readonly lacksWriting?: true;
  readonly fileTokens: readonly string[];
  readonly pages?: FilePages;
  /** Set for what a screener recorded. */
  readonly recorded?: Recorded;
}

export interface Recorded {
  readonly id: string;
  /** The report on whose page it was recorded. */
  readonly reportId: string;
  readonly author: Actor;
  /** null for time of which the candidate stated nothing. */
  readonly about: AboutEntry | null;
  readonly note: string;
}

export type ConfirmingReference = Pick<Reference, 'id' | 'request' | 'reply' | 'authentication' | 'repliedAt'> &
  Pick<Confirmation, 'lacksWriting'>;

/** With a name, a position and an organisation, as far as they are known. */
const namesOf = ({ request: { referee }, reply: { answers, call } }: ConfirmingReference): string =>
  [
    call?.person ?? answers.referee_name ?? referee.name,
    answers.referee_role ?? referee.jobTitle,
    answers.referee_organisation ?? referee.organisation,
  ]
    .filter((part) => part !== '')
    .join(', ');

type Activities = ApplicantFacts['activities'];

/**
 * The key of the stated entry that this is about; undefined if none is. Numbers change when the candidate adds entries.
 * @param before its key when it was asked or recorded, which decides between entries that are alike
 */
function entryKeyOf(
  activities: Activities,
  { employer, from, status }: Omit<AboutEntry, 'status'> & { readonly status?: string },
  before?: string,
): string | undefined {
  const alike = activities.flatMap((one, index) => {
    const start = statedValue(one, 'start_date');
    const isSame = isAbout({ subject: one.employer, from: start }, { employer, from });
    return isSame && (status ?? one.status) === one.status ? { key: `activities-${index}`, start } : [];
  });
  const exact = alike.filter(({ start }) => start === from);
  const keys = (exact.length > 0 ? exact : alike).map(({ key }) => key);
  return keys.find((key) => key === before) ?? keys[0];
}

/** The number of the entry may have changed since it was asked about; what was claimed of it was not. */
const askedEntry = ({ request: { claim, entryKey } }: ConfirmingReference, activities: Activities) =>
  entryKeyOf(activities, { employer: claim.subject, from: claim.from }, entryKey);

const about = (reference: ConfirmingReference) =>
  ({
    source: reference.reply.call === undefined ? 'referee' : 'telephone',
    by: namesOf(reference),
    on: reference.repliedAt && ukDateOf(reference.repliedAt),
    isUnauthenticated: !isAuthenticated(reference.authentication),
    ...(reference.lacksWriting && { lacksWriting: reference.lacksWriting }),
    fileTokens: reference.reply.letter === undefined ? [] : [reference.reply.letter.fileToken],
  }) as const;

/** Undefined where the referee does not say both when it began and when it ended, or that it goes on. */
function ofReference(reference: ConfirmingReference, { activities, statedOn }: History): Confirmation | undefined {
  const { request, reply, repliedAt } = reference;
  const { from, to, still_there: stillThere } = reply.answers;
  const goesOn = stillThere === 'yes';
  if (request.claim.list !== 'activities' || repliedAt === null || from === undefined) return undefined;
  if (!goesOn && to === undefined) return undefined;
  const entryKey = askedEntry(reference, activities);
  if (entryKey === undefined) return undefined;
  return { ...about(reference), entryKey, from, to: goesOn ? laterOf(ukDateOf(repliedAt), statedOn) : to! };
}

/** By `source` of an entry. */
const entrySources: Readonly<Record<string, Source>> = {
  hr: 'referee',
  payroll: 'referee',
  hmrc: 'hmrc',
  open_banking: 'bank',
  documents: 'pay_documents',
};

/** What an outcome says of the stated jobs; with the reference that filled the entry, if one did. */
interface ConfirmedEntry {
  readonly referenceId: string | undefined;
  /** Undefined where nobody confirms when it began and ended. */
  readonly confirmation: Confirmation | undefined;
}

const isRefereeAuthenticated = ({ referee_authenticated: step }: Listed): boolean =>
  isAuthentication(step) && isAuthenticated(step);

/** A referee answered where the entry has their reference, or says how somebody made sure who they are. */
function sourceOf(entry: Listed): Source {
  const isOfReferee = textIn(entry.reference_id) !== '' || isRefereeAuthenticated(entry);
  return entrySources[textIn(entry.source)] ?? (isOfReferee ? 'referee' : 'unrecorded');
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function ofEntry(
  entry: Listed,
  { completedAt }: Pick<Report, 'completedAt'>,
  reference: ConfirmingReference | undefined,
  { activities, statedOn }: History,
): ConfirmedEntry {
  const referenceId = textIn(entry.reference_id) || undefined;
  const [from, end] = [textIn(entry.confirmed_from), textIn(entry.confirmed_to)];
  const isAskedOfJob = reference?.request.claim.list === 'activities';
  const entryKey = isAskedOfJob
    ? askedEntry(reference, activities)
    : entryKeyOf(activities, { employer: textIn(entry.employer), from: textIn(entry.from) });
  if (from === '' || end === '' || entryKey === undefined) return { referenceId, confirmation: undefined };
  const on = completedAt && ukDateOf(completedAt);
  const source = sourceOf(entry);
  const isUnauthenticated = (source === 'referee' && !isRefereeAuthenticated(entry)) || source === 'unrecorded';
  const known = reference === undefined ? { source, by: '', on, isUnauthenticated, fileTokens: [] } : about(reference);
  const to = end === stillEmployed ? laterOf(known.on ?? statedOn, statedOn) : end;
  return { referenceId, confirmation: { ...known, entryKey, from, to } };
}

interface History {
  readonly activities: Activities;
  /** The day on which it was stated. */
  readonly statedOn: IsoDate;
}

/**
 * What referees and outcomes confirm. @param references those whose answers were taken over: where an outcome has an
 * entry for one, its dates count, because people correct them
 */
export function confirmationsOf(
  reports: readonly Pick<Report, 'findings' | 'completedAt'>[],
  references: readonly ConfirmingReference[],
  history: History,
): Confirmation[] {
  const byId = new Map(references.map((reference) => [reference.id, reference]));
  const entries = reports.flatMap((report) =>
    employmentsIn(report.findings).map((entry) =>
      ofEntry(entry, report, byId.get(textIn(entry.reference_id)), history),
    ),
  );
  const inOutcome = new Set(entries.map(({ referenceId }) => referenceId));
  return [
    ...entries.flatMap(({ confirmation }) => confirmation ?? []),
    ...[...byId.values()]
      .filter(({ id }) => !inOutcome.has(id))
      .flatMap((reference) => ofReference(reference, history) ?? []),
  ];
}

export function recordedConfirmation(
  { note, about: entry, entryKey: before, ...said }: SealedVerification,
  recorded: Omit<Recorded, 'note' | 'about'>,
  activities: Activities,
): Confirmation {
  const entryKey = entry && entryKeyOf(activities, entry, before ?? undefined);
  return { ...said, entryKey, isUnauthenticated: false, recorded: { ...recorded, about: entry, note } };
}
