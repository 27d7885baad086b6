// Decides whether the documents that a client has seen meet a route of the identity guidelines for a criminal record
// check; pure.
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { placeholderDob } from '../facts/facts.ts';
import { type DisclosureLevel, documentFault, routeOfDocuments } from '../requirements/identity-route-rules.ts';
import { identityDocuments } from '../value-sets/criminal-record-values.ts';
import { allowedOf } from '../value-sets/value-set-rules.ts';
import type { Ordered } from './ordered-check-rules.ts';

/** The first route that the documents meet; each kind of document counts once. */
export const identityRouteOf = (level: DisclosureLevel, documents: readonly string[]): string | undefined =>
  routeOfDocuments(level, new Set(documents))?.name;

const levelsOf = ({ types }: Pick<Ordered, 'types'>): DisclosureLevel[] => [
  ...new Set(types.flatMap(({ name, variant }) => (name === 'criminal_history' ? [variant as DisclosureLevel] : []))),
];

const typesNamed = ({ specific }: Pick<Ordered, 'specific'>) =>
  (specific.IdentityDocuments ?? []).map(({ DocumentType }) => DocumentType ?? null);

/** The route of each ordered level; empty if no documents are named: identity is then confirmed after ordering. */
export function routesOf(ordered: Ordered): { readonly level: DisclosureLevel; readonly route: string | undefined }[] {
  const types = typesNamed(ordered).filter((type) => type !== null);
  if (typesNamed(ordered).length === 0) return [];
  return levelsOf(ordered).map((level) => ({ level, route: identityRouteOf(level, types) }));
}

function addDocumentProblems(
  type: string | null,
  path: string,
  { ordered, ...holder }: { readonly ordered: Ordered; readonly dob: string | null; readonly today: string },
  problems: Problems,
) {
  const level = levelsOf(ordered).includes('basic') ? 'basic' : 'enhanced';
  const fault = documentFault({ type: type ?? '' }, level, holder);
  if (fault === 'not_listed' && !problems.has(path)) problems.add(path, apiSentence({ code: 'missing' }));
  if (fault === 'not_for_basic')
    problems.add(path, problemSentence('not_of_value_set', allowedOf('dbsidentitydocumentfiltered')));
  if (fault === 'of_other_age') {
    const [least, most] = identityDocuments.find(({ value }) => value === type)!.ages!;
    problems.add(path, problemSentence('document_of_other_age', { least, most }));
  }
}

export function addIdentityRouteProblems(
  ordered: Ordered,
  { dob, today }: { readonly dob: string; readonly today: string },
  problems: Problems,
): void {
  const { specific, pathOf } = ordered;
  const path = pathOf('IdentityDocuments');
  const holder = { ordered, dob: dob === placeholderDob ? null : dob, today };
  typesNamed(ordered).forEach((type, index) => {
    addDocumentProblems(type, `${path}[${index}].DocumentType`, holder, problems);
  });
  const routes = routesOf(ordered);
  const reason = pathOf('IdentityRouteReason');
  // The guidelines require the reason to be recorded.
  const isExplained = (specific.IdentityRouteReason ?? '') !== '' || problems.has(reason);
  if (routes.some(({ route }) => route === 'Route 2') && !isExplained) {
    problems.add(reason, apiSentence({ code: 'missing' }));
  }
  const unmet = routes.filter(({ route }) => route === undefined).map(({ level }) => level);
  if (unmet.length > 0 && !problems.has(path)) {
    problems.add(path, problemSentence('no_identity_route', { other: unmet.join(' and ') }));
  }
}
