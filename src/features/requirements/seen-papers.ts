// The papers by which somebody saw who a candidate is, and the guidelines that they are judged by.

import type { nameProofs } from '../value-sets/criminal-record-values.ts';

/** The guidelines that a disclosure follows. */
export const identityRegimes = ['dbs_basic', 'dbs_standard', 'dbs_enhanced', 'access_ni', 'scottish_proofs'] as const;
export type IdentityRegime = (typeof identityRegimes)[number];

/** How the originals came before whoever saw them: the DBS wants it known where it was not in person. */
export const seenWays = {
  in_person: 'In person',
  video: 'By live video, with the originals in hand',
  post: 'Originals sent by post',
} as const;

/** What was seen, as typed or as the order names it. */
export interface SeenPapers {
  /** Somebody read the originals, dates and all; an order of interface v1 names kinds of documents only. */
  readonly has_originals?: true;
  readonly documents: readonly {
    readonly document: string;
    readonly issued_on?: string;
    readonly expires_on?: string;
    /** Of issue, three letters. */
    readonly country?: string;
    readonly shows_address?: boolean;
  }[];
  /** A deed poll or another proof of a change of name: of no group, so that it counts for no route. */
  readonly name_proof?: keyof typeof nameProofs;
  readonly identity_proof?: string;
  readonly address_proof?: string;
  /** Where the outside validation and Route 3 fail; `yyyy-mm-dd`. */
  readonly fingerprints_invited_on?: string;
  readonly fingerprints_taken_on?: string;
  /** Whoever records it in a portal says it; what an order of interface v1 names has none. */
  readonly seen_how?: keyof typeof seenWays;
  readonly outside_validation?: 'confirmed' | 'not_confirmed';
  /** The source outside, such as a credit reference agency, its day (`yyyy-mm-dd`) and its reference. */
  readonly validated_by?: string;
  readonly validated_on?: string;
  readonly validation_reference?: string;
  readonly why_not_route_1?: string;
  /** Why these papers replace those of an earlier confirmation. */
  readonly why_replaced?: string;
}
