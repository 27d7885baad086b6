// In which country the job of an order is: warnings and rules of a country's law are for jobs there alone; pure.
import type { Environment } from '../../context.ts';
import { countryNamed } from '../../lib/countries.ts';
import type { Order } from './check.ts';

export const usualJobCountry = 'GBR';

/** That of the account, unless an order says otherwise; a name that is no country's counts as none. */
export const homeCountryOf = ({ vatCountry }: { readonly vatCountry: string }): string =>
  countryNamed(vatCountry)?.alpha3 ?? usualJobCountry;

export const jobCountryOf = ({ job_country = usualJobCountry }: Pick<Order, 'job_country'>): string => job_country;

/** Whether a client has yet to certify what the law of the country asks of it. Nobody is screened by a test order. */
export const lacksCertification = (
  jobCountry: string,
  { environment, fcraCertified }: { readonly environment: Environment; readonly fcraCertified: boolean },
): boolean => jobCountry === 'USA' && environment === 'live' && !fcraCertified;
