// The papers by which a client saw who the candidate is, between orders of interface v1 and the facts; pure.

import type { OrderDetails } from '../checks/check.ts';
import { routeOfDocuments } from '../requirements/identity-route-rules.ts';
import type { SeenPapers } from '../requirements/seen-papers.ts';
import { levelOfRegime } from '../requirements/seen-papers-requirement.ts';
import type { Ordered } from './ordered-check-rules.ts';

type Text = string | null | undefined;

export interface PapersNamed {
  readonly IdentityDocuments?: readonly { readonly DocumentType?: Text }[];
  readonly IdentityRouteReason?: Text;
  readonly IdentityProof?: Text;
  readonly AddressProof?: Text;
}

export function papersOf(named: PapersNamed): SeenPapers {
  const { IdentityDocuments = [], IdentityRouteReason, IdentityProof, AddressProof } = named;
  return {
    documents: IdentityDocuments.map(({ DocumentType }) => ({ document: DocumentType ?? '' })),
    ...(IdentityRouteReason ? { why_not_route_1: IdentityRouteReason } : {}),
    ...(IdentityProof ? { identity_proof: IdentityProof } : {}),
    ...(AddressProof ? { address_proof: AddressProof } : {}),
  };
}

/** Those that a stored order names; undefined if it names none. */
export function papersInOrder(details: OrderDetails | null): SeenPapers | undefined {
  if (details === null) return undefined;
  const papers = papersOf({ ...details.CheckSpecificData, IdentityDocuments: details.IdentityDocuments });
  const { documents, identity_proof, address_proof } = papers;
  return documents.length > 0 || identity_proof !== undefined || address_proof !== undefined ? papers : undefined;
}

const names: Readonly<Record<string, string>> = {
  documents: 'IdentityDocuments',
  document: 'DocumentType',
  why_not_route_1: 'IdentityRouteReason',
  identity_proof: 'IdentityProof',
  address_proof: 'AddressProof',
};

/** The v1 path of a paper: `documents[0].document` → `IdentityDocuments[0].DocumentType`. */
export const pathOfPaper = (path: string, pathOf: Ordered['pathOf']): string => {
  const [first, ...others] = path.split('.').map((part) => {
    const [name = ''] = part.split('[');
    return { name: names[name] ?? name, index: part.slice(name.length) };
  });
  return [pathOf(first!.name) + first!.index, ...others.map(({ name, index }) => name + index)].join('.');
};

/** Whether a level that is ordered is met by Route 2 alone. */
export function usesRoute2({ types }: Pick<Ordered, 'types'>, { documents }: SeenPapers): boolean {
  const kinds = new Set(documents.map(({ document }) => document));
  const levels = types.flatMap(({ identity }) => (identity === null ? [] : (levelOfRegime[identity] ?? [])));
  return levels.some((level) => routeOfDocuments(level, kinds)?.name === 'Route 2');
}
