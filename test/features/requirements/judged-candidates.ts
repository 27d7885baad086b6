// Generated candidates and jobs that every surface can express, to compare the surfaces.
import fc from 'fast-check';
import { prefilled } from '../../../src/features/candidate-form/answer-rules.ts';
import type { FormPage, FormScope } from '../../../src/features/candidate-form/form-page.ts';
import { askedPages, draftFacts, formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import type { Fact, FactTree } from '../../../src/features/facts/fact.ts';
import { type ApplicantFacts, facts, noFacts } from '../../../src/features/facts/facts.ts';
import { candidateOf, factsOf } from '../../../src/features/orders/candidate-body-rules.ts';
import { namedDocuments } from '../../../src/features/orders/identity-documents.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import type { ReportType } from '../../../src/features/report-types/report-type.ts';
import type { Job } from '../../../src/features/requirements/requirement.ts';
import type { SeenPapers } from '../../../src/features/requirements/seen-papers.ts';
import { valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';
import { noActivity, noAddress, noQualification } from '../../support/empty-entries.ts';
import { agreed, localIdentifiers } from '../orders/order-samples.ts';

export const today = '2026-03-04';

export interface Case {
  readonly known: ApplicantFacts;
  readonly job: Job;
  readonly papers: SeenPapers;
  readonly types: readonly ReportType[];
  /** The same facts as an order's candidate, and the pages that ask for them. */
  readonly candidate: ReturnType<typeof candidateBody>;
  readonly scope: FormScope;
  readonly pages: readonly FormPage[];
}

// Facts of a generated candidate: valid, invalid and missing values of every fact, by its kind.

const days = fc.constantFrom(
  '1960-02-29',
  '1974-12-31',
  '1985-06-14',
  '2010-05-01',
  '2021-03-05',
  '2024-02-01',
  '2030-01-01',
);
const texts = fc.constantFrom('Jane', 'Example Ltd', 'O’Neil', '100', 'A', 'aaaa', 'SW4 6EH', 'CA', 'jane@example.com');
const telephones = fc.constantFrom('07700900123', '+44 20 7946 0000', '12');
const countries = fc.constantFrom('GBR', 'IRL', 'USA', 'IND');

function wordsOf(fact: Fact): readonly string[] {
  if (fact.kind !== 'choice') return [];
  return fact.values ?? valueSetById(fact.set!)!.values.map(({ value }) => value);
}

function arbitraryOf(fact: Fact): fc.Arbitrary<unknown> {
  const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: value }, fc.constant(fact.empty));
  switch (fact.kind) {
    case 'list':
      return fc.array(entryOf(fact.entry), { maxLength: 2 });
    case 'date':
      return maybe(days);
    case 'country':
      return maybe(countries);
    case 'nationality':
      return maybe(fc.oneof(countries, fc.constant('XXA')));
    case 'flag':
      return maybe(fc.boolean());
    case 'choice':
      return maybe(fc.constantFrom(...wordsOf(fact)));
    case 'telephone':
      return maybe(telephones);
    default:
      return maybe(texts);
  }
}

const entryOf = (tree: FactTree): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(tree).map(([name, fact]) => [name, arbitraryOf(fact)])));

