// Validation and submission agree: an order that is valid is taken, one that is not is refused, with the same messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ProblemBody } from '../../../src/api/v1/errors.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { basicDetails, least, wholeBody, withValue } from '../../features/order-bodies/order-samples.ts';
import { startProbity } from '../../support/probity.ts';
import { v1Client } from './v1-client.ts';

const probity = await startProbity();
const client = v1Client(probity);

const types = catalogue
  .filter(({ orderNeeds }) => !orderNeeds.includes('job_role'))
  .flatMap(({ name, variant, aliases, id }) => [
    variant === null ? name : `${name}:${variant}`,
    String(id),
    ...aliases.map((alias) => alias.name),
  ])
  // Another place of work than the whole body's.
  .filter((name) => !name.endsWith('Scotland'));

const places = [
  ...['UniqueKey', 'PackageId', 'CheckGroups', 'Checks', 'Checks[0].CheckType', 'Candidate', 'OrderLayout'],
  ...['Candidate.CurrentName.LastName', 'Candidate.CurrentName.IsFromBirth', 'Candidate.PreviousNames'],
  ...['Candidate.PersonalInfo.DateOfBirth', 'Candidate.PersonalInfo.CandidateEmail', 'Candidate.PersonalInfo.Gender'],
  ...['Candidate.PersonalInfo.CurrentNationality', 'Candidate.PersonalInfo.MobilePhone', 'Candidate.AddressList'],
  ...['Candidate.AddressList[0].Address.Postcode', 'Candidate.AddressList[0].Address', 'Candidate.Identity'],
  ...['Candidate.AddressList[1].DateLeftThisAddress', 'Candidate.Identity.DrivingDocument.Number'],
  ...['Candidate.EmploymentHistory', 'Candidate.EmploymentHistory[0].From', 'Candidate.Education[0].Level'],
  ...['Candidate.Memberships', 'Candidate.CriminalRecord.CheckCriminalEmployerName', 'Candidate.CriminalRecord'],
] as const;
const values = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', [], {}, 'x', 7, true, '1990-02-29', '2090-01-01', ['x', null], [{}]),
  fc.constantFrom<unknown>('GB', 'Female', 'identity', 'SW4 6EH', 'APPLI856145JA9AA', 'a'.repeat(400)),
);
const body = fc
  .tuple(
    fc.boolean(),
    fc.subarray(types, { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...places), values), { maxLength: 2 }),
  )
  .map(([isWhole, checks, changes]) => {
    const least4 = { ...least, Checks: checks.map((CheckType) => ({ CheckType, CheckSpecificData: basicDetails })) };
    const { UniqueKey: _, ...whole } = wholeBody(checks);
    return changes.reduce<object>(
      (changed, [place, value]) => {
        try {
          return withValue(changed, place, value);
        } catch {
          // The place is within what was replaced before.
          return changed;
        }
      },
      isWhole ? whole : least4,
    );
  });

test('an order that validates always submits, one that does not never does', async () => {
  const seen = { valid: 0, invalid: 0 };
  const entry = fc.constantFrom('candidateentry' as const, 'cliententry' as const);
  await fc.assert(
    fc.asyncProperty(entry, body, async (by, json) => {
      const validated = await client.post<{ isValid: boolean; validationErrors?: unknown }>(
        `/orders/${by}/validate`,
        json,
      );
      const submitted = await client.post<ProblemBody>(`/orders/${by}`, json);
      assert.equal(validated.status, 200);
      seen[validated.body.isValid ? 'valid' : 'invalid'] += 1;
      assert.equal(submitted.status, validated.body.isValid ? 201 : 400, submitted.text);
      if (!validated.body.isValid) assert.deepEqual(submitted.body.validationErrors, validated.body.validationErrors);
    }),
    { numRuns: 40 },
  );
  assert.ok(seen.valid > 0 && seen.invalid > 0, JSON.stringify(seen));
});
