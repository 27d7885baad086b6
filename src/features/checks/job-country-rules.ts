// In which country the job of an order is: warnings and rules of a country's law are for jobs there alone; pure.
import { countryNamed } from '../../lib/countries.ts';
import type { Order } from './check.ts';

export const usualJobCountry = 'GBR';

/** That of the account, unless an order says otherwise; a name that is no country's counts as none. */
export const homeCountryOf = ({ vatCountry }: { readonly vatCountry: string }): string =>
  countryNamed(vatCountry)?.alpha3 ?? usualJobCountry;

export const jobCountryOf = ({ job_country = usualJobCountry }: Pick<Order, 'job_country'>): string => job_country;
