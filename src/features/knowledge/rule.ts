// Lists the rules of screening, each with its source, and defines the common part of all verdicts.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Confidence, Known } from './known.ts';
import { type SourceId, sources } from './sources.ts';

interface Rule {
  readonly title: string;
  readonly source: SourceId;
  readonly confidence: Confidence;
}

const rule = (title: string, source: SourceId, confidence: Confidence = 'confirmed'): Rule => ({
  title,
  source,
  confidence,
});
const unsure = (title: string, source: SourceId) => rule(title, source, 'check_before_relying');

export const rules = {
  national_insurance_number: rule('Form of National Insurance numbers', 'gov_uk_nino'),
  driver_number_gb: unsure('Driver numbers of Great Britain, and what they say of the driver', 'driver_numbers'),
  driver_number_ni: unsure('Driver numbers of Northern Ireland', 'driver_numbers'),
  uk_postcode: rule('Form of UK postcodes', 'postcode_format'),
  passport_number: rule('Form of passport numbers', 'icao_9303'),
  uk_passport_number: unsure('Form of UK passport numbers', 'icao_9303'),
  machine_readable_zone: rule('Check digits of machine-readable zones', 'icao_9303'),
  local_identifier: rule('Form and check digits of national numbers', 'national_numbers'),
  membership_number: unsure('Form of the numbers of professional bodies', 'professional_registers'),
  criminal_record_age: unsure('UK criminal record checks are for people of 16 and over', 'police_act_ages'),
  address_history: rule('Addresses of five years without a gap', 'dbs_identity_guidance'),
  activity_history: rule('No unexplained gap over 31 days', 'bs_7858'),
  airside_history: unsure(
    'No gap over 28 days without evidence; the regulation itself was not read',
    'airside_references',
  ),
  regulatory_history: rule('References of all employers of six years; a gap over 31 days is asked about', 'sysc_22'),
  safer_recruitment_history: unsure(
    'Every gap is explained, and one over 31 days asked about; the guidance itself was not read',
    'kcsie',
  ),
  nhs_history: unsure(
    'Every gap is explained, and one over 31 days asked about; the standards themselves were not read',
    'nhs_employment_checks',
  ),
  baseline_history: unsure('Three years of history without an unexplained gap', 'bpss_comparison'),
  right_to_work_documents: unsure('Documents of identity that an order may name', 'screening_interface'),
  right_to_work_list_a: unsure('Right to work, list A: a continuous excuse', 'right_to_work_guide'),
  right_to_work_list_b: unsure('Right to work, list B: a time-limited excuse', 'right_to_work_guide'),
  share_code: unsure('Form of share codes: nine characters, the first W if it is for work', 'right_to_work_guide'),
  right_to_work_steps: rule('Right to work: obtain, check, copy', 'right_to_work_guide'),
  dbs_identity_routes: unsure('DBS identity checks: routes 1 to 3, and the ages of documents', 'dbs_identity_guidance'),
  access_ni_identity: rule('AccessNI: proofs of identity', 'access_ni_guidance'),
  scottish_proofs: unsure(
    'Level 1 disclosures: one proof of identity, another of the address',
    'disclosure_scotland_act',
  ),
  spent_convictions: unsure('Rehabilitation periods of England and Wales', 'moj_disclosure'),
  spent_cautions: rule('Rehabilitation periods of cautions in England and Wales', 'moj_disclosure'),
  filtered_records: unsure('What standard and enhanced certificates leave out', 'moj_disclosure'),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof rules;

/** The common part of all verdicts: the rule, its source, and when that was last checked. */
export interface Verdict {
  readonly rule: RuleId;
  readonly source: string;
  readonly asOf: IsoDate;
}

export function verdictOf(id: RuleId): Verdict {
  const { title, checkedOn } = sources[rules[id].source];
  return { rule: id, source: title, asOf: checkedOn };
}

interface Cited {
  readonly title: string;
  readonly source: string;
  readonly asOf: IsoDate;
  readonly confidence: Confidence;
}

/** Only the desk is told how sure a statement is. */
export type Reader = 'client' | 'desk';

const doubt = (confidence: Confidence): string => (confidence === 'confirmed' ? '' : '; check before relying on it');

/** The line below every verdict: the rule, its source and the day on which that was read. */
export const citation = ({ title, source, asOf, confidence }: Cited, reader: Reader): string =>
  `${title}: ${source}, read on ${formatLongDate(asOf)}${reader === 'desk' ? doubt(confidence) : ''}`;

/** The line below a statement of the catalogue, at the desk. */
export function citationOf({ source, checkedOn, confidence }: Known<unknown>): string {
  const told = source === null ? 'General practice' : `${sources[source].title}, read on ${formatLongDate(checkedOn)}`;
  return `${told}${doubt(confidence)}`;
}

export const ruleLine = (verdict: Verdict): string => citation({ ...rules[verdict.rule], ...verdict }, 'desk');
