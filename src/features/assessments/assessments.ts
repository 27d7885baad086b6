// Every assessment by name, with its inputs that are not kept and the properties that its verdict gives.
import type { Assess } from './assessment.ts';
import { assessFilteredRecords, assessSpentConvictions } from './criminal-record-assessments.ts';
import { assessStatutoryExcuse } from './statutory-excuse-assessment.ts';
import { assessZone } from './zone-assessment.ts';

interface Assessment {
  readonly assess: Assess;
  /** Properties that follow from the verdict: nobody types them. */
  readonly gives?: readonly string[];
}

export const assessments = {
  statutory_excuse: { assess: assessStatutoryExcuse, gives: ['follow_up_on'] },
  spent_convictions: { assess: assessSpentConvictions },
  filtered_records: { assess: assessFilteredRecords },
  machine_readable_zone: { assess: assessZone },
} as const satisfies Readonly<Record<string, Assessment>>;

export type AssessmentId = keyof typeof assessments;

const known: Readonly<Record<AssessmentId, Assessment>> = assessments;

/** By the law of England and Wales, and for jobs of the United Kingdom alone. */
const ofUkJobs: readonly AssessmentId[] = ['spent_convictions', 'filtered_records'];

/** Those of a type that hold for a job in the country. @param jobCountry three letters */
export const assessmentsFor = (ids: readonly AssessmentId[], jobCountry: string): AssessmentId[] =>
  ids.filter((id) => jobCountry === 'GBR' || !ofUkJobs.includes(id));

export const propertiesGiven = (ids: readonly AssessmentId[]): string[] => ids.flatMap((id) => known[id].gives ?? []);
