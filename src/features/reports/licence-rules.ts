// On which day a licence or registration ends that a report found; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import type { Report } from './report.ts';

/** The names of the report types whose findings state a last day, besides the right to work and documents of identity. */
const licenceNames: readonly string[] = [
  'professional_membership',
  'driving_licence',
  'driving_licence_international',
  'driver_cpc',
  'tachograph_card',
  'adr',
  'adi_register',
  'motor_insurance_business_use',
  'maritime',
  'nsv',
];

/** Under which names the last day stands, among the properties or in a part of the breakdown. */
const endNames = ['expires_on', 'medical_expires_on'] as const;

/** The earliest that is stated; null if none is, or the report is of no licence. */
export function licenceEndOf({ name, findings }: Pick<Report, 'name' | 'findings'>): IsoDate | null {
  if (!licenceNames.includes(name)) return null;
  const stated = [findings.properties, ...Object.values(findings.breakdown).map((part) => part.properties ?? {})];
  const days = stated.flatMap((properties) =>
    endNames.flatMap((end) => parseDate(String(properties[end] ?? '')) ?? []),
  );
  return days.toSorted()[0] ?? null;
}
