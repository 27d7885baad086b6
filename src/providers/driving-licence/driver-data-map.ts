// The meaning of DVLA's driver record for a report on a driving licence; pure.
import { type Static, Type } from 'typebox';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { type AskedPerson, holdsName } from '../shared/person-facts.ts';

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

export function drivingLicenceOutcome(data: Static<typeof DriverData>, person: AskedPerson, today: string): Outcome {
  const { driver, licence, entitlement = [], endorsements = [], token } = data;
  const isSame = isOf(driver, person);
  const isDisqualified = licence.status === 'Disqualified' || (driver.disqualifiedUntil ?? '') >= today;
  const isValid = licence.status === 'Valid';
  const points = endorsements.reduce((sum, { penaltyPoints = 0 }) => sum + penaltyPoints, 0);
  const word = (isGood: boolean) => ({ result: isGood ? 'clear' : 'consider' });
  const isClear = isValid && !isDisqualified && endorsements.length === 0;
  return {
    result: !isSame ? 'unidentified' : isClear ? 'clear' : 'consider',
    subResult: null,
    findings: {
      breakdown: isSame
        ? {
            licence_valid: word(isValid),
            endorsements: word(endorsements.length === 0),
            disqualified: word(!isDisqualified),
          }
        : {},
      properties: isSame
        ? {
            licence_type: licence.type,
            entitlement: entitlement.map((one) => ({
              category: one.categoryCode,
              from: one.fromDate ?? null,
              until: one.expiryDate ?? null,
            })),
            endorsements: endorsements.map((one) => ({
              code: one.offenceCode,
              offence_date: one.offenceDate ?? null,
              points: one.penaltyPoints ?? null,
            })),
            photocard_expiry: token?.validToDate ?? null,
          }
        : {},
      notes: isSame
        ? `DVLA, asked on ${today}: licence ${licence.type.toLowerCase()}, ${licence.status.toLowerCase()}; ${endorsements.length} endorsements with ${points} points.`
        : `DVLA, asked on ${today}: the licence with this number is of another name or date of birth.`,
    },
  };
}
