// Reads the machine-readable zone of a passport or an identity card, and finds facts that it contradicts; pure.
import type { parse } from 'mrz';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { lazyLibrary } from '../../lib/lazy-library.ts';
import { type Verdict, verdictOf } from '../knowledge/rule.ts';
import type { ApplicantFacts } from './facts.ts';
import { type Held, nationalitiesOf } from './nationality-rules.ts';

const library = lazyLibrary<{ readonly parse: typeof parse }>('mrz');

type Holder = Pick<ApplicantFacts, 'last_name' | 'dob' | 'gender' | 'nationality'>;
type Stated = Holder & Held;

export interface ZoneVerdict extends Verdict {
  /** As read, in capitals. */
  readonly lines: readonly string[];
  /** Whether every check digit is correct. */
  readonly isValid: boolean;
  /** The wrong check digits, by their names in `mrz`: `birthDateCheckDigit`. */
  readonly faults: readonly string[];
  readonly documentNumber: string | null;
  readonly issuer: string | null;
  /** Facts that differ from the zone; a fact that the zone lacks contradicts nothing. */
  readonly contradicts: readonly (keyof Holder)[];
}

const longest = 120;

/** A zone has no accents, and truncates long names. */
const lettersOf = (name: string) =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

function isAnotherName(read: string | null | undefined, stated: string): boolean {
  const [one, other] = [lettersOf(read ?? ''), lettersOf(stated)];
  return one !== '' && other !== '' && !one.startsWith(other) && !other.startsWith(one);
}

/** ICAO's own codes (`GBN`) are not countries, except Germany's, which is one letter. */
function countryOf(code: string | null | undefined): string | undefined {
  return countryByAlpha3(code === 'D' ? 'DEU' : (code ?? ''))?.alpha3;
}

function contradictionsIn(fields: ReturnType<typeof parse>['fields'], holder: Stated): (keyof Holder)[] {
  const { lastName, birthDate, sex, nationality } = fields;
  const country = countryOf(nationality);
  const held = nationalitiesOf(holder);
  // The zone contains only two digits of the year.
  const day = holder.dob.slice(2).replaceAll('-', '');
  return [
    ...(isAnotherName(lastName, holder.last_name) ? (['last_name'] as const) : []),
    ...(birthDate && birthDate !== day ? (['dob'] as const) : []),
    ...(sex && holder.gender !== null && sex !== holder.gender ? (['gender'] as const) : []),
    ...(country !== undefined && held.length > 0 && !held.includes(country) ? (['nationality'] as const) : []),
  ];
}

const linesOf = (text: string): string[] => text.trim().toUpperCase().split(/\s+/);

function parsed(text: string): ReturnType<typeof parse> | undefined {
  try {
    return library().parse(linesOf(text));
  } catch {
    // The library throws if the lines have no known form.
    return undefined;
  }
}

/** @param text the lines of the zone; undefined if they are none */
export function zoneVerdict(text: string, holder: Stated): ZoneVerdict | undefined {
  const zone = text.length > longest ? undefined : parsed(text);
  if (zone === undefined) return undefined;
  const faults = zone.details
    .filter(({ field, valid }) => !valid && field !== null && field.endsWith('CheckDigit'))
    .map(({ field }) => field!);
  return {
    ...verdictOf('machine_readable_zone'),
    lines: linesOf(text),
    isValid: faults.length === 0,
    faults,
    documentNumber: zone.documentNumber,
    issuer: zone.fields.issuingState ?? null,
    contradicts: contradictionsIn(zone.fields, holder),
  };
}

const plain = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether the zone's document number is none of these. */
export const isAnotherNumber = ({ documentNumber }: Pick<ZoneVerdict, 'documentNumber'>, numbers: readonly string[]) =>
  documentNumber !== null && numbers.length > 0 && !numbers.map(plain).includes(plain(documentNumber));
