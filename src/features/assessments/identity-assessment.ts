// Judges the documents by which somebody saw who the candidate is, by the guidelines of each authority; pure.
import { identityStatement } from '../../messages/en-identity.ts';
import { documentMonths, identityRoutes } from '../requirements/document-routes.ts';
import {
  accessNiVerdict,
  identityRouteVerdict,
  type RouteVerdict,
  scottishProofVerdict,
} from '../requirements/identity-route-rules.ts';
import type { IdentityRegime, SeenPapers } from '../requirements/seen-papers.ts';
import { levelOfRegime, seenOf } from '../requirements/seen-papers-requirement.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { Assessed, AssessedPerson } from './assessment.ts';

const seenBy = (papers: SeenPapers, { facts: { dob }, today }: AssessedPerson) => seenOf(papers, dob, today);

const faultOf = ({ documents }: SeenPapers, { index, fault }: RouteVerdict['faults'][number]) =>
  identityStatement.fault(nameOf(documents[index]!.document), fault);

const nameOf = (document: string) => nameOfValue('dbsidentitydocument', document);

/** The verdict on the route of the DBS; undefined for the guidelines of another authority. */
export function routeVerdict(
  regime: IdentityRegime,
  seen: SeenPapers,
  person: AssessedPerson,
): RouteVerdict | undefined {
  const level = levelOfRegime[regime];
  return level === undefined ? undefined : identityRouteVerdict(level, seenBy(seen, person));
}

/** Documents of Group 1 among those that an order names. */
const group1 = {
  passport: 'passport',
  driving_licence: 'driving licence',
  residence_permit: 'residence permit',
} as const;

/** What contradicts that Route 1 cannot be met. */
function namedGroup1(verdict: RouteVerdict | undefined, { facts, today }: AssessedPerson): string[] {
  if (verdict === undefined || verdict.route === null || verdict.route === 'Route 1') return [];
  const isCurrent = (expiresOn: string | null | undefined) => !expiresOn || expiresOn >= today;
  const names = facts.identity_documents.flatMap(({ type, expires_on }) =>
    type in group1 && isCurrent(expires_on) ? group1[type as keyof typeof group1] : [],
  );
  return names.length === 0 ? [] : [identityStatement.namesGroup1([...new Set(names)])];
}

interface Judged extends Omit<Assessed, 'details'> {
  /** What is lacking, with its sentence. */
  readonly needs: readonly (readonly [need: string, sentence: string])[];
  readonly faults: RouteVerdict['faults'];
}

function judgeRoute(verdict: RouteVerdict, regime: IdentityRegime, seen: SeenPapers): Judged {
  const { rule, source, asOf, route, faults } = verdict;
  const isExplained = (seen.why_not_route_1 ?? '') !== '';
  const needs = verdict.needs.filter((need) => need !== 'reason' || !isExplained);
  const routes = identityRoutes[levelOfRegime[regime]!];
  const isMet = route !== null && needs.length === 0;
  return {
    ...{ rule, source, asOf, isMet, faults },
    statement: identityStatement.route(route, isMet),
    needs: needs.map((need) => [need, identityStatement.need(need, routes)]),
  };
}

function judgeProofs(regime: IdentityRegime, seen: SeenPapers, person: AssessedPerson): Judged {
  const verdict =
    regime === 'access_ni'
      ? accessNiVerdict(seenBy(seen, person))
      : { ...scottishProofVerdict(seen.identity_proof ?? null, seen.address_proof ?? null), faults: [] };
  const { rule, source, asOf, isMet, needs, faults } = verdict;
  return {
    ...{ rule, source, asOf, isMet, faults },
    statement: identityStatement.proofs(regime === 'access_ni' ? 'AccessNI' : 'Disclosure Scotland', isMet),
    needs: needs.map((need) => [need, identityStatement.proofNeed(need)]),
  };
}

function judged(regime: IdentityRegime, seen: SeenPapers, person: AssessedPerson): Judged {
  const verdict = routeVerdict(regime, seen, person);
  return verdict === undefined ? judgeProofs(regime, seen, person) : judgeRoute(verdict, regime, seen);
}

/** The documents that count for a limited time, and whose date the order does not give. */
const undatedInOrder = ({ has_originals, documents }: SeenPapers): string[] =>
  has_originals === true
    ? []
    : documents
        .filter(({ document, issued_on }) => documentMonths[document] !== undefined && issued_on === undefined)
        .map(({ document }) => nameOf(document));

export const assessIdentity = (
  regimes: readonly IdentityRegime[],
  seen: SeenPapers,
  person: AssessedPerson,
): Assessed[] =>
  regimes.map((regime) => {
    const { needs, faults, ...assessed } = judged(regime, seen, person);
    const undated = undatedInOrder(seen);
    const details = [
      ...needs.map(([, sentence]) => sentence),
      ...faults.map((one) => faultOf(seen, one)),
      ...namedGroup1(routeVerdict(regime, seen, person), person),
      ...(undated.length > 0 ? [identityStatement.undated(undated)] : []),
    ];
    return { ...assessed, details };
  });

/** The input in which each is typed. */
const inputOfNeed: Readonly<Record<string, string>> = {
  documents: 'documents_seen.0.document',
  address: 'documents_seen.0.shows_address',
  outside_validation: 'outside_validation',
  fingerprints: 'fingerprints_taken_on',
  reason: 'why_not_route_1',
  identity_proof: 'identity_proof',
  address_proof: 'address_proof',
  another_address_proof: 'address_proof',
};

/** What keeps the papers from being enough for an authority, by the input that it concerns. */
export function identityLacks(
  regime: IdentityRegime,
  seen: SeenPapers,
  person: AssessedPerson,
): (readonly [input: string, sentence: string])[] {
  const { isMet, needs, faults } = judged(regime, seen, person);
  if (isMet) return [];
  const undated = faults.filter(({ fault }) => fault === 'date_missing');
  const inputOf = ({ fault }: RouteVerdict['faults'][number]) => (fault === 'country_missing' ? 'country' : 'document');
  const lacksDocuments = needs.some(([need]) => need === 'documents' || need === 'fingerprints');
  const refused = lacksDocuments ? faults.filter(({ fault }) => fault !== 'date_missing') : [];
  const { has_originals: _, ...asNamed } = seen;
  const isDateAll = undated.length > 0 && judged(regime, asNamed, person).needs.every(([need]) => need !== 'documents');
  const others = isDateAll ? needs.filter(([need]) => need !== 'documents') : needs;
  return [
    ...undated.map(({ index }) => {
      const { document } = seen.documents[index]!;
      return [
        `documents_seen.${index}.issued_on`,
        identityStatement.dateMissing(nameOf(document), documentMonths[document]!),
      ] as const;
    }),
    ...refused.map((one) => [`documents_seen.${one.index}.${inputOf(one)}`, faultOf(seen, one)] as const),
    ...others.map(([need, sentence]) => [inputOfNeed[need]!, sentence] as const),
  ];
}
