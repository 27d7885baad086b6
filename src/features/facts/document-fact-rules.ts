// The rules of one identity document: the form of its number, and its dates; pure.
import { driverNumberFaults, gbDriverNumberOf, niDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { type EntryRule, type Fault, type Finding, type Holder, isBlank } from './finding.ts';
import { timeFindings } from './time-rules.ts';

interface GivenDocument {
  readonly type: string;
  readonly number: string | null;
  readonly country: string | null;
  readonly issued_on: string | null;
  readonly expires_on: string | null;
}

/** Documents identified by their number; permits, certificates and visas need none. */
const numbered: ReadonlySet<string> = new Set(['passport', 'driving_licence', 'national_insurance', 'identity_card']);

/** Great Britain: 16 characters. Northern Ireland: 8 digits. A licence of unknown type may have either form. */
const formOfLicence: Readonly<Record<string, 'gb' | 'ni' | 'free'>> = {
  GBFull: 'gb',
  GBProvisional: 'gb',
  NIFull: 'ni',
  NIProvisional: 'ni',
  CrownDependency: 'free',
  EEA: 'free',
  Other: 'free',
};

const placeholder = '1900-01-01';
const longestLicence = 50;

/** The faults of a licence number: against its issuer's form, and against the holder's facts. */
export function licenceFaults(number: string, country: string | null, holder: Holder): Fault[] {
  const byCountry = country === null || country === 'GBR' ? 'uk' : 'free';
  const form = formOfLicence[holder.driving_licence_type ?? ''] ?? byCountry;
  if (form === 'free') {
    return number.length > longestLicence
      ? [{ code: 'too_long', params: { most: longestLicence }, moment: 'placed' }]
      : [];
  }
  if (form !== 'gb' && niDriverNumberOf(number) !== undefined) return [];
  if (form === 'ni') return [{ code: 'licence_form_ni', moment: 'placed' }];
  const read = gbDriverNumberOf(number);
  if (read === undefined) return [{ code: 'licence_form_gb', moment: 'placed' }];
  const lastNames = [
    holder.last_name,
    holder.previous_last_name ?? '',
    ...holder.previous_names.map(({ last_name }) => last_name),
  ];
  const dob = holder.dob === placeholder ? null : holder.dob;
  return driverNumberFaults(read, { lastNames, dob, gender: holder.gender }).map(
    (code): Fault => ({ code, moment: 'placed' }),
  );
}

export function nationalInsuranceFaults(number: string): Fault[] {
  return nationalInsuranceNumberOf(number) === undefined ? [{ code: 'national_insurance_form', moment: 'placed' }] : [];
}

function passportFaults(number: string, country: string | null): Fault[] {
  if (country === 'GBR' && !/^\d{9}$/.test(number)) return [{ code: 'passport_form_uk', moment: 'placed' }];
  return /^[A-Za-z0-9]{1,11}$/.test(number) ? [] : [{ code: 'passport_form', moment: 'placed' }];
}

function numberFaults({ type, number, country }: GivenDocument, holder: Holder): Fault[] {
  if (isBlank(number)) return numbered.has(type) ? [{ code: 'missing', moment: 'placed' }] : [];
  if (type === 'national_insurance') return nationalInsuranceFaults(number!);
  if (type === 'driving_licence') return licenceFaults(number!, country, holder);
  return type === 'passport' ? passportFaults(number!, country) : [];
}

/** Only the date of issue must be in the past; the expiry date is usually in the future. */
export const documentRule: EntryRule<GivenDocument> = (document, holder) => {
  const { issued_on, expires_on } = document;
  const found: Finding[] = numberFaults(document, holder).map((fault) => ({ ...fault, at: 'number' }));
  found.push(...timeFindings({ from: ['issued_on', issued_on] }, holder));
  if (issued_on !== null && expires_on !== null && expires_on < issued_on) {
    found.push({ at: 'expires_on', code: 'before_other', other: 'issued_on', moment: 'placed' });
  }
  return found;
};
