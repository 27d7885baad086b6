// The meaning of Companies House records for a report on directorships; pure.
import type { Static } from 'typebox';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { holdsName } from '../../lib/name-comparison.ts';
import type { AskedPerson } from '../shared/person-facts.ts';
import type { Appointments, Disqualified, FoundDisqualified, FoundOfficers } from './companies-house-answers.ts';

type Officer = Static<typeof FoundOfficers>['items'][number];
type Appointment = Static<typeof Appointments>['items'][number];
type FoundDisqualifiedOfficer = Static<typeof FoundDisqualified>['items'][number];
export type DisqualifiedOfficer = Static<typeof Disqualified> & { readonly isTold?: boolean };

const isNamed = (title: string, { names }: AskedPerson) => names.some((name) => holdsName(title, name));

/** The register contains only month and year of birth. */
export function isSameOfficer({ title, date_of_birth: born }: Officer, person: AskedPerson): boolean {
  const [year, month] = person.dob.split('-').map(Number);
  return isNamed(title, person) && born !== undefined && born.year === year && born.month === month;
}

/** A record without a date of birth could belong to anybody. */
export function disqualifiedMatch(found: FoundDisqualifiedOfficer, person: AskedPerson): 'same' | 'possible' | 'other' {
  if (!isNamed(found.title, person)) return 'other';
  if (found.date_of_birth === undefined) return 'possible';
  return found.date_of_birth === person.dob ? 'same' : 'other';
}

/**
 * As the register names them, where that is the current name: a former one may be for authorities alone, and clients read it. Empty otherwise.
 */
export const toldName = (registered: string | undefined, { names: [current] }: Pick<AskedPerson, 'names'>) =>
  registered !== undefined && current !== undefined && holdsName(registered, current) ? registered : '';

/** How the register names and places the person, and by what it was taken for the candidate. */
const matched = (name: string | undefined, address: Appointment['address'], because: string) => ({
  registered_name: name || null,
  registered_address:
    [address?.premises, address?.address_line_1, address?.address_line_2, address?.locality, address?.postal_code]
      .filter((line) => line !== undefined && line !== '')
      .join(', ') || null,
  decision: 'true_match',
  decision_reason: because,
});

const appointmentOf = ({
  name,
  address,
  officer_role,
  appointed_on,
  appointed_before,
  resigned_on,
  appointed_to: to,
}: Appointment) => ({
  company_number: to.company_number,
  company_name: to.company_name ?? null,
  company_status: to.company_status ?? null,
  role: officer_role,
  appointed_on: appointed_on ?? appointed_before ?? null,
  resigned_on: resigned_on ?? null,
  ...matched(name, address, 'Same name, month and year of birth'),
});

type Reason = DisqualifiedOfficer['disqualifications'][number]['reason'];

function lawOf({ act, section, article }: NonNullable<Reason>): string | null {
  const place = section === undefined ? article && `article ${article}` : `section ${section}`;
  return [act, place].filter((part) => part !== undefined).join(' ') || null;
}

const disqualificationsOf = (officers: readonly DisqualifiedOfficer[]) =>
  officers.flatMap(({ isTold = true, forename, surname, disqualifications }) =>
    disqualifications.map((one) => ({
      from: one.disqualified_from,
      until: one.disqualified_until,
      undertaken_on: one.undertaken_on ?? null,
      reason: lawOf(one.reason ?? {}),
      case_id: one.case_identifier ?? null,
      company_names: one.company_names ?? [],
      ...matched(
        isTold ? `${forename ?? ''} ${surname}`.trim() : undefined,
        one.address,
        'Same name and date of birth',
      ),
    })),
  );

export function directorshipOutcome(
  appointments: readonly Appointment[],
  disqualified: readonly DisqualifiedOfficer[],
  today: string,
): Outcome {
  const disqualifications = disqualificationsOf(disqualified);
  const current = disqualifications.filter(({ from, until }) => from <= today && today <= until);
  const result = disqualifications.length === 0 ? 'clear' : 'consider';
  const latest = disqualifications.toSorted((a, b) => b.until.localeCompare(a.until))[0];
  const { registered_name: _, registered_address: __, decision: ___, decision_reason: ____, ...ofPart } = latest ?? {};
  const active = appointments.filter(({ resigned_on }) => resigned_on === undefined);
  const notes = [
    `Companies House, searched on ${today}: ${appointments.length} appointments, ${active.length} of them current.`,
    disqualifications.length === 0
      ? 'No disqualification was found.'
      : `${disqualifications.length} disqualifications, ${current.length} of them in force.`,
  ].join(' ');
  return {
    result,
    subResult: null,
    findings: {
      breakdown: {
        appointments: { result: 'clear' },
        disqualified: { result, ...(latest === undefined ? {} : { properties: ofPart }) },
      },
      properties: { appointments: appointments.map(appointmentOf), disqualifications },
      notes,
    },
  };
}
