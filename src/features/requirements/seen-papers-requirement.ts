// The requirement of papers by which somebody saw who the candidate is, for a disclosure of the United Kingdom; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { FindingCode } from '../../messages/en.ts';
import { placeholderDob } from '../facts/facts.ts';
import { type Finding, type Moment, missing } from '../facts/finding.ts';
import { identityDocuments } from '../value-sets/criminal-record-values.ts';
import { allowedOf } from '../value-sets/value-set-rules.ts';
import {
  accessNiVerdict,
  type DisclosureLevel,
  type DocumentFault,
  identityRouteVerdict,
  type RouteVerdict,
  type Seen,
} from './identity-route-rules.ts';
import type { Requirement } from './requirement.ts';
import type { IdentityRegime, SeenPapers } from './seen-papers.ts';

export interface SeenPapersParams {
  readonly regime: IdentityRegime;
}

const at = (field: string) => `papers.${field}`;

export const levelOfRegime: Readonly<Partial<Record<IdentityRegime, DisclosureLevel>>> = {
  dbs_basic: 'basic',
  dbs_standard: 'standard',
  dbs_enhanced: 'enhanced',
};

/** The papers as the guidelines judge them; the placeholder of a birth date is unknown. */
export const seenOf = (papers: SeenPapers, dob: string, today: IsoDate): Seen => ({
  documents: papers.documents.map(({ document, issued_on, expires_on, country, shows_address }) => ({
    type: document,
    issuedOn: issued_on ?? null,
    expiresOn: expires_on ?? null,
    country: country ?? null,
    showsAddress: shows_address === true,
  })),
  today,
  dob: dob === placeholderDob ? null : dob,
  validation: papers.outside_validation ?? null,
  fingerprintsTakenOn: papers.fingerprints_taken_on ?? null,
  demandsDates: papers.has_originals === true,
});

/** The faults that a kind of document has by itself stop an order; those of one paper are for the screener. */
const faults: Readonly<Record<DocumentFault, readonly [code: FindingCode, moment: Moment]>> = {
  not_listed: ['missing', 'placed'],
  not_for_basic: ['document_not_for_basic', 'placed'],
  of_other_age: ['document_of_other_age', 'placed'],
  date_missing: ['document_undated', 'examined'],
  not_issued_yet: ['document_not_issued_yet', 'examined'],
  too_old: ['document_too_old', 'examined'],
  expired: ['document_expired', 'examined'],
  expired_abroad: ['document_expired', 'examined'],
  country_missing: ['document_expired', 'examined'],
  named_twice: ['document_named_twice', 'examined'],
};

function faultFindings({ documents }: SeenPapers, found: RouteVerdict['faults']): Finding[] {
  return found.map(({ index, fault }) => {
    const [code, moment] = faults[fault];
    const ages = identityDocuments.find(({ value }) => value === documents[index]!.document)?.ages;
    return {
      ...{ at: at(`documents[${index}].document`), code, moment },
      ...(code === 'document_not_for_basic' && { params: allowedOf('dbsidentitydocumentfiltered') }),
      ...(code === 'document_of_other_age' && ages !== undefined && { params: { least: ages[0], most: ages[1] } }),
    };
  });
}

function routeFindings(level: DisclosureLevel, papers: SeenPapers, seen: Seen): Finding[] {
  const verdict = identityRouteVerdict(level, seen);
  const found = faultFindings(papers, verdict.faults);
  const needs = verdict.needs.flatMap((need): Finding[] => {
    if (need === 'reason')
      return (papers.why_not_route_1 ?? '') === '' ? [missing(at('why_not_route_1'), 'placed')] : [];
    if (need === 'outside_validation')
      return [{ at: at('outside_validation'), code: 'outside_validation_wanted', moment: 'examined' }];
    if (need === 'fingerprints') return [{ at: at('documents'), code: 'fingerprints_wanted', moment: 'examined' }];
    // A document that is refused says enough by itself.
    if (found.some(({ moment }) => moment === 'placed')) return [];
    return [{ at: at('documents'), code: 'no_identity_route', params: { level }, moment: 'placed' }];
  });
  return [...found, ...needs];
}

function accessNiFindings(papers: SeenPapers, seen: Seen): Finding[] {
  const verdict = accessNiVerdict(seen);
  const codes: Readonly<Record<string, FindingCode>> = {
    documents: 'access_ni_documents_wanted',
    address: 'address_not_shown',
  };
  return [
    ...faultFindings(papers, verdict.faults),
    ...verdict.needs.map((need): Finding => {
      const moment = need === 'documents' ? 'placed' : 'examined';
      return { at: at('documents'), code: codes[need]!, moment };
    }),
  ];
}

function scottishFindings({ identity_proof: identity = '', address_proof: address = '' }: SeenPapers): Finding[] {
  if (identity === '') return [missing(at('identity_proof'), 'examined')];
  if (address === '') return [missing(at('address_proof'), 'examined')];
  return identity === address
    ? [{ at: at('address_proof'), code: 'same_document', other: at('identity_proof'), moment: 'placed' }]
    : [];
}

/** An order need not name papers: the identity may be confirmed later, which only the screener is told. */
export const seenPapers: Requirement<SeenPapersParams> = {
  facts: () => [],
  findings({ facts: { dob }, papers = null, today }, { regime }) {
    const isScottish = regime === 'scottish_proofs';
    const isNamed = papers !== null && (isScottish ? papers.identity_proof : papers.documents[0]) !== undefined;
    if (!isNamed) return [{ at: at('documents'), code: 'nobody_has_seen', moment: 'examined' }];
    if (isScottish) return scottishFindings(papers);
    const seen = seenOf(papers, dob, today);
    const level = levelOfRegime[regime];
    return level === undefined ? accessNiFindings(papers, seen) : routeFindings(level, papers, seen);
  },
};
