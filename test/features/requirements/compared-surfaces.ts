// Compares what orders of interface v1, create check of v2, the candidate's form and the desk find in the same facts.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { prefilled } from '../../../src/features/candidate-form/answer-rules.ts';
import { sentNames } from '../../../src/features/candidate-form/fact-input-rules.ts';
import type { EntryAnswer, FormPage, FormScope } from '../../../src/features/candidate-form/form-page.ts';
import { entryProblems, pageProblems } from '../../../src/features/candidate-form/page-problem-rules.ts';
import { placementProblems } from '../../../src/features/checks/check-rules.ts';
import { elementOf, factKeyOf } from '../../../src/features/facts/fact-paths.ts';
import type { ApplicantFacts } from '../../../src/features/facts/facts.ts';
import { type Finding, isBlank, untilMoment } from '../../../src/features/facts/finding.ts';
import { bodyPathOf } from '../../../src/features/orders/candidate-body-rules.ts';
import { criminalRecordOf, nameOfJobFact } from '../../../src/features/orders/criminal-record-rules.ts';
import { documentsGiven } from '../../../src/features/orders/identity-document-rules.ts';
import type { OrderBody, OrderEntry } from '../../../src/features/orders/order-body.ts';
import { orderCommand } from '../../../src/features/orders/order-body-rules.ts';
import { pathOfPaper } from '../../../src/features/orders/order-papers-rules.ts';
import type { Job } from '../../../src/features/requirements/requirement.ts';
import { allFindings, askedBy, findingsOn } from '../../../src/features/requirements/requirement-rules.ts';
import type { SeenPapers } from '../../../src/features/requirements/seen-papers.ts';
import { type FieldMessages, Problems } from '../../../src/lib/refusal.ts';
import { en } from '../../../src/messages/en.ts';
import { type NeedingReport, reportFindings, reportNeeds } from '../../../src/portals/desk/report/report-needs.ts';
import { agreed } from '../orders/order-samples.ts';
import {
  type Case,
  candidateBody,
  candidates,
  caseOf,
  factsAfterForm,
  jobs,
  orders,
  papersNamed,
  papersOfCase,
  today,
} from './judged-candidates.ts';

/** Replaces each sentence by its code, because the surfaces say different sentences for one code; returns the way back. */
export function sayCodes(): () => void {
  const findings = { ...en.findings };
  const words = Object.entries(en.facts).map(([key, one]) => [key, { ...one }] as const);
  for (const code of Object.keys(findings)) Object.assign(en.findings, { [code]: { api: code, person: code } });
  for (const one of Object.values(en.facts)) Object.assign(one, { missing: undefined });
  return () => {
    Object.assign(en.findings, findings);
    for (const [key, one] of words) Object.assign(en.facts[key as keyof typeof en.facts], one);
  };
}

// The findings of each surface, as the path of the fact and the code.

const inOneOrder = (found: Iterable<string>) => [...new Set(found)].sort();
/** Only the order, or somebody who saw the candidate, gives them. */
const isOfJob = ({ at }: Finding) => /^(?:job|papers)\./.test(at);

const said = (fields: FieldMessages) =>
  inOneOrder(Object.entries(fields).flatMap(([path, codes]) => codes.map((code) => `${path} ${code}`)));

/** @param pathOf where the surface has the fact */
/** What people may write; programs are held to the interface's form of names, which person-names.test.ts proves. */
const nameForm = 'papers';

const expected = (found: readonly Finding[], pathOf: (at: string) => string) =>
  inOneOrder(found.map(({ at, code }) => `${pathOf(at)} ${code}`));

export const asTheyAre = (found: readonly Finding[]) => expected(found, (at) => at);

/** The papers under their names in interface v1. */
const namedPapers = ({ documents, why_not_route_1: IdentityRouteReason }: SeenPapers) => ({
  IdentityDocuments: documents.map(({ document: DocumentType }) => ({ DocumentType })),
  IdentityRouteReason,
});

