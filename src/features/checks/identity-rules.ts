// Decides what a confirmation of identity must name and who may give it, and keeps its verdicts; pure.

import { isDeepStrictEqual } from 'node:util';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { Problems } from '../../lib/refusal.ts';
import { identityStatement } from '../../messages/en-identity.ts';
import type { AssessedPerson } from '../assessments/assessment.ts';
import { type StoredVerdict, storedVerdict } from '../assessments/assessment-rules.ts';
import { assessIdentity, identityLacks, routeVerdict } from '../assessments/identity-assessment.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { type IdentityRegime, type SeenPapers, seenWays } from '../requirements/seen-papers.ts';
import { nameProofs } from '../value-sets/criminal-record-values.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';

/** Kept with the order: what was seen, by whom, and the verdicts of that day. */
export interface IdentityEvidence {
  readonly seen: SeenPapers;
  /** The route of the DBS, null where none is met or none asked for. */
  readonly route: string | null;
  readonly verdicts: readonly StoredVerdict[];
  /** What was confirmed before, and is kept. */
  readonly replaces?: Confirmed;
}

interface Confirmed {
  /** The day in the UK. */
  readonly on: IsoDate;
  /** Null where a client confirmed without naming papers. */
  readonly evidence: IdentityEvidence | null;
}

