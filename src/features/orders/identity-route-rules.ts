// Decides whether the documents that a client has seen meet a route of the identity guidelines for a criminal record
// check; pure.
import { ageOn } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { placeholderDob } from '../facts/facts.ts';
import { type IdentityRoute, identityRoutes } from '../requirements/document-routes.ts';
import { type DocumentGroup, identityDocuments } from '../value-sets/criminal-record-values.ts';
import { notOfValueSet } from '../value-sets/value-set-rules.ts';
import type { Ordered } from './ordered-check-rules.ts';

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

const levelsOf = ({ types }: Pick<Ordered, 'types'>): Level[] => [
  ...new Set(types.flatMap(({ name, variant }) => (name === 'criminal_history' ? [variant as Level] : []))),
];

const typesNamed = ({ specific }: Pick<Ordered, 'specific'>) =>
  (specific.IdentityDocuments ?? []).map(({ DocumentType }) => DocumentType ?? null);

/** The route of each ordered level; empty if no documents are named: identity is then confirmed after ordering. */
export function routesOf(ordered: Ordered): { readonly level: Level; readonly route: string | undefined }[] {
  const types = typesNamed(ordered).filter((type) => type !== null);
  if (typesNamed(ordered).length === 0) return [];
  return levelsOf(ordered).map((level) => ({ level, route: identityRouteOf(level, types) }));
}

function addDocumentProblems(type: string | null, path: string, ordered: Ordered, age: number, problems: Problems) {
  const known = identityDocuments.find(({ value }) => value === type);
  if (known === undefined && !problems.has(path)) problems.add(path, apiSentence({ code: 'missing' }));
  if (known !== undefined && !known.isForBasic && levelsOf(ordered).includes('basic')) {
    problems.add(path, notOfValueSet('dbsidentitydocumentfiltered'));
  }
  const [least, most] = known?.ages ?? [0, Number.POSITIVE_INFINITY];
  if (age < least || age > most) problems.add(path, problemSentence('document_of_other_age', { least, most }));
}

export function addIdentityRouteProblems(
  ordered: Ordered,
  { dob, today }: { readonly dob: string; readonly today: string },
  problems: Problems,
): void {
  const { specific, pathOf } = ordered;
  const path = pathOf('IdentityDocuments');
  // NaN is in no range of ages.
  const age = dob === placeholderDob ? Number.NaN : ageOn(today, dob);
  typesNamed(ordered).forEach((type, index) => {
    addDocumentProblems(type, `${path}[${index}].DocumentType`, ordered, age, problems);
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