/** The desk finds faults of each report of the order separately. */
function deskReports({ known, job, papers, types }: Case): NeedingReport[] {
  const { agreedLevel, identity_proof: IdentityProof, address_proof: AddressProof, ...criminal_details } = job;
  const CheckSpecificData = { ...namedPapers(papers), IdentityProof, AddressProof };
  const details = { CheckSpecificData, IdentityDocuments: CheckSpecificData.IdentityDocuments };
  const check = {
    activityYears: null,
    formCompletedAt: new Date(today),
    order: { facts: known, criminal_details, details },
  };
  const jobRole = agreed.jobRoles.find(({ role_check_type }) => role_check_type === agreedLevel);
  return types.map(({ id }) => ({ report: { reportTypeId: id }, check, jobRole }) as unknown as NeedingReport);
}

export const deskFindings = (one: Case): Finding[] =>
  deskReports(one).flatMap((report) => reportFindings(report, today));

/** The codes that the page shows. */
const deskCodes = (one: Case): string[] =>
  inOneOrder(
    deskReports(one)
      .flatMap((report) => reportNeeds(report, today))
      .flatMap(({ findings }) => findings.map((sentence) => sentence.slice(sentence.lastIndexOf(' ') + 1))),
  );

function askedCodes({ types }: Case, found: readonly Finding[]): string[] {
  const asked = askedBy(types.flatMap(({ requires }) => requires));
  const isAsked = (one: Finding) =>
    isOfJob(one) || asked.some((requirement) => findingsOn(requirement, [one]).length > 0);
  return inOneOrder(found.filter(isAsked).map(({ code }) => code));
}

const filled = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));

const bodyOf = ({ candidate, job, papers, types }: Case): OrderBody => {
  const { identity_proof: IdentityProof, address_proof: AddressProof, ...details } = job;
  const CriminalRecord = filled({ ...criminalRecordOf(details), ...namedPapers(papers), IdentityProof, AddressProof });
  return {
    Checks: types.map(({ id }) => ({ CheckType: String(id) })),
    Candidate: { ...candidate, CriminalRecord },
  } as unknown as OrderBody;
};

export function orderFindings(one: Case, entry: OrderEntry): string[] {
  const problems = new Problems();
  orderCommand(bodyOf(one), { entry, agreed, today, nameForm }, problems);
  return said(problems.fields);
}

function inOrder({ candidate }: Case, found: readonly Finding[]): string[] {
  const documents = documentsGiven(candidate.Identity);
  const ofJob = (at: string) => `Candidate.CriminalRecord.${nameOfJobFact(at.slice('job.'.length) as keyof Job)}`;
  const ofPaper = (at: string) => pathOfPaper(at.slice('papers.'.length), (name) => `Candidate.CriminalRecord.${name}`);
  return expected(found, (at) =>
    at.startsWith('job.') ? ofJob(at) : at.startsWith('papers.') ? ofPaper(at) : bodyPathOf(at, documents),
  );
}

export const placementFindings = ({ known: facts, job, papers, types }: Case): string[] =>
  said(placementProblems(types, { facts, job, papers: papersOfCase(job, papers), today, nameForm }).fields);

/** `id_numbers[ssn].value` → `id_numbers[0].value` */
const byAttribute = ({ known }: Case, found: readonly Finding[]): string[] =>
  expected(found, (at) =>
    at
      .replace(/^job\b/, 'criminal_history_report_details')
      .replace(/^papers\./, '')
      .replace(/^(\w+)\[([a-z_]\w*)\](.*)$/, (_, list: string, element: string, rest: string) => {
        const index = elementOf(known, list, element);
        return index < 0 ? list : `${list}[${index}]${rest}`;
      }),
  );

