// The filter of an account's report types in the address: family, country, words, and whether they are switched on.
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { families } from '../../../features/report-types/families.ts';
import { type Area, areas, type ReportType } from '../../../features/report-types/report-type.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { asked, type FormRequest } from './account-request.ts';

const statuses = {
  all: 'On and off',
  on: 'Switched on',
  priced: 'Switched on, with a price',
  unpriced: 'Switched on, without a price',
  off: 'Switched off',
} as const;

export interface ReportTypeFilter {
  readonly family: string | undefined;
  readonly country: string | undefined;
  readonly q: string | undefined;
  readonly status: keyof typeof statuses | undefined;
  /** Only these, by their ids with commas between. */
  readonly types: string | undefined;
}

/** A whole area is a family of the filter too. */
const areaPrefix = 'area:';
const areaIds = Object.keys(areas) as Area[];

const familyChoices = areaIds.flatMap((area) => [
  { value: `${areaPrefix}${area}`, text: areas[area] },
  ...families.filter((one) => one.area === area).map(({ name, label }) => ({ value: name, text: `– ${label}` })),
]);

const countryChoices = [...new Set(catalogue.map(({ country }) => country ?? 'GBR'))]
  .map((code) => ({ value: code, text: countryByAlpha3(code)?.name ?? code }))
  .sort((one, other) => one.text.localeCompare(other.text, 'en'));

/** Invalid values count as absent. */
export function readFilter(request: FormRequest): ReportTypeFilter {
  const among = (choices: readonly { readonly value: string }[], name: string) =>
    choices.find(({ value }) => value === asked(request, name))?.value;
  const status = asked(request, 'status');
  const types = asked(request, 'types');
  return {
    family: among(familyChoices, 'family'),
    country: among(countryChoices, 'country'),
    q: asked(request, 'q').slice(0, 100) || undefined,
    status: Object.hasOwn(statuses, status) ? (status as keyof typeof statuses) : undefined,
    types: /^\d{1,6}(,\d{1,6}){0,99}$/.test(types) ? types : undefined,
  };
}

/** Who asks for nothing sees what is agreed, unless no price is: the catalogue has hundreds of other types. */
export const shownFilter = (filter: ReportTypeFilter, hasPrices: boolean): ReportTypeFilter =>
  hasPrices && Object.values(filter).every((value) => value === undefined) ? { ...filter, status: 'priced' } : filter;

const placeOf = new Map(families.map(({ name, area }, index) => [name, areaIds.indexOf(area) * 1000 + index]));

/** The catalogue by area and family, as the filter lists them. */
const inOrder = catalogue.toSorted((one, other) => placeOf.get(one.name)! - placeOf.get(other.name)!);

/** In the order of the families, or by relevance to the words. @param priceOf undefined for a type that is switched off */
export function filteredTypes(
  { family, country, q, status, types }: ReportTypeFilter,
  priceOf: (type: ReportType) => number | null | undefined,
): ReportType[] {
  const area = family?.startsWith(areaPrefix) ? family.slice(areaPrefix.length) : undefined;
  const named = { family: area === undefined ? family : undefined, country, q };
  const hasStatus = (type: ReportType) => {
    const price = priceOf(type);
    if (status === undefined || status === 'all') return true;
    if (status === 'off' || price === undefined) return status === 'off' && price === undefined;
    return status === 'on' || (status === 'priced') === (price !== null);
  };
  const only = types && new Set(types.split(',').map(Number));
  const isWanted = ({ id }: ReportType) => !only || only.has(id);
  const ofArea = inOrder.filter(
    (type) => isWanted(type) && (area === undefined || type.area === area) && hasStatus(type),
  );
  return filterTypes(ofArea, named);
}

const items = (first: string, choices: readonly { readonly value: string; readonly text: string }[], chosen?: string) =>
  [{ value: '', text: first }, ...choices].map((choice) => ({ ...choice, selected: choice.value === (chosen ?? '') }));

export const filterItems = ({ family, country, status }: ReportTypeFilter) => ({
  families: items('All families', familyChoices, family),
  countries: items('All countries', countryChoices, country),
  statuses: Object.entries(statuses).map(([value, text]) => ({ value, text, selected: value === (status ?? 'all') })),
});
