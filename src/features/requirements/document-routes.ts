// The documents that prove the right to work, and those that prove identity to the DBS: the alternatives as data
// (checked before relying).
import { europeanUnion } from '../../lib/countries.ts';
import type { IdentityDocument } from '../facts/facts.ts';
import type { DocumentGroup } from '../value-sets/criminal-record-values.ts';

/** Nationals of the UK, the EU, the EEA and Switzerland (interface, Report type notes). */
export const homeNationalities: ReadonlySet<string> = new Set([
  'GBR',
  ...europeanUnion,
  ...['ISL', 'LIE', 'NOR', 'CHE'],
]);

/** The Crown dependencies: their people are British citizens with British passports. */
export const britishDependencies: ReadonlySet<string> = new Set(['GGY', 'IMN', 'JEY']);

/** Their own passport proves the right to work of British and Irish citizens, who have no immigration status to share. */
export const ownPassportNationalities: ReadonlySet<string> = new Set(['GBR', 'IRL', ...britishDependencies]);

/** The inhabited overseas territories: they issue British passports, and not only to British citizens. */
export const britishTerritories: ReadonlySet<string> = new Set([
  ...['AIA', 'BMU', 'CYM', 'FLK', 'GIB', 'MSR', 'PCN', 'SHN', 'TCA', 'VGB'],
]);

/**
 * Territories whose people may hold a British passport and still need a visa; Hong Kong for British Nationals
 * (Overseas).
 */
export const britishAbroad: ReadonlySet<string> = new Set([...britishTerritories, 'HKG']);

export interface RightToWorkRoute {
  readonly nationals: 'home' | 'other';
  /** All of these documents are needed. */
  readonly documents: readonly IdentityDocument['type'][];
}

/**
 * A national needs any one of the alternatives (interface, Report type notes; older than the law: the screener is
 * warned).
 */
export const rightToWorkRoutes: readonly RightToWorkRoute[] = [
  { nationals: 'home', documents: ['passport'] },
  { nationals: 'home', documents: ['residence_permit'] },
  { nationals: 'home', documents: ['identity_card'] },
  { nationals: 'home', documents: ['birth_certificate', 'national_insurance'] },
  { nationals: 'other', documents: ['passport', 'visa'] },
];

export interface IdentityRoute {
  readonly name: 'Route 1' | 'Route 2' | 'Route 3';
  /** At least one document must be of these groups. */
  readonly first: readonly DocumentGroup[];
  /** All documents must be of these groups, the first included. */
  readonly groups: readonly DocumentGroup[];
  readonly count: number;
  /** Besides, a document of this kind. */
  readonly named?: string;
}

/** Where Route 1 cannot be met: an outside validation besides these documents. */
const route2: IdentityRoute = { name: 'Route 2', first: ['2a'], groups: ['2a', '2b'], count: 3 };
/**
 * Where the outside validation of Route 2 does not confirm who somebody is. Its documents meet Route 2, too, so that
 * documents alone never tell them apart.
 */
const route3: IdentityRoute = {
  name: 'Route 3',
  named: 'BirthCertificateLater',
  first: ['2a'],
  groups: ['2a', '2b'],
  count: 4,
};

/** In the order in which they are tried. Source: DBS identity checking guidelines in force since 1 November 2025. */
export const identityRoutes: Readonly<Record<'basic' | 'standard' | 'enhanced', readonly IdentityRoute[]>> = {
  basic: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 2 }, route2, route3],
  standard: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 3 }, route2, route3],
  enhanced: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 3 }, route2, route3],
};

/** How many months old a document may be; others must not have expired. Source: as above. */
export const documentMonths: Readonly<Record<string, number>> = {
  BankStatement: 3,
  BankStatementAbroad: 3,
  AccountOpeningLetter: 3,
  CreditCardStatement: 3,
  UtilityBill: 3,
  BenefitStatement: 3,
  MortgageStatement: 12,
  FinancialStatement: 12,
  P45P60: 12,
  CouncilTaxStatement: 12,
  GovernmentLetter: 12,
  TaxLetter: 12,
};

/** For so many months after it expired a passport of the UK still counts, no other one. Source: as above. */
export const expiredPassportMonths = 6;

/** The first that is met; one document at least shows the current address. Source: AccessNI, proof of identity. */
export const accessNiRoutes: readonly Omit<IdentityRoute, 'name'>[] = [
  { first: ['1'], groups: ['1', '2a', '2b'], count: 3 },
  { named: 'BirthCertificateLater', first: ['2a', '2b'], groups: ['2a', '2b'], count: 3 },
];
