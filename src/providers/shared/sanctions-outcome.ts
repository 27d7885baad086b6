// The meaning of hits on lists of sanctions and of politically exposed persons for a report; pure.
import type { Outcome } from '../../features/reports/report-rules.ts';

/** A hit of any service. */
export interface ListRecord {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly lists: readonly string[];
  readonly datesOfBirth: readonly string[];
  readonly isSanctioned: boolean;
  readonly isPep: boolean;
}

/** Hits are proposals: two people may share a name and a date of birth. */
export function sanctionsOutcome(service: string, records: readonly ListRecord[], today: string): Outcome {
  const isPep = records.some((record) => record.isPep);
  const isSanctioned = records.some((record) => record.isSanctioned || !record.isPep);
  const word = (found: boolean) => ({ result: found ? 'consider' : 'clear' });
  return {
    result: records.length === 0 ? 'clear' : 'consider',
    subResult: null,
    findings: {
      breakdown: { sanction: word(isSanctioned), politically_exposed_person: word(isPep) },
      properties: {
        records: records.map(({ id, name, score, lists, datesOfBirth }) => ({
          id,
          full_name: name,
          date_of_birth: datesOfBirth,
          score: Math.round(score * 1000) / 1000,
          lists,
        })),
      },
      notes: `${service}, searched on ${today}: ${records.length} possible matches.`,
    },
  };
}