export const whole: ApplicantFacts = {
  ...noFacts,
  ...{ title: 'Ms', first_name: 'Jane', last_name: 'Applicant', name_is_from_birth: true, dob: '1985-06-14' },
  ...{
    gender: 'female',
    nationality: 'GBR',
    town_of_birth: 'London',
    country_of_birth: 'GBR',
    has_driving_licence: false,
  },
  ...{ email: 'jane@example.com', mobile: '07700900123', has_national_insurance_number: true },
  ...{ has_unspent_convictions: false, has_read_dbs_privacy_policy: true },
  ...{ has_convictions_to_declare: false, has_concerns_to_declare: false },
  ...{ has_fca_reference_number: false, social_profiles: [{ network: 'LinkedIn', profile: '@jane' }] },
  id_numbers: [{ type: 'social_insurance', value: 'AB123456C', state_code: null }],
  local_identifiers: localIdentifiers,
  ...{ fathers_name: 'John Applicant', mothers_name: 'Mary Applicant', licence_issuer: 'California' },
  identity_documents: [
    { type: 'passport', number: '925665416', country: 'GBR', issued_on: '2021-03-05', expires_on: '2030-01-01' },
  ],
  addresses: [
    {
      ...noAddress,
      ...{ country: 'GBR', flat_number: null, building_number: '100', building_name: null, street: 'Main Street' },
      ...{ sub_street: null, town: 'London', county: null, state: null, postcode: 'SW4 6EH' },
      ...{ start_date: '1985-06-14', end_date: null },
    },
  ],
  activities: [
    {
      ...noActivity,
      ...{
        status: 'FullTime',
        employer: 'Example Ltd',
        place: 'Leeds',
        job_title: 'Driver',
        country: 'GBR',
      },
      ...{ start_date: '2001-06-14', end_date: null, reason_for_leaving: null, contact_timing: 'Immediately' },
      referee: null,
    },
  ],
  qualifications: [
    {
      ...noQualification,
      ...{ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA', classification: null },
      ...{ graduated_on: '2010-05-01', student_number: null },
    },
  ],
  memberships: [{ body: 'Law Society', status: 'Member', number: null }],
  ...{ share_code: 'W12345678', driving_licence_check_code: 'aB1cD2eF', pvg_number: '1234567890123456' },
  ...{ certificate_number: '001234567890', certificate_last_name: 'Applicant', certificate_issued_on: '2024-02-01' },
  references: [
    ...[
      {
        name: 'R. Referee',
        relationship: 'Line manager',
        organisation: null,
        email: 'r@example.com',
        telephone: null,
        reached_by: null,
      },
    ],
  ],
};

const anyFacts = fc.record(
  Object.fromEntries(Object.entries(facts as FactTree).map(([name, fact]) => [name, arbitraryOf(fact)])),
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<ApplicantFacts>>;
const partial = anyFacts.map((given): ApplicantFacts => ({ ...noFacts, ...given }));
const faulty = fc
  .tuple(anyFacts, fc.subarray(Object.keys(facts), { minLength: 0, maxLength: 3 }))
  .map(([given, names]): ApplicantFacts => {
    const changes = names.filter((name) => name in given).map((name) => [name, given[name as keyof ApplicantFacts]]);
    return { ...whole, ...Object.fromEntries(changes) };
  });

/** Removes contradictions: one document of each kind, and one current address. */
function ordinary(given: ApplicantFacts): ApplicantFacts {
  const oneOfEach = <T extends object>(list: readonly T[], key: keyof T) => [
    ...new Map(list.map((one) => [one[key], one])).values(),
  ];
  const { addresses } = given;
  const now = addresses.findIndex(({ end_date }) => end_date === null);
  return {
    ...given,
    identity_documents: oneOfEach(given.identity_documents, 'type'),
    id_numbers: oneOfEach(given.id_numbers, 'type'),
    addresses: addresses.map((one, index) =>
      one.end_date === null && index !== now ? { ...one, end_date: '2024-02-01' } : one,
    ),
  };
}

/** The facts in an order, without the duplicate names of the public guide. */
export function candidateBody(known: ApplicantFacts) {
  const { Identity = {}, ...candidate } = candidateOf(known);
  const said = namedDocuments.flatMap(([name, { guideNames }]) => {
    const answered = (Identity as Readonly<Record<string, object>>)[name];
    if (answered === undefined) return [];
    const others: readonly string[] = Object.values(guideNames);
    return [[name, Object.fromEntries(Object.entries(answered).filter(([field]) => !others.includes(field)))]];
  });
  return { ...candidate, Identity: Object.fromEntries(said) };
}

/** The facts after the candidate saves each page of the form unchanged. */
export function factsAfterForm(known: ApplicantFacts, scope: FormScope, pages: readonly FormPage[]): ApplicantFacts {
  const answers = pages.map((page) => [page.id, { version: 1, answer: prefilled(page, known, today) }] as const);
  return draftFacts(known, scope, new Map(answers));
}

const everyPage = formScope(catalogue, null, today);
const pagesOfAll = askedPages(everyPage);

/** Only facts that every surface can express. */
function sayable(given: ApplicantFacts): ApplicantFacts {
  const said = factsOf(candidateBody(ordinary(given)));
  return factsOf(candidateBody(factsAfterForm(said, everyPage, pagesOfAll)));
}

export const candidates = fc.oneof(partial, faulty).map(sayable);

export const wholeJob: Job = {
  ...{ job_role: 'Driver', purpose: 'employment', place_of_work: 'England', employer_name: 'Example Ltd' },
  ...{ employment_sector: 'Drivers', JobRoleId: null, identity_proof: null, address_proof: null },
};

/** Interface v1 cannot express wrong purposes, because its value set refuses them. */
export const jobs: fc.Arbitrary<Job> = fc
  .record({
    job_role: fc.constantFrom('Driver', null),
    purpose: fc.constantFrom('employment', 'other', null),
    place_of_work: fc.constantFrom('England', 'Scotland', 'Atlantis', null),
    employer_name: fc.constantFrom('Example Ltd', null),
    employment_sector: fc.constantFrom('Drivers', 'Alchemy', null),
    JobRoleId: fc.constantFrom(1, 2, 99, null),
    identity_proof: fc.constantFrom('Passport', null),
    address_proof: fc.constantFrom('UtilityBill', null),
  })
  .map((job) => ({ ...job, agreedLevel: agreed.jobRoles.find(({ id }) => id === job.JobRoleId)?.role_check_type }));

/** The papers of the order, with the proofs that it names beside the job. */
export const papersOfCase = ({ identity_proof, address_proof }: Job, papers: SeenPapers): SeenPapers => ({
  ...papers,
  ...(identity_proof ? { identity_proof } : {}),
  ...(address_proof ? { address_proof } : {}),
});

const noPapers: SeenPapers = { documents: [] };

/** Papers of every group, wrong ones among them; an order names no dates. */
export const papersNamed: fc.Arbitrary<SeenPapers> = fc.oneof(
  fc.constant(noPapers),
  fc.record(
    {
      documents: fc.array(
        fc
          .constantFrom(
            ...['Passport', 'UtilityBill', 'BankStatement', 'MarriageCertificate', 'BirthCertificateLater'],
            ...['HeadTeacherLetter', 'TaxLetter', 'PassCard'],
          )
          .map((document) => ({ document })),
        { maxLength: 4 },
      ),
      why_not_route_1: fc.constant('Has no Group 1 document.'),
    },
    { requiredKeys: ['documents'] },
  ),
);

export const orders = fc.subarray([...catalogue], { minLength: 1, maxLength: 2 });

export function caseOf(
  known: ApplicantFacts,
  types: readonly ReportType[],
  job = wholeJob,
  candidate = candidateBody(known),
): Case {
  const scope = formScope(types, null, today);
  return { known, job, papers: noPapers, types, candidate, scope, pages: askedPages(scope) };
}
