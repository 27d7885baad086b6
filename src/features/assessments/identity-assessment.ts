// Judges the documents by which somebody saw who the candidate is, by the guidelines of each authority; pure.
import { identityStatement } from '../../messages/en-identity.ts';
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

const faultLines = ({ documents }: SeenPapers, { faults }: Pick<RouteVerdict, 'faults'>): string[] =>
  faults.map(({ index, fault }) =>
    identityStatement.fault(nameOfValue('dbsidentitydocument', documents[index]!.document), fault),
  );

/** The verdict on the route of the DBS; undefined for the guidelines of another authority. */
export function routeVerdict(
  regime: IdentityRegime,
  seen: SeenPapers,
  person: AssessedPerson,
): RouteVerdict | undefined {
  const level = levelOfRegime[regime];
  return level === undefined ? undefined : identityRouteVerdict(level, seenBy(seen, person));
}

function assessRoute(verdict: RouteVerdict, seen: SeenPapers): Assessed {
  const { rule, source, asOf, route, needs } = verdict;
  const isExplained = (seen.why_not_route_1 ?? '') !== '';
  const missing = needs.filter((need) => need !== 'reason' || !isExplained);
  return {
    ...{ rule, source, asOf },
    isMet: route !== null && missing.length === 0,
    statement: identityStatement.route(route),
    details: [...missing.map(identityStatement.need), ...faultLines(seen, verdict)],
  };
}

function assessProofs(regime: IdentityRegime, seen: SeenPapers, person: AssessedPerson): Assessed {
  const verdict =
    regime === 'access_ni'
      ? accessNiVerdict(seenBy(seen, person))
      : { ...scottishProofVerdict(seen.identity_proof ?? null, seen.address_proof ?? null), faults: [] };
  const { rule, source, asOf, isMet, needs } = verdict;
  return {
    ...{ rule, source, asOf },
    isMet,
    statement: identityStatement.proofs(regime === 'access_ni' ? 'AccessNI' : 'Disclosure Scotland', isMet),
    details: [...needs.map(identityStatement.proofNeed), ...faultLines(seen, verdict)],
  };
}

export const assessIdentity = (
  regimes: readonly IdentityRegime[],
  seen: SeenPapers,
  person: AssessedPerson,
): Assessed[] =>
  regimes.map((regime) => {
    const verdict = routeVerdict(regime, seen, person);
    return verdict === undefined ? assessProofs(regime, seen, person) : assessRoute(verdict, seen);
  });
