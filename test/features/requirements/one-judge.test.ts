// Orders of interface v1, create check of v2, the candidate's form and the desk find the same faults in the same
// facts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prefilled } from '../../../src/features/candidate-form/answer-rules.ts';
import { sentNames } from '../../../src/features/candidate-form/fact-input-rules.ts';
import type { EntryAnswer, FormPage, FormScope } from '../../../src/features/candidate-form/form-page.ts';
import { askedPages, draftFacts, formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import { entryProblems, pageProblems } from '../../../src/features/candidate-form/page-problem-rules.ts';
import { placementProblems } from '../../../src/features/checks/check-rules.ts';
import type { Fact, FactTree } from '../../../src/features/facts/fact.ts';
import { elementOf, factKeyOf } from '../../../src/features/facts/fact-paths.ts';
import { type ApplicantFacts, facts, noFacts } from '../../../src/features/facts/facts.ts';
import { type Finding, untilMoment } from '../../../src/features/facts/finding.ts';
import { bodyPathOf, candidateOf, factsOf } from '../../../src/features/orders/candidate-body-rules.ts';
import { documentsGiven } from '../../../src/features/orders/identity-document-rules.ts';
import { namedDocuments } from '../../../src/features/orders/identity-documents.ts';
import type { OrderBody, OrderEntry } from '../../../src/features/orders/order-body.ts';
import { orderCommand } from '../../../src/features/orders/order-body-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import type { ReportType } from '../../../src/features/report-types/report-type.ts';
import { findingsOn } from '../../../src/features/requirements/requirement-rules.ts';
import { valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';
import { Problems } from '../../../src/lib/refusal.ts';
import { type NeedingReport, reportFindings } from '../../../src/portals/desk/report/report-needs.ts';
import { agreed, basicDetails } from '../orders/order-samples.ts';

const today = '2026-03-04';

interface Case {
  readonly known: ApplicantFacts;
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

const whole: ApplicantFacts = {
  ...noFacts,
  ...{ title: 'Ms', first_name: 'Jane', last_name: 'Applicant', name_is_from_birth: true, dob: '1985-06-14' },
  ...{
    gender: 'female',
    nationality: 'GBR',
    town_of_birth: 'London',
    country_of_birth: 'GBR',
    has_driving_licence: false,
  },
  ...{ email: 'jane@example.com', mobile: '07700900123' },
  identity_documents: [
    { type: 'passport', number: '925665416', country: 'GBR', issued_on: '2021-03-05', expires_on: '2030-01-01' },
  ],
  addresses: [
    {
      ...{ country: 'GBR', flat_number: null, building_number: '100', building_name: null, street: 'Main Street' },
      ...{ sub_street: null, town: 'London', county: null, state: null, postcode: 'SW4 6EH' },
      ...{ start_date: '1985-06-14', end_date: null },
    },
  ],
  activities: [
    {
      ...{
        status: 'FullTime',
        employer: 'Example Ltd',
        job_title: 'Driver',
        self_employed_status: null,
        country: 'GBR',
      },
      ...{ start_date: '2001-06-14', end_date: null, reason_for_leaving: null, contact_timing: 'Immediately' },
      referee: null,
    },
  ],
  qualifications: [
    {
      ...{ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA', classification: null },
      ...{ graduated_on: '2010-05-01', student_number: null },
    },
  ],
  memberships: [{ body: 'Law Society', status: 'Member', number: null }],
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

const isLicence = ({ type }: { readonly type: string }) => type.startsWith('driving_licen');

/** Removes contradictions: one document of each kind, one current address, and no licence if the candidate has none. */
function ordinary(given: ApplicantFacts): ApplicantFacts {
  const oneOfEach = <T extends object>(list: readonly T[], key: keyof T) => [
    ...new Map(list.map((one) => [one[key], one])).values(),
  ];
  const { addresses } = given;
  const now = addresses.findIndex(({ end_date }) => end_date === null);
  return {
    ...given,
    has_driving_licence: [...given.identity_documents, ...given.id_numbers].some(isLicence)
      ? true
      : given.has_driving_licence,
    identity_documents: oneOfEach(given.identity_documents, 'type'),
    id_numbers: oneOfEach(given.id_numbers, 'type'),
    addresses: addresses.map((one, index) =>
      one.end_date === null && index !== now ? { ...one, end_date: '2024-02-01' } : one,
    ),
  };
}

/** The facts in an order, without the duplicate names of the public guide. */
function candidateBody(known: ApplicantFacts) {
  const { Identity = {}, ...candidate } = candidateOf(known);
  const said = namedDocuments.flatMap(([name, { guideNames }]) => {
    const answered = (Identity as Readonly<Record<string, object>>)[name];
    if (answered === undefined) return [];
    const others: readonly string[] = Object.values(guideNames);
    return [[name, Object.fromEntries(Object.entries(answered).filter(([field]) => !others.includes(field)))]];
  });
  return { ...candidate, Identity: Object.fromEntries(said) };
}

function caseOf(known: ApplicantFacts, types: readonly ReportType[], candidate = candidateBody(known)): Case {
  const scope = formScope(types, null, today);
  return { known, types, candidate, scope, pages: askedPages(scope) };
}

/** Only facts that every surface can express. */
function sayable(given: ApplicantFacts): ApplicantFacts {
  const said = factsOf(candidateBody(ordinary(given)));
  const scope = formScope(catalogue, null, today);
  const answers = askedPages(scope).map(
    (page) => [page.id, { version: 1, answer: prefilled(page, said, today) }] as const,
  );
  return factsOf(candidateBody(draftFacts(said, scope, new Map(answers))));
}

const ordersEach = 5;
const orders = fc.array(fc.subarray([...catalogue], { minLength: 1, maxLength: 2 }), {
  minLength: ordersEach,
  maxLength: ordersEach,
});
const candidates = fc.oneof(partial, faulty).map(sayable);

// The findings of each surface, as paths of facts.

const isOfCandidate = (path: string) => !path.startsWith('job.');
const paths = (found: Iterable<string>) => [...new Set(found)].sort();

/** The desk finds faults of each report of the order separately. */
function deskFindings({ known, types }: Case): Finding[] {
  const order = { facts: known, criminal_details: null, details: null };
  return types
    .flatMap(({ id }) => {
      const report = { report: { reportTypeId: id }, check: { activityYears: null, order }, jobRole: undefined };
      return reportFindings(report as unknown as NeedingReport, today);
    })
    .filter(({ at }) => isOfCandidate(at));
}

const bodyOf = ({ candidate, types }: Case): OrderBody =>
  ({
    Checks: types.map(({ id }) => ({ CheckType: String(id) })),
    Candidate: { ...candidate, CriminalRecord: basicDetails },
  }) as unknown as OrderBody;

/** Without problems about the job and its papers, and of fields without a fact. */
function orderPaths(one: Case, entry: OrderEntry): string[] {
  const problems = new Problems();
  orderCommand(bodyOf(one), { entry, agreed, today }, problems);
  return paths(
    Object.keys(problems.fields).filter(
      (path) => path.startsWith('Candidate.') && !/^Candidate\.CriminalRecord|IsCurrentAddress$/.test(path),
    ),
  );
}

const inOrder = ({ candidate }: Case, found: readonly Finding[]): string[] => {
  const documents = documentsGiven(candidate.Identity);
  return paths(found.map(({ at }) => bodyPathOf(at, documents)));
};

const placementPaths = ({ known, types }: Case): string[] =>
  paths(
    Object.keys(placementProblems(types, { facts: known, job: null, today }).fields).filter(
      (path) => !path.startsWith('criminal_history_report_details'),
    ),
  );

/** `id_numbers[ssn].value` → `id_numbers[0].value` */
const byPlace = ({ known }: Case, found: readonly Finding[]): string[] =>
  paths(
    found.map(({ at }) =>
      at.replace(/^(\w+)\[([a-z]\w*)\](.*)$/, (_, list: string, element: string, rest: string) => {
        const index = elementOf(known, list, element);
        return index < 0 ? list : `${list}[${index}]${rest}`;
      }),
    ),
  );

/** The faults of a page by its inputs' facts; a fault of a whole list is reported once its entries are valid. */
function pathsOfPage(page: FormPage, scope: FormScope, known: ApplicantFacts): string[] {
  const answer = prefilled(page, known, today);
  const fields = Object.keys(pageProblems(page, answer, scope, known).fields);
  if (page.kind === 'consent') return [];
  const pathOf = (name: string) => page.inputs.find((input) => sentNames(input).includes(name))!.path;
  if (page.kind === 'questions') return fields.map(pathOf);
  return fields.flatMap((field) => {
    if (field === 'add') return [page.list];
    const key = Number(field.slice('entry-'.length));
    const inEntry = entryProblems(page, answer as EntryAnswer, key, scope, known).fields;
    return Object.keys(inEntry).map((name) => `${page.list}[${key - 1}].${pathOf(name)}`);
  });
}

function formPaths({ known, scope, pages }: Case): string[] {
  return paths(pages.flatMap((page) => pathsOfPage(page, scope, known)));
}

/** The findings about facts that a page asks for. */
function onPages({ pages }: Case, found: readonly Finding[]): string[] {
  const asked = pages.flatMap((page) => findingsOn(page.asked, found));
  const isShown = ({ at }: Finding) =>
    factKeyOf(at).includes('.') || !asked.some((other) => other.at.startsWith(`${at}[`));
  return paths(asked.filter(isShown).map(({ at }) => at));
}

function compare(one: Case): void {
  const needed = deskFindings(one);
  const placed = untilMoment(needed, 'placed');
  assert.deepEqual(orderPaths(one, 'client'), inOrder(one, needed), 'an order that the client enters');
  const born = needed.filter(({ at }) => at === 'dob');
  assert.deepEqual(
    orderPaths(one, 'candidate'),
    inOrder(one, [...placed, ...born]),
    'an order that asks the candidate',
  );
  assert.deepEqual(placementPaths(one), byPlace(one, placed), 'create check');
  assert.deepEqual(formPaths(one), onPages(one, needed), 'the form');
}

const typeOf = (name: string) => catalogue.filter((type) => type.name === name);

test('every surface finds an activity that began ten years before birth', () => {
  const [job] = whole.activities;
  const known = { ...whole, activities: [{ ...job!, start_date: '1975-06-14' }] };
  const one = caseOf(known, typeOf('activity'));
  assert.deepEqual(paths(deskFindings(one).map(({ at }) => at)), ['activities[0].start_date']);
  assert.deepEqual(formPaths(one), ['activities[0].start_date']);
  assert.deepEqual(orderPaths(one, 'client'), ['Candidate.EmploymentHistory[0].From']);
  compare(one);
});

test('every surface that needs education finds its empty list', () => {
  const [type] = catalogue.filter(({ requires }) => requires.includes('education'));
  const one = caseOf({ ...whole, qualifications: [] }, [type!]);
  assert.deepEqual(formPaths(one), ['qualifications']);
  assert.deepEqual(orderPaths(one, 'client'), ['Candidate.Education']);
  compare(one);
});

test('no surface finds a fault in complete facts', () => {
  const one = caseOf(
    whole,
    catalogue.filter(({ name }) => name !== 'driving_licence'),
  );
  assert.deepEqual(formPaths(one), []);
  compare(one);
});

test('all surfaces find the same faults of 10,000 candidates and orders', () => {
  const property = fc.property(candidates, orders, (known, ordered) => {
    const candidate = candidateBody(known);
    for (const types of ordered) compare(caseOf(known, types, candidate));
  });
  fc.assert(property, { numRuns: 10_000 / ordersEach });
});
