// The meaning of DVLA's driver record for a report on a driving licence; pure.
import { type Static, Type } from 'typebox';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { holdsName } from '../../lib/name-comparison.ts';
import type { AskedPerson } from '../shared/person-facts.ts';

const optionalText = Type.Optional(Type.String());

export const DriverData = Type.Object({
  driver: Type.Object({
    firstNames: optionalText,
    lastName: Type.String(),
    dateOfBirth: optionalText,
    disqualifiedUntil: optionalText,
  }),
  licence: Type.Object({ type: Type.String(), status: Type.String() }),
  entitlement: Type.Optional(
    Type.Array(
      Type.Object({
        categoryCode: Type.String(),
        categoryType: optionalText,
        fromDate: optionalText,
        expiryDate: optionalText,
      }),
    ),
  ),
  endorsements: Type.Optional(
    Type.Array(
      Type.Object({
        offenceCode: Type.String(),
        offenceDate: optionalText,
        penaltyPoints: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  token: Type.Optional(Type.Object({ validToDate: optionalText })),
});

/** Compares the holder, because somebody else's licence proves nothing. */
const isOf = ({ firstNames = '', lastName, dateOfBirth }: Static<typeof DriverData>['driver'], person: AskedPerson) =>
  person.names.some((name) => holdsName(`${firstNames} ${lastName}`, name)) &&
  (dateOfBirth === undefined || dateOfBirth === person.dob);

const categoryOf = (one: NonNullable<Static<typeof DriverData>['entitlement']>[number]) => ({
  category: one.categoryCode,
  entitlement:
    one.categoryType === undefined ? null : one.categoryType.toLowerCase() === 'provisional' ? 'provisional' : 'full',
  from: one.fromDate ?? null,
  until: one.expiryDate ?? null,
});

const endorsementOf = (one: NonNullable<Static<typeof DriverData>['endorsements']>[number]) => ({
  code: one.offenceCode,
  offence_date: one.offenceDate ?? null,
  points: one.penaltyPoints ?? null,
});

export function drivingLicenceOutcome(data: Static<typeof DriverData>, person: AskedPerson, today: string): Outcome {
  const { driver, licence, entitlement = [], endorsements = [], token } = data;
  const isSame = isOf(driver, person);
  const isDisqualified = licence.status === 'Disqualified' || (driver.disqualifiedUntil ?? '') >= today;
  const isValid = licence.status === 'Valid';
  const points = endorsements.reduce((sum, { penaltyPoints = 0 }) => sum + penaltyPoints, 0);
  const photocardUntil = token?.validToDate;
  const isPhotocardValid = photocardUntil === undefined || photocardUntil >= today;
  const held = entitlement.filter(({ expiryDate }) => expiryDate === undefined || expiryDate >= today);
  const word = (isGood: boolean) => ({ result: isGood ? 'clear' : 'consider' });
  const isClear = isValid && !isDisqualified && endorsements.length === 0 && isPhotocardValid && held.length > 0;
  return {
    result: !isSame ? 'unidentified' : isClear ? 'clear' : 'consider',
    subResult: null,
    findings: {
      breakdown: isSame
        ? {
            licence_valid: word(isValid),
            // Which of them the job needs is for a person.
            entitlement: { ...word(held.length > 0), properties: { categories: held.map(categoryOf) } },
            endorsements: {
              ...word(endorsements.length === 0),
              properties: { points, endorsements: endorsements.map(endorsementOf) },
            },
            disqualified: word(!isDisqualified),
            photocard_expiry: { ...word(isPhotocardValid), properties: { expires_on: photocardUntil ?? null } },
          }
        : {},
      properties: isSame ? { licence_type: licence.type, checked_at: today } : {},
      notes: isSame
        ? `DVLA, asked on ${today}: licence ${licence.type.toLowerCase()}, ${licence.status.toLowerCase()}; ${endorsements.length} endorsements with ${points} points.`
        : `DVLA, asked on ${today}: the licence with this number is of another name or date of birth.`,
    },
  };
}
