// The meaning of hits on lists of sanctions and of politically exposed persons for a report; pure.
import type { Outcome } from '../../features/reports/report-rules.ts';

/** The parts of the breakdown that lists can answer. */
type ListPart = 'sanction' | 'politically_exposed_person';

interface ListSearch {
  /** The parts that were searched, with whether anything was found. */
  readonly found: Partial<Readonly<Record<ListPart, boolean>>>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly notes: string;
}

/**
 * The one rule of every source of lists: where nothing is found the result is clear; a hit is not a match until a person
 * has decided that it is, so that the result is unidentified.
 */
export function listOutcome({ found, properties, notes }: ListSearch): Outcome {
  const word = (isHit: boolean | undefined) => (isHit === true ? 'unidentified' : 'clear');
  return {
    result: word(Object.values(found).includes(true)),
    subResult: null,
    findings: {
      breakdown: Object.fromEntries(Object.entries(found).map(([part, isHit]) => [part, { result: word(isHit) }])),
      properties,
      notes,
    },
  };
}

/** A hit of any service. */
export interface ListRecord {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly lists: readonly string[];
  readonly datesOfBirth: readonly string[];
}

/** The record of a hit in the report, with room for the screener's decision. */
export const listRecord = ({ id, name, score, lists, datesOfBirth }: ListRecord) => ({
  id,
  full_name: name,
  date_of_birth: datesOfBirth,
  score: Math.round(score * 1000) / 1000,
  lists,
  decision: null,
  reason: null,
});

export const searchedNotes = (service: string, hits: number, today: string): string =>
  `${service}, searched on ${today}: ${hits} possible matches.`;
