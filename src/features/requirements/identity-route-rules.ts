// Decides which route of the identity guidelines a set of documents meets: DBS, AccessNI, Scotland; pure.
import { addMonths, ageOn, type IsoDate } from '../../lib/dates.ts';
import { type Verdict, verdictOf } from '../knowledge/rule.ts';
import {
  type DocumentGroup,
  identityDocuments,
  scottishAddressProofs,
  scottishIdentityProofs,
} from '../value-sets/criminal-record-values.ts';
import {
  accessNiRoutes,
  britishDependencies,
  documentMonths,
  expiredPassportMonths,
  type IdentityRoute,
  identityRoutes,
} from './document-routes.ts';

export type DisclosureLevel = keyof typeof identityRoutes;

export interface SeenDocument {
  /** A value of `dbsidentitydocument`. */
  readonly type: string;
  readonly issuedOn?: IsoDate | null;
  readonly expiresOn?: IsoDate | null;
  /** Of issue, three letters. */
  readonly country?: string | null;
  readonly showsAddress?: boolean;
}

export interface Seen {
  readonly documents: readonly SeenDocument[];
  readonly today: IsoDate;
  readonly dob: IsoDate | null;
  /** The outside validation of the identity (Route 2). */
  readonly validation?: 'confirmed' | 'not_confirmed' | null;
  /** When the police took the candidate’s fingerprints, where no route is met. */
  readonly fingerprintsTakenOn?: IsoDate | null;
  /** A document that ages does not count without its date; otherwise an unknown date is not held against it. */
  readonly demandsDates?: boolean;
}

export type DocumentFault =
  | 'not_listed'
  | 'not_for_basic'
  | 'date_missing'
  | 'not_issued_yet'
  | 'too_old'
  | 'expired'
  | 'expired_abroad'
  | 'country_missing'
  | 'of_other_age'
  | 'named_twice';

/** A passport of the UK counts for some months after it expired, one of another country does not. */
function expiryFault({ type, expiresOn = null, country = null }: SeenDocument, today: IsoDate) {
  if (expiresOn === null || expiresOn >= today) return undefined;
  if (type !== 'Passport' || addMonths(expiresOn, expiredPassportMonths) < today) return 'expired';
  if (country === null) return 'country_missing';
  return country === 'GBR' || britishDependencies.has(country) ? undefined : 'expired_abroad';
}

/** Why the document does not count; undefined if it does. */
function documentFault(
  document: SeenDocument,
  level: DisclosureLevel,
  { today, dob, demandsDates = false }: Omit<Seen, 'documents'>,
): DocumentFault | undefined {
  const { type, issuedOn = null } = document;
  const known = identityDocuments.find(({ value }) => value === type);
  if (known === undefined) return 'not_listed';
  if (level === 'basic' && !known.isForBasic) return 'not_for_basic';
  const months = documentMonths[type];
  if (issuedOn !== null && issuedOn > today) return 'not_issued_yet';
  if (months !== undefined && issuedOn === null && demandsDates) return 'date_missing';
  if (months !== undefined && issuedOn !== null && issuedOn < addMonths(today, -months)) return 'too_old';
  const expiry = expiryFault(document, today);
  if (expiry !== undefined) return expiry;
  const [least, most] = known.ages ?? [0, Number.POSITIVE_INFINITY];
  const age = dob === null ? least : ageOn(today, dob);
  return age < least || age > most ? 'of_other_age' : undefined;
}

export interface JudgedDocuments {
  readonly counted: ReadonlySet<string>;
  readonly faults: readonly { readonly index: number; readonly fault: DocumentFault }[];
}

function judge(level: DisclosureLevel, seen: Seen): JudgedDocuments {
  const counted = new Set<string>();
  const faults = seen.documents.flatMap((document, index) => {
    const fault = counted.has(document.type) ? 'named_twice' : documentFault(document, level, seen);
    if (fault === undefined) counted.add(document.type);
    return fault === undefined ? [] : [{ index, fault }];
  });
  return { counted, faults };
}

/** How many documents of these groups there are. */
const countIn = (groups: readonly DocumentGroup[], documents: ReadonlySet<string>): number =>
  identityDocuments.filter(({ value, group }) => documents.has(value) && groups.includes(group)).length;

