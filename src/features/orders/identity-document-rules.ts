// What must hold of identity documents in an order of interface v1: numbers, dates, and sets that meet a route; pure.
import { ageOn } from '../../lib/dates.ts';
import { driverNumberFaults, gbDriverNumberOf, niDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { type ApplicantFacts, type IdentityDocument, placeholderDob } from '../facts/facts.ts';
import { type IdentityRoute, identityRoutes } from '../requirements/document-routes.ts';
import type { DocumentGroup } from '../value-sets/criminal-record-values.ts';
import { identityDocuments } from '../value-sets/criminal-record-values.ts';
import { notOfValueSet } from '../value-sets/value-set-rules.ts';
import { type GivenDocument, numberAsKept, particularPath } from './candidate-facts-rules.ts';
import { type Given, require } from './history-rules.ts';
import type { Ordered } from './ordered-check-rules.ts';

const isUkIssued = ({ country }: GivenDocument) => country === null || country === 'GBR';

/** Their numbers say who they are; of a permit, a certificate or a visa the paper does. */
const numbered: ReadonlySet<IdentityDocument['type']> = new Set([
  ...(['passport', 'driving_licence', 'national_insurance', 'identity_card'] as const),
]);

/** Of Great Britain 16 characters, of Northern Ireland 8 digits; whose type is not said may be either. */
const formOfLicence: Readonly<Record<string, 'gb' | 'ni' | 'free'>> = {
  GBFull: 'gb',
  GBProvisional: 'gb',
  NIFull: 'ni',
  NIProvisional: 'ni',
  CrownDependency: 'free',
  EEA: 'free',
  Other: 'free',
};

function licenceMessages(number: string, form: 'gb' | 'ni' | 'uk' | 'free', facts: ApplicantFacts): string[] {
  if (form === 'free') return number.length > 50 ? ['is too long (maximum is 50 characters)'] : [];
  if (form !== 'gb' && niDriverNumberOf(number) !== undefined) return [];
  if (form === 'ni') return ['is not a driving licence number of Northern Ireland (8 digits)'];
  const read = gbDriverNumberOf(number);
  if (read === undefined) return ['is not a driving licence number of Great Britain (16 characters)'];
  const lastNames = [facts.last_name, ...facts.previous_names.map(({ last_name }) => last_name)];
  const dob = facts.dob === placeholderDob ? null : facts.dob;
  return driverNumberFaults(read, { lastNames, dob, gender: facts.gender }).map((code) => apiSentence({ code }));
}

function numberMessages(document: GivenDocument, licenceType: string | null, facts: ApplicantFacts): string[] {
  const { type, number } = document;
  if (number === null || number === '') return numbered.has(type) ? ["can't be blank"] : [];
  if (type === 'national_insurance') {
    return nationalInsuranceNumberOf(number) === undefined ? ['is not a National Insurance number'] : [];
  }
  if (type === 'driving_licence') {
    const byCountry = isUkIssued(document) ? 'uk' : 'free';
    return licenceMessages(number, licenceType === null ? byCountry : (formOfLicence[licenceType] ?? byCountry), facts);
  }
  if (type !== 'passport') return [];
  if (document.country === 'GBR' && !/^\d{9}$/.test(number)) return ['is not a number of a UK passport (9 digits)'];
  return /^[A-Za-z0-9]{1,11}$/.test(number) ? [] : ['is not a passport number (at most 11 letters and digits)'];
}

/** Under either name, each: one that is not kept would pass as if it were right. */
function addNumberProblems(document: GivenDocument, licenceType: string | null, { facts, problems }: Given): void {
  const numbers = document.said
    .filter(({ fact }) => fact === 'number')
    .map(({ path, value }) => ({ path, value: String(value) }));
  const judged = numbers.length === 0 ? [{ path: particularPath(document, 'number'), value: null }] : numbers;
  for (const { path, value } of judged) {
    if (problems.has(path)) continue;
    for (const message of numberMessages({ ...document, number: value }, licenceType, facts))
      problems.add(path, message);
  }
}

function addDisagreements({ type, said }: GivenDocument, { problems }: Given): void {
  const kept = (value: unknown, fact: string) => (fact === 'number' ? numberAsKept(type, String(value)) : value);
  for (const { path, fact, value } of said) {
    const first = said.find((one) => one.fact === fact)!;
    if (kept(value, fact) !== kept(first.value, fact)) problems.add(path, `differs from ${nameAt(first.path)}`);
  }
}

const nameAt = (path: string) => path.slice(path.lastIndexOf('.') + 1);

export function addDocumentProblems(
  documents: readonly GivenDocument[],
  licenceType: string | null,
  given: Given,
): void {
  const { facts, today, problems } = given;
  for (const document of documents) {
    const { issued_on, expires_on } = document;
    addNumberProblems(document, licenceType, given);
    addDisagreements(document, given);
    const issued = particularPath(document, 'issued_on');
    if (issued_on !== null && issued_on > today) problems.add(issued, 'is in the future');
    if (issued_on !== null && issued_on < facts.dob) problems.add(issued, 'is before the date of birth');
    if (issued_on !== null && expires_on !== null && expires_on < issued_on) {
      problems.add(particularPath(document, 'expires_on'), `is before ${nameAt(issued)}`);
    }
  }
}

type Level = keyof typeof identityRoutes;

function meets(route: IdentityRoute, documents: ReadonlySet<string>): boolean {
  const counted = identityDocuments.filter(({ value }) => documents.has(value));
  const inGroups = (groups: readonly DocumentGroup[]) => counted.filter(({ group }) => groups.includes(group)).length;
  return inGroups(route.first) >= 1 && inGroups(route.groups) >= route.count;
}

/** The first route that the documents meet; each kind of document counts once. */
export function identityRouteOf(level: Level, documents: readonly string[]): string | undefined {
  return identityRoutes[level].find((route) => meets(route, new Set(documents)))?.name;
}

/** @param levels of the criminal record checks ordered */
export function addIdentityRouteProblems(
  levels: readonly Level[],
  { specific, pathOf }: Pick<Ordered, 'specific' | 'pathOf'>,
  { facts, today, problems }: Given,
): void {
  const path = pathOf('IdentityDocuments');
  const named = (specific.IdentityDocuments ?? []).map((document) => document.DocumentType ?? null);
  if (named.length === 0) return;
  named.forEach((type, index) => {
    const at = `${path}[${index}].DocumentType`;
    const known = identityDocuments.find(({ value }) => value === type);
    if (known === undefined && !problems.has(at)) problems.add(at, "can't be blank");
    if (known !== undefined && !known.isForBasic && levels.includes('basic')) {
      problems.add(at, notOfValueSet('dbsidentitydocumentfiltered'));
    }
    const [youngest, oldest] = known?.ages ?? [0, Number.POSITIVE_INFINITY];
    const age = ageOn(today, facts.dob);
    if (facts.dob !== placeholderDob && (age < youngest || age > oldest)) {
      problems.add(at, `is for candidates of ${youngest} to ${oldest} years`);
    }
  });
  const types = named.filter((type) => type !== null);
  const routes = levels.map((level) => identityRouteOf(level, types));
  // Kept with the order, as the guidelines ask.
  if (routes.includes('Route 2')) require({ problems }, pathOf('IdentityRouteReason'), specific.IdentityRouteReason);
  const unmet = levels.filter((_, index) => routes[index] === undefined);
  if (unmet.length > 0 && !problems.has(path)) {
    problems.add(path, `meet no route of the identity guidelines for ${unmet.join(' and ')} checks`);
  }
}
