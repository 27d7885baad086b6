// Judges the documents by which somebody saw who the candidate is, by the guidelines of each authority; pure.
import { identityStatement } from '../../messages/en-identity.ts';
import { placeholderDob } from '../facts/facts.ts';
import {
  accessNiVerdict,
  type DisclosureLevel,
  identityRouteVerdict,
  type RouteVerdict,
  type Seen,
  type SeenDocument,
  scottishProofVerdict,
} from '../requirements/identity-route-rules.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { Assessed, AssessedPerson } from './assessment.ts';

/** The guidelines that a disclosure follows. */
export const identityRegimes = ['dbs_basic', 'dbs_standard', 'dbs_enhanced', 'access_ni', 'scottish_proofs'] as const;
export type IdentityRegime = (typeof identityRegimes)[number];

/** What was seen, as typed. */
export interface IdentitySeen {
  readonly documents: readonly {
    readonly document: string;
    readonly issued_on?: string;
    readonly expires_on?: string;
    readonly shows_address?: boolean;
  }[];
  readonly identity_proof?: string;
  readonly address_proof?: string;
  readonly outside_validation?: 'confirmed' | 'not_confirmed';
  readonly why_not_route_1?: string;
}

const levels: Readonly<Partial<Record<IdentityRegime, DisclosureLevel>>> = {
  dbs_basic: 'basic',
  dbs_standard: 'standard',
  dbs_enhanced: 'enhanced',
};

function seenBy({ documents, outside_validation }: IdentitySeen, { facts: { dob }, today }: AssessedPerson): Seen {
  return {
    documents: documents.map(
      ({ document, issued_on, expires_on, shows_address }): SeenDocument => ({
        type: document,
        issuedOn: issued_on ?? null,
        expiresOn: expires_on ?? null,
        showsAddress: shows_address === true,
      }),
    ),
    today,
    dob: dob === placeholderDob ? null : dob,
    validation: outside_validation ?? null,
  };
}

const faultLines = ({ documents }: IdentitySeen, { faults }: Pick<RouteVerdict, 'faults'>): string[] =>
  faults.map(({ index, fault }) =>
    identityStatement.fault(nameOfValue('dbsidentitydocument', documents[index]!.document), fault),
  );

/** The verdict on the route of the DBS; undefined for the guidelines of another authority. */
export function routeVerdict(
  regime: IdentityRegime,
  seen: IdentitySeen,
  person: AssessedPerson,
): RouteVerdict | undefined {
  const level = levels[regime];
  return level === undefined ? undefined : identityRouteVerdict(level, seenBy(seen, person));
}

function assessRoute(verdict: RouteVerdict, seen: IdentitySeen): Assessed {
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

function assessProofs(regime: IdentityRegime, seen: IdentitySeen, person: AssessedPerson): Assessed {
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
  seen: IdentitySeen,
  person: AssessedPerson,
): Assessed[] =>
  regimes.map((regime) => {
    const verdict = routeVerdict(regime, seen, person);
    return verdict === undefined ? assessProofs(regime, seen, person) : assessRoute(verdict, seen);
  });