function isMet({ first, groups, count, named }: Omit<IdentityRoute, 'name'>, documents: ReadonlySet<string>): boolean {
  if (named !== undefined && !documents.has(named)) return false;
  const others = new Set([...documents].filter((value) => value !== named));
  return countIn(first, others) >= 1 && countIn(groups, others) >= count;
}

export interface RouteShortfall {
  /** The documents that the first route needs, and how many of them there are. */
  readonly count: number;
  readonly added: number;
  /** None of them is of the groups of which one must be. */
  readonly lacksFirst: boolean;
}

/** How far documents of these kinds are from the first route; undefined if they meet one. */
export function routeShortfall(
  level: DisclosureLevel | 'access_ni',
  seen: Pick<Seen, 'documents' | 'today' | 'dob'>,
): RouteShortfall | undefined {
  const isOfDbs = level !== 'access_ni';
  const { counted } = judge(isOfDbs ? level : 'enhanced', seen);
  const routes = isOfDbs ? identityRoutes[level] : accessNiRoutes;
  if (routes.some((route) => isMet(route, counted))) return undefined;
  const { first, groups, count } = routes[0]!;
  return { count, added: countIn(groups, counted), lacksFirst: countIn(first, counted) === 0 };
}

/** The first route that documents of these kinds meet. */
export const routeOfDocuments = (level: DisclosureLevel, documents: ReadonlySet<string>): IdentityRoute | undefined =>
  identityRoutes[level].find((route) => isMet(route, documents));

export interface RouteVerdict extends Verdict {
  readonly route: IdentityRoute['name'] | 'Fingerprints' | null;
  /** The remaining steps; `reason`: record why Route 1 was not met, and keep it for two years. */
  readonly needs: readonly ('outside_validation' | 'reason' | 'documents' | 'fingerprints')[];
  readonly faults: JudgedDocuments['faults'];
}

/** Route 2 needs an outside validation; if that does not confirm, Route 3, and if that fails too, fingerprints that are taken. */
export function identityRouteVerdict(level: DisclosureLevel, seen: Seen): RouteVerdict {
  const { counted, faults } = judge(level, seen);
  const isRefused = seen.validation === 'not_confirmed';
  const met = identityRoutes[level].filter((one) => isMet(one, counted));
  const route = met.find(({ name }) => name === 'Route 1') ?? met.find(({ name }) => !isRefused || name === 'Route 3');
  const base = { ...verdictOf('dbs_identity_routes'), faults };
  if (route === undefined && isRefused && seen.fingerprintsTakenOn) {
    return { ...base, route: 'Fingerprints', needs: ['reason'] };
  }
  if (route === undefined) {
    return { ...base, route: null, needs: isRefused ? ['fingerprints'] : ['documents'] };
  }
  const awaitsValidation = route.name === 'Route 2' && seen.validation !== 'confirmed';
  const needs = [
    ...(awaitsValidation ? (['outside_validation'] as const) : []),
    ...(route.name === 'Route 1' ? [] : (['reason'] as const)),
  ];
  return { ...base, route: route.name, needs };
}

export interface ProofVerdict extends Verdict {
  readonly isMet: boolean;
  readonly needs: readonly string[];
}

/** One Group 1 document and two more, or four with a birth certificate; one must show the current address. */
export function accessNiVerdict(seen: Seen): ProofVerdict & { readonly faults: JudgedDocuments['faults'] } {
  const { counted, faults } = judge('enhanced', seen);
  const hasDocuments = accessNiRoutes.some((route) => isMet(route, counted));
  const showsAddress = seen.documents.some(({ type, showsAddress: shows }) => shows === true && counted.has(type));
  const needs = [...(hasDocuments ? [] : ['documents']), ...(showsAddress ? [] : ['address'])];
  return { ...verdictOf('access_ni_identity'), isMet: needs.length === 0, needs, faults };
}

/** One proof of identity and another of the address: a document cannot serve as both. */
export function scottishProofVerdict(identity: string | null, address: string | null): ProofVerdict {
  const isOf = (proofs: readonly { readonly value: string }[], value: string | null) =>
    proofs.some((proof) => proof.value === value);
  const needs = [
    ...(isOf(scottishIdentityProofs, identity) ? [] : ['identity_proof']),
    ...(isOf(scottishAddressProofs, address) ? [] : ['address_proof']),
    ...(identity !== null && identity === address ? ['another_address_proof'] : []),
  ];
  return { ...verdictOf('scottish_proofs'), isMet: needs.length === 0, needs };
}
