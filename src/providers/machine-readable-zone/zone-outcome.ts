// What a machine-readable zone means for a report on an identity document; pure. A person decides in any case.
import { isAnotherNumber, type ZoneVerdict } from '../../features/facts/machine-readable-zone-rules.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';

/** What the breakdown calls each fact that a zone holds. */
const parts = {
  last_name: 'last_name',
  date_of_birth: 'dob',
  gender: 'gender',
  document_numbers: 'document_numbers',
} as const;

const words: Readonly<Record<string, string>> = {
  last_name: 'last name',
  dob: 'date of birth',
  gender: 'gender',
  nationality: 'nationality',
  document_numbers: 'document number',
};

const word = (isGood: boolean) => ({ result: isGood ? 'clear' : 'consider' });

/** @param numbers of the documents that the candidate typed */
export function zoneOutcome(zone: ZoneVerdict, numbers: readonly string[]): Outcome {
  const isOther = isAnotherNumber(zone, numbers);
  const contradicted: readonly string[] = [...zone.contradicts, ...(isOther ? ['document_numbers'] : [])];
  const isGood = zone.isValid && contradicted.length === 0;
  const notes = [
    zone.isValid
      ? 'Every check digit of the machine-readable zone is right.'
      : `Check digits of the machine-readable zone are wrong: ${zone.faults.length}.`,
    contradicted.length === 0
      ? 'It agrees with what the candidate typed.'
      : `It differs from what the candidate typed: ${contradicted.map((fact) => words[fact]).join(', ')}.`,
  ].join(' ');
  return {
    result: isGood ? 'clear' : 'consider',
    subResult: isGood ? 'clear' : 'caution',
    findings: {
      breakdown: {
        data_comparison: {
          ...word(contradicted.length === 0),
          breakdown: Object.fromEntries(
            Object.entries(parts).map(([part, fact]) => [part, word(!contradicted.includes(fact))]),
          ),
        },
        data_validation: { ...word(zone.isValid), breakdown: { mrz: word(zone.isValid) } },
      },
      // The desk judges them again beside what a screener changes.
      properties: Object.fromEntries(zone.lines.map((line, index) => [`mrz_line${index + 1}`, line])),
      notes,
    },
  };
}
