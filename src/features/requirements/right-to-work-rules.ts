// Decides whether documents prove the right to work (interface, Report type notes), and says why others do not; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { FindingCode } from '../../messages/en.ts';
import type { IdentityDocument } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import { type Held, nationalitiesOf } from '../facts/nationality-rules.ts';
import {
  britishAbroad,
  britishDependencies,
  britishTerritories,
  homeNationalities,
  ownPassportNationalities,
  type RightToWorkRoute,
  rightToWorkRoutes,
} from './document-routes.ts';
import { listEntries, type RightToWorkDocument } from './right-to-work-lists.ts';

export interface Holder {
  /** Three letters. */
  readonly nationality: string;
  readonly today: IsoDate;
}

type Fault = readonly [fact: 'country' | 'expires_on', code: FindingCode];
type Judge = (document: IdentityDocument, holder: Holder) => Fault | undefined;

const nationalsOf = (nationality: string): RightToWorkRoute['nationals'] =>
  homeNationalities.has(nationality) || britishDependencies.has(nationality) ? 'home' : 'other';

const isOfUk = (country: string) => country === 'GBR' || britishDependencies.has(country);

/** A permission to stay ends, a nationality does not. */
const mustLast: Judge = ({ expires_on }, { today }) =>
  expires_on !== null && expires_on < today ? ['expires_on', 'document_ended'] : undefined;

function passportFault(document: IdentityDocument, holder: Holder): Fault | undefined {
  const { country } = document;
  const { nationality } = holder;
  if (nationalsOf(nationality) === 'home') {
    const isHome = country === null || nationalsOf(country) === 'home' || britishTerritories.has(country);
    return isHome ? undefined : ['country', 'document_not_home'];
  }
  if (country !== null && isOfUk(country) && !britishAbroad.has(nationality)) {
    return ['country', 'document_of_uk'];
  }
  // A visa needs a valid passport.
  return mustLast(document, holder);
}

/** A document without a country counts as valid for its kind. */
const judges: Readonly<Partial<Record<IdentityDocument['type'], Judge>>> = {
  passport: passportFault,
  visa: mustLast,
  residence_permit: mustLast,
  birth_certificate: ({ country }) =>
    country === null || country === 'GBR' ? undefined : ['country', 'document_not_of_uk'],
  // Without a country, the card is from the candidate's own country; the United Kingdom issues none.
  identity_card: ({ country }, { nationality }) => {
    const issuer = country ?? nationality;
    return homeNationalities.has(issuer) && issuer !== 'GBR' ? undefined : ['country', 'document_not_of_europe'];
  },
};

const kindsOf = (routes: readonly RightToWorkRoute[]) => [...new Set(routes.flatMap(({ documents }) => documents))];

/** The kinds of documents that may prove the right to work. @param held empty if no nationality is known */
export const rightToWorkKinds = (held: readonly string[]): readonly IdentityDocument['type'][] =>
  kindsOf(rightToWorkRoutes.filter(({ nationals }) => held.length === 0 || held.map(nationalsOf).includes(nationals)));

const rank = (nationality: string): number =>
  ownPassportNationalities.has(nationality) ? 0 : homeNationalities.has(nationality) ? 1 : 2;

/** Whoever holds several has the right to work by the best of them: that first. */
export const nationalitiesByRight = (held: Held): string[] =>
  nationalitiesOf(held).toSorted((one, other) => rank(one) - rank(other));

/** Empty if the documents prove the right to work; otherwise says so, and why each document does not count. */
export function rightToWorkFindings(documents: readonly IdentityDocument[], holder: Holder): Finding[] {
  const nationals = nationalsOf(holder.nationality);
  const routes = rightToWorkRoutes.filter((route) => route.nationals === nationals);
  const judged = documents.map((document) => ({ document, fault: judges[document.type]?.(document, holder) }));
  const counted = judged.filter(({ fault }) => fault === undefined).map(({ document }) => document.type);
  if (routes.some((route) => route.documents.every((type) => counted.includes(type)))) return [];
  const useful = kindsOf(routes);
  return [
    { at: 'identity_documents', code: 'right_to_work_wanted', moment: 'needed' },
    ...judged.flatMap(({ document, fault }, index): Finding[] =>
      fault === undefined || !useful.includes(document.type)
        ? []
        : [{ at: `identity_documents[${index}].${fault[0]}`, code: fault[1], moment: 'needed' }],
    ),
  ];
}

/** What a document of the interface is on the lists of Annex A; a residence permit is on neither any more. */
function onLists({ type, country }: IdentityDocument, nationality: string): RightToWorkDocument | undefined {
  const issuer = country ?? nationality;
  if (type === 'national_insurance') return 'national_insurance_document';
  if ((type === 'passport' || type === 'identity_card') && issuer === 'IRL') return 'irish_passport_or_card';
  if (type === 'passport') return isOfUk(issuer) && isOfUk(nationality) ? 'british_passport' : 'endorsed_passport';
  if (type !== 'birth_certificate') return undefined;
  return country === null || country === 'GBR'
    ? 'uk_birth_or_adoption_certificate'
    : 'crown_dependency_or_irish_birth_or_adoption_certificate';
}

/**
 * The interface's documents are older than the law: the screener is told where those that are named are on neither list
 * of today. Of a foreign passport only a visa or permit in it counts.
 */
export function listOfTodayFindings(
  documents: readonly IdentityDocument[],
  { nationality }: Pick<Holder, 'nationality'>,
): Finding[] {
  const isEndorsed = documents.some(({ type }) => type === 'visa');
  const kinds = new Set(documents.map((document) => onLists(document, nationality)));
  if (!isEndorsed) kinds.delete('endorsed_passport');
  if (listEntries.some((entry) => entry.documents.every((kind) => kinds.has(kind)))) return [];
  return [{ at: 'identity_documents', code: 'not_on_list_of_today', moment: 'examined' }];
}
