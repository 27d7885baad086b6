// Validating and submitting agree: a valid order is accepted and an invalid one refused, with the same messages.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { ProblemBody } from '../../../src/api/v1/errors.ts';
import { createJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { basicDetails, least, wholeBody, withValue } from '../../features/orders/order-samples.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';

const probity = await startProbity();
const client = v1Client(probity);

interface ValidationResult {
  readonly isValid: boolean;
  readonly validationErrors?: readonly { readonly message: string; readonly fieldPath: string }[];
}

const { ctx, account } = probity;
/** The agreed job role of each level. */
const roles = new Map<string | null, number>();
before(async () => {
  for (const roleCheckType of ['standard', 'enhanced'] as const) {
    const role = { roleTitle: `Carer, ${roleCheckType}`, roleCheckType, workingWithChildren: true };
    roles.set(roleCheckType, await createJobRole(ctx, 'system', account.accountId, role));
  }
});

const types = catalogue.flatMap(({ name, variant, aliases, id }) => [
  variant === null ? name : `${name}:${variant}`,
  String(id),
  ...aliases.map((alias) => alias.name),
]);
/** Job details, required and optional; a role of one level is wrong for a check of another. */
const job = fc.record({
  place: fc.constantFrom('England', 'Wales', 'sCOTLAND', undefined),
  level: fc.constantFrom('standard', 'enhanced', null),
  proofs: fc.constantFrom(
    {},
    { IdentityProof: 'Passport', AddressProof: 'UtilityBill' },
    { IdentityProof: 'Passport' },
  ),
});
const refinements = fc.constantFrom<string[]>([], [], ['children_barred_list'], ['adults_barred_list:speedy']);

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
/** None, one that may have been used, or a new one. */
const uniqueKey = fc.oneof(
  fc.constantFrom(undefined, 'c1afb319-55c1-49d2-bf02-56734c81a889', 'C1AFB319-55c1-49d2-bf02-56734c81a889'),
  fc.uuid(),
);
const drawn = fc.record({
  UniqueKey: uniqueKey,
  isWhole: fc.boolean(),
  checks: fc.subarray(types, { minLength: 1, maxLength: 4 }),
  changes: fc.array(fc.tuple(fc.constantFrom(...places), values), { maxLength: 2 }),
  job,
  Refinements: refinements,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function bodyOf({ UniqueKey, isWhole, checks, changes, job: { place, level, proofs }, Refinements }: Drawn): object {
  const role = { CheckCriminalPlaceOfWork: place, CheckCriminalJobRoleId: roles.get(level) };
  const details = { ...basicDetails, ...role, ...proofs };
  const whole = wholeBody(checks);
  const Checks = [{ ...whole.Checks[0], Refinements }, ...whole.Checks.slice(1)];
  const detailed = checks.map((CheckType) => ({ CheckType, CheckSpecificData: details }));
  const unchanged = isWhole
    ? withValue({ ...whole, Checks, UniqueKey }, 'Candidate.CriminalRecord', details)
    : { ...least, Checks: detailed, UniqueKey };
  return changes.reduce<object>((changed, [at, value]) => {
    try {
      return withValue(changed, at, value);
    } catch {
      // The path no longer exists after an earlier replacement.
      return changed;
    }
  }, unchanged);
}

/** Valid orders that random values seldom produce: for a job in Scotland, and for an agreed role with a barred list. */
const seldom = { UniqueKey: undefined, isWhole: true, changes: [], Refinements: [] };
const scottish: Drawn = {
  ...seldom,
  checks: ['UKCriminalRecordBasicScotland', 'identity'],
  job: { place: undefined, level: null, proofs: { IdentityProof: 'Passport', AddressProof: 'UtilityBill' } },
};
const barred: Drawn = {
  ...seldom,
  checks: ['criminal_history:enhanced'],
  job: { place: 'Wales', level: 'enhanced', proofs: {} },
  Refinements: ['children_barred_list'],
};

test('a valid order can always be submitted, an invalid one never', async () => {
  const seen = { valid: 0, invalid: 0, taken: 0 };
  const seldomSeen = new Set<Drawn>();
  const entry = fc.constantFrom('candidateentry' as const, 'cliententry' as const);
  await fc.assert(
    fc.asyncProperty(entry, drawn, async (by, of) => {
      const json = bodyOf(of);
      const validated = await client.post<ValidationResult>(`/orders/${by}/validate`, json);
      const submitted = await client.post<ProblemBody>(`/orders/${by}`, json);
      assert.equal(validated.status, 200);
      const { isValid, validationErrors } = validated.body;
      const isTaken = validationErrors?.length === 1 && validationErrors[0]?.message === 'was used for another order';
      const [kind, status] = isValid
        ? (['valid', 201] as const)
        : isTaken
          ? (['taken', 409] as const)
          : (['invalid', 400] as const);
      seen[kind] += 1;
      assert.equal(submitted.status, status, submitted.text);
      assert.deepEqual(submitted.body.validationErrors, validationErrors);
      if (of !== scottish && of !== barred) return;
      seldomSeen.add(of);
      assert.equal(kind, 'valid', validated.text);
    }),
    { numRuns: 40, examples: [scottish, barred].map((of) => ['cliententry', of]) },
  );
  assert.ok(seen.valid > 0 && seen.invalid > 0, JSON.stringify(seen));
  assert.equal(seldomSeen.size, 2);
});

test('validation recognises a used key: it is valid for its own order and invalid for any other', async () => {
  const order = { ...least, UniqueKey: randomUUID() };
  const validated = async (json: object) => (await client.post<ValidationResult>(`${path}/validate`, json)).body;
  const path = '/orders/candidateentry';
  assert.equal((await client.post(path, order)).status, 201);
  assert.deepEqual(await validated(order), { isValid: true });
  const taken = { message: 'was used for another order', fieldPath: 'UniqueKey', errorLevel: 'Error' };
  const other = { ...order, Checks: [{ CheckType: 'document' }] };
  assert.deepEqual(await validated(other), { isValid: false, validationErrors: [taken] });
  assertRefused(await client.post(path, other), 409, 'already_taken', ['UniqueKey']);
  // An invalid body is refused before its key is checked.
  const invalid = { ...order, Checks: [{ CheckType: 'nonsense' }] };
  const { validationErrors } = await validated(invalid);
  assert.deepEqual(
    validationErrors?.map(({ fieldPath }) => fieldPath),
    ['Checks[0].CheckType', 'UniqueKey'],
  );
  const refused = await client.post<ProblemBody>(path, invalid);
  assertRefused(refused, 400, 'invalid_fields', ['Checks[0].CheckType', 'UniqueKey']);
  assert.deepEqual(refused.body.validationErrors, validationErrors);
});
