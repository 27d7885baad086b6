// Works out again what differs in the entries for jobs when an outcome is given, as people may have corrected them; pure.
import type { Findings } from '../reports/report-rules.ts';
import { discrepancySentences } from './breakdown-rules.ts';
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

/** The notes with our sentences on differences as they are now: those that no longer hold are taken out. */
function notesNow(notes: string, { claim, now, reference }: ComparedEntry): string {
  const before = discrepancySentences(claim, reference?.comparisons ?? []);
  const after = discrepancySentences(claim, now);
  if (before.every((sentence) => after.includes(sentence))) return notes;
  const lines = notes.split('\n').flatMap((line) => {
    if (!before.includes(line) || after.includes(line)) return [line];
    const about = line.slice(0, line.indexOf(' differs'));
    return after.filter((sentence) => sentence.startsWith(`${about} differs`));
  });
  return lines.join('\n');
}

/** @param by how entries are compared that no reference filled */
export function withDifferences(
  findings: Findings,
  references: readonly ComparedReference[],
  by: ComparedBy,
): Findings {
  const listed = employmentsIn(findings);
  if (!listed.some(isCompared)) return findings;
  const employments = listed.map((entry) => {
    if (!isCompared(entry)) return entry;
    const { now, reference } = compared(entry, references, by);
    const isAsSaid = reference !== undefined && dated(now).join() === dated(reference.comparisons).join();
    const isCounted = entry.difference_days !== undefined && !isAsSaid;
    return { ...entry, differs: differing(now), ...(isCounted && { difference_days: differenceInDays(now) }) };
  });
  const notes = listed
    .filter(isCompared)
    .reduce<string>((so, entry) => notesNow(so, compared(entry, references, by)), findings.notes);
  return { ...findings, properties: { ...findings.properties, employments }, notes };
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