export interface Confirmer {
  readonly name: string;
  readonly email: string;
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Nobody verifies their own identity (DBS identity checking guidelines): told by the address, or by the name. */
export const isOwnIdentity = (
  { name, email }: Confirmer,
  facts: Pick<ApplicantFacts, 'email' | 'first_name' | 'last_name'>,
): boolean =>
  email.toLowerCase() === facts.email.toLowerCase() ||
  plain(name) === plain(fullName(facts.first_name, facts.last_name));

const routeOf = (regimes: readonly IdentityRegime[], seen: SeenPapers, person: AssessedPerson) =>
  regimes.map((regime) => routeVerdict(regime, seen, person)).filter((verdict) => verdict !== undefined);

/** An audit asks how the originals were seen, and who validated the identity where somebody outside did. */
function addOfRecord(problems: Problems, seen: SeenPapers, today: IsoDate): void {
  if (seen.has_originals !== true) return;
  if (seen.seen_how === undefined) problems.add('seen_how', identityStatement.seenHowMissing);
  if (seen.outside_validation === undefined) return;
  const { validated_by: by = '', validated_on: on, validation_reference: reference = '' } = seen;
  if (by === '') problems.add('validated_by', identityStatement.validatedByMissing);
  if (on === undefined) problems.add('validated_on', identityStatement.validatedOnMissing);
  else if (on > today) problems.add('validated_on', identityStatement.inFuture);
  if (reference === '') problems.add('validation_reference', identityStatement.validationReferenceMissing);
}

/** What keeps the papers from confirming who somebody is; the names of the inputs are their fields. */
export function identityProblems(
  regimes: readonly IdentityRegime[],
  seen: SeenPapers,
  person: AssessedPerson,
): Problems {
  const problems = new Problems();
  const isNothingSeen = seen.documents.length === 0 && regimes.some((regime) => regime !== 'scottish_proofs');
  if (isNothingSeen) problems.add('documents_seen.0.document', identityStatement.documentsMissing);
  else if ((seen.fingerprints_taken_on ?? '') > person.today)
    problems.add('fingerprints_taken_on', identityStatement.inFuture);
  else for (const regime of regimes) for (const lack of identityLacks(regime, seen, person)) problems.add(...lack);
  if (!isNothingSeen) addOfRecord(problems, seen, person.today);
  return problems;
}

/** What keeps somebody from being invited to give fingerprints, by the input. */
export function invitationProblems(seen: SeenPapers, today: IsoDate): Problems {
  const problems = new Problems();
  const { fingerprints_invited_on: on, outside_validation: validation } = seen;
  if (validation !== 'not_confirmed') problems.add('outside_validation', identityStatement.notRefused);
  if (on === undefined) problems.add('fingerprints_invited_on', identityStatement.invitedMissing);
  else if (on > today) problems.add('fingerprints_invited_on', identityStatement.inFuture);
  addOfRecord(problems, seen, today);
  return problems;
}

const namesSeen = ({ documents, identity_proof, address_proof }: SeenPapers): string[] => [
  ...documents.map(({ document }) => nameOfValue('dbsidentitydocument', document)),
  ...(identity_proof === undefined ? [] : [nameOfValue('scotlandidentityproof', identity_proof)]),
  ...(address_proof === undefined ? [] : [nameOfValue('scotlandaddressproof', address_proof)]),
];

const validatedBy = ({ validated_by: by, validated_on: on, validation_reference: reference }: SeenPapers): string[] =>
  by === undefined || on === undefined || reference === undefined
    ? []
    : [identityStatement.validatedBy(by, formatLongDate(on), reference)];

export function identityEvidence(
  regimes: readonly IdentityRegime[],
  seen: SeenPapers,
  by: Confirmer,
  person: AssessedPerson,
  replaced?: Confirmed,
): IdentityEvidence {
  const { why_not_route_1: reason = '', outside_validation: validation, name_proof: proof } = seen;
  const facts = [
    identityStatement.seen(namesSeen(seen)),
    identityStatement.seenBy(by.name, formatLongDate(person.today)),
    ...(seen.seen_how === undefined ? [] : [identityStatement.seenHow(seenWays[seen.seen_how])]),
    ...(proof === undefined ? [] : [identityStatement.nameProof(nameProofs[proof])]),
    ...(validation === undefined ? [] : [identityStatement.validated(validation), ...validatedBy(seen)]),
    ...(seen.fingerprints_taken_on === undefined
      ? []
      : [identityStatement.fingerprintsTaken(formatLongDate(seen.fingerprints_taken_on))]),
    ...(reason === '' ? [] : [identityStatement.reason(reason)]),
    ...(replaced === undefined
      ? []
      : [identityStatement.replaces(formatLongDate(replaced.on), seen.why_replaced ?? '')]),
  ];
  const verdicts = assessIdentity(regimes, seen, person).map(storedVerdict);
  return {
    seen,
    route: routeOf(regimes, seen, person)[0]?.route ?? null,
    verdicts: verdicts.map((verdict) => ({ ...verdict, details: [...verdict.details, ...facts] })),
    ...(replaced === undefined ? {} : { replaces: replaced }),
  };
}

function identityCheckOf({ seen, route, verdicts }: IdentityEvidence) {
  const { name_proof: proof } = seen;
  const properties = {
    ...(route === null ? {} : { route }),
    documents: [
      ...namesSeen(seen),
      ...(proof === undefined ? [] : [`Of the change of name: ${nameProofs[proof].toLowerCase()}`]),
    ],
    ...(seen.why_not_route_1 === undefined ? {} : { why_not_route_1: seen.why_not_route_1 }),
  };
  return {
    result: verdicts.every((verdict) => verdict.is_met) ? ('clear' as const) : ('consider' as const),
    properties,
  };
}

/**
 * The report with the part of its breakdown that says how the identity was checked, where its type has one. A part that
 * a screener wrote stays; one that says what a replaced confirmation said is renewed.
 */
export function withIdentityCheck<R extends Pick<Report, 'reportTypeId' | 'findings'>>(
  report: R,
  evidence: IdentityEvidence | undefined,
): R {
  const { breakdown } = report.findings;
  const isAsked = reportTypeById(report.reportTypeId)?.breakdown.identity_check !== undefined;
  if (evidence === undefined || !isAsked) return report;
  const replaced = evidence.replaces?.evidence ?? null;
  const written = breakdown.identity_check;
  const isOutdated = replaced !== null && isDeepStrictEqual(written, identityCheckOf(replaced));
  if (written !== undefined && !isOutdated) return report;
  const identity_check = identityCheckOf(evidence);
  return { ...report, findings: { ...report.findings, breakdown: { ...breakdown, identity_check } } };
}
