// Every field that both interfaces have means the same in both: a value read by one is answered by the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CriminalDetails, noCriminalDetails } from '../../../src/features/checks/check-rules.ts';
import { type ApplicantFacts, facts as factEntries, noFacts } from '../../../src/features/facts/facts.ts';
import { identityDocumentTypes } from '../../../src/features/facts/identity-facts.ts';
import {
  type CandidateBody,
  candidateFields,
  candidateOf,
  factsOf,
} from '../../../src/features/orders/candidate-body-rules.ts';
import { criminalDetailsOf, criminalRecordOf } from '../../../src/features/orders/criminal-record-rules.ts';
import { identityPath } from '../../../src/features/orders/identity-documents.ts';
import { employmentSectors } from '../../../src/features/requirements/employment-sectors.ts';
import { basicPlacesOfWork, purposes } from '../../../src/features/requirements/job-requirements.ts';
import { nationalities } from '../../../src/features/value-sets/nationality-values.ts';
import { genders, titles } from '../../../src/features/value-sets/person-values.ts';
import type { ValueSetId } from '../../../src/features/value-sets/value-set.ts';
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';
import { countries, countryByAlpha2 } from '../../../src/lib/countries.ts';
import { fieldMap } from '../../support/docs/field-map.ts';
import { noActivity, noAddress, noQualification } from '../../support/empty-entries.ts';

/** Text without surrounding spaces. */
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((one) => one.trim())
  .filter((one) => one !== '');
const text = fc.option(word);
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const date = fc.option(day);
const code = fc.constantFrom(...countries.map(({ alpha3 }) => alpha3));
const country = fc.option(code);
/** Only v2 has territories without a nationality of their own. */
const national = fc.constantFrom(...nationalities.map(({ value }) => countryByAlpha2(value)?.alpha3 ?? value));
const title = fc.option(fc.constantFrom(...titles));
const telephone = fc.option(fc.oneof(fc.stringMatching(/^0\d{9,10}$/), fc.stringMatching(/^\+[1-9]\d{0,2} \d{6,10}$/)));
const name = { title, first_name: word, middle_name: text, last_name: word };

const documents = fc.uniqueArray(fc.constantFrom(...identityDocumentTypes)).chain((types) =>
  fc.tuple(
    ...types.map((type) =>
      fc
        .record({ type: fc.constant(type), number: text, country, issued_on: date, expires_on: date })
        // A document without values counts as absent.
        .filter(({ type: _, ...said }) => Object.values(said).some((value) => value !== null)),
    ),
  ),
);

const address = fc
  .record({
    ...{ flat_number: text, building_number: text, building_name: text, street: text, sub_street: text, town: text },
    ...{
      county: text,
      state: fc.option(fc.stringMatching(/^[A-Z]{2}$/)),
      postcode: text,
      country: code,
      start_date: date,
      end_date: date,
    },
  })
  .map((one) => ({ ...noAddress, ...one }));

/** Facts that an order of v1 can express completely. */
const facts: fc.Arbitrary<ApplicantFacts> = fc
  .record({
    ...name,
    email: word,
    gender: fc.constantFrom('male' as const, 'female' as const, null),
    dob: day,
    telephone,
    mobile: telephone,
    mothers_maiden_name: text,
    nationality: fc.option(national),
    country_of_birth: country,
    town_of_birth: text,
    addresses: fc.array(address, { maxLength: 3 }),
    previous_names: fc.array(
      fc.record({
        ...name,
        known_from: date,
        known_to: date,
        has_one_name: fc.constant(null),
        for_authorities_only: fc.constant(null),
      }),
      { maxLength: 2 },
    ),
    activities: fc.array(
      fc
        .record({
          ...{ status: word, employer: word, job_title: text, country, start_date: day, end_date: date },
          ...{ self_employed_status: text, reason_for_leaving: text, contact_timing: text, referee: text },
        })
        .map((one) => ({ ...noActivity, ...one })),
      { maxLength: 2 },
    ),
    qualifications: fc.array(
      fc
        .record({
          ...{ institution: word, country, course: word, level: word, classification: text },
          ...{ graduated_on: date, student_number: text },
        })
        .map((one) => ({ ...noQualification, ...one })),
      { maxLength: 2 },
    ),
    name_is_from_birth: fc.option(fc.boolean()),
    name_known_from: date,
    nationality_at_birth: fc.option(national),
    has_driving_licence: fc.option(fc.boolean()),
    fca_pra_approved: fc.constantFrom('Yes', 'No', 'Previously', null),
    mobile_country: country,
    telephone_country: country,
    local_identifiers: fc.array(fc.record({ country: code, kind: word, value: word, why_none: fc.option(word) }), {
      maxLength: 2,
    }),
    references: fc.array(
      fc.record({
        name: word,
        relationship: word,
        organisation: text,
        email: text,
        telephone: text,
        reached_by: fc.constant(null),
      }),
      { maxLength: 2 },
    ),
    memberships: fc.array(fc.record({ body: word, status: word, number: text }), { maxLength: 2 }),
    identity_documents: documents,
  })
  .map((given) => {
    const numbers = { driving_licence: 'driving_licence', national_insurance: 'social_insurance' } as const;
    // In the order of the table: the order of documents has no meaning.
    const order: readonly string[] = identityDocumentTypes;
    const identity_documents = [...given.identity_documents].sort(
      (one, other) => order.indexOf(one.type) - order.indexOf(other.type),
    );
    return {
      ...noFacts,
      ...given,
      // The last name of the newest earlier name, in whatever order they are given.
      previous_last_name:
        given.previous_names.toSorted((a, b) => (b.known_to ?? '9999').localeCompare(a.known_to ?? '9999'))[0]
          ?.last_name ?? null,
      identity_documents,
      id_numbers: identity_documents.flatMap(({ type, number: value }) => {
        const numberType = type === 'identity_card' ? type : numbers[type as keyof typeof numbers];
        return value === null || numberType === undefined ? [] : [{ type: numberType, value, state_code: null }];
      }),
    };
  });

