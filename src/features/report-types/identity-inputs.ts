// What somebody who sees a candidate's identity records, by the guidelines that the order's reports follow; pure.
import { countries } from '../../lib/countries.ts';
import { type IdentityRegime, seenWays } from '../requirements/seen-papers.ts';
import {
  identityDocuments,
  nameProofs,
  scottishAddressProofs,
  scottishIdentityProofs,
} from '../value-sets/criminal-record-values.ts';
import type { Properties } from './breakdown.ts';
import { reportTypeById } from './report-type-rules.ts';

const choiceOf = (values: readonly { readonly value: string; readonly name: string }[]) => ({
  choice: Object.fromEntries(values.map(({ value, name }) => [value, name])),
});

const documentChoice = {
  choice: Object.fromEntries(identityDocuments.map(({ value, name, group }) => [value, `${name} (Group ${group})`])),
};

const countryChoice = { choice: Object.fromEntries(countries.map(({ alpha3, name }) => [alpha3, name])) };

/** A basic check of a job in Scotland goes to Disclosure Scotland (interface, Create check arguments). */
const regimeOf = (reportTypeId: number, placeOfWork: string | null): IdentityRegime | null => {
  const regime = reportTypeById(reportTypeId)?.identity ?? null;
  return regime === 'dbs_basic' && placeOfWork?.toLowerCase() === 'scotland' ? 'scottish_proofs' : regime;
};

/** Each once; empty if nobody has to see the candidate. */
export const regimesOf = (
  reports: readonly { readonly reportTypeId: number }[],
  placeOfWork: string | null,
): IdentityRegime[] => [...new Set(reports.flatMap(({ reportTypeId }) => regimeOf(reportTypeId, placeOfWork) ?? []))];

export const isOfDbs = (regime: IdentityRegime) => regime.startsWith('dbs_');

/** Whether their application goes to Disclosure Scotland, and none to the DBS. */
export function isForDisclosureScotland(
  reports: readonly { readonly reportTypeId: number }[],
  placeOfWork: string | null,
): boolean {
  const regimes = regimesOf(reports, placeOfWork);
  return regimes.includes('scottish_proofs') && !regimes.some(isOfDbs);
}

export function identityInputs(regimes: readonly IdentityRegime[]): Properties {
  const isScottish = regimes.includes('scottish_proofs');
  const hasDocuments = regimes.some((regime) => regime !== 'scottish_proofs');
  const documents: Properties = {
    documents_seen: {
      entries: {
        document: documentChoice,
        issued_on: 'date',
        expires_on: 'date',
        country: countryChoice,
        ...(regimes.includes('access_ni') ? { shows_address: 'flag' as const } : {}),
      },
      one: 'Document',
      hint: 'Give the country of a passport that has expired: only one of the United Kingdom still counts, for 6 months.',
      completes: [],
      needs: {},
      least: 3,
    },
  };
  const scottish: Properties = {
    identity_proof: choiceOf(scottishIdentityProofs),
    address_proof: choiceOf(scottishAddressProofs),
  };
  const ofRoutes: Properties = {
    name_proof: { choice: nameProofs },
    outside_validation: { choice: { confirmed: 'Confirmed', not_confirmed: 'Not confirmed' } },
    validated_by: 'text',
    validated_on: 'date',
    validation_reference: 'text',
    why_not_route_1: 'text',
    fingerprints_invited_on: 'date',
    fingerprints_taken_on: 'date',
  };
  return {
    ...(hasDocuments ? documents : {}),
    ...(isScottish ? scottish : {}),
    ...(regimes.length > 0 ? { seen_how: { choice: seenWays } } : {}),
    ...(regimes.some(isOfDbs) ? ofRoutes : {}),
  };
}
