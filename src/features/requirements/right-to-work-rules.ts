// Decides whether documents prove the right to work (interface, Report type notes), and says why others do not; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { FindingCode } from '../../messages/en.ts';
import type { IdentityDocument } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import {
  britishAbroad,
  britishDependencies,
  britishTerritories,
  homeNationalities,
  type RightToWorkRoute,
  rightToWorkRoutes,
} from './document-routes.ts';

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

/** Empty if the documents prove the right to work; otherwise says so, and why each document does not count. */
export function rightToWorkFindings(documents: readonly IdentityDocument[], holder: Holder): Finding[] {
  const nationals = nationalsOf(holder.nationality);
  const routes = rightToWorkRoutes.filter((route) => route.nationals === nationals);
  const judged = documents.map((document) => ({ document, fault: judges[document.type]?.(document, holder) }));
  const counted = judged.filter(({ fault }) => fault === undefined).map(({ document }) => document.type);
  if (routes.some((route) => route.documents.every((type) => counted.includes(type)))) return [];
  const useful = new Set(routes.flatMap((route) => route.documents));
  return [
    { at: 'identity_documents', code: 'right_to_work_wanted', moment: 'needed' },
    ...judged.flatMap(({ document, fault }, index): Finding[] =>
      fault === undefined || !useful.has(document.type)
        ? []
        : [{ at: `identity_documents[${index}].${fault[0]}`, code: fault[1], moment: 'needed' }],
    ),
  ];
}
