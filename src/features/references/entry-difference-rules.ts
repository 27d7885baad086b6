// Works out again what differs in the entries for jobs when an outcome is given, as people may have corrected them; pure.
import type { Findings } from '../reports/report-rules.ts';
import { differenceSentence, discrepancySentences } from './breakdown-rules.ts';
import type { Claim } from './claim-rules.ts';
import type { ComparedBy, Comparison } from './discrepancy-rules.ts';
import { claimIn, compareEntry, differenceInDays, differing, type Listed } from './entry-comparison-rules.ts';
import { employmentsIn } from './stated-job-rules.ts';

/** An answered reference, and what its answers say. */
export interface ComparedReference {
  readonly id: string;
  readonly claim: Claim;
  readonly by: ComparedBy;
  readonly comparisons: readonly Comparison[];
}

interface ComparedEntry {
  readonly claim: Claim;
  /** By the confirmed values as they are. */
  readonly now: readonly Comparison[];
  readonly reference: ComparedReference | undefined;
}

function compared(entry: Listed, references: readonly ComparedReference[], by: ComparedBy): ComparedEntry {
  const reference = references.find(({ id }) => id === entry.reference_id);
  const claim = reference?.claim ?? claimIn(entry);
  return { claim, now: compareEntry(entry, claim, reference?.by ?? by), reference };
}

/** What a reference or a stated job filled; an entry that a person typed says nothing of differences. */
const isCompared = (entry: Listed) => 'differs' in entry;

const dated = (comparisons: readonly Comparison[]) =>
  comparisons.filter(({ of }) => of === 'from' || of === 'to').map(({ stated }) => stated);

/** The entry of before for the same job, by the same reference. */
const isSameEntry = (one: Listed, other: Listed) =>
  ['reference_id', 'employer', 'from'].every((key) => (one[key] ?? null) === (other[key] ?? null));

interface CurrentEntry extends ComparedEntry {
  readonly entry: Listed;
  /** Of which the notes may speak: as the referee answered, and by the values of the outcome before. */
  readonly said: readonly Comparison[];
}

/** The notes with our sentences on differences as they are now: those that no longer hold are taken out. */
function notesNow(notes: string, entries: readonly CurrentEntry[]): string {
  const held = new Set(entries.flatMap(({ claim, now }) => discrepancySentences(claim, now)));
  // Whatever the verdict was: the tolerance may have been another one.
  const replacements = new Map(
    entries.flatMap(({ claim, now, said }) =>
      said.map((one) => {
        const current = now.filter(({ of }) => of === one.of);
        return [differenceSentence(claim, one), discrepancySentences(claim, current)] as const;
      }),
    ),
  );
  const lines = notes.split('\n').flatMap((line) => (held.has(line) ? [line] : (replacements.get(line) ?? [line])));
  return lines.filter((line, at) => !held.has(line) || lines.indexOf(line) === at).join('\n');
}

function differencesOf({ entry, now, reference }: CurrentEntry): Listed {
  const isAsSaid = reference !== undefined && dated(now).join() === dated(reference.comparisons).join();
  const isCounted = entry.difference_days !== undefined && !isAsSaid;
  return { differs: differing(now), ...(isCounted && { difference_days: differenceInDays(now) }) };
}

/**
 * @param before as they are stored: the notes may still speak of their differences
 * @param by how entries are compared that no reference filled
 */
export function withDifferences(
  findings: Findings,
  before: Pick<Findings, 'properties'>,
  references: readonly ComparedReference[],
  by: ComparedBy,
): Findings {
  const listed = employmentsIn(findings);
  const entries = listed.filter(isCompared).map((entry): CurrentEntry => {
    const one = compared(entry, references, by);
    const earlier = employmentsIn(before).filter((other) => isSameEntry(other, entry));
    const said = earlier.flatMap((other) => compared(other, references, by).now);
    return { ...one, entry, said: [...(one.reference?.comparisons ?? []), ...said] };
  });
  if (entries.length === 0) return findings;
  const employments = listed.map((entry) => {
    const current = entries.find((one) => one.entry === entry);
    return current === undefined ? entry : { ...entry, ...differencesOf(current) };
  });
  const properties = { ...findings.properties, employments };
  return { ...findings, properties, notes: notesNow(findings.notes, entries) };
}

/** What sources state otherwise than the candidate: by the entries, and by the answers that have no entry. */
export function discrepanciesOf(
  findings: Pick<Findings, 'properties'>,
  references: readonly ComparedReference[],
  by: ComparedBy,
): string[] {
  const entries = employmentsIn(findings).filter(isCompared);
  const others = references.filter(({ id }) => !entries.some((entry) => entry.reference_id === id));
  return [
    ...entries.map((entry) => compared(entry, references, by)),
    ...others.map(({ claim, comparisons }) => ({ claim, now: comparisons })),
  ].flatMap(({ claim, now }) => discrepancySentences(claim, now));
}
