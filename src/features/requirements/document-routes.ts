// Which documents show the right to work, and which prove identity to the DBS: the alternatives as data (checked before relying).
import type { IdentityDocument } from '../facts/facts.ts';
import type { DocumentGroup } from '../value-sets/criminal-record-values.ts';

/** Nationals of the UK, the EU, the EEA and Switzerland (interface, Report type notes). */
export const homeNationalities: ReadonlySet<string> = new Set([
  'GBR',
  ...['AUT', 'BEL', 'BGR', 'HRV', 'CYP', 'CZE', 'DNK', 'EST', 'FIN', 'FRA', 'DEU', 'GRC', 'HUN', 'IRL', 'ITA', 'LVA'],
  ...['LTU', 'LUX', 'MLT', 'NLD', 'POL', 'PRT', 'ROU', 'SVK', 'SVN', 'ESP', 'SWE'],
  ...['ISL', 'LIE', 'NOR', 'CHE'],
]);

/** The Crown dependencies: their people are British citizens, and their passports British ones. */
export const britishDependencies: ReadonlySet<string> = new Set(['GGY', 'IMN', 'JEY']);

/** The overseas territories that have people: they issue British passports, not to British citizens alone. */
export const britishTerritories: ReadonlySet<string> = new Set([
  ...['AIA', 'BMU', 'CYM', 'FLK', 'GIB', 'MSR', 'PCN', 'SHN', 'TCA', 'VGB'],
]);

/** Whose people may hold a British passport and yet need a visa; those of Hong Kong as British Nationals (Overseas). */
export const britishAbroad: ReadonlySet<string> = new Set([...britishTerritories, 'HKG']);

export interface RightToWorkRoute {
  readonly nationals: 'home' | 'other';
  /** All of them together. */
  readonly documents: readonly IdentityDocument['type'][];
}

/** Any one of a national's alternatives will do (interface, Report type notes; older than the law: the screener is warned). */
export const rightToWorkRoutes: readonly RightToWorkRoute[] = [
  { nationals: 'home', documents: ['passport'] },
  { nationals: 'home', documents: ['residence_permit'] },
  { nationals: 'home', documents: ['identity_card'] },
  { nationals: 'home', documents: ['birth_certificate', 'national_insurance'] },
  { nationals: 'other', documents: ['passport', 'visa'] },
];

export interface IdentityRoute {
  readonly name: string;
  /** One at least of these groups. */
  readonly first: readonly DocumentGroup[];
  /** Of these groups, the first counted. */
  readonly groups: readonly DocumentGroup[];
  readonly count: number;
}

/**
 * Where Route 1 cannot be met. Route 3 is not here: it asks for these documents and more, for whom no outside validation
 * confirms, so that documents alone never tell it from Route 2.
 */
const route2: IdentityRoute = { name: 'Route 2', first: ['2a'], groups: ['2a', '2b'], count: 3 };

/** In the order in which they are tried. Source: DBS identity checking guidelines in force since 1 November 2025. */
export const identityRoutes: Readonly<Record<'basic' | 'standard' | 'enhanced', readonly IdentityRoute[]>> = {
  basic: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 2 }, route2],
  standard: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 3 }, route2],
  enhanced: [{ name: 'Route 1', first: ['1'], groups: ['1', '2a', '2b'], count: 3 }, route2],
};