/** Removes the missing prototype of generated records. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

test('reading the answer of an order gives the facts of the order', () => {
  fc.assert(
    fc.property(facts, (given) => assert.deepEqual(factsOf(candidateOf(given) as CandidateBody), plain(given))),
  );
});

test('a candidate as answered is read and answered the same again', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const candidate = candidateOf(given);
      assert.deepEqual(candidateOf(factsOf(JSON.parse(JSON.stringify(candidate)) as CandidateBody)), candidate);
    }),
  );
});

test('details of a criminal record convert both ways without a change', () => {
  const details: fc.Arbitrary<CriminalDetails> = fc.record({
    ...{
      job_role: text,
      purpose: fc.option(fc.constantFrom('employment', 'other')),
      place_of_work: text,
      employer_name: text,
      employment_sector: text,
    },
    JobRoleId: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  });
  fc.assert(
    fc.property(details, (given) => assert.deepEqual(criminalDetailsOf(criminalRecordOf(given)), plain(given))),
  );
});

/** Values that v2 accepts in any case, and any others that only some checks limit. */
const inAnyCase = (words: readonly string[]) =>
  fc.constantFrom(...words).chain((word) => fc.mixedCase(fc.constant(word)));

test('an order answers nothing for a country of birth that is no more', () => {
  const { PersonalInfo } = candidateOf({ ...noFacts, country_of_birth: 'YUG' }) as CandidateBody;
  assert.equal(PersonalInfo?.CountryOfBirth, '');
});

test('for any value that v2 accepts, v1 answers a value of its set as spelled there, or nothing', () => {
  const values = (set: ValueSetId) => valueSets.find(({ id }) => id === set)!.values.map(({ value }) => value);
  const listed = { place_of_work: basicPlacesOfWork, employment_sector: employmentSectors };
  fc.assert(
    fc.property(
      fc.record({
        ...{ title: fc.constantFrom(...titles), gender: fc.constantFrom(...genders), code },
        purpose: fc.oneof(inAnyCase(purposes), word),
        place_of_work: inAnyCase(listed.place_of_work),
        employment_sector: inAnyCase(listed.employment_sector),
      }),
      ({ title, gender, code, purpose, place_of_work, employment_sector }) => {
        const place = { country: code, end_date: null } as ApplicantFacts['addresses'][number];
        const person = { title, gender, nationality: code, country_of_birth: code, addresses: [place] };
        const candidate = candidateOf({ ...noFacts, ...person }) as CandidateBody;
        const details = { ...noCriminalDetails, purpose, place_of_work, employment_sector };
        const record = criminalRecordOf(details) as Readonly<Record<string, string>>;
        const answers: readonly [answer: unknown, known: readonly string[]][] = [
          [candidate.CurrentName?.Title, values('titles')],
          [candidate.PersonalInfo?.Gender, values('genders')],
          [candidate.PersonalInfo?.CurrentNationality, ['', ...values('nationality')]],
          [candidate.PersonalInfo?.CountryOfBirth, values('country')],
          [candidate.AddressList?.[0]?.Address?.Country, values('country')],
          [record.CheckCriminalPurposeOfCheck, ['', ...values('dbspurpose')]],
          [record.CheckCriminalPlaceOfWork, listed.place_of_work],
          [record.CheckCriminalEmploymentSector, listed.employment_sector],
        ];
        for (const [answer, known] of answers) assert.ok(known.includes(answer as string), String(answer));
        // A value of the set in any case is kept.
        if (purposes.some((one) => one === purpose.toLowerCase())) {
          assert.equal(record.CheckCriminalPurposeOfCheck?.toLowerCase(), purpose.toLowerCase());
        }
      },
    ),
  );
  // Any other place is answered as sent: only basic checks have a list of places.
  const elsewhere = criminalRecordOf({ ...noCriminalDetails, place_of_work: 'Belfast', employment_sector: 'Zoo' });
  assert.deepEqual([elsewhere.CheckCriminalPlaceOfWork, elsewhere.CheckCriminalEmploymentSector], ['Belfast', 'Zoo']);
});

/** The value in an answer at `Candidate.AddressList[].Address.Town`, for the first element of a list. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, step) => {
    const inner = (found as Record<string, unknown> | undefined)?.[step.replace('[]', '')];
    return step.endsWith('[]') ? (inner as unknown[])[0] : inner;
  }, value);
}

test('an answer has every field of the table, and the table every attribute of an applicant', () => {
  const whole = candidateOf({
    ...noFacts,
    addresses: [{ country: 'GBR', end_date: null } as never],
    previous_names: [{} as never],
    activities: [{} as never],
    qualifications: [{} as never],
    memberships: [{} as never],
    local_identifiers: [{} as never],
    references: [{} as never],
    identity_documents: identityDocumentTypes.map((type) => ({
      ...{ type, number: 'X1', country: null, issued_on: null, expires_on: null },
    })),
  });
  const ofDocuments = fieldMap.filter(
    ({ v1, says }) => v1?.startsWith(identityPath) === true && !says.startsWith('read as'),
  );
  for (const { v1 } of [...candidateFields, ...ofDocuments])
    assert.notEqual(at({ Candidate: whole }, v1!), undefined, v1!);
  const mapped = new Set(fieldMap.map(({ v2 }) => /^applicant\.(\w+)/.exec(v2 ?? '')?.[1]));
  for (const [attribute, { v2 }] of Object.entries(factEntries))
    if (v2 !== null) assert.ok(mapped.has(attribute), attribute);
});