/** The faults of a page by its inputs' facts; a fault of a whole list is reported once its entries are valid. */
function findingsOfPage(page: FormPage, scope: FormScope, known: ApplicantFacts): string[] {
  if (page.kind === 'consent') return [];
  const answer = prefilled(page, known, today);
  const { fields } = pageProblems(page, answer, scope, known);
  const pathOf = (name: string) => page.inputs.find((input) => sentNames(input).includes(name))!.path;
  const atInputs = (shown: FieldMessages, prefix = '') =>
    inOneOrder(Object.entries(shown).flatMap(([name, codes]) => said({ [`${prefix}${pathOf(name)}`]: codes })));
  if (page.kind === 'questions') return atInputs(fields);
  return Object.entries(fields).flatMap(([field, codes]) => {
    if (field === 'add') return said({ [page.list]: codes });
    const key = Number(field.slice('entry-'.length));
    return atInputs(entryProblems(page, answer as EntryAnswer, key, scope, known).fields, `${page.list}[${key - 1}].`);
  });
}

export const formFindings = ({ known, scope, pages }: Case): string[] =>
  inOneOrder(pages.flatMap((page) => findingsOfPage(page, scope, known)));

/** The findings about facts that a page asks for. */
function onPages({ pages }: Case, found: readonly Finding[]): string[] {
  const asked = pages.flatMap((page) => findingsOn(page.asked, found));
  const isShown = ({ at }: Finding) =>
    factKeyOf(at).includes('.') || !asked.some((other) => other.at.startsWith(`${at}[`));
  return asTheyAre(asked.filter(isShown));
}

/** The form does not ask for the number of a licence that the candidate denies, and drops the number of the order. */
export const deniesLicence = ({ known }: Case) =>
  known.has_driving_licence === false && known.id_numbers.some(({ type }) => type.startsWith('driving_licen'));

/** Whoever has a telephone and no email address is rung: the form writes so, which no program can say. */
const ringsReferee = ({ known }: Case) =>
  known.references.some(
    ({ email, telephone, reached_by: reach }) => isBlank(email) && isBlank(reach) && !isBlank(telephone),
  );

export function compare(one: Case): void {
  const examined = deskFindings(one);
  assert.deepEqual(deskCodes(one), askedCodes(one, examined), 'the page at the desk');
  const needed = untilMoment(examined, 'needed');
  const placed = untilMoment(needed, 'placed');
  assert.deepEqual(orderFindings(one, 'client'), inOrder(one, needed), 'an order that the client enters');
  const ofCandidateEntry = needed.filter((finding) => finding.at === 'dob' || placed.includes(finding));
  assert.deepEqual(orderFindings(one, 'candidate'), inOrder(one, ofCandidateEntry), 'an order that asks the candidate');
  assert.deepEqual(placementFindings(one), byAttribute(one, placed), 'create check');
  const isChanged = deniesLicence(one) || ringsReferee(one);
  const known = isChanged ? factsAfterForm(one.known, one.scope, one.pages) : one.known;
  const afterForm = isChanged ? untilMoment(deskFindings({ ...one, known }), 'needed') : needed;
  const answered = allFindings(one.scope.asked, { facts: known, job: null, today, nameForm }, 'answered');
  const ofForm = [...afterForm, ...answered.filter(({ moment }) => moment === 'answered')];
  assert.deepEqual(formFindings(one), onPages(one, ofForm), 'the form');
}

/** Generating a candidate takes longer than judging one order. */
const ordersEach = 5;

/** Compares the surfaces on generated candidates and orders. */
export function compareGenerated(pairs: number): {
  readonly compared: number;
  readonly difference: string | undefined;
} {
  const ordered = fc.array(fc.tuple(orders, jobs, papersNamed), { minLength: ordersEach, maxLength: ordersEach });
  const property = fc.property(candidates, ordered, (known, each) => {
    const candidate = candidateBody(known);
    for (const [types, job, papers] of each) compare({ ...caseOf(known, types, job, candidate), papers });
  });
  const details = fc.check(property, { numRuns: pairs / ordersEach });
  return {
    compared: details.numRuns * ordersEach,
    difference: details.failed ? fc.defaultReportMessage(details) : undefined,
  };
}
