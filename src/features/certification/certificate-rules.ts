// What a certificate says, how it is judged, and how somebody stands by the newest one; pure.
import { addDays, addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type CertifiedFunction, isCertifiedFunction } from './certified-functions.ts';

export const LONGEST_NAME = 200;
export const LONGEST_NOTE = 2000;

/** For so many years after somebody has left, the firm keeps what the register says of them (SYSC 22.9, SYSC 9.1). */
export const KEPT_YEARS = 6;

export const certificateStatuses = ['certified', 'due', 'lapsed', 'withdrawn', 'left'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

interface Standing {
  readonly endsOn: IsoDate;
  readonly withdrawnOn: IsoDate | null;
  /** Null while they work. */
  readonly leftOn: IsoDate | null;
}

/** @param noticeDays before its end it is due */
export function certificateStatus(
  { endsOn, withdrawnOn, leftOn }: Standing,
  today: IsoDate,
  noticeDays: number,
): CertificateStatus {
  if (leftOn !== null) return 'left';
  if (withdrawnOn !== null && withdrawnOn <= today) return 'withdrawn';
  if (endsOn < today) return 'lapsed';
  return endsOn <= addDays(today, noticeDays) ? 'due' : 'certified';
}

/** Whom the firm must assess again, or take off the function. */
export const isToAssess = (status: CertificateStatus): boolean => status === 'due' || status === 'lapsed';

/** The last day of a certificate of twelve months, the longest. */
export const lastDayOf = (issuedOn: IsoDate): IsoDate => addDays(addYears(issuedOn, 1), -1);

/** As it is typed. */
export interface TypedCertificate {
  readonly ofFunction: string;
  readonly issuedOn: string;
  readonly endsOn: string;
  readonly assessedBy: string;
  readonly lineManager: string;
  readonly note: string;
  readonly checkIds: readonly string[];
}

export interface NewCertificate extends TypedCertificate {
  readonly ofFunction: CertifiedFunction;
}

const EARLIEST = '2015-01-01';

/** Refuses with `invalid_fields` by the names of the inputs. @param ofPerson their orders */
export function readCertificate(typed: TypedCertificate, today: IsoDate, ofPerson: readonly string[]): NewCertificate {
  const problems = new Problems();
  const { ofFunction, issuedOn, endsOn, assessedBy, lineManager, note, checkIds } = typed;
  if (!isCertifiedFunction(ofFunction)) problems.add('function', 'Choose the function');
  const [issued, ends] = [parseDate(issuedOn), parseDate(endsOn)];
  if (issued === undefined) problems.add('issued_on', 'Enter the day on which it was issued');
  else if (issued > today) problems.add('issued_on', 'Enter a day until today: record it once it is issued');
  else if (issued < EARLIEST) problems.add('issued_on', 'Enter a day since 2015');
  else if (ends !== undefined && (ends < issued || ends > lastDayOf(issued)))
    problems.add('ends_on', 'Enter a day at most 12 months after it was issued');
  if (ends === undefined) problems.add('ends_on', 'Enter its last day');
  if (assessedBy === '') problems.add('assessed_by', 'Enter who assessed them');
  for (const [input, text, most] of [
    ['assessed_by', assessedBy, LONGEST_NAME],
    ['line_manager', lineManager, LONGEST_NAME],
    ['note', note, LONGEST_NOTE],
  ] as const)
    if (isLongerThan(text, most)) problems.add(input, `Use at most ${most} characters`);
  if (checkIds.some((id) => !ofPerson.includes(id))) problems.add('checks', 'Choose among the orders of this person');
  problems.refuse('invalid_fields');
  return { ...typed, ofFunction: ofFunction as CertifiedFunction };
}

/** Refuses with `invalid_fields` by the names of the inputs. @param issuedOn of the certificate */
export function readWithdrawal(
  { on, reason }: { readonly on: string; readonly reason: string },
  issuedOn: IsoDate,
  today: IsoDate,
): void {
  const problems = new Problems();
  const day = parseDate(on);
  if (day === undefined) problems.add('on', 'Enter the day from which it is withdrawn');
  else if (day < issuedOn || day > today) problems.add('on', 'Enter a day since it was issued, and until today');
  if (reason === '') problems.add('reason', 'Enter why it is withdrawn');
  else if (isLongerThan(reason, LONGEST_NOTE)) problems.add('reason', `Use at most ${LONGEST_NOTE} characters`);
  problems.refuse('invalid_fields');
}
